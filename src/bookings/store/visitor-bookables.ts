import { listTakenSpans, type Span } from '#availability/index.ts'
import { uuidForm } from '#contract/wire.ts'
import { type BookingLink, findBookable, findBookingLink, findLinkByCode, findTypeBySlugs, findTypeOrganization, isOpen, reachOf } from '#event-types/index.ts'
import { findBrand } from '#organizations/index.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Reader } from '#platform/db/database.ts'
import type { OwnBooking } from '../own-booking.ts'
import { type FoundWay, openedBy, openTimesOf, type VisitorBookable, type Way } from '../way.ts'
import { findBookingByToken } from './own-bookings.ts'

const unknown: FoundWay = { closed: { reason: 'unknown' } }

/** What can be booked on this way, or why nothing can. */
export const findOnWay = async (reader: Reader, codes: Codes, way: Way, now: Date): Promise<FoundWay> => {
  const target = await findTarget(reader, codes, way)
  const found = target && (await findWithBrand(reader, target))
  return found ? openedBy(way, found, now) : unknown
}

/** The type that a way leads to. */
interface Target {
  readonly organizationId: string
  readonly eventTypeId: string
  readonly link?: BookingLink | undefined
  readonly own?: OwnBooking
}

const findTarget = async (reader: Reader, codes: Codes, way: Way): Promise<Target | undefined> => {
  switch (way.kind) {
    case 'type': {
      const found = await findTypeBySlugs(reader, way.user, way.type)
      return found && { organizationId: found.organizationId, eventTypeId: found.id }
    }
    case 'link': {
      const link = await findLinkByCode(reader, way.code)
      return link && { organizationId: link.organizationId, eventTypeId: link.eventTypeId, link }
    }
    case 'move': {
      const own = await findBookingByToken(reader, codes, way.token)
      if (!own) return undefined
      const { organizationId, linkId } = own.invitee
      const link = linkId === null ? undefined : await findBookingLink(reader, organizationId, linkId)
      return { organizationId, eventTypeId: own.scheduledEvent.eventTypeId, link, own }
    }
  }
}

const findWithBrand = async (reader: Reader, { organizationId, eventTypeId, link, own }: Target): Promise<VisitorBookable | undefined> => {
  const [bookable, brand] = await Promise.all([findBookable(reader, organizationId, eventTypeId), findBrand(reader, organizationId)])
  return bookable && brand && { ...bookable, brand, link, own }
}

/** By the id of a type, for scripts that ask for its months. A one-off type is shown on the way of its link alone, as is a share. */
export const findOnWayById = async (
  reader: Reader,
  codes: Codes,
  eventTypeId: string,
  way: Way | undefined,
  now: Date,
): Promise<VisitorBookable | undefined> => {
  if (!uuidForm.test(eventTypeId)) return undefined
  if (way) {
    const found = await findOnWay(reader, codes, way, now)
    return 'bookable' in found && found.bookable.eventType.id === eventTypeId ? found.bookable : undefined
  }
  const organizationId = await findTypeOrganization(reader, eventTypeId)
  const found = organizationId === undefined ? undefined : await findWithBrand(reader, { organizationId, eventTypeId })
  return found && isOpen(found) && found.eventType.linkId === null ? found : undefined
}

/** When it can be booked within the span. */
export const findOpenTimes = async (reader: Reader, bookable: VisitorBookable, span: Span, now: Date): Promise<ReturnType<typeof openTimesOf>> => {
  const { eventType, hosts } = bookable
  const members = hosts.map(({ membershipId }) => membershipId)
  const taken = await listTakenSpans(reader, eventType.organizationId, members, reachOf(eventType, span))
  return openTimesOf(bookable, taken, span, now)
}
