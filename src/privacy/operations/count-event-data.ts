import { countPastMeetings } from '#bookings/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { noDataRequests } from '../problems.ts'
import { checkPastSpan, EventDataRequest } from '../requests.ts'
import { AffectedResource } from '../resources.ts'

/** Asked before `delete_event_data`. */
export const countEventData = read({
  name: 'count_event_data',
  summary: 'Count what a deletion of past scheduled events would affect',
  description: 'For owners and admins. The meetings that began from `start_time` to `end_time`, and their invitees.',
  scopes: ['data_compliance:write'],
  plan: 'enterprise',
  problems: [noDataRequests],
  input: EventDataRequest,
  output: AffectedResource,

  async run({ reader, principal, now }, input) {
    if (!isAdmin(principal)) throw new Problem(noDataRequests)
    checkPastSpan(input, now)
    return countPastMeetings(reader, principal.organizationId, { from: input.start_time, to: input.end_time })
  },
})
