import { actorOf, recordFact } from '#activity/index.ts'
import { refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { withoutInviteeInput } from '../meeting-location.ts'
import { CancellationRequest } from '../requests.ts'
import { CanceledEventResource, toCanceledEventResource, toScheduledEventResource } from '../resources.ts'
import { cancelEventRow } from '../store/event-endings.ts'
import { lockMeeting } from '../workflow/lock-meeting.ts'

export const cancelScheduledEvent = write({
  name: 'cancel_scheduled_event',
  summary: 'Cancel a scheduled event',
  description: 'Cancels the event for all invitees, who get an email. The time can be booked again.',
  scopes: ['scheduled_events:write'],
  input: CancellationRequest,
  output: CanceledEventResource,

  async run({ tx, principal, links, persons, now }, { id, reason }) {
    const { organizationId } = principal
    const { scheduledEvent, callerName } = await lockMeeting(tx, principal, id, 'may_not_cancel')
    if (scheduledEvent.status === 'canceled') throw refuse('event_canceled')

    const cancellation = { by: callerName, type: 'host' as const, reason, at: now }
    const invitees = await cancelEventRow(tx, scheduledEvent, cancellation)

    // The answer contains guests, and perhaps an invitee's phone number: an idempotency row that stores it must be
    // found by erasure.
    const [person, ...others] = invitees.map(({ email }) => persons.of(organizationId, email))
    for (const { email } of scheduledEvent.guests) persons.of(organizationId, email)
    const canceled = { ...scheduledEvent, status: 'canceled' as const, inviteesActive: 0, cancellation, updatedAt: now }
    const isAboutOne = others.length === 0
    const recorded = toScheduledEventResource(links, {
      ...canceled,
      guests: [],
      location: isAboutOne ? scheduledEvent.location : withoutInviteeInput(scheduledEvent.location),
    })
    const subject = { scheduled_event: recorded, invitees: invitees.map(({ id }) => id) }
    const about = isAboutOne ? person : undefined
    await recordFact(tx, {
      name: 'scheduled_event.canceled',
      organizationId,
      actor: actorOf(principal),
      subject,
      person: about,
      occurredAt: now,
    })
    return toCanceledEventResource(links, canceled, cancellation)
  },
})
