import { day, hour, minute } from '#platform/time/durations.ts'
import { dateOf } from '#platform/time/instant.ts'
import type { Zone } from '#platform/time/zone.ts'

interface Counted {
  readonly held: number
  readonly canceled: number
}

/** What the database counts about the meetings of a period. */
export interface MeetingCounts {
  /** By the quarter of an hour, since 1970, in which they begin. */
  readonly quarters: readonly (Counted & { readonly quarter: number })[]
  /** How many were booked, by the quarter of an hour in which that was done. */
  readonly bookings: readonly { readonly quarter: number; readonly booked: number }[]
  readonly types: readonly (Counted & {
    readonly id: string
    readonly name: string
    readonly ownerName: string
    readonly isShared: boolean
    readonly noShows: number
  })[]
  /** By host and event type. */
  readonly hosts: readonly (Counted & {
    readonly userId: string
    readonly name: string
    readonly eventTypeId: string
  })[]
  /** Invitees by how long ahead they booked: less than a day, less than two, a week, two weeks, more. */
  readonly leads: readonly number[]
  readonly invitees: number
  readonly cancellations: number
  readonly noShows: number
  readonly medianLeadHours: number | null
}

const quarterMilliseconds = 15 * minute

/** The same by the days, hours and weekdays (Sunday first) of a zone, from one day to another. */
export const spreadOver = (
  { quarters, bookings }: Pick<MeetingCounts, 'quarters' | 'bookings'>,
  zone: Zone,
  firstDay: number,
  days: number,
) => {
  const perDay = Array.from({ length: days }, (_, index) => ({
    date: dateOf(firstDay + index),
    booked: 0,
    held: 0,
    canceled: 0,
  }))
  const hours = Array<number>(24).fill(0)
  const weekdays = Array<number>(7).fill(0)
  for (const { quarter, held, canceled } of quarters) {
    const local = zone.localAt(quarter * quarterMilliseconds)
    const dayNumber = Math.floor(local / day)
    const own = perDay[dayNumber - firstDay]
    if (!own) continue
    own.held += held
    own.canceled += canceled
    const hourOfDay = Math.floor((local - dayNumber * day) / hour)
    hours[hourOfDay] = (hours[hourOfDay] ?? 0) + held
    const weekday = weekdayOf(dayNumber)
    weekdays[weekday] = (weekdays[weekday] ?? 0) + held
  }
  for (const { quarter, booked } of bookings) {
    const own = perDay[Math.floor(zone.localAt(quarter * quarterMilliseconds) / day) - firstDay]
    if (own) own.booked += booked
  }
  return { perDay, hours, weekdays }
}

/** The times between two instants that are in this hour of a day, or on this weekday (Sunday first), in a zone. */
export const timesWithin = (
  zone: Zone,
  [from, to]: readonly [Date, Date],
  { hour: wantedHour, weekday }: { readonly hour?: number | undefined; readonly weekday?: number | undefined },
): readonly { readonly start: Date; readonly end: Date }[] => {
  const [first = 0, last = 0] = [from, to].map((instant) => Math.floor(zone.localAt(instant.getTime()) / day))
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (one) => weekday === undefined || weekdayOf(one) === weekday,
  )
  return days.map((one) => {
    const begins = one * day + (wantedHour ?? 0) * hour
    const ends = begins + (wantedHour === undefined ? day : hour)
    return { start: new Date(zone.instantOf(begins)), end: new Date(zone.instantOf(ends)) }
  })
}

/** The first of January 1970 was a Thursday. */
const weekdayOf = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7

/** The hosts of all types together, the busiest first. */
export const byHost = (hosts: MeetingCounts['hosts']) => {
  const totals = new Map<string, { userId: string; name: string; held: number; canceled: number }>()
  for (const { userId, name, held, canceled } of hosts) {
    const total = totals.get(userId) ?? { userId, name, held: 0, canceled: 0 }
    totals.set(userId, { ...total, held: total.held + held, canceled: total.canceled + canceled })
  }
  return [...totals.values()].sort((one, other) => other.held - one.held || one.name.localeCompare(other.name, 'en'))
}
