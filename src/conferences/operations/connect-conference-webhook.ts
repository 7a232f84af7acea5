import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { uri } from '#contract/wire.ts'
import { conferenceKinds } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { WebhookProvider } from '../providers/webhook.ts'
import { connectAccount } from '../workflow/connect-account.ts'
import { tryProvider } from '../workflow/try-provider.ts'

/** Never served at an address: the command line runs it. */
export const connectConferenceWebhook = write({
  name: 'connect_conference_webhook',
  summary: 'Connect a service of your own that makes video meetings',
  description:
    'It gets signed requests, and makes the video meetings of every member who has no link and no account of their own for this kind. It is tested first with a meeting that is deleted again; nothing is saved if that fails. Only owners and admins.',
  scopes: ['event_types:write'],
  input: z.object({ kind: z.enum(conferenceKinds), url: uri, signing_key: z.string().trim().min(16).max(1000) }),
  output: z.object({ account: z.string(), kind: z.enum(conferenceKinds) }),

  async ask(call, { url, signing_key: key }) {
    if (!isAdmin(call.principal)) throw refuse('no_permission')
    await tryProvider(call, new WebhookProvider(call.outgoing, { now: () => call.now }, { url, key }))
  },

  async run(call, { kind, url, signing_key: key }) {
    const account = new URL(url).host
    await connectAccount(call, { membershipId: null, service: 'webhook', kind, account }, { url, key })
    return { account, kind }
  },
})
