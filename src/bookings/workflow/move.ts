import { findBookingLink, lockMovable, underTerms, withTaken } from '#event-types/index.ts'
import { asOfferedForMove } from '../booking.ts'
import type { Booker } from '../draft.ts'
import { detailsOf, type Reading } from '../invitee.ts'
import { locationKept, whyNotMoved } from '../move.ts'
import type { BookingOutcome } from '../outcome.ts'
import type { OwnBooking } from '../own-booking.ts'
import type { SentLocation } from '../place.ts'
import { cancelInviteeRow, findInvitee } from '../store/invitees.ts'
import { noMember } from '../store/own-bookings.ts'
import { findScheduledEvent, lockScheduledEvent } from '../store/scheduled-events.ts'
import { type BookingCall, book, bookedBefore } from './book.ts'

/** A booking at another time. What is not mentioned stays as in the old one. */
export interface Move {
  readonly newId: string
  readonly startsAt: Date
  readonly reason: string | null
  readonly location?: SentLocation | undefined
  readonly timezone?: string | undefined
  readonly locale?: Reading['locale']
  readonly timeNotation?: Reading['timeNotation']
  readonly by: Booker
}

/** Cancels the old booking and books the new one, with the same hosts if they are free: both, or neither. */
export const move = async (
  call: BookingCall,
  known: OwnBooking,
  { newId, startsAt, reason, location, timezone, locale, timeNotation, by }: Move,
): Promise<BookingOutcome> => {
  const { tx, now } = call
  const { organizationId } = known.invitee
  const membershipId = by.scheduledBy?.membershipId ?? noMember
  // The hosts are locked before the meeting, as by every booking, so that two transactions cannot deadlock.
  const locked = await lockMovable(tx, organizationId, known.scheduledEvent.eventTypeId)
  const held = await lockScheduledEvent(tx, organizationId, known.scheduledEvent.id, membershipId)
  const old = await findInvitee(tx, organizationId, known.invitee.id)
  if (!locked || !held || !old) return { kind: 'closed', reason: 'unknown' }
  const again = old.new?.id === newId ? await bookedBefore(call, organizationId, newId) : undefined
  if (again) return again
  const { scheduledEvent: before, callerName } = held
  const isOwn = by.scheduledBy === null
  const refusal = whyNotMoved({ invitee: old, scheduledEvent: before }, startsAt, isOwn, now)
  if (refusal) return refusal

  const link = old.linkId === null ? undefined : await findBookingLink(tx, organizationId, old.linkId)
  const cancellation = { by: isOwn ? old.name : callerName, type: isOwn ? ('invitee' as const) : ('host' as const), reason, at: now }
  await cancelInviteeRow(tx, before, old.id, cancellation, newId)
  const left = await findScheduledEvent(tx, organizationId, before.id, membershipId)
  if (!left) return { kind: 'closed', reason: 'unknown' }

  const offered = underTerms(await withTaken(tx, locked, startsAt), link?.terms ?? null)
  const bookable = { ...offered, eventType: asOfferedForMove(offered.eventType, before) }
  return book(call, {
    bookable,
    requested: { startsAt, location: location ?? locationKept(bookable.eventType, before), preferring: new Set(before.hosts.map((host) => host.membershipId)) },
    inviteeId: newId,
    details: { ...detailsOf(old), timezone: timezone ?? old.timezone, locale: locale ?? old.locale, timeNotation: timeNotation ?? old.timeNotation },
    by,
    linkId: old.linkId,
    previous: { old, scheduledEvent: left.scheduledEvent, cancellation },
  })
}
