import { randomUUID } from 'node:crypto'
import type { Fact } from '#activity/index.ts'
import { open } from '#contract/operation.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { findBookingLink, lockMovable, lookAtTimes, underTerms } from '#event-types/index.ts'
import { movable, planBooking } from '../booking.ts'
import { detailsOf } from '../invitee.ts'
import { asSent } from '../place.ts'
import { alreadyFilled } from '../problems.ts'
import { MoveRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource, toScheduledEventResource } from '../resources.ts'
import { asToldOf, type ScheduledEvent } from '../scheduled-event.ts'
import { insertBooking } from '../store/bookings.ts'
import { asInvitee, cancelInviteeRow, findInvitee } from '../store/invitees.ts'
import { findAgain, findOwnBooking, noMember } from '../store/own-bookings.ts'
import { findScheduledEvent, lockScheduledEvent } from '../store/scheduled-events.ts'

/** For whoever holds the address of a booking. The old booking ends with the new one, or neither does. */
export const moveOwnBooking = open({
  name: 'move_own_booking',
  summary: 'Move a booking to another time as its invitee',
  input: MoveRequest,
  output: InviteeResource,

  async run({ tx, links, persons, now }, { inviteeId, newId = randomUUID(), startsAt, reason, timezone }) {
    const own = await findOwnBooking(tx, inviteeId)
    if (!own) throw missing()
    const { organizationId } = own.invitee

    // The hosts are locked before the meeting, as by whoever books: nobody waits in a circle.
    const bookable = await lockMovable(tx, organizationId, own.event.eventTypeId)
    const held = await lockScheduledEvent(tx, organizationId, own.event.id, noMember)
    const old = await findInvitee(tx, organizationId, inviteeId)
    if (!bookable || !held || !old) throw missing()
    if (old.new?.id === newId) {
      const again = await findAgain(tx, organizationId, newId)
      if (again) return toInviteeResource(links, again)
    }
    if (old.status === 'canceled') throw refuse('Event is already canceled')
    const { event: before } = held
    if (before.endsAt <= now) throw refuse('Event is over')
    if (startsAt.getTime() === before.startsAt.getTime()) throw invalid({ parameter: 'start_time', message: 'is when they meet already' })
    const link = old.linkId === null ? undefined : await findBookingLink(tx, organizationId, old.linkId)
    const cancellation = { by: old.name, type: 'invitee' as const, reason, at: now }
    await cancelInviteeRow(tx, before, old.id, cancellation, newId)

    const offered = underTerms(await lookAtTimes(tx, bookable, startsAt), link?.terms ?? null)
    const eventType = movable(offered.eventType, before)
    const sent = eventType.pooling === 'round_robin' ? undefined : asSent(before.place)
    const preferring = new Set(before.hosts.map((host) => host.membershipId))
    const plan = planBooking({ ...offered, eventType }, { startsAt, location: sent, preferring }, now, randomUUID())

    const person = persons.of(organizationId, old.email)
    const { linkId } = old
    const details = { ...detailsOf(old), timezone: timezone ?? old.timezone }
    const invitee = { ...details, id: newId, person, old, linkId, schedulingMethod: null, scheduledBy: null }
    const scheduledEventId = plan.meeting.scheduledEventId
    const resource = toInviteeResource(links, asInvitee(organizationId, scheduledEventId, invitee, now))
    const moved = { ...old, status: 'canceled' as const, new: { id: newId, scheduledEventId }, cancellation, updatedAt: now }
    const left = await findScheduledEvent(tx, organizationId, before.id, noMember)
    const tell = (event: ScheduledEvent): Fact => ({
      name: 'invitee.rescheduled',
      organizationId,
      actor: { type: 'invitee' },
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
