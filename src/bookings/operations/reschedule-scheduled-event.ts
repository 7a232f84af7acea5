import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { write } from '#contract/operation.ts'
import { existing, refuse } from '#contract/problem.ts'
import { lockMovable } from '#event-types/index.ts'
import { byMember } from '../draft.ts'
import { answerOf } from '../outcome.ts'
import { RescheduleEventRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { findInviteeNames } from '../store/invitees.ts'
import { findOwnBooking } from '../store/own-bookings.ts'
import { findScheduledEvent } from '../store/scheduled-events.ts'
import { move } from '../workflow/move.ts'

/** For people, to whom it is one meeting. */
export const rescheduleScheduledEvent = write({
  name: 'reschedule_scheduled_event',
  summary: 'Move all invitees of a scheduled event to another time',
  description: 'Each is moved as by `reschedule_invitee`, and is told; all of them, or nobody.',
  scopes: ['scheduled_events:write'],
  input: RescheduleEventRequest,
  output: z.object({ invitees: z.array(InviteeResource) }),

  async run(call, { id, startsAt, reason }) {
    const { tx, principal } = call
    const { organizationId, membershipId } = principal
    const { scheduledEvent } = existing(await findScheduledEvent(tx, organizationId, id, membershipId))
    if (!mayChange(principal, scheduledEvent)) throw refuse('You do not have permission to access this resource.')

    // From here on nobody joins it.
    await lockMovable(tx, organizationId, scheduledEvent.eventTypeId)
    const coming = (await findInviteeNames(tx, organizationId, [id])).filter(({ status }) => status === 'active')
    if (coming.length === 0) throw refuse('Event is already canceled')
    const invitees: z.output<typeof InviteeResource>[] = []
    for (const { id: inviteeId } of coming) {
      const booking = existing(await findOwnBooking(tx, organizationId, inviteeId))
      invitees.push(answerOf(await move(call, booking, { startsAt, reason, newId: randomUUID(), by: byMember(principal) })))
    }
    return { invitees }
  },
})
