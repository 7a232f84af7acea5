import { open } from '#contract/operation.ts'
import { missing } from '#contract/problem.ts'
import { findTypeOrganization, lockBookable } from '#event-types/index.ts'
import { answerOf } from '../outcome.ts'
import { BookEventTypeRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { bookOnce } from '../workflow/book.ts'

/** Open to anybody: a page runs it after checking that the type can be reached there. A one-off type is booked through its link alone. */
export const bookEventType = open({
  name: 'book_event_type',
  summary: 'Book a meeting on the page of an event type',
  input: BookEventTypeRequest,
  output: InviteeResource,
  concurrencyKey: ({ eventTypeId }) => eventTypeId,

  async run(call, { eventTypeId, ...requested }) {
    const { startsAt, duration: minutes } = requested.request
    const organizationId = await findTypeOrganization(call.tx, eventTypeId)
    const bookable = organizationId === undefined ? undefined : await lockBookable(call.tx, organizationId, eventTypeId, { startsAt, minutes })
    if (!bookable || bookable.eventType.linkId !== null) throw missing()

    return answerOf(await bookOnce(call, bookable, requested))
  },
})
