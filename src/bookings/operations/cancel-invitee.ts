import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { CancellationRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource, toScheduledEventResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { asToldOf } from '../scheduled-event.ts'
import { cancelInviteeRow, findInvitee } from '../store/invitees.ts'
import { findScheduledEvent, lockEventOfInvitee } from '../store/scheduled-events.ts'

export const cancelInvitee = write({
  name: 'cancel_invitee',
  summary: 'Cancel one invitee',
  description: 'The others still come. When nobody is left, the scheduled event is canceled too, and its time can be booked again.',
  scopes: ['scheduled_events:write'],
  input: CancellationRequest,
  output: InviteeResource,

  async run({ tx, principal, links, persons, now }, { id, reason }) {
    const { organizationId, membershipId } = principal
    const held = await lockEventOfInvitee(tx, organizationId, id, membershipId)
    const invitee = held && (await findInvitee(tx, organizationId, id))
    if (!held || !invitee) throw missing()
    if (!mayChange(principal, held.event)) throw refuse('You are not allowed to cancel this event')
    if (invitee.status === 'canceled') throw refuse('Event is already canceled')

    const cancellation = { by: held.callerName, type: 'host' as const, reason, at: now }
    await cancelInviteeRow(tx, held.event, id, cancellation)

    const left = await findScheduledEvent(tx, organizationId, held.event.id, membershipId)
    const resource = toInviteeResource(links, { ...invitee, status: 'canceled', cancellation, updatedAt: now })
    const subject = { invitee: resource, scheduled_event: left && toScheduledEventResource(links, asToldOf(left.event, invitee)) }
    const person = persons.of(organizationId, invitee.email)
    await recordFact(tx, { name: 'invitee.canceled', organizationId, actor: actorOf(principal), subject, person, occurredAt: now })
    return resource
  },
})
