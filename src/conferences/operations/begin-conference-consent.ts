import { z } from 'zod'
import { invalid } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { beginConsent } from '#integrations/index.ts'
import { consentServiceOf, consentServices } from '../providers/oauth.ts'

/** Never served at an address: the console runs it, in the browser that then goes there. */
export const beginConferenceConsent = read({
  name: 'begin_conference_consent',
  summary: 'Begin to connect an account at Zoom or Webex',
  scopes: ['event_types:write'],
  input: z.object({ service: z.enum(consentServices) }),
  output: z.object({ address: z.string() }),

  async run(call, { service: name }) {
    const service = consentServiceOf(name, call.oauthClients)
    if (!service) throw invalid({ parameter: 'service', reason: 'not_set_up' })
    const owner = { purpose: 'conference' as const, membershipId: call.principal.membershipId }
    return { address: beginConsent(call, owner, name, service) }
  },
})
