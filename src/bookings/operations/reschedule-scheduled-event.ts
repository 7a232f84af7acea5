import { z } from 'zod'
import { existing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { byMember } from '../draft.ts'
import { bookedInvitees } from '../outcome.ts'
import { RescheduleEventRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
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
    if (!mayChange(principal, scheduledEvent)) throw refuse('no_access')

    return { invitees: bookedInvitees(await move(call, scheduledEvent, { startsAt, reason, by: byMember(principal) })) }
  },
})
