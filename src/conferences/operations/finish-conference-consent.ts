import { z } from 'zod'
import { write } from '#execution/operation.ts'
import { accountTokensContext, finishConsent, grantedTokens, sealTokens } from '#integrations/index.ts'
import { type ConsentService, consentServiceOf } from '../providers/oauth.ts'
import { webexAccountName } from '../providers/webex.ts'
import { zoomAccountName } from '../providers/zoom.ts'
import { connectAccount, whileWaited } from '../workflow/connect-account.ts'
import { orRefuse } from '../workflow/refusal.ts'

const kinds = {
  zoom: { kind: 'zoom_conference', nameOf: zoomAccountName },
  webex: { kind: 'webex_conference', nameOf: webexAccountName },
} as const

/** Never served at an address: the console runs it, in the browser that comes back from the service. */
export const finishConferenceConsent = write({
  name: 'finish_conference_consent',
  summary: 'Connect the account that its owner has agreed to at Zoom or Webex',
  description: 'From then on, the account makes a video meeting for each of your meetings of this kind.',
  scopes: ['event_types:write'],
  input: z.object({ state: z.string().max(2048), code: z.string().min(1).max(4096) }),
  output: z.object({ account: z.string() }),

  async ask(call, consent) {
    const owner = { purpose: 'conference' as const, membershipId: call.principal.membershipId }
    const { kind: service, tokens } = orRefuse(
      await finishConsent(call, owner, consent, (of: ConsentService) => consentServiceOf(of, call.oauthClients)),
    )
    const found = orRefuse(await kinds[service].nameOf(call.outgoing, grantedTokens(tokens), whileWaited()))
    return { service, tokens, account: found.account }
  },

  async run(call, _, { service, tokens, account }) {
    const { membershipId } = call.principal
    await connectAccount(call, { membershipId, service, kind: kinds[service].kind, account }, {}, (id) =>
      sealTokens(call.encryption, accountTokensContext(id), tokens),
    )
    return { account }
  },
})
