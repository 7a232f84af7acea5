import { invalid, missing } from '#contract/problem.ts'
import { findBookableToBook, findTypeOrganization } from '#event-types/index.ts'
import { open } from '#execution/operation.ts'
import { gatesOf } from '../booking-request.ts'
import { byInvitee } from '../draft.ts'
import { bookedInvitee } from '../outcome.ts'
import { BookEventTypeRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { book } from '../workflow/book.ts'

/**
 * Open to anybody: a page runs it after checking that the type can be reached there. A one-off type is booked through
 * its link alone.
 */
export const bookEventType = open({
  name: 'book_event_type',
  summary: 'Book a meeting on the page of an event type',
  input: BookEventTypeRequest,
  output: InviteeResource,
  concurrencyKey: ({ eventTypeId }) => eventTypeId,

  async run(call, { eventTypeId, inviteeId, request }) {
    const { startsAt, duration: minutes } = request
    const organizationId = await findTypeOrganization(call.tx, eventTypeId)
    const bookable =
      organizationId === undefined
        ? undefined
        : await findBookableToBook(call.tx, organizationId, eventTypeId, { startsAt, minutes })
    if (!bookable || bookable.eventType.linkId !== null) throw missing()
    if (gatesOf(bookable.eventType.bookingRules, false).length > 0)
      throw invalid({ parameter: 'event_type', reason: 'request_needed' })

    return bookedInvitee(await book(call, bookable, { request, inviteeId, by: byInvitee, linkId: null }))
  },
})
