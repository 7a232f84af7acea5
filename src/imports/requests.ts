import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import { importRequestExample } from './examples.ts'
import { importKinds } from './import.ts'

const apiAddresses = { calendly: 'https://api.calendly.com', calcom: 'https://api.cal.com/v2' } as const

const isApiAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
}

/** Without a slash at its end, so that the same address is always the same source. */
const sourceAddress = z
  .string()
  .trim()
  .max(500)
  .refine(isApiAddress, says('source_address_format'))
  .transform((text) => new URL(text).href.replace(/\/+$/, ''))
  .meta({ format: 'uri' })

const sourceToken = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .regex(/^[\x21-\x7e]+$/, says('source_token_format'))

const switches = {
  take_over: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether Openslot sends the reminders of imported meetings' }),
  invite: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether members without a password get an email to set one' }),
  apply_buffers: z.boolean().default(false).meta({
    description:
      'Whether event types get the buffers that most of their meetings have. Without it, the remarks list these buffers',
  }),
  prefer_source: z.boolean().default(false).meta({
    description:
      'Whether the source overwrites local changes. By default local changes are kept and the remarks list the differences',
  }),
}

const isDatabaseAddress = (text: string): boolean =>
  URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol) && new URL(text).pathname.length > 1

export const DatabaseImportRequest = z.object({
  database_url: z.string().trim().max(2000).refine(isDatabaseAddress, says('source_database_format')),
  ...switches,
})

/** Without what is secret in it. */
export const sourceOfDatabase = (url: string): string => {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `postgres://${hostname || (searchParams.get('host') ?? '')}${port === '' ? '' : `:${port}`}${pathname}`
}

export const ImportRequest = z
  .object({
    kind: z.enum(importKinds),
    url: sourceAddress.optional().meta({ description: 'The URL of the API; by default that of the service' }),
    token: sourceToken.meta({
      description: 'A personal access token of an owner or admin at the source, stored encrypted until the import ends',
    }),
    ...switches,
  })
  .transform(({ url, ...request }) => ({ ...request, url: url ?? apiAddresses[request.kind] }))
  .meta({ examples: [importRequestExample] })
