import { z } from 'zod'
import { calendarDate, dateDay, writeDay } from '#availability/index.ts'
import {
  type EntryPoint,
  findAtEntryPoint,
  findAtEntryPointById,
  findOpenTimes,
  type VisitorBookable,
  withDuration,
} from '#bookings/index.ts'
import { parseInput } from '#contract/input.ts'
import { invalid, missing } from '#contract/problem.ts'
import { zoneName } from '#contract/wire.ts'
import type { EventType } from '#event-types/index.ts'
import { readerOf } from '#execution/reader-of.ts'
import { minute } from '#platform/time/durations.ts'
import { readInstant, writeOffset } from '#platform/time/instant.ts'
import { findZone, zoneNameOf, zoneNames } from '#platform/time/zones.ts'
import type { BookingPageHandler, BookingPageTable } from './answers.tsx'
import type { Month } from './booking/page-data.ts'
import { bookableMonthsOf, minutesIn, monthFor, zoneOr } from './booking-data.ts'
import { byDate, isMonth, monthAt, spanOfDays } from './month.ts'
import { languageFor } from './page-language.ts'
import type { BookingVisit } from './visit.ts'

/** The type in the address, as it is offered at the entry point. */
const bookableIn = async (
  { context, now, params, query }: BookingVisit,
  entryPoint: EntryPoint | undefined,
): Promise<VisitorBookable> => {
  const bookable = await findAtEntryPointById(
    context.database.reader,
    context.codes,
    params.uuid?.toLowerCase() ?? '',
    entryPoint,
    now,
  )
  if (!bookable) throw missing()
  return withDuration(bookable, minutesIn(query))
}

const month: BookingPageHandler = (visit) => monthIn(visit, () => bookableIn(visit, entryPointIn(visit.query)))

/** A month of open times, for the script of our own pages; an instant selects the month it is in. */
export const monthIn = async (
  visit: BookingVisit,
  find: () => Promise<VisitorBookable>,
): Promise<{ readonly json: Month }> => {
  const { context, now, params, query } = visit
  const zone = findZone(zoneNameOf(query.get('timezone') ?? '') ?? '')
  if (!zone) throw invalid({ parameter: 'timezone', reason: 'invalid' })
  const asked = params.month ?? ''
  const instant = readInstant(asked)
  const name = instant ? monthAt(zone, instant.getTime()) : asked
  if (!isMonth(name)) throw invalid({ parameter: 'month', reason: 'format' })
  return { json: await monthFor(context, await find(), name, { zone, locale: languageFor(visit).locale }, now) }
}

const entryPointIn = (query: URLSearchParams): EntryPoint | undefined => {
  const [code, token] = [query.get('code'), query.get('invitee')]
  if (code !== null) return { kind: 'link', code }
  return token === null ? undefined : { kind: 'move', token }
}

/** Zones named after places; older names of zones are accepted, but not listed. */
const isPlace = (name: string): boolean =>
  name === 'UTC' || /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//.test(name)

/** Each with its offset in minutes. */
const timeZones: BookingPageHandler = async ({ now }) => ({
  json: zoneNames()
    .filter(isPlace)
    .map((name) => [name, Math.round((findZone(name)?.offsetAt(now.getTime()) ?? 0) / minute)]),
})

const slug = z.string().min(1).toLowerCase()
const Named = z.object({ profile_slug: slug, event_type_slug: slug })

/** The type at an address. */
const lookup: BookingPageHandler = async ({ context, now, query }) => {
  const { profile_slug: user, event_type_slug: type } = parseInput(Named, Object.fromEntries(query))
  const found = await findAtEntryPoint(context.database.reader, context.codes, { kind: 'type', user, type }, now)
  if ('closed' in found) throw missing()
  return { json: described(found.bookable.eventType) }
}

const described = ({ id, name, duration, nameFormat, questions }: EventType) => ({
  uuid: id,
  name,
  duration,
  invitee_name_format: nameFormat,
  custom_fields: questions
    .filter(({ enabled }) => enabled)
    .map(({ name, type, position, required, answer_choices, include_other }) => ({
      name,
      format: type,
      position,
      required,
      answer_choices,
      include_other,
    })),
  // What cannot be booked is not found.
  unavailability_reason: null,
})

/** Any two consecutive months. */
const maxDays = 62

const RangeQuery = z.object({ timezone: zoneName, range_start: calendarDate, range_end: calendarDate })

/** Every day from the first to the last in the time zone, with its open times. */
const range: BookingPageHandler = async (visit) => {
  const { context, now, query } = visit
  const { timezone, range_start, range_end } = parseInput(RangeQuery, Object.fromEntries(query))
  const days = { first: dateDay(range_start) ?? 0, last: dateDay(range_end) ?? 0 }
  if (days.last < days.first) throw invalid({ parameter: 'range_end', reason: 'end_before_range_start' })
  if (days.last - days.first >= maxDays)
    throw invalid({ parameter: 'range_end', reason: 'date_range_too_long', values: { days: maxDays } })

  // Clients send it empty when there is none.
  const code = query.get('single_use_link_uuid')
  const bookable = await bookableIn(visit, code ? { kind: 'link', code } : undefined)

  const zone = zoneOr(timezone, 'UTC')
  const range = bookableMonthsOf(bookable, zone, now)
  const isNear = range_end.slice(0, 7) >= range.first && range_start.slice(0, 7) <= range.last
  const openings = byDate(
    zone,
    isNear
      ? await findOpenTimes(
          await readerOf(context, bookable.eventType.organizationId),
          bookable,
          spanOfDays(zone, days),
          now,
        )
      : [],
  )
  const dates = Array.from({ length: days.last - days.first + 1 }, (_, index) => writeDay(days.first + index))
  return {
    json: {
      days: dates.map((date) => {
        const open = openings.get(date) ?? []
        return {
          date,
          status: open.length > 0 ? 'available' : 'unavailable',
          spots: open.map(({ start, remaining }) => ({
            status: 'available',
            start_time: writeOffset(new Date(start), zone.offsetAt(start)),
            invitees_remaining: remaining,
          })),
        }
      }),
    },
  }
}

/**
 * What the script of our own pages loads; and the endpoints that scripts which watch for open times use on the
 * original's booking pages. They return what the page shows.
 */
export const openTimesData: BookingPageTable = {
  'GET /api/booking/event_types/:uuid/months/:month': month,
  'GET /api/booking/time_zones': timeZones,
  'GET /api/booking/event_types/lookup': lookup,
  'GET /api/booking/event_types/:uuid/calendar/range': range,
}
