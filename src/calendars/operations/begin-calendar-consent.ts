import { z } from 'zod'
import { invalid } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { beginConsent } from '#integrations/index.ts'
import { checkMemberRight } from '#organizations/index.ts'
import { oauthKinds } from '../connection.ts'
import { oauthServiceOf } from '../providers/oauth.ts'

/** Never served at an address: the console runs it, in the browser that then goes there. */
export const beginCalendarConsent = read({
  name: 'begin_calendar_consent',
  summary: 'Begin to connect a calendar at Google or Microsoft',
  scopes: ['calendars:write'],
  input: z.object({ kind: z.enum(oauthKinds) }),
  output: z.object({ address: z.string() }),

  async run(call, { kind }) {
    const { reader, principal, oauthClients } = call
    const service = oauthServiceOf(kind, oauthClients)
    if (!service) throw invalid({ parameter: 'kind', reason: 'not_set_up' })
    await checkMemberRight(reader, principal, 'connect_calendars')
    const owner = { purpose: 'calendar' as const, membershipId: principal.membershipId }
    return { address: beginConsent(call, owner, kind, service) }
  },
})
