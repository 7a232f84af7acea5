import { listTakenSpans, type Span } from '#availability/index.ts'
import { uuidForm } from '#contract/wire.ts'
import {
  type BookingLink,
  findBookable,
  findBookingLink,
  findLinkByCode,
  findTypeBySlugs,
  findTypeOrganization,
  isOpen,
  lookupSpanOf,
} from '#event-types/index.ts'
import { findBrand } from '#organizations/index.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Reader } from '#platform/db/database.ts'
import {
  type EntryPoint,
  type EntryPointState,
  openEntryPoint,
  openTimesOf,
  type VisitorBookable,
} from '../entry-point.ts'
import type { OwnBooking } from '../own-booking.ts'
import { findBookingByToken } from './own-bookings.ts'

/** What can be booked at this entry point, or why nothing can. */
export const findAtEntryPoint = async (
  reader: Reader,
  codes: Codes,
  entryPoint: EntryPoint,
  now: Date,
): Promise<EntryPointState> => {
  const target = await findTarget(reader, codes, entryPoint)
  const found = target && (await findWithBrand(reader, target))
  if (found) return openEntryPoint(entryPoint, found, now)
  return { closed: { reason: 'unknown', ...(entryPoint.kind === 'type' ? { hostSlug: entryPoint.user } : {}) } }
}

/** The type behind an entry point. */
interface Target {
  readonly organizationId: string
  readonly eventTypeId: string
  readonly link?: BookingLink | undefined
  readonly own?: OwnBooking
}

const findTarget = async (reader: Reader, codes: Codes, entryPoint: EntryPoint): Promise<Target | undefined> => {
  switch (entryPoint.kind) {
    case 'type': {
      const found = await findTypeBySlugs(reader, entryPoint.user, entryPoint.type)
      return found && { organizationId: found.organizationId, eventTypeId: found.id }
    }
    case 'link': {
      const link = await findLinkByCode(reader, entryPoint.code)
      return link && { organizationId: link.organizationId, eventTypeId: link.eventTypeId, link }
    }
    case 'move': {
      const own = await findBookingByToken(reader, codes, entryPoint.token)
      if (!own) return undefined
      const { organizationId, linkId } = own.invitee
      const link = linkId === null ? undefined : await findBookingLink(reader, organizationId, linkId)
      return { organizationId, eventTypeId: own.scheduledEvent.eventTypeId, link, own }
    }
  }
}

const findWithBrand = async (
  reader: Reader,
  { organizationId, eventTypeId, link, own }: Target,
): Promise<VisitorBookable | undefined> => {
  const [bookable, brand] = await Promise.all([
    findBookable(reader, organizationId, eventTypeId),
    findBrand(reader, organizationId),
  ])
  return bookable && brand && { ...bookable, brand, link, own }
}

/**
 * By the id of a type, for scripts that ask for its months. A one-off type, like a share, is shown only through its
 * link.
 */
export const findAtEntryPointById = async (
  reader: Reader,
  codes: Codes,
  eventTypeId: string,
  entryPoint: EntryPoint | undefined,
  now: Date,
): Promise<VisitorBookable | undefined> => {
  if (!uuidForm.test(eventTypeId)) return undefined
  if (entryPoint) {
    const found = await findAtEntryPoint(reader, codes, entryPoint, now)
    return 'bookable' in found && found.bookable.eventType.id === eventTypeId ? found.bookable : undefined
  }
  const organizationId = await findTypeOrganization(reader, eventTypeId)
  const found = organizationId === undefined ? undefined : await findWithBrand(reader, { organizationId, eventTypeId })
  return found && isOpen(found) && found.eventType.linkId === null ? found : undefined
}

/**
 * A type that is switched off, as it will be offered, for those who may change it: nobody can book it. Undefined if
 * nobody could, were it on.
 */
export const findSwitchedOff = async (
  reader: Reader,
  organizationId: string,
  eventTypeId: string,
): Promise<VisitorBookable | undefined> => {
  const found = await findWithBrand(reader, { organizationId, eventTypeId })
  if (!found || found.eventType.linkId !== null) return undefined
  const offered = { ...found, eventType: { ...found.eventType, active: true, isPayable: true } }
  return isOpen(offered) ? offered : undefined
}

/** The first open time in these spans, tried one after the other: what is taken is read once for all of them. */
export const findFirstOpenTime = async (
  reader: Reader,
  bookable: VisitorBookable,
  spans: readonly Span[],
  now: Date,
): Promise<number | undefined> => {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return undefined
  const { eventType, hosts } = bookable
  const members = hosts.map(({ membershipId }) => membershipId)
  const taken = await listTakenSpans(
    reader,
    eventType.organizationId,
    members,
    lookupSpanOf(eventType, { start: first.start, end: last.end }),
  )
  for (const span of spans) {
    const [opening] = openTimesOf(bookable, taken, span, now)
    if (opening) return opening.start
  }
  return undefined
}

/** When it can be booked within the span. */
export const findOpenTimes = async (
  reader: Reader,
  bookable: VisitorBookable,
  span: Span,
  now: Date,
): Promise<ReturnType<typeof openTimesOf>> => {
  const { eventType, hosts } = bookable
  const members = hosts.map(({ membershipId }) => membershipId)
  const taken = await listTakenSpans(reader, eventType.organizationId, members, lookupSpanOf(eventType, span))
  return openTimesOf(bookable, taken, span, now)
}
