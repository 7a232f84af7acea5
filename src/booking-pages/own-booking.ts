import { h } from 'preact'
import { findOwnBooking, inviteeToken, type OwnBooking } from '#bookings/index.ts'
import { type EventType, findEventTypes } from '#event-types/index.ts'
import type { AppContext } from '#execution/perform.ts'
import { writeSpan, writeZone } from '#platform/language/moments.ts'
import { languageOf } from '../../languages/all.ts'
import { type Booked, CanceledPage } from '../../web/booking/booked.tsx'
import type { Speech } from '../../web/booking/page-data.ts'
import { looksIn } from './carried.ts'
import type { ShownBookingPage } from './document.ts'
import { bookedPlace } from './places.ts'
import { readsTwelveHours } from './speech.ts'
import type { BookingVisit } from './visit.ts'

/** When a meeting is, for its invitee: by the clock that the calendar showed them. */
export const spanInWords = (
  { acceptLanguage }: Pick<BookingVisit, 'acceptLanguage'>,
  { locale }: Speech,
  { invitee, scheduledEvent }: OwnBooking,
  zone = invitee.timezone,
): string => writeSpan(languageOf(locale), scheduledEvent.startsAt, scheduledEvent.endsAt, zone, readsTwelveHours(locale, acceptLanguage) ? '12h' : '24h')

/** A booking in words, for its invitee. */
export const inWords = (visit: Pick<BookingVisit, 'acceptLanguage'>, speech: Speech, own: OwnBooking, before?: OwnBooking): Booked => {
  const { invitee, scheduledEvent } = own
  return {
    name: scheduledEvent.name,
    hosts: scheduledEvent.hosts.map(({ name }) => name),
    when: spanInWords(visit, speech, own),
    zone: writeZone(invitee.timezone, scheduledEvent.startsAt),
    formerly: before ? spanInWords(visit, speech, before, invitee.timezone) : null,
    place: bookedPlace(speech, scheduledEvent.place),
    email: invitee.email,
  }
}

export const findBefore = async ({ database: { reader } }: Pick<AppContext, 'database'>, { invitee }: OwnBooking): Promise<OwnBooking | undefined> =>
  invitee.old === null ? undefined : findOwnBooking(reader, invitee.organizationId, invitee.old.id)

export const findTypeOf = async ({ database: { reader } }: Pick<AppContext, 'database'>, { scheduledEvent }: OwnBooking): Promise<EventType | undefined> =>
  (await findEventTypes(reader, scheduledEvent.organizationId, [scheduledEvent.eventTypeId]))[0]

export const confirmationPath = (eventType: EventType | undefined, token: string): string =>
  `/${eventType?.owner.slug ?? 'd'}/${eventType?.slug ?? 'booking'}/invitees/${token}`

export const canceledPage = async (visit: BookingVisit, speech: Speech, own: OwnBooking): Promise<ShownBookingPage> => {
  const { context } = visit
  const { invitee } = own
  const query = looksIn(visit.query)
  const eventType = await findTypeOf(context, own)
  const again = eventType?.active && eventType.linkId === null && eventType.deletedAt === null ? `/${eventType.owner.slug}/${eventType.slug}${query}` : null
  const newToken = invitee.new && inviteeToken(context.codes, { id: invitee.new.id, organizationId: invitee.organizationId })
  const movedTo = newToken && `${confirmationPath(eventType, newToken)}${query}`
  const title = movedTo === null ? speech.texts.canceled : speech.texts.movedTitle
  return {
    title,
    speech,
    content: h(CanceledPage, {
      speech,
      booked: inWords(visit, speech, own),
      by: invitee.cancellation?.by ?? '',
      reason: invitee.cancellation?.reason ?? null,
      again,
      movedTo,
    }),
    isCapability: true,
  }
}
