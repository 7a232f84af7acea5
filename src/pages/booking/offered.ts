import { listTakenSpans, type Span } from '#availability/index.ts'
import { findBookingByToken, movable, type OwnBooking } from '#bookings/index.ts'
import { uuidForm } from '#contract/wire.ts'
import {
  type BookingLink,
  bookableDays,
  findBookingLink,
  findLinkByCode,
  findOffering,
  findTypeBySlugs,
  findTypeOrganization,
  isOpenLink,
  type Locale,
  type Offering,
  openingsOf,
  reachOf,
  underTerms,
} from '#event-types/index.ts'
import type { Ground } from '#execution/perform.ts'
import { type Brand, findBrand } from '#organizations/index.ts'
import { findZone } from '#platform/time/zones.ts'

/** How somebody came to what they want to book. */
export type Way =
  | { readonly kind: 'type'; readonly user: string; readonly type: string }
  | { readonly kind: 'link'; readonly code: string }
  | { readonly kind: 'move'; readonly token: string }

/** What can be booked that way: the type as it is offered there, and its hosts. */
export interface Offered extends Offering {
  readonly organizationId: string
  readonly brand: Brand
  readonly link: BookingLink | undefined
  /** The booking that is to be moved. */
  readonly own: OwnBooking | undefined
}

/** Why nothing can be booked that way. */
export type Closed = 'unknown' | 'inactive' | 'used' | 'expired' | 'canceled' | 'over'

export type Found =
  | { readonly offered: Offered }
  | { readonly closed: Closed; readonly own?: OwnBooking; readonly brand?: Brand; readonly locale?: Locale | null }

const unknown: Found = { closed: 'unknown' }

export const findOffered = async ({ database: { reader }, codes }: Pick<Ground, 'database' | 'codes'>, way: Way, now: Date): Promise<Found> => {
  const own = way.kind === 'move' ? await findBookingByToken(reader, codes, way.token) : undefined
  const place = await placeOf(reader, way, own)
  if (!place) return unknown
  const { organizationId, eventTypeId, link } = place
  const [offering, brand] = await Promise.all([findOffering(reader, organizationId, eventTypeId), findBrand(reader, organizationId)])
  if (!offering || !brand) return unknown
  const told = { brand, locale: own?.invitee.locale ?? offering.eventType.locale, ...(own ? { own } : {}) }
  const closed = closedTo(way, offering, link, own, now)
  if (closed) return { closed, ...told }
  const terms = underTerms(offering, link?.terms ?? null)
  if (way.kind === 'link' && hasNoDayLeft(terms, now)) return { closed: 'expired', ...told }
  const eventType = own ? movable(terms.eventType, own.scheduledEvent) : terms.eventType
  return { offered: { ...terms, eventType, organizationId, brand, link, own } }
}

type Reader = Ground['database']['reader']

const placeOf = async (reader: Reader, way: Way, own: OwnBooking | undefined) => {
  switch (way.kind) {
    case 'type': {
      const found = await findTypeBySlugs(reader, way.user, way.type)
      return found && { organizationId: found.organizationId, eventTypeId: found.id, link: undefined }
    }
    case 'link': {
      const link = await findLinkByCode(reader, way.code)
      return link && { organizationId: link.organizationId, eventTypeId: link.eventTypeId, link }
    }
    case 'move': {
      if (!own) return undefined
      const { organizationId, linkId } = own.invitee
      const link = linkId === null ? undefined : await findBookingLink(reader, organizationId, linkId)
      return { organizationId, eventTypeId: own.scheduledEvent.eventTypeId, link }
    }
  }
}

/** Off, deleted, or of somebody who has left: nobody can book it. */
const isOpen = ({ eventType, hosts }: Offering): boolean => eventType.active && eventType.deletedAt === null && hosts.length > 0

const closedTo = (way: Way, offering: Offering, link: BookingLink | undefined, own: OwnBooking | undefined, now: Date): Closed | undefined => {
  if (own) {
    if (own.invitee.status === 'canceled') return 'canceled'
    if (own.scheduledEvent.endsAt <= now) return 'over'
    return isOpen({ ...offering, eventType: movable(offering.eventType, own.scheduledEvent) }) ? undefined : 'inactive'
  }
  if (way.kind === 'link' && link) {
    if (link.usedAt !== null) return 'used'
    if (!isOpenLink(link, now)) return 'expired'
  }
  return isOpen(offering) ? undefined : 'inactive'
}

/** A link may be good for longer than the days that it is for. */
const hasNoDayLeft = ({ eventType, hosts }: Offering, now: Date): boolean => {
  const today = Math.floor((findZone(hosts[0]?.timezone ?? 'UTC')?.localAt(now.getTime()) ?? now.getTime()) / 86_400_000)
  return bookableDays(eventType.rules.booking_window, today).last < today
}

/** By the id of a type, for whoever asks for its months: a one-off type, and a share, are shown to those alone who have the link. */
export const findOfferedById = async (
  ground: Pick<Ground, 'database' | 'codes'>,
  eventTypeId: string,
  { code, token }: { readonly code: string | null; readonly token: string | null },
  now: Date,
): Promise<Offered | undefined> => {
  if (!uuidForm.test(eventTypeId)) return undefined
  const way: Way | undefined = code !== null ? { kind: 'link', code } : token !== null ? { kind: 'move', token } : undefined
  if (way) {
    const found = await findOffered(ground, way, now)
    return 'offered' in found && found.offered.eventType.id === eventTypeId ? found.offered : undefined
  }
  const { reader } = ground.database
  const organizationId = await findTypeOrganization(reader, eventTypeId)
  if (organizationId === undefined) return undefined
  const [offering, brand] = await Promise.all([findOffering(reader, organizationId, eventTypeId), findBrand(reader, organizationId)])
  if (!offering || !brand || !isOpen(offering) || offering.eventType.linkId !== null) return undefined
  return { ...offering, organizationId, brand, link: undefined, own: undefined }
}

/** When it can be booked within the span. What somebody moves away from is free again, if nobody else comes. */
export const openTimes = async ({ database: { reader } }: Pick<Ground, 'database'>, offered: Offered, span: Span, now: Date) => {
  const { eventType, hosts, organizationId, own } = offered
  const members = hosts.map(({ membershipId }) => membershipId)
  const taken = await listTakenSpans(reader, organizationId, members, reachOf(eventType, span))
  const isLeft = own?.scheduledEvent.inviteesActive === 1
  const others = isLeft ? taken.filter(({ scheduledEventId }) => scheduledEventId !== own.scheduledEvent.id) : taken
  const openings = openingsOf({ eventType, hosts, taken: others }, span, now.getTime())
  return own ? openings.filter(({ start }) => start !== own.scheduledEvent.startsAt.getTime()) : openings
}
