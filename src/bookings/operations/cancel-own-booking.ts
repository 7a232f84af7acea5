import { recordFact } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { CancellationRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { cancelInviteeRow, findInvitee } from '../store/invitees.ts'
import { findOrganizationOfInvitee, noMember } from '../store/own-bookings.ts'
import { findScheduledEvent, lockEventOfInvitee } from '../store/scheduled-events.ts'

/** For whoever holds the address of a booking, which is the invitee. What is over stays as it was. */
export const cancelOwnBooking = open({
  name: 'cancel_own_booking',
  summary: 'Cancel a booking as its invitee',
  input: CancellationRequest,
  output: InviteeResource,

  async run({ tx, links, persons, now }, { id, reason }) {
    const organizationId = await findOrganizationOfInvitee(tx, id)
    const held = organizationId === undefined ? undefined : await lockEventOfInvitee(tx, organizationId, id, noMember)
    const invitee = held && (await findInvitee(tx, held.scheduledEvent.organizationId, id))
    if (organizationId === undefined || !held || !invitee) throw missing()
    if (invitee.status === 'canceled') throw refuse('Event is already canceled')
    if (held.scheduledEvent.endsAt <= now) throw refuse('Event is over')

    const cancellation = { by: invitee.name, type: 'invitee' as const, reason, at: now }
    await cancelInviteeRow(tx, held.scheduledEvent, id, cancellation)

    const left = await findScheduledEvent(tx, organizationId, held.scheduledEvent.id, noMember)
    if (!left) throw missing()
    const after = { ...invitee, status: 'canceled' as const, cancellation, updatedAt: now }
    await recordFact(tx, inviteeFact('invitee.canceled', { links, persons, actor: { type: 'invitee' } }, after, left.scheduledEvent))
    return toInviteeResource(links, after)
  },
})
