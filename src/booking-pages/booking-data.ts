import {
  type EntryPoint,
  findFirstOpenTime,
  findOpenTimes,
  type VisitorBookable,
  withDuration,
} from '#bookings/index.ts'
import { formatMoney } from '#contract/money.ts'
import { listShownTypes, priceOf } from '#event-types/index.ts'
import type { AppContext } from '#execution/perform.ts'
import { readerOf } from '#execution/reader-of.ts'
import { readsTwelveHours } from '#pages/locale.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { writeSecond } from '#platform/time/instant.ts'
import type { Zone } from '#platform/time/zone.ts'
import { findZone, zoneNameOf } from '#platform/time/zones.ts'
import { filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import { loadAssets } from './assets.ts'
import type { BookingData, FormValues, Month, OtherType, PublicEventType, Slot } from './booking/page-data.ts'
import { locationChoices } from './locations.ts'
import {
  bookableMonths,
  clampMonth,
  clockAt,
  dateAt,
  isDate,
  isMonth,
  type MonthRange,
  monthAt,
  monthOf,
  monthsIn,
  spanOf,
} from './month.ts'
import { spanText } from './own-booking.ts'
import { prefillFrom } from './prefill.ts'
import { queryForType, queryUntilBooked } from './query-parameters.ts'
import type { BookingVisit } from './visit.ts'

/** The path of a page, and what its form token is bound to. */
export const pathOf = (
  entryPoint: EntryPoint,
  { eventType, link }: Pick<VisitorBookable, 'eventType' | 'link'>,
): string => {
  if (entryPoint.kind === 'move') return `/reschedulings/${entryPoint.token}`
  if (entryPoint.kind === 'link' && link) return `/d/${entryPoint.code}/${eventType.slug}`
  return `/${eventType.owner.slug}/${eventType.slug}`
}

export const purposeOf = (entryPoint: EntryPoint): string => {
  switch (entryPoint.kind) {
    case 'type':
      return `type ${entryPoint.user}/${entryPoint.type}`
    case 'link':
      return `link ${entryPoint.code}`
    case 'move':
      return `move ${entryPoint.token}`
  }
}

export const zoneOr = (name: string | null | undefined, fallback: string): Zone => {
  const zone = (name ? findZone(zoneNameOf(name) ?? '') : undefined) ?? findZone(fallback) ?? findZone('UTC')
  if (!zone) throw new Error('There is no zone data.')
  return zone
}

/** The duration requested in a form or an address. */
export const minutesIn = (fields: URLSearchParams): number | undefined =>
  fields.has('duration') ? Number(fields.get('duration')) : undefined

/** Days are counted in the time zone of the first host. */
export const bookableMonthsOf = ({ eventType, hosts }: VisitorBookable, zone: Zone, now: Date): MonthRange =>
  bookableMonths(zone, zoneOr(hosts[0]?.timezone, 'UTC'), eventType, now.getTime())

/** The visitor's clock and language. */
interface VisitorSettings {
  readonly zone: Zone
  readonly locale: string
}

/** One month, by the days of the zone. An empty one names another that has open times. */
export const monthFor = async (
  context: AppContext,
  bookable: VisitorBookable,
  month: string,
  { zone, locale }: VisitorSettings,
  now: Date,
): Promise<Month> => {
  const range = bookableMonthsOf(bookable, zone, now)
  const openings =
    month < range.first || month > range.last
      ? []
      : await findOpenTimes(
          await readerOf(context, bookable.eventType.organizationId),
          bookable,
          spanOf(zone, month),
          now,
        )
  const openMonth = openings.length > 0 ? null : await findOpenMonth(context, bookable, month, range, zone, now)
  return {
    ...monthOf(month, zone, openings, bookable.eventType.duration, range, now.getTime()),
    city: cityOf(locale, zone.name),
    openMonth,
  }
}

/** In each direction: bounds the search for types that can be booked years ahead. */
const maxMonthsSearched = 12

/** The next month with open times, or else the first one. */
const findOpenMonth = async (
  context: AppContext,
  bookable: VisitorBookable,
  from: string,
  range: MonthRange,
  zone: Zone,
  now: Date,
): Promise<string | null> => {
  const months = monthsIn(range)
  const later = months.filter((month) => month > from).slice(0, maxMonthsSearched)
  const earlier = months.filter((month) => month < from).slice(0, maxMonthsSearched)
  const reader = await readerOf(context, bookable.eventType.organizationId)
  for (const chosen of [later, earlier]) {
    const spans = chosen.map((month) => spanOf(zone, month))
    const start = await findFirstOpenTime(reader, bookable, spans, now)
    if (start !== undefined) return monthAt(zone, start)
  }
  return null
}

/** For visitors who did not ask for a month: the first one that has open times. */
const firstMonth = async (
  context: AppContext,
  bookable: VisitorBookable,
  settings: VisitorSettings,
  now: Date,
): Promise<Month> => {
  const first = await monthFor(context, bookable, bookableMonthsOf(bookable, settings.zone, now).first, settings, now)
  return first.openMonth === null ? first : monthFor(context, bookable, first.openMonth, settings, now)
}

const publicEventTypeOf = (
  visit: BookingVisit,
  language: PageLanguage,
  entryPoint: EntryPoint,
  bookable: VisitorBookable,
): PublicEventType => {
  const { eventType, hosts, own } = bookable
  const price = priceOf(eventType.bookingRules)
  return {
    name: own ? filled(language.texts.moveHeading, { name: eventType.name }) : eventType.name,
    ownerName: eventType.owner.name,
    profilePath: entryPoint.kind === 'type' ? `/${eventType.owner.slug}${queryForType(visit.query)}` : null,
    path: pathOf(entryPoint, bookable),
    months: `/api/booking/event_types/${eventType.id}/months/`,
    monthsQuery:
      entryPoint.kind === 'move'
        ? { invitee: entryPoint.token }
        : entryPoint.kind === 'link'
          ? { code: entryPoint.code }
          : {},
    hosts: hosts.map(({ name, avatarUrl }) => ({ name, avatarUrl })),
    descriptionHtml: eventType.descriptionHtml === '' ? null : eventType.descriptionHtml,
    durations: own ? [eventType.duration] : (eventType.durationOptions ?? [eventType.duration]),
    isGroup: eventType.kind === 'group',
    locations: own ? [] : locationChoices(language, bookable),
    questions: eventType.questions
      .filter(({ enabled }) => enabled)
      .map(({ position, name, type, required, answer_choices, include_other }) => ({
        position,
        name,
        type,
        required,
        choices: answer_choices,
        includeOther: include_other,
      })),
    splitsName: eventType.nameFormat === 'first_and_last',
    bookedNow: own ? spanText(visit, language, own) : null,
    hasWaitingList: entryPoint.kind === 'type' && eventType.bookingRules.waiting_list !== null,
    isRequested: entryPoint.kind === 'type' && eventType.bookingRules.approval !== null,
    price: price && !own ? formatMoney(language.locale, price) : null,
  }
}

/** Where nothing at all can be booked: what else its owner offers. A link and a booking to move are for one type. */
const otherTypesOf = async (
  { context, query }: BookingVisit,
  entryPoint: EntryPoint,
  { eventType }: VisitorBookable,
  month: Month,
): Promise<OtherType[]> => {
  if (entryPoint.kind !== 'type' || month.openMonth !== null || Object.keys(month.days).length > 0) return []
  const shown = await listShownTypes(await readerOf(context, eventType.organizationId), eventType.organizationId, [
    eventType.owner.membershipId,
  ])
  return shown
    .filter(({ id }) => id !== eventType.id)
    .map(({ name, owner, slug }) => ({ name, address: `/${owner.slug}/${slug}${queryUntilBooked(query)}` }))
}

/** What was sent, to be shown again. */
export interface SentForm {
  readonly start?: Date | undefined
  readonly values?: FormValues
  readonly errors?: FieldErrors
  readonly message?: string | null
  /** The message asks whether the address is to have another seat. */
  readonly asksAnotherSeat?: boolean
  /** The form stays although its time is gone, for browsers without scripts. */
  readonly keepsForm?: boolean
}

/** The time named in an address, if it can be booked or is to be shown regardless. */
const slotAt = (zone: Zone, { days }: Month, at: number, minutes: number, isShownAnyhow: boolean): Slot | null => {
  const [start, date] = [writeSecond(at), dateAt(zone, at)]
  const time = days[date]?.find(([one]) => one === start)
  if (!time && !isShownAnyhow) return null
  return {
    start,
    date,
    clock: clockAt(zone, at),
    until: clockAt(zone, at + minutes * 60_000),
    offset: time?.[3] ?? null,
  }
}

/** The texts of the form where a booking is moved. */
const languageOfMove = ({ texts, ...language }: PageLanguage): PageLanguage => ({
  ...language,
  texts: { ...texts, yourDetails: texts.moveTitle, book: texts.moveIt, booking: texts.rescheduling },
})

/** The initial data of a booking page. */
export const bookingData = async (
  visit: BookingVisit,
  language: PageLanguage,
  entryPoint: EntryPoint,
  found: VisitorBookable,
  sent: SentForm = {},
): Promise<BookingData> => {
  const { context, query, form, now } = visit
  const bookable = withDuration(found, minutesIn(form) ?? minutesIn(query))
  const asked = form.get('timezone') ?? query.get('timezone')
  const zone = zoneOr(asked, bookable.own?.invitee.timezone ?? bookable.hosts[0]?.timezone ?? 'UTC')
  const isZoneChosen = bookable.own !== undefined || (asked !== null && zoneNameOf(asked) !== undefined)

  const day = query.get('date') ?? ''
  const askedMonth = sent.start
    ? monthAt(zone, sent.start.getTime())
    : isDate(day)
      ? day.slice(0, 7)
      : (query.get('month') ?? (bookable.own ? monthAt(zone, bookable.own.scheduledEvent.startsAt.getTime()) : ''))
  const range = bookableMonthsOf(bookable, zone, now)
  const settings = { zone, locale: language.locale }
  const month = isMonth(askedMonth)
    ? await monthFor(context, bookable, clampMonth(askedMonth, range), settings, now)
    : await firstMonth(context, bookable, settings, now)

  const date = sent.start ? dateAt(zone, sent.start.getTime()) : isDate(day) ? day : null
  const slot = sent.start
    ? slotAt(zone, month, sent.start.getTime(), bookable.eventType.duration, sent.keepsForm ?? false)
    : null
  return {
    language: bookable.own ? languageOfMove(language) : language,
    eventType: publicEventTypeOf(visit, language, entryPoint, bookable),
    month,
    date: date !== null && month.days[date] ? date : null,
    slot,
    duration: bookable.eventType.duration,
    hour12: readsTwelveHours(language.locale, visit.acceptLanguage),
    timezone: zone.name,
    isZoneChosen,
    token: visit.newToken(purposeOf(entryPoint)),
    values: sent.values ?? prefillFrom(query, bookable),
    errors: sent.errors ?? {},
    message: sent.message ?? (sent.start && !slot ? language.texts.taken : null),
    asksAnotherSeat: sent.asksAnotherSeat ?? false,
    otherTypes: await otherTypesOf(visit, entryPoint, bookable, month),
    query: queryUntilBooked(query),
    hidesDetails: query.get('hide_event_type_details') === '1',
    placesPath: (await loadAssets()).placesPath,
  }
}
