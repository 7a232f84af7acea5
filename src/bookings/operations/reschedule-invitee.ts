import { randomUUID } from 'node:crypto'
import { actorOf, type Fact } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { findBookingLink, lockMovable, lookAtTimes, underTerms } from '#event-types/index.ts'
import { movable, planBooking } from '../booking.ts'
import { detailsOf } from '../invitee.ts'
import { asSent } from '../place.ts'
import { alreadyFilled } from '../problems.ts'
import { RescheduleRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource, toScheduledEventResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { asToldOf, type ScheduledEvent } from '../scheduled-event.ts'
import { insertBooking } from '../store/bookings.ts'
import { asInvitee, cancelInviteeRow, findInvitee } from '../store/invitees.ts'
import { findScheduledEvent, lockScheduledEvent } from '../store/scheduled-events.ts'

export const rescheduleInvitee = write({
  name: 'reschedule_invitee',
  summary: 'Move an invitee to another time',
  description:
    'The old invitee is canceled with `rescheduled: true` and `new_invitee`; the answer is the new one, with `old_invitee`. Both happen, or neither. Answers, tracking and guests come along; so does the location, unless another one is sent.',
  scopes: ['scheduled_events:write'],
  input: RescheduleRequest,
  output: InviteeResource,

  async run({ tx, principal, links, persons, now }, { inviteeId, startsAt, reason, location }) {
    const { organizationId, membershipId, userId } = principal
    const known = await findInvitee(tx, organizationId, inviteeId)
    const seen = known && (await findScheduledEvent(tx, organizationId, known.scheduledEventId, membershipId))
    if (!known || !seen) throw missing()
    if (!mayChange(principal, seen.event)) throw refuse('You do not have permission to access this resource.')

    // The hosts are locked before the meeting, as by whoever books: nobody waits in a circle.
    const bookable = await lockMovable(tx, organizationId, seen.event.eventTypeId)
    const held = await lockScheduledEvent(tx, organizationId, seen.event.id, membershipId)
    const old = await findInvitee(tx, organizationId, inviteeId)
    if (!bookable || !held || !old) throw missing()
    if (old.status === 'canceled') throw refuse('Event is already canceled')
    const { event: before, callerName } = held
    if (startsAt.getTime() === before.startsAt.getTime()) throw invalid({ parameter: 'start_time', message: 'is when they meet already' })
    const link = old.linkId === null ? undefined : await findBookingLink(tx, organizationId, old.linkId)
    const newId = randomUUID()
    const cancellation = { by: callerName, type: 'host' as const, reason, at: now }
    await cancelInviteeRow(tx, before, old.id, cancellation, newId)

    const offered = underTerms(await lookAtTimes(tx, bookable, startsAt), link?.terms ?? null)
    const eventType = movable(offered.eventType, before)
    const sent = location ?? (eventType.pooling === 'round_robin' ? undefined : asSent(before.place))
    const preferring = new Set(before.hosts.map((host) => host.membershipId))
    const plan = planBooking({ ...offered, eventType }, { startsAt, location: sent, preferring }, now, randomUUID())

    const person = persons.of(organizationId, old.email)
    const { linkId } = old
    const invitee = { ...detailsOf(old), id: newId, person, old, linkId, schedulingMethod: 'api' as const, scheduledBy: { membershipId, userId } }
    const scheduledEventId = plan.meeting.scheduledEventId
    const resource = toInviteeResource(links, asInvitee(organizationId, scheduledEventId, invitee, now))
    const moved = { ...old, status: 'canceled' as const, new: { id: newId, scheduledEventId }, cancellation, updatedAt: now }
    const left = await findScheduledEvent(tx, organizationId, before.id, membershipId)
    const tell = (event: ScheduledEvent): Fact => ({
      name: 'invitee.rescheduled',
      organizationId,
      actor: actorOf(principal),
      subject: {
        invitee: resource,
        scheduled_event: toScheduledEventResource(links, asToldOf(event, invitee)),
        old_invitee: toInviteeResource(links, moved),
        old_scheduled_event: left && toScheduledEventResource(links, asToldOf(left.event, old)),
      },
      person,
      occurredAt: now,
    })
    if (!(await insertBooking(tx, organizationId, { plan, invitee, spendsLink: false, tell }, now))) throw alreadyFilled()
    return resource
  },
})
