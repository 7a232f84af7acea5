import { randomUUID } from 'node:crypto'
import { actorOf } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { lockBookable } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { answersFrom } from '../answers.ts'
import { lasting, planBooking } from '../booking.ts'
import { schedulingMethodOf } from '../invitee.ts'
import { newBooking } from '../new-booking.ts'
import { alreadyFilled } from '../problems.ts'
import { CreateInviteeRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { mayBook } from '../rights.ts'
import { insertBooking } from '../store/bookings.ts'
import { lookAtSubmission } from '../store/submissions.ts'

/** What a request says about the person stands in `invitee`; the rest comes about by itself. */
const fixedInInvitee = [
  ...['email', 'name', 'first_name', 'last_name', 'timezone', 'text_reminder_number', 'status', 'event', 'rescheduled', 'old_invitee', 'new_invitee'],
  ...['cancellation', 'payment', 'no_show', 'reconfirmation', 'scheduling_method', 'invitee_scheduled_by'],
]

export const createInvitee = write({
  name: 'create_invitee',
  summary: 'Book a meeting for an invitee',
  description:
    'Without a page: the time must be one that `/event_type_available_times` lists, or the answer is 400 with the code `already_filled`. Whoever books a group type at the same time meets together. Send an `Idempotency-Key`, and a request whose answer was lost can be repeated.',
  scopes: ['scheduled_events:write'],
  limit: 'booking',
  crowdedBy: ({ eventTypeId }) => eventTypeId,
  fixed: fixedInInvitee,
  input: CreateInviteeRequest,
  output: InviteeResource,

  async run({ tx, commit, principal, links, codes, persons, now, checkFixed }, { eventTypeId, request }) {
    const { organizationId, membershipId, userId } = principal
    const bookable = await lockBookable(tx, organizationId, eventTypeId, { startsAt: request.startsAt, minutes: request.duration }, membershipId)
    if (!bookable) throw missing()
    if (!mayBook(principal, bookable)) throw refuse('You do not have permission to access this resource.')
    const eventType = lasting(bookable.eventType, request.duration)
    await checkSubmission(tx, organizationId, request.submissionId)
    const answers = answersFrom(request.answers, eventType.questions, request.answerForm)

    const plan = planBooking({ ...bookable, eventType }, request, now, randomUUID())

    const person = persons.of(organizationId, request.details.email)
    const invitee = {
      ...request.details,
      answers,
      routingFormSubmissionId: request.submissionId ?? null,
      id: randomUUID(),
      person,
      old: null,
      linkId: null,
      schedulingMethod: schedulingMethodOf(principal),
      scheduledBy: { membershipId, userId },
    }
    const { resource, ...booking } = newBooking(plan, invitee, { organizationId, links, codes, actor: actorOf(principal) }, now)
    checkFixed(resource)
    if (!(await insertBooking(tx, organizationId, { ...booking, spendsLink: false }, now, commit))) throw alreadyFilled()
    return resource
  },
})

const checkSubmission = async (tx: Tx, organizationId: string, submissionId: string | undefined): Promise<void> => {
  if (submissionId === undefined) return
  const state = await lookAtSubmission(tx, organizationId, submissionId)
  if (state === 'unknown') throw missing()
  if (state === 'led') throw invalid({ parameter: 'routing_form_submission', message: 'has led to a booking already' })
}
