import { randomUUID } from 'node:crypto'
import { type BookableToBook, type BookingLink, type EventType, underTerms } from '#event-types/index.ts'
import { asOfferedForMove } from './booking.ts'
import type { Cancellation } from './cancellation.ts'
import type { Booker, BookingAttempt } from './draft.ts'
import { detailsOf, type Invitee, type LanguagePreferences } from './invitee.ts'
import { asSent, needsInviteeInput, type SentLocation } from './meeting-location.ts'
import type { BookingRefusal } from './outcome.ts'
import { isOver } from './own-booking.ts'
import { leftBy, type ScheduledEvent } from './scheduled-event.ts'

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

/** An invitee who is moved, with the id of their new booking. */
export interface MovingInvitee {
  readonly id: string
  readonly newId: string
  readonly old: Invitee
}

const isOwn = ({ by }: Pick<Move, 'by'>): boolean => by.scheduledBy === null

/** Why these invitees cannot be moved there; undefined when they can. A host may also move a meeting that is over. */
export const whyNotMovable = (
  invitees: readonly Invitee[],
  meeting: ScheduledEvent,
  { only, startsAt, by }: Pick<Move, 'only' | 'startsAt' | 'by'>,
  now: Date,
): BookingRefusal | undefined => {
  if (invitees.length === 0) return { kind: 'closed', reason: only ? 'unknown' : 'canceled' }
  if (invitees.some(({ status }) => status === 'canceled')) return { kind: 'closed', reason: 'canceled' }
  if (isOwn({ by }) && isOver({ scheduledEvent: meeting }, now)) return { kind: 'closed', reason: 'over' }
  return startsAt.getTime() === meeting.startsAt.getTime() ? { kind: 'same_time' } : undefined
}

export const movingTo = (invitees: readonly Invitee[], only: Move['only']): MovingInvitee[] =>
  invitees.map((old) => ({ id: old.id, newId: only?.newId ?? randomUUID(), old }))

/** How the old bookings are canceled. */
export const moveCancellation = (
  [first]: readonly MovingInvitee[],
  { by, reason }: Pick<Move, 'by' | 'reason'>,
  callerName: string,
  now: Date,
): Cancellation =>
  isOwn({ by })
    ? { by: first?.old.name ?? '', type: 'invitee', reason, at: now }
    : { by: callerName, type: 'host', reason, at: now }

interface MovedMeeting {
  readonly before: ScheduledEvent
  readonly moving: readonly MovingInvitee[]
  /** Those that the moving invitees booked through: their terms still hold. */
  readonly links: readonly Pick<BookingLink, 'id' | 'terms'>[]
  readonly cancellation: Cancellation
}

/** The new bookings, each as if the invitees before it had moved already. */
export const attemptsToMove = (
  found: BookableToBook,
  { before, moving, links, cancellation }: MovedMeeting,
  { startsAt, location, timezone, locale, timeNotation, by }: Move,
): BookingAttempt[] => {
  const preferring = new Set(before.hosts.map(({ membershipId }) => membershipId))
  const invitees = moving.map(({ old }) => old)
  // Notes and the URL belong to the meeting: they go along when nobody is left in the old one.
  const replaces = leftBy(before, invitees, cancellation).status === 'canceled' ? before : undefined
  return moving.map(({ old, newId }, index) => {
    const offered = underTerms(found, links.find(({ id }) => id === old.linkId)?.terms ?? null)
    const bookable = { ...offered, eventType: asOfferedForMove(offered.eventType, before) }
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
      replaces,
      previous: { old, scheduledEvent: leftBy(before, invitees.slice(0, index + 1), cancellation), cancellation },
    }
  })
}

/** A move keeps the location; but a round robin uses its first one, unless the invitee must provide it. */
const locationKept = ({ pooling, locations }: EventType, { location }: ScheduledEvent): SentLocation | undefined => {
  const [first] = locations ?? []
  return pooling !== 'round_robin' || (first && needsInviteeInput(first)) ? asSent(location) : undefined
}
