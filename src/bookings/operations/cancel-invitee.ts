import { actorOf, recordFact } from '#activity/index.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { inviteeFact } from '../invitee-fact.ts'
import { CancellationRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { cancelInviteeRows, findInvitee } from '../store/invitees.ts'
import { findScheduledEvent, lockEventOfInvitee } from '../store/scheduled-events.ts'

export const cancelInvitee = write({
  name: 'cancel_invitee',
  summary: 'Cancel one invitee',
  description:
    'Other invitees keep their bookings. When the last invitee is canceled, the scheduled event is canceled too, and its time can be booked again.',
  scopes: ['scheduled_events:write'],
  input: CancellationRequest,
  output: InviteeResource,

  async run({ tx, principal, links, codes, persons, now }, { id, reason }) {
    const { organizationId, membershipId } = principal
    const held = await lockEventOfInvitee(tx, organizationId, id, membershipId)
    const invitee = held && (await findInvitee(tx, organizationId, id))
    if (!held || !invitee) throw missing()
    if (!mayChange(principal, held.scheduledEvent)) throw refuse('may_not_cancel')
    if (invitee.status === 'canceled') throw refuse('event_canceled')

    const cancellation = { by: held.callerName, type: 'host' as const, reason, at: now }
    await cancelInviteeRows(tx, held.scheduledEvent, [{ id }], cancellation)

    const left = existing(await findScheduledEvent(tx, organizationId, held.scheduledEvent.id, membershipId))
    const after = { ...invitee, status: 'canceled' as const, cancellation, updatedAt: now }
    await recordFact(
      tx,
      inviteeFact('invitee.canceled', { links, persons, actor: actorOf(principal) }, after, left.scheduledEvent),
    )
    return toInviteeResource({ links, codes }, after)
  },
})
