import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { ZoomKeys, zoomTokens } from '../providers/zoom-keys.ts'
import { connectAccount, whileWaited } from '../workflow/connect-account.ts'
import { orRefuse } from '../workflow/refusal.ts'

/** Never served at an address: the console and the command line run it. */
export const connectZoomOrganization = write({
  name: 'connect_zoom_organization',
  summary: 'Connect the Zoom account of the organization',
  description:
    'With the keys of a server-to-server OAuth app. It makes the video meetings of every member who has no link and no account of their own for Zoom; Zoom knows them by their email addresses. Only owners and admins.',
  scopes: ['event_types:write'],
  input: ZoomKeys,
  output: z.object({ account: z.string() }),

  async ask(call, keys) {
    if (!isAdmin(call.principal)) throw refuse('no_permission')
    const token = await zoomTokens(call, keys).get(whileWaited())
    return orRefuse(typeof token === 'string' ? {} : token)
  },

  async run(call, keys) {
    const account = keys.account_id
    await connectAccount(call, { membershipId: null, service: 'zoom_server', kind: 'zoom_conference', account }, keys)
    return { account }
  },
})
