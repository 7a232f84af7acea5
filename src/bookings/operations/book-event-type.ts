import { randomUUID } from 'node:crypto'
import { open } from '#contract/operation.ts'
import { missing } from '#contract/problem.ts'
import { findTypeOrganization, lockBookable } from '#event-types/index.ts'
import { answersFrom } from '../answers.ts'
import { lasting, planBooking } from '../booking.ts'
import { newBooking } from '../new-booking.ts'
import { alreadyFilled } from '../problems.ts'
import { BookEventTypeRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { insertBooking } from '../store/bookings.ts'
import { findAgain } from '../store/own-bookings.ts'
import { submissionThatLed } from '../store/submissions.ts'

/** For anybody: a page runs it, and has seen to it that the type can be reached there. A one-off type is booked through its link alone. */
export const bookEventType = open({
  name: 'book_event_type',
  summary: 'Book a meeting on the page of an event type',
  input: BookEventTypeRequest,
  output: InviteeResource,
  crowdedBy: ({ eventTypeId }) => eventTypeId,

  async run({ tx, commit, links, codes, persons, now }, { eventTypeId, inviteeId, request }) {
    const organizationId = await findTypeOrganization(tx, eventTypeId)
    const bookable =
      organizationId === undefined ? undefined : await lockBookable(tx, organizationId, eventTypeId, { startsAt: request.startsAt, minutes: request.duration })
    if (organizationId === undefined || !bookable || bookable.eventType.linkId !== null) throw missing()
    const again = await findAgain(tx, organizationId, inviteeId)
    if (again) return toInviteeResource({ links, codes }, again)
    const eventType = lasting(bookable.eventType, request.duration)
    const answers = answersFrom(request.answers, eventType.questions, request.answerForm)

    const plan = planBooking({ ...bookable, eventType }, request, now, randomUUID())

    const person = persons.of(organizationId, request.details.email)
    const routingFormSubmissionId = await submissionThatLed(tx, organizationId, request.submissionId)
    const booked = { ...request.details, answers, routingFormSubmissionId }
    const invitee = { ...booked, id: inviteeId ?? randomUUID(), person, old: null, linkId: null, schedulingMethod: null, scheduledBy: null }
    const { resource, ...booking } = newBooking(plan, invitee, { organizationId, links, codes, actor: { type: 'invitee' } }, now)
    if (!(await insertBooking(tx, organizationId, { ...booking, spendsLink: false }, now, commit))) throw alreadyFilled()
    return resource
  },
})
