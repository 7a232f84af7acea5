import type { Span, TakenSpan } from '#availability/index.ts'
import {
  type Bookable,
  type BookingLink,
  hasNoDayLeft,
  isOpen,
  isOpenLink,
  type Locale,
  openingsOf,
  underTerms,
} from '#event-types/index.ts'
import type { Brand } from '#organizations/index.ts'
import { asOfferedForMove } from './booking.ts'
import type { ClosedReason } from './outcome.ts'
import { isOver, type OwnBooking } from './own-booking.ts'

/** Where a visitor starts: at the page of a type, at a single-use link, or at a booking to move. */
export type EntryPoint =
  | { readonly kind: 'type'; readonly user: string; readonly type: string }
  | { readonly kind: 'link'; readonly code: string }
  | { readonly kind: 'move'; readonly token: string }

/** A bookable as it is offered at an entry point. */
export interface VisitorBookable extends Bookable {
  readonly brand: Brand
  readonly link: BookingLink | undefined
  /** The booking to be moved. */
  readonly own: OwnBooking | undefined
}

export interface ClosedEntryPoint {
  readonly reason: ClosedReason
  readonly own?: OwnBooking | undefined
  readonly brand?: Brand | undefined
  readonly locale?: Locale | null
  /** The part of the host's address that their page has. */
  readonly hostSlug?: string
}

export type EntryPointState = { readonly bookable: VisitorBookable } | { readonly closed: ClosedEntryPoint }

/**
 * What can be booked at this entry point, or why nothing can. `found` is the type itself, before terms and moves are
 * applied.
 */
export const openEntryPoint = (entryPoint: EntryPoint, found: VisitorBookable, now: Date): EntryPointState => {
  const { link, own, brand, eventType } = found
  const closed = (reason: ClosedReason): EntryPointState => ({
    closed: { reason, own, brand, locale: own?.invitee.locale ?? eventType.locale, hostSlug: eventType.owner.slug },
  })
  if (own?.invitee.status === 'canceled') return closed('canceled')
  if (own && isOver(own, now)) return closed('over')
  if (entryPoint.kind === 'link' && link && !isOpenLink(link, now))
    return closed(link.usedAt === null ? 'expired' : 'used')
  const offered = own ? { ...found, eventType: asOfferedForMove(eventType, own.scheduledEvent) } : found
  if (!isOpen(offered))
    return closed(
      isOpen({ ...offered, eventType: { ...offered.eventType, isPayable: true } }) ? 'unpayable' : 'inactive',
    )
  const bookable = underTerms(found, link?.terms ?? null)
  if (entryPoint.kind === 'link' && hasNoDayLeft(bookable, now)) return closed('expired')
  return {
    bookable: own ? { ...bookable, eventType: asOfferedForMove(bookable.eventType, own.scheduledEvent) } : bookable,
  }
}

/** With the requested duration, if it is an option. A move keeps its own. */
export const withDuration = <Each extends Pick<VisitorBookable, 'eventType' | 'own'>>(
  bookable: Each,
  minutes: number | undefined,
): Each => {
  const { eventType, own } = bookable
  return minutes !== undefined && !own && eventType.durationOptions?.includes(minutes)
    ? { ...bookable, eventType: { ...eventType, duration: minutes } }
    : bookable
}

/** When it can be booked within the span. A move frees the old time if nobody else attends, and never returns to it. */
export const openTimesOf = (
  { eventType, hosts, own }: VisitorBookable,
  taken: readonly TakenSpan[],
  span: Span,
  now: Date,
) => {
  if (!own) return openingsOf({ eventType, hosts, taken }, span, now.getTime())
  const { id, inviteesActive, startsAt } = own.scheduledEvent
  const others = inviteesActive === 1 ? taken.filter(({ scheduledEventId }) => scheduledEventId !== id) : taken
  return openingsOf({ eventType, hosts, taken: others }, span, now.getTime()).filter(
    ({ start }) => start !== startsAt.getTime(),
  )
}
