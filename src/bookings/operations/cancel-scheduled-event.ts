import { actorOf, recordFact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { missing, refuse } from '#contract/problem.ts'
import { CancellationRequest } from '../requests.ts'
import { CanceledEventResource, toCanceledEventResource, toScheduledEventResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { cancelEventRow, lockScheduledEvent } from '../store/scheduled-events.ts'

export const cancelScheduledEvent = write({
  name: 'cancel_scheduled_event',
  summary: 'Cancel a scheduled event',
  description: 'For everybody who would have come: they are told. The time can be booked again.',
  scopes: ['scheduled_events:write'],
  input: CancellationRequest,
  output: CanceledEventResource,

  async run({ tx, principal, links, persons, now }, { id, reason }) {
    const { organizationId, membershipId } = principal
    const held = await lockScheduledEvent(tx, organizationId, id, membershipId)
    if (!held) throw missing()
    const { event, callerName } = held
    if (!mayChange(principal, event)) throw refuse('You are not allowed to cancel this event')
    if (event.status === 'canceled') throw refuse('Event is already canceled')

    const cancellation = { by: callerName, type: 'host' as const, reason, at: now }
    const invitees = await cancelEventRow(tx, event, cancellation)

    // The answer names the guests: whoever keeps it must be able to forget them.
    for (const { email } of event.guests) persons.of(organizationId, email)
    const canceled = { ...event, status: 'canceled' as const, inviteesActive: 0, cancellation, updatedAt: now }
    const subject = { scheduled_event: toScheduledEventResource(links, { ...canceled, guests: [] }), invitees }
    await recordFact(tx, { name: 'scheduled_event.canceled', organizationId, actor: actorOf(principal), subject, occurredAt: now })
    return toCanceledEventResource(links, canceled, cancellation)
  },
})
