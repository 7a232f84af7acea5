import { h } from 'preact'
import { findLatestInvitee, findOwnBooking, inviteeToken, type OwnBooking } from '#bookings/index.ts'
import { type EventType, findEventTypes } from '#event-types/index.ts'
import type { AppContext } from '#execution/perform.ts'
import { readsTwelveHours } from '#pages/locale.ts'
import { writeSpan } from '#platform/language/moments.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { minute } from '#platform/time/durations.ts'
import { findZone } from '#platform/time/zones.ts'
import { writeOffset } from '#ui/format.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { languageOf } from '../../languages/all.ts'
import { type Booked, CanceledPage } from './booking/booked.tsx'
import type { ShownBookingPage } from './document.tsx'
import { bookedLocation } from './locations.ts'
import { appearanceQuery } from './query-parameters.ts'
import type { BookingVisit } from './visit.ts'

/** The time of a meeting, for its invitee: in the notation that the calendar used. */
export const spanText = (
  { acceptLanguage }: Pick<BookingVisit, 'acceptLanguage'>,
  { locale }: PageLanguage,
  { invitee, scheduledEvent }: OwnBooking,
  zone = invitee.timezone,
): string =>
  writeSpan(
    languageOf(locale),
    scheduledEvent.startsAt,
    scheduledEvent.endsAt,
    zone,
    readsTwelveHours(locale, acceptLanguage) ? '12h' : '24h',
  )

/** A booking as text, for its invitee. */
export const textOf = (
  visit: Pick<BookingVisit, 'acceptLanguage'>,
  language: PageLanguage,
  own: OwnBooking,
  before?: OwnBooking,
): Booked => {
  const { invitee, scheduledEvent } = own
  const offset = findZone(invitee.timezone)?.offsetAt(scheduledEvent.startsAt.getTime()) ?? 0
  return {
    name: scheduledEvent.name,
    hosts: scheduledEvent.hosts.map(({ name }) => name),
    when: spanText(visit, language, own),
    zone: `${cityOf(language.locale, invitee.timezone)} (${writeOffset(offset / minute)})`,
    previousTime: before ? spanText(visit, language, before, invitee.timezone) : null,
    location: bookedLocation(language, scheduledEvent.location),
    email: invitee.email,
  }
}

export const findBefore = async (
  { database: { reader } }: Pick<AppContext, 'database'>,
  { invitee }: OwnBooking,
): Promise<OwnBooking | undefined> =>
  invitee.old === null ? undefined : findOwnBooking(reader, invitee.organizationId, invitee.old.id)

/** The booking that it was moved to at last; undefined if it was not moved. */
const findLatest = async (
  { database: { reader } }: Pick<AppContext, 'database'>,
  { invitee }: OwnBooking,
): Promise<OwnBooking | undefined> => {
  if (invitee.new === null) return undefined
  return findOwnBooking(
    reader,
    invitee.organizationId,
    await findLatestInvitee(reader, invitee.organizationId, invitee.id),
  )
}

export const findTypeOf = async (
  { database: { reader } }: Pick<AppContext, 'database'>,
  { scheduledEvent }: OwnBooking,
): Promise<EventType | undefined> =>
  (await findEventTypes(reader, scheduledEvent.organizationId, [scheduledEvent.eventTypeId]))[0]

export const confirmationPath = (eventType: EventType | undefined, token: string): string =>
  `/${eventType?.owner.slug ?? 'd'}/${eventType?.slug ?? 'booking'}/invitees/${token}`

/** For the link to a booking that is no more: where it was moved to, or that it was canceled, perhaps after moves. */
export const canceledPage = async (
  visit: BookingVisit,
  language: PageLanguage,
  own: OwnBooking,
): Promise<ShownBookingPage> => {
  const { context } = visit
  const query = appearanceQuery(visit.query)
  const eventType = await findTypeOf(context, own)
  const latest = (await findLatest(context, own)) ?? own
  const isMoved = latest.invitee.status === 'active'
  const again =
    eventType?.active && eventType.linkId === null && eventType.deletedAt === null
      ? `/${eventType.owner.slug}/${eventType.slug}${query}`
      : null
  const { cancellation } = latest.invitee
  return {
    title: isMoved ? language.texts.movedTitle : language.texts.canceled,
    language,
    content: h(CanceledPage, {
      language,
      booked: textOf(visit, language, latest, isMoved ? own : undefined),
      by: cancellation?.by ?? '',
      reason: (isMoved ? own.invitee.cancellation : cancellation)?.reason ?? null,
      again,
      movedTo: isMoved ? `${confirmationPath(eventType, inviteeToken(context.codes, latest.invitee))}${query}` : null,
    }),
    isCapability: true,
  }
}
