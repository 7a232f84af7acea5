import { z } from 'zod'
import { textOf } from '#contract/reasons.ts'
import { whyNotRedirectUri } from './redirect-uri.ts'
import { OauthRefusal } from './refusal.ts'

/** A client's metadata, in a registration or in its own document. Other fields are ignored (RFC 7591 §2). */
const Metadata = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(20),
  application_type: z.enum(['native', 'web']).optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
})

export interface ClientMetadata {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly authMethod: string | undefined
}

const maxNameLength = 100

/** Throws the refusal of RFC 7591 §3.2.2. */
export const readClientMetadata = (raw: unknown): ClientMetadata => {
  const parsed = Metadata.safeParse(raw)
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'the document')
    throw new OauthRefusal(
      field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      `The value of ${field} is invalid.`,
    )
  }
  const {
    client_name,
    redirect_uris,
    application_type,
    grant_types,
    response_types,
    token_endpoint_auth_method: authMethod,
  } = parsed.data
  for (const uri of redirect_uris) {
    const why = whyNotRedirectUri(uri, { native: application_type !== 'web' })
    if (why !== undefined) throw new OauthRefusal('invalid_redirect_uri', `Each redirect URI ${textOf(why)}.`)
  }
  if (grant_types && !grant_types.includes('authorization_code'))
    throw new OauthRefusal('invalid_client_metadata', 'The grant_types must include authorization_code.')
  if (response_types && !response_types.includes('code'))
    throw new OauthRefusal('invalid_client_metadata', 'The response_types must include code.')
  return { name: nameFrom(client_name, redirect_uris), redirectUris: [...new Set(redirect_uris)], authMethod }
}

/** Users see it, so it is one line of printable characters, without bidirectional or invisible ones. */
const nameFrom = (name: string | undefined, [first = '']: readonly string[]): string => {
  const plain = (name ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return [...plain].slice(0, maxNameLength).join('') || new URL(first).host || new URL(first).protocol
}
