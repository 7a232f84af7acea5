import { z } from 'zod'
import { invalid, Problem } from '#contract/problem.ts'
import { instant, referenceTo } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { currentMember, findMembershipOfUser } from '#organizations/index.ts'
import { calendarError } from '../problems.ts'
import { BusyTimeResource, toBusyTimeResource } from '../resources.ts'
import { listTakenSpans } from '../store/taken-spans.ts'

const maxDays = 7

export const listUserBusyTimes = collection({
  name: 'list_user_busy_times',
  summary: 'List the busy times of a user',
  description: `For any user of your organization, up to ${maxDays} days per request.`,
  scopes: ['availability:read'],
  input: z.object({ user: referenceTo('users'), start_time: instant, end_time: instant }),
  problems: [calendarError],
  output: BusyTimeResource,

  async run({ reader, principal, links, now }, { user: userId, start_time: from, end_time: to }) {
    if (from < now) throw invalid({ parameter: 'start_time', reason: 'not_in_future' })
    if (to <= from) throw invalid({ parameter: 'end_time', reason: 'end_not_after_start_time' })
    if (to.getTime() - from.getTime() > maxDays * 86_400_000)
      throw invalid({ parameter: 'end_time', reason: 'date_range_too_long', values: { days: maxDays } })

    const membership = currentMember(await findMembershipOfUser(reader, principal.organizationId, userId))
    const taken = await listTakenSpans(reader, principal.organizationId, [membership.id], {
      start: from.getTime(),
      end: to.getTime(),
    })
    // What cannot be known is not shown as free.
    if (taken.some(({ kind }) => kind === 'unknown')) throw new Problem(calendarError)
    return taken.map((span) => toBusyTimeResource(links, span))
  },
})
