import { randomUUID } from 'node:crypto'
import { recordFacts } from '#activity/index.ts'
import { findBookableToMove, findBookingLinks, findTaken, lockHosts, underTerms } from '#event-types/index.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import { asOfferedForMove, whyNotOffered } from '../booking.ts'
import { type Booker, draftBookings } from '../draft.ts'
import { detailsOf, type LanguagePreferences } from '../invitee.ts'
import { locationKept, whyNotMoved } from '../move.ts'
import type { BookingOutcome } from '../outcome.ts'
import type { SentLocation } from '../place.ts'
import { asLeftBy, type ScheduledEvent } from '../scheduled-event.ts'
import { cancelInviteeRows, findComingInvitees, findInvitee } from '../store/invitees.ts'
import { findScheduledEvent, lockScheduledEvent } from '../store/scheduled-events.ts'
import { type BookingCall, bookedBefore, writeBookings } from './book.ts'

/** A meeting at another time. What is not mentioned stays as in the old one. */
export interface Move {
  /** One of its invitees, and the id of their new booking; everybody who comes if left out. */
  readonly only?: { readonly inviteeId: string; readonly newId: string }
  readonly startsAt: Date
  readonly reason: string | null
  readonly location?: SentLocation | undefined
  readonly timezone?: string | undefined
  readonly locale?: LanguagePreferences['locale']
  readonly timeNotation?: LanguagePreferences['timeNotation']
  readonly by: Booker
}

/**
 * Cancels the old bookings and books the new ones, with the same hosts if they are free: all of it, or nothing. The
 * number of statements does not depend on how many are moved.
 */
export const move = async (
  call: BookingCall,
  known: Pick<ScheduledEvent, 'organizationId' | 'id' | 'eventTypeId'>,
  { only, startsAt, reason, location, timezone, locale, timeNotation, by }: Move,
): Promise<BookingOutcome> => {
  const { tx, now } = call
  const { organizationId, id, eventTypeId } = known
  const membershipId = by.scheduledBy?.membershipId ?? nilUuid

  // The hosts are locked before the meeting, as by every booking, so that two transactions cannot deadlock. From here
  // on nobody joins it or leaves it.
  const found = await findBookableToMove(tx, organizationId, eventTypeId)
  if (!found) return { kind: 'closed', reason: 'unknown' }
  await lockHosts(tx, found)
  const held = await lockScheduledEvent(tx, organizationId, id, membershipId)
  const moving = only
    ? [await findInvitee(tx, organizationId, only.inviteeId)].filter((one) => one !== undefined)
    : await findComingInvitees(tx, organizationId, id)
  const [first] = moving
  if (!held || (only && !first)) return { kind: 'closed', reason: 'unknown' }
  if (!first) return { kind: 'closed', reason: 'canceled' }
  const again = only && first.new?.id === only.newId ? await bookedBefore(call, organizationId, only.newId) : undefined
  if (again) return again
  const { scheduledEvent: before, callerName } = held
  const isOwn = by.scheduledBy === null
  for (const invitee of moving) {
    const refusal = whyNotMoved({ invitee, scheduledEvent: before }, startsAt, isOwn, now)
    if (refusal) return refusal
  }

  const leaving = moving.map((old) => ({ old, id: old.id, newId: only?.newId ?? randomUUID() }))
  const links = await findBookingLinks(tx, organizationId, [...new Set(moving.flatMap(({ linkId }) => linkId ?? []))])
  const cancellation = {
    by: isOwn ? first.name : callerName,
    type: isOwn ? ('invitee' as const) : ('host' as const),
    reason,
    at: now,
  }
  await cancelInviteeRows(tx, before, leaving, cancellation)
  const left = await findScheduledEvent(tx, organizationId, id, membershipId)
  if (!left) return { kind: 'closed', reason: 'unknown' }

  const time = await findTaken(tx, found, startsAt)
  // Notes belong to the meeting: they go along when nobody is left in the old one.
  const notes = left.scheduledEvent.status === 'canceled' ? before : undefined
  const preferring = new Set(before.hosts.map((host) => host.membershipId))
  const attempts = leaving.map(({ old, newId }, index) => {
    const offered = underTerms(found, links.find((link) => link.id === old.linkId)?.terms ?? null)
    const bookable = { ...offered, eventType: asOfferedForMove(offered.eventType, before) }
    const isLast = index === leaving.length - 1
    return {
      bookable,
      requested: { startsAt, location: location ?? locationKept(bookable.eventType, before), preferring },
      inviteeId: newId,
      details: {
        ...detailsOf(old),
        timezone: timezone ?? old.timezone,
        locale: locale ?? old.locale,
        timeNotation: timeNotation ?? old.timeNotation,
      },
      by,
      linkId: old.linkId,
      notes,
      previous: { old, scheduledEvent: isLast ? left.scheduledEvent : asLeftBy(before, index + 1, now), cancellation },
    }
  })
  const drafts = draftBookings(attempts, time, call, now)
  if (!drafts) return { kind: 'taken', why: whyNotOffered(attempts[0]?.bookable ?? found, time, startsAt, now) }

  const untold = await writeBookings(call, drafts)
  if (!untold) return { kind: 'taken' }

  await recordFacts(tx, untold)
  return { kind: 'booked', resources: drafts.map(({ resource }) => resource) }
}
