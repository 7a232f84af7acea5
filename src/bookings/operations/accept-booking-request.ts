import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { BookingRequestResource, toRequestResource } from '../request-resource.ts'
import { acceptRequest } from '../workflow/decide-request.ts'
import { findSeenRequest } from '../workflow/find-seen-request.ts'

export const acceptBookingRequest = write({
  name: 'accept_booking_request',
  summary: 'Accept a booking request',
  description:
    'By one of its hosts, or an admin or owner. The meeting is booked, unless the invitee still has to pay; its time was kept since it was requested.',
  scopes: ['booking_requests:write'],
  input: z.object({ uuid: pathId }),
  output: BookingRequestResource,

  async run(call, { uuid }) {
    const { tx, principal, links, codes } = call
    const found = await findSeenRequest(tx, principal, uuid, { maker: false })
    const decider = { actor: actorOf(principal), membershipId: principal.membershipId }
    return toRequestResource({ links, codes }, await acceptRequest(call, found, decider))
  },
})
