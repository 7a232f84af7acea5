import { countPersonMeetings } from '#bookings/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { noDataRequests } from '../problems.ts'
import { InviteeDataRequest } from '../requests.ts'
import { AffectedResource } from '../resources.ts'

/** Asked before `delete_invitee_data`: by people, who see these meetings anyway. */
export const countInviteeData = read({
  name: 'count_invitee_data',
  summary: 'Count what a deletion of invitee data would affect',
  description:
    'For owners and admins. The meetings that these people booked or were brought along to, and how many of the people were found.',
  scopes: ['data_compliance:write'],
  plan: 'enterprise',
  problems: [noDataRequests],
  input: InviteeDataRequest,
  output: AffectedResource,

  async run({ reader, principal, persons }, { emails }) {
    if (!isAdmin(principal)) throw new Problem(noDataRequests)
    const { organizationId } = principal
    const wanted = emails.map((address) => ({
      email: address.toLowerCase(),
      person: persons.of(organizationId, address),
    }))
    return countPersonMeetings(reader, organizationId, wanted)
  },
})
