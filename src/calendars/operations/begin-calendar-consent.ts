import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { invalid } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { consentUrl } from '#integrations/index.ts'
import { checkMemberRight } from '#organizations/index.ts'
import { oauthKinds } from '../connection.ts'
import { writeConsentState } from '../consent-state.ts'
import { oauthServiceOf } from '../providers/oauth.ts'

/** Never served at an address: the console runs it, in the browser that then goes there. */
export const beginCalendarConsent = read({
  name: 'begin_calendar_consent',
  summary: 'Begin to connect a calendar at Google or Microsoft',
  scopes: ['calendars:write'],
  input: z.object({ kind: z.enum(oauthKinds) }),
  output: z.object({ address: z.string() }),

  async run({ reader, principal, encryption, calendarClients, now }, { kind }) {
    const service = oauthServiceOf(kind, calendarClients)
    if (!service) throw invalid({ parameter: 'kind', reason: 'not_set_up' })
    await checkMemberRight(reader, principal, 'connect_calendars')
    const verifier = randomBytes(32).toString('base64url')
    const state = writeConsentState(encryption, principal.membershipId, { kind, verifier, beganAt: now.getTime() })
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    return { address: consentUrl(service, { state, challenge }) }
  },
})
