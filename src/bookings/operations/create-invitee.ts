import { existing, refuse } from '#contract/problem.ts'
import { findBookableToBook } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { byMember } from '../draft.ts'
import { bookedInvitee } from '../outcome.ts'
import { CreateInviteeRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { mayBook } from '../rights.ts'
import { book } from '../workflow/book.ts'

/** The request has these fields inside `invitee`; the server sets the others. */
const fixedInInvitee = [
  ...[
    'email',
    'name',
    'first_name',
    'last_name',
    'timezone',
    'text_reminder_number',
    'status',
    'event',
    'rescheduled',
    'old_invitee',
    'new_invitee',
  ],
  ...['cancellation', 'payment', 'no_show', 'reconfirmation', 'scheduling_method', 'invitee_scheduled_by'],
]

export const createInvitee = write({
  name: 'create_invitee',
  summary: 'Book a meeting for an invitee',
  description:
    'Books a time that `/event_type_available_times` lists; any other time is refused with 400 and the code `already_filled`. Invitees who book a group event type at the same time share one event. Send an `Idempotency-Key` so that you can repeat a request if its response is lost.',
  scopes: ['scheduled_events:write'],
  limit: 'booking',
  concurrencyKey: ({ eventTypeId }) => eventTypeId,
  fixed: fixedInInvitee,
  input: CreateInviteeRequest,
  output: InviteeResource,

  async run(call, { eventTypeId, request }) {
    const { tx, principal } = call
    const { organizationId, membershipId } = principal
    const wanted = { startsAt: request.startsAt, minutes: request.duration }
    const found = existing(await findBookableToBook(tx, organizationId, eventTypeId, wanted, membershipId))
    if (!mayBook(principal, found)) throw refuse('no_access')

    return bookedInvitee(
      await book(call, found, { request, inviteeId: undefined, by: byMember(principal), linkId: null }),
    )
  },
})
