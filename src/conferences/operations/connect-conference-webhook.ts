import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { uri } from '#contract/wire.ts'
import { conferenceKinds, listConferenceRooms } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { findAccount } from '#integrations/index.ts'
import { accountRequestExample } from '../examples.ts'
import { WebhookProvider } from '../providers/webhook.ts'
import { AccountResource, toAccountResource } from '../resources.ts'
import { connectAccount } from '../workflow/connect-account.ts'
import { tryProvider } from '../workflow/try-provider.ts'

const AccountRequest = z
  .object({
    kind: z.enum(conferenceKinds).meta({ description: 'The kind of location whose meetings it creates' }),
    url: uri.max(2048).meta({ description: 'Where the signed requests go. It may be a secret and is never returned.' }),
    signing_key: z
      .string()
      .trim()
      .min(16)
      .max(1000)
      .meta({ description: 'The key that requests are signed with. Never returned.' }),
  })
  .meta({ examples: [accountRequestExample] })

export const connectConferenceWebhook = write({
  name: 'connect_conference_webhook',
  summary: 'Connect a service of your own that makes video meetings',
  description:
    'It gets signed requests, and makes the video meetings of every member who has no link and no account of their own for this kind. It is tested first with a meeting that is deleted again; nothing is saved if that fails. Only owners and admins.',
  scopes: ['event_types:write'],
  fixed: ['account', 'user'],
  input: AccountRequest,
  output: AccountResource,

  async ask(call, { url, signing_key: key }) {
    if (!isAdmin(call.principal)) throw refuse('no_permission')
    await tryProvider(call, new WebhookProvider(call.outgoing, { now: () => call.now }, { url, key }))
  },

  async run(call, { kind, url, signing_key: key }) {
    const { tx, principal, links, checkFixed } = call
    const { organizationId, membershipId } = principal
    const account = new URL(url).host
    const id = await connectAccount(call, { membershipId: null, service: 'webhook', kind, account }, { url, key })
    const rooms = await listConferenceRooms(tx, organizationId, [membershipId])
    const resource = toAccountResource(links, existing(await findAccount(tx, organizationId, id)), rooms)
    checkFixed(resource)
    return resource
  },
})
