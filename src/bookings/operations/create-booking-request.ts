import { existing, refuse } from '#contract/problem.ts'
import { findBookableToBook } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { gatesOf } from '../booking-request.ts'
import { byMember } from '../draft.ts'
import { madeRequest } from '../outcome.ts'
import { BookingRequestResource, toRequestResource } from '../request-resource.ts'
import { CreateInviteeRequest } from '../requests.ts'
import { mayBook } from '../rights.ts'
import { passGate } from '../workflow/pass-gate.ts'
import { requestBooking } from '../workflow/request-booking.ts'

export const createBookingRequest = write({
  name: 'create_booking_request',
  summary: 'Request a meeting on behalf of a visitor',
  description:
    "For websites that book for their visitors: the booking must pass what the event type asks of visitors, such as a host's approval. An event type that asks for nothing is booked at once, and the request returned is `confirmed`. To book without asking, as a host does, use `POST /invitees`.",
  scopes: ['booking_requests:write'],
  limit: 'booking',
  concurrencyKey: ({ eventTypeId }) => eventTypeId,
  input: CreateInviteeRequest,
  output: BookingRequestResource,

  async run(call, { eventTypeId, request }) {
    const { tx, principal, links, codes } = call
    const wanted = { startsAt: request.startsAt, minutes: request.duration }
    const found = existing(
      await findBookableToBook(tx, principal.organizationId, eventTypeId, wanted, principal.membershipId),
    )
    if (!mayBook(principal, found)) throw refuse('no_access')

    const gates = gatesOf(found.eventType.bookingRules, false)
    const requested = { request, inviteeId: undefined, by: byMember(principal), linkId: null }
    const made = madeRequest(await requestBooking(call, found, requested, gates))
    return toRequestResource({ links, codes }, gates.length > 0 ? made : await passGate(call, made, requested.by))
  },
})
