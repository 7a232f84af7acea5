import { recordFact } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { OwnCancellationRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { cancelInviteeRow, findInvitee } from '../store/invitees.ts'
import { findTokenHolder, noMember } from '../store/own-bookings.ts'
import { findScheduledEvent, lockEventOfInvitee } from '../store/scheduled-events.ts'

/** For the holder of the invitee's token. A past booking cannot be canceled. */
export const cancelOwnBooking = open({
  name: 'cancel_own_booking',
  summary: 'Cancel a booking as its invitee',
  input: OwnCancellationRequest,
  output: InviteeResource,

  async run({ tx, links, codes, persons, now }, { token, reason }) {
    const holder = await findTokenHolder(tx, codes, token)
    if (!holder) throw missing()
    const { id, organizationId } = holder
    const held = await lockEventOfInvitee(tx, organizationId, id, noMember)
    const invitee = held && (await findInvitee(tx, organizationId, id))
    if (!held || !invitee) throw missing()
    if (invitee.status === 'canceled') throw refuse('Event is already canceled')
    if (held.scheduledEvent.endsAt <= now) throw refuse('Event is over')

    const cancellation = { by: invitee.name, type: 'invitee' as const, reason, at: now }
    await cancelInviteeRow(tx, held.scheduledEvent, id, cancellation)

    const left = await findScheduledEvent(tx, organizationId, held.scheduledEvent.id, noMember)
    if (!left) throw missing()
    const after = { ...invitee, status: 'canceled' as const, cancellation, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee.canceled', { links, persons, actor: { type: 'invitee' } }, after, left.scheduledEvent))
    return toInviteeResource({ links, codes }, after)
  },
})
