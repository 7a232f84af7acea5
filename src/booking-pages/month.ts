import { dateDay, type Span } from '#availability/index.ts'
import { bookableDays, type EventType } from '#event-types/index.ts'
import { writeSecond } from '#platform/time/instant.ts'
import type { Instant, Zone } from '#platform/time/zone.ts'
import { writeOffset } from '#ui/format.ts'
import type { Month, Time } from './booking/page-data.ts'

const minute = 60_000
const day = 1440 * minute

const monthForm = /^(\d{4})-(0[1-9]|1[0-2])$/

/** `2026-11`, as a number of months. Undefined for anything else. */
const countOf = (month: string): number | undefined => {
  const match = monthForm.exec(month)
  return match ? Number(match[1]) * 12 + Number(match[2]) - 1 : undefined
}

const monthFrom = (count: number): string =>
  `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`

export const isMonth = (text: string): boolean => monthForm.test(text)

export const isDate = (text: string): boolean => dateDay(text) !== undefined

/** The local date: `2026-11-20`. */
export const dateAt = (zone: Zone, instant: Instant): string =>
  new Date(Math.floor(zone.localAt(instant) / day) * day).toISOString().slice(0, 10)

/** The local time: `09:30`. */
export const clockAt = (zone: Zone, instant: Instant): string =>
  new Date(zone.localAt(instant)).toISOString().slice(11, 16)

export const monthAt = (zone: Zone, instant: Instant): string => dateAt(zone, instant).slice(0, 7)

/** From its first local midnight to the next month's. */
export const spanOf = (zone: Zone, month: string): Span => {
  const count = countOf(month) ?? 0
  const start = (months: number): Instant => zone.instantOf(Date.UTC(Math.floor(months / 12), months % 12, 1))
  return { start: start(count), end: start(count + 1) }
}

/** From the first local midnight to the one after the last day, both counted since 1970. */
export const spanOfDays = (zone: Zone, { first, last }: { readonly first: number; readonly last: number }): Span => ({
  start: zone.instantOf(first * day),
  end: zone.instantOf((last + 1) * day),
})

/** The month to show first: the requested one, unless it is past or too far ahead. */
export const clampMonth = (asked: string, { first, last }: MonthRange): string => earliest(latest(asked, first), last)

const earliest = (...months: readonly string[]): string => [...months].sort()[0] ?? ''
const latest = (...months: readonly string[]): string => [...months].sort().at(-1) ?? ''

/** The first and the last month in which anything can be booked. */
export interface MonthRange {
  readonly first: string
  readonly last: string
}

export const monthsIn = ({ first, last }: MonthRange): readonly string[] => {
  const [from, to] = [countOf(first) ?? 0, countOf(last) ?? 0]
  return Array.from({ length: to - from + 1 }, (_, index) => monthFrom(from + index))
}

/** The limit for types without one. */
const farthestMonths = 120

export const bookableMonths = (
  zone: Zone,
  hostZone: Zone,
  { rules }: Pick<EventType, 'rules'>,
  now: Instant,
): MonthRange => {
  const today = Math.floor(hostZone.localAt(now) / day)
  const days = bookableDays(rules.booking_window, today)
  const opens = Math.max(now + rules.minimum_notice * minute, hostZone.instantOf(days.first * day))
  const first = monthAt(zone, opens)
  const limit = monthFrom((countOf(monthAt(zone, now)) ?? 0) + farthestMonths)
  const last = Number.isFinite(days.last) ? monthAt(zone, hostZone.instantOf((days.last + 1) * day) - 1) : limit
  const begins = latest(first, monthAt(zone, now))
  return { first: earliest(begins, limit), last: earliest(latest(last, begins), limit) }
}

interface Opening {
  readonly start: Instant
  readonly remaining: number
}

/** Open times by local date. */
export const byDate = (zone: Zone, openings: readonly Opening[]): ReadonlyMap<string, readonly Opening[]> => {
  const days = new Map<string, Opening[]>()
  for (const opening of openings) {
    const date = dateAt(zone, opening.start)
    const others = days.get(date)
    if (others) others.push(opening)
    else days.set(date, [opening])
  }
  return days
}

/** A month's open times by the days of a zone; of two with the same local time, each shows its offset. */
export const monthOf = (
  month: string,
  zone: Zone,
  openings: readonly Opening[],
  minutes: number,
  range: MonthRange,
  now: Instant,
): Omit<Month, 'openMonth' | 'city'> => {
  const days = Object.fromEntries(
    [...byDate(zone, openings)].map(([date, ofDay]) => [date, timesOf(zone, ofDay, minutes * minute)]),
  )
  const offset = Math.round(zone.offsetAt(now) / minute)
  const [today, clock] = [dateAt(zone, now), clockAt(zone, now)]
  return {
    month,
    timezone: zone.name,
    offset,
    today,
    clock,
    days,
    hasPrevious: month > range.first,
    hasNext: month < range.last,
  }
}

const timesOf = (zone: Zone, openings: readonly Opening[], duration: number): Time[] => {
  const clocks = openings.map(({ start }) => clockAt(zone, start))
  const isDoubled = new Set(clocks).size < clocks.length
  return openings.map(({ start, remaining }, index): Time => {
    const clock = clocks[index] ?? ''
    const isTwice = isDoubled && clocks.filter((other) => other === clock).length > 1
    const offset = isTwice ? writeOffset(zone.offsetAt(start) / minute) : undefined
    if (zone.offsetAt(start) !== zone.offsetAt(start + duration))
      return [writeSecond(start), clock, remaining, offset ?? null, clockAt(zone, start + duration)]
    return offset === undefined
      ? [writeSecond(start), clock, remaining]
      : [writeSecond(start), clock, remaining, offset]
  })
}
