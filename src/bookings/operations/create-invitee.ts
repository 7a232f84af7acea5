import { write } from '#contract/operation.ts'
import { existing, invalid, missing, refuse } from '#contract/problem.ts'
import { lockBookable } from '#event-types/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { withRequestedDuration } from '../booking.ts'
import { byMember } from '../draft.ts'
import { answerOf } from '../outcome.ts'
import { CreateInviteeRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { mayBook } from '../rights.ts'
import { lockSubmission } from '../store/submissions.ts'
import { bookRequested } from '../workflow/book.ts'

/** The request has these fields inside `invitee`; the server sets the others. */
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
  concurrencyKey: ({ eventTypeId }) => eventTypeId,
  fixed: fixedInInvitee,
  input: CreateInviteeRequest,
  output: InviteeResource,

  async run(call, { eventTypeId, request }) {
    const { tx, principal } = call
    const { organizationId, membershipId } = principal
    const locked = existing(await lockBookable(tx, organizationId, eventTypeId, { startsAt: request.startsAt, minutes: request.duration }, membershipId))
    if (!mayBook(principal, locked)) throw refuse('You do not have permission to access this resource.')
    const bookable = { ...locked, eventType: withRequestedDuration(locked.eventType, request.duration) }
    await checkSubmission(tx, organizationId, request.submissionId)

    return answerOf(await bookRequested(call, bookable, { request, submissionId: request.submissionId ?? null, by: byMember(principal), linkId: null }))
  },
})

const checkSubmission = async (tx: Tx, organizationId: string, submissionId: string | undefined): Promise<void> => {
  if (submissionId === undefined) return
  const state = await lockSubmission(tx, organizationId, submissionId)
  if (state === 'unknown') throw missing()
  if (state === 'used') throw invalid({ parameter: 'routing_form_submission', message: 'has led to a booking already' })
}
