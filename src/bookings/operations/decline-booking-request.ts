import { actorOf } from '#activity/index.ts'
import { write } from '#execution/operation.ts'
import { BookingRequestResource, toRequestResource } from '../request-resource.ts'
import { DeclineBookingRequest } from '../requests.ts'
import { declineRequest } from '../workflow/decide-request.ts'
import { findSeenRequest } from '../workflow/find-seen-request.ts'

export const declineBookingRequest = write({
  name: 'decline_booking_request',
  summary: 'Decline a booking request',
  description:
    'By one of its hosts, or an admin or owner. The time is free again at once. The invitee gets an email with the reason and a link to other times.',
  scopes: ['booking_requests:write'],
  input: DeclineBookingRequest,
  output: BookingRequestResource,

  async run(call, { id, reason }) {
    const { tx, principal, links, codes } = call
    const found = await findSeenRequest(tx, principal, id, { maker: false })
    const decider = { actor: actorOf(principal), membershipId: principal.membershipId }
    return toRequestResource({ links, codes }, await declineRequest(call, found, reason, decider))
  },
})
