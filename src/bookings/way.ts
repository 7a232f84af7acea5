import type { Span, TakenSpan } from '#availability/index.ts'
import { type Bookable, type BookingLink, hasNoDayLeft, isOpen, isOpenLink, type Locale, openingsOf, underTerms } from '#event-types/index.ts'
import type { Brand } from '#organizations/index.ts'
import { movable } from './booking.ts'
import type { ClosedReason } from './outcome.ts'
import { isOver, type OwnBooking } from './own-booking.ts'

/** How a visitor came: by the address of a type, through a link, or with a booking to move. */
export type Way =
  | { readonly kind: 'type'; readonly user: string; readonly type: string }
  | { readonly kind: 'link'; readonly code: string }
  | { readonly kind: 'move'; readonly token: string }

/** A bookable as it is offered on a way. */
export interface VisitorBookable extends Bookable {
  readonly brand: Brand
  readonly link: BookingLink | undefined
  /** The booking that is to be moved. */
  readonly own: OwnBooking | undefined
}

export interface ClosedWay {
  readonly reason: ClosedReason
  readonly own?: OwnBooking | undefined
  readonly brand?: Brand | undefined
  readonly locale?: Locale | null
}

export type FoundWay = { readonly bookable: VisitorBookable } | { readonly closed: ClosedWay }

/** What can be booked on this way, or why nothing can. `found` is the type as it is, before terms and moves. */
export const openedBy = (way: Way, found: VisitorBookable, now: Date): FoundWay => {
  const { link, own, brand, eventType } = found
  const closed = (reason: ClosedReason): FoundWay => ({ closed: { reason, own, brand, locale: own?.invitee.locale ?? eventType.locale } })
  if (own?.invitee.status === 'canceled') return closed('canceled')
  if (own && isOver(own, now)) return closed('over')
  if (way.kind === 'link' && link && !isOpenLink(link, now)) return closed(link.usedAt === null ? 'expired' : 'used')
  const offered = own ? { ...found, eventType: movable(eventType, own.scheduledEvent) } : found
  if (!isOpen(offered)) return closed('inactive')
  const bookable = underTerms(found, link?.terms ?? null)
  if (way.kind === 'link' && hasNoDayLeft(bookable, now)) return closed('expired')
  return { bookable: own ? { ...bookable, eventType: movable(bookable.eventType, own.scheduledEvent) } : bookable }
}

/** With the duration that was asked for, if it is an option. A move keeps its own. */
export const withDuration = <Each extends Pick<VisitorBookable, 'eventType' | 'own'>>(bookable: Each, minutes: number | undefined): Each => {
  const { eventType, own } = bookable
  return minutes !== undefined && !own && eventType.durationOptions?.includes(minutes)
    ? { ...bookable, eventType: { ...eventType, duration: minutes } }
    : bookable
}

/** When it can be booked within the span. A move frees the old time, if nobody else comes, and never leads back to it. */
export const openTimesOf = ({ eventType, hosts, own }: VisitorBookable, taken: readonly TakenSpan[], span: Span, now: Date) => {
  if (!own) return openingsOf({ eventType, hosts, taken }, span, now.getTime())
  const { id, inviteesActive, startsAt } = own.scheduledEvent
  const others = inviteesActive === 1 ? taken.filter(({ scheduledEventId }) => scheduledEventId !== id) : taken
  return openingsOf({ eventType, hosts, taken: others }, span, now.getTime()).filter(({ start }) => start !== startsAt.getTime())
}
