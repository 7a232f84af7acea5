import { randomUUID } from 'node:crypto'
import { open } from '#contract/operation.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { findBookingLink, lockMovable, lookAtTimes, underTerms } from '#event-types/index.ts'
import { type Move, planMove } from '../move.ts'
import { alreadyFilled } from '../problems.ts'
import { MoveRequest } from '../requests.ts'
import { InviteeResource, toInviteeResource } from '../resources.ts'
import { insertBooking } from '../store/bookings.ts'
import { cancelInviteeRow, findInvitee } from '../store/invitees.ts'
import { findAgain, findBookingByToken, noMember } from '../store/own-bookings.ts'
import { findScheduledEvent, lockScheduledEvent } from '../store/scheduled-events.ts'

/** For whoever holds the invitee's token. The old booking ends with the new one, or neither does. */
export const moveOwnBooking = open({
  name: 'move_own_booking',
  summary: 'Move a booking to another time as its invitee',
  input: MoveRequest,
  output: InviteeResource,

  async run({ tx, commit, links, codes, persons, now }, { token, newId = randomUUID(), startsAt, reason, timezone, locale }) {
    const own = await findBookingByToken(tx, codes, token)
    if (!own) throw missing()
    const { id: inviteeId, organizationId } = own.invitee

    // The hosts are locked before the meeting, as by whoever books: nobody waits in a circle.
    const bookable = await lockMovable(tx, organizationId, own.scheduledEvent.eventTypeId)
    const held = await lockScheduledEvent(tx, organizationId, own.scheduledEvent.id, noMember)
    const old = await findInvitee(tx, organizationId, inviteeId)
    if (!bookable || !held || !old) throw missing()
    if (old.new?.id === newId) {
      const again = await findAgain(tx, organizationId, newId)
      if (again) return toInviteeResource({ links, codes }, again)
    }
    if (old.status === 'canceled') throw refuse('Event is already canceled')
    const { scheduledEvent: before } = held
    if (before.endsAt <= now) throw refuse('Event is over')
    if (startsAt.getTime() === before.startsAt.getTime()) throw invalid({ parameter: 'start_time', message: 'is when they meet already' })
    const link = old.linkId === null ? undefined : await findBookingLink(tx, organizationId, old.linkId)
    const cancellation = { by: old.name, type: 'invitee' as const, reason, at: now }
    await cancelInviteeRow(tx, before, old.id, cancellation, newId)

    const left = await findScheduledEvent(tx, organizationId, before.id, noMember)
    if (!left) throw missing()
    const offered = underTerms(await lookAtTimes(tx, bookable, startsAt), link?.terms ?? null)
    const person = persons.of(organizationId, old.email)
    const by: Move['by'] = { actor: { type: 'invitee' }, schedulingMethod: null, scheduledBy: null }
    const move = { old, before, left: left.scheduledEvent, cancellation, offered, startsAt, timezone, locale, person, by }
    const { resource, ...booking } = planMove(move, { newId, newEventId: randomUUID() }, { links, codes }, now)
    if (!(await insertBooking(tx, organizationId, { ...booking, spendsLink: false }, now, commit))) throw alreadyFilled()
    return resource
  },
})
