import { randomUUID } from 'node:crypto'
import { existing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { byMember } from '../draft.ts'
import { bookedInvitee } from '../outcome.ts'
import { RescheduleRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { findOwnBooking } from '../store/own-bookings.ts'
import { move } from '../workflow/move.ts'

export const rescheduleInvitee = write({
  name: 'reschedule_invitee',
  summary: 'Reschedule an invitee',
  description:
    'Cancels the old invitee with `rescheduled: true` and `new_invitee`, and returns the new one with `old_invitee`. Both happen or neither. Answers, tracking, and guests are kept, and so is the location unless you send another one.',
  scopes: ['scheduled_events:write'],
  input: RescheduleRequest,
  output: InviteeResource,

  async run(call, { inviteeId, ...wanted }) {
    const { tx, principal } = call
    const booking = existing(await findOwnBooking(tx, principal.organizationId, inviteeId))
    if (!mayChange(principal, booking.scheduledEvent)) throw refuse('no_access')

    return bookedInvitee(
      await move(call, booking.scheduledEvent, {
        ...wanted,
        only: { inviteeId, newId: randomUUID() },
        by: byMember(principal),
      }),
    )
  },
})
