import { randomUUID } from 'node:crypto'
import { actorOf } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { findBookingLink, lockMovable, lookAtTimes, underTerms } from '#event-types/index.ts'
import { schedulingMethodOf } from '../invitee.ts'
import { type Move, planMove } from '../move.ts'
import { alreadyFilled } from '../problems.ts'
import { RescheduleRequest } from '../requests.ts'
import { InviteeResource } from '../resources.ts'
import { mayChange } from '../rights.ts'
import { insertBooking } from '../store/bookings.ts'
import { cancelInviteeRow, findInvitee } from '../store/invitees.ts'
import { findScheduledEvent, lockScheduledEvent } from '../store/scheduled-events.ts'

export const rescheduleInvitee = write({
  name: 'reschedule_invitee',
  summary: 'Move an invitee to another time',
  description:
    'The old invitee is canceled with `rescheduled: true` and `new_invitee`; the answer is the new one, with `old_invitee`. Both happen, or neither. Answers, tracking and guests come along; so does the location, unless another one is sent.',
  scopes: ['scheduled_events:write'],
  input: RescheduleRequest,
  output: InviteeResource,

  async run({ tx, commit, principal, links, codes, persons, now }, { inviteeId, startsAt, reason, location }) {
    const { organizationId, membershipId, userId } = principal
    const known = await findInvitee(tx, organizationId, inviteeId)
    const seen = known && (await findScheduledEvent(tx, organizationId, known.scheduledEventId, membershipId))
    if (!known || !seen) throw missing()
    if (!mayChange(principal, seen.scheduledEvent)) throw refuse('You do not have permission to access this resource.')

    // The hosts are locked before the meeting, as by whoever books: nobody waits in a circle.
    const bookable = await lockMovable(tx, organizationId, seen.scheduledEvent.eventTypeId)
    const held = await lockScheduledEvent(tx, organizationId, seen.scheduledEvent.id, membershipId)
    const old = await findInvitee(tx, organizationId, inviteeId)
    if (!bookable || !held || !old) throw missing()
    if (old.status === 'canceled') throw refuse('Event is already canceled')
    const { scheduledEvent: before, callerName } = held
    if (startsAt.getTime() === before.startsAt.getTime()) throw invalid({ parameter: 'start_time', message: 'is when they meet already' })
    const link = old.linkId === null ? undefined : await findBookingLink(tx, organizationId, old.linkId)
    const newId = randomUUID()
    const cancellation = { by: callerName, type: 'host' as const, reason, at: now }
    await cancelInviteeRow(tx, before, old.id, cancellation, newId)

    const left = await findScheduledEvent(tx, organizationId, before.id, membershipId)
    if (!left) throw missing()
    const offered = underTerms(await lookAtTimes(tx, bookable, startsAt), link?.terms ?? null)
    const person = persons.of(organizationId, old.email)
    const by: Move['by'] = { actor: actorOf(principal), schedulingMethod: schedulingMethodOf(principal), scheduledBy: { membershipId, userId } }
    const move = { old, before, left: left.scheduledEvent, cancellation, offered, startsAt, location, person, by }
    const { resource, ...booking } = planMove(move, { newId, newEventId: randomUUID() }, { links, codes }, now)
    if (!(await insertBooking(tx, organizationId, { ...booking, spendsLink: false }, now, commit))) throw alreadyFilled()
    return resource
  },
})
