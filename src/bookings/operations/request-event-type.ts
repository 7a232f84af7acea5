import { missing } from '#contract/problem.ts'
import { findBookableToBook, findTypeOrganization } from '#event-types/index.ts'
import { open } from '#execution/operation.ts'
import { gatesOf } from '../booking-request.ts'
import { byInvitee } from '../draft.ts'
import { madeRequest } from '../outcome.ts'
import { BookingRequestResource, toRequestResource } from '../request-resource.ts'
import { BookEventTypeRequest } from '../requests.ts'
import { passGate } from '../workflow/pass-gate.ts'
import { requestBooking } from '../workflow/request-booking.ts'

/** What `bookEventType` is for types whose bookings must pass something first. */
export const requestEventType = open({
  name: 'request_event_type',
  summary: 'Request a meeting on the page of an event type',
  input: BookEventTypeRequest,
  output: BookingRequestResource,
  concurrencyKey: ({ eventTypeId }) => eventTypeId,

  async run(call, { eventTypeId, inviteeId, confirmsAddress, source, request }) {
    const { tx, links, codes } = call
    const { startsAt, duration: minutes } = request
    const organizationId = await findTypeOrganization(tx, eventTypeId)
    const bookable =
      organizationId === undefined
        ? undefined
        : await findBookableToBook(tx, organizationId, eventTypeId, { startsAt, minutes })
    if (!bookable || bookable.eventType.linkId !== null) throw missing()

    const { bookingRules } = bookable.eventType
    const asked = confirmsAddress ? { ...bookingRules, email_confirmation: true } : bookingRules
    const gates = gatesOf(asked, false)
    const requested = { request, inviteeId, by: byInvitee, linkId: null, source }
    const made = madeRequest(await requestBooking(call, bookable, requested, gates))
    return toRequestResource({ links, codes }, gates.length > 0 ? made : await passGate(call, made, byInvitee))
  },
})
