import { missing } from '#contract/problem.ts'
import { open } from '#execution/operation.ts'
import { BookingRequestResource, toRequestResource } from '../request-resource.ts'
import { HostDecisionRequest } from '../requests.ts'
import { findRequestToDecide } from '../store/booking-requests.ts'
import { acceptRequest, declineRequest } from '../workflow/decide-request.ts'

/** For the holder of a host's link from the mail. */
export const decideWithLink = open({
  name: 'decide_booking_request_with_link',
  summary: 'Accept or decline a booking request with the link from an email',
  input: HostDecisionRequest,
  output: BookingRequestResource,

  async run(call, { token, accepts, reason }) {
    const { tx, links, codes } = call
    const found = await findRequestToDecide(tx, codes, token)
    if (!found) throw missing()
    const { request, membershipId } = found
    const decider = { actor: { type: 'user' as const, membershipId }, membershipId }
    const decided = accepts
      ? await acceptRequest(call, request, decider)
      : await declineRequest(call, request, reason, decider)
    return toRequestResource({ links, codes }, decided)
  },
})
