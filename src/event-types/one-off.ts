import { z } from 'zod'
import { calendarDate, dateDay, type Rule, writeDay } from '#availability/index.ts'
import { invalid } from '#contract/problem.ts'
import { type ReasonCode, says } from '#contract/reasons.ts'
import { flag, instant, integer, referenceTo, zoneName } from '#contract/wire.ts'
import { day, minute } from '#platform/time/durations.ts'
import type { Zone } from '#platform/time/zone.ts'
import { oneOffRequestExample } from './examples.ts'
import { Location } from './location.ts'
import { apiSettingNames, duration, typeName } from './requests.ts'
import type { BookingWindow } from './scheduling-rules.ts'

export const maxOneOffHosts = 10
const maxSpots = 100
const maxRangeDays = 365
const maxDaysAhead = 3650

const DateRange = z
  .object({ type: z.literal('date_range'), start_date: calendarDate, end_date: calendarDate })
  .superRefine(({ start_date, end_date }, context) => {
    const days = (dateDay(end_date) ?? 0) - (dateDay(start_date) ?? 0)
    if (days <= 0) context.addIssue({ code: 'custom', path: ['end_date'], message: says('end_not_after_start_date') })
    if (days >= maxRangeDays)
      context.addIssue({
        code: 'custom',
        path: ['end_date'],
        message: says('range_too_long'),
        params: { days: maxRangeDays },
      })
  })

const DaysInFuture = z.object({
  type: z.literal('days_in_future'),
  days: integer({ min: 0, max: 365 }),
  only_weekdays: flag,
})

const Spot = z.object({ start_time: instant, end_time: instant })
type Spot = z.output<typeof Spot>

const Spots = z
  .object({ type: z.literal('spots'), spots: z.array(Spot).min(1).max(maxSpots) })
  .superRefine(({ spots }, context) => {
    const wrong = (index: number, field: 'start_time' | 'end_time', message: ReasonCode): void =>
      context.addIssue({ code: 'custom', path: ['spots', index, field], message })
    for (const [index, spot] of spots.entries()) {
      const { start_time, end_time } = spot
      for (const field of ['start_time', 'end_time'] as const)
        if (spot[field].getTime() % minute !== 0) wrong(index, field, 'not_a_whole_minute')
      if (end_time <= start_time) wrong(index, 'end_time', 'end_not_after_start_time')
      if (end_time.getTime() - start_time.getTime() > day) wrong(index, 'end_time', 'day_too_long')
    }
    const sorted = [...spots.entries()].sort(([, a], [, b]) => a.start_time.getTime() - b.start_time.getTime())
    for (const [order, [index, { start_time }]] of sorted.entries()) {
      const before = sorted[order - 1]?.[1]
      if (before && start_time < before.end_time) wrong(index, 'start_time', 'overlapping_spot')
    }
  })

/** Settings of other types that are fixed here. */
export const fixedInOneOff = [
  ...apiSettingNames.filter((name) => !['name', 'duration', 'timezone', 'location'].includes(name)),
  'owner',
]

export const CreateOneOffEventTypeRequest = z
  .object({
    name: typeName,
    host: referenceTo('users'),
    co_hosts: z
      .array(referenceTo('users'))
      .max(maxOneOffHosts - 1)
      .nullish()
      .meta({ description: 'Hosts who meet the invitee together with the host' }),
    duration,
    timezone: zoneName
      .nullish()
      .meta({ description: "The time zone of the host's hours and of the dates of this meeting" }),
    date_setting: z.discriminatedUnion('type', [DateRange, DaysInFuture, Spots]).meta({
      description: 'When the meeting can take place: between two dates, within a number of days, or at the given times',
    }),
    location: Location.nullish(),
  })
  .superRefine(({ host, co_hosts }, context) => {
    const userIds = [host, ...(co_hosts ?? [])]
    if (new Set(userIds).size < userIds.length)
      context.addIssue({ code: 'custom', path: ['co_hosts'], message: says('not_unique') })
  })
  .transform(({ host, co_hosts, timezone, date_setting, location, ...rest }) => ({
    ...rest,
    userIds: [host, ...(co_hosts ?? [])],
    timezone: timezone ?? undefined,
    dates: date_setting,
    location: location ?? null,
  }))
  .meta({ examples: [oneOffRequestExample] })

type Dates = z.output<typeof CreateOneOffEventTypeRequest>['dates']

/** When a one-off meeting can take place, as settings of a type. */
export interface OneOffTimes {
  readonly window: BookingWindow
  /** Undefined: the default of every type. */
  readonly minimumNotice?: number
  /** Undefined: the usual hours of its hosts. */
  readonly hours?: { readonly timezone: string; readonly rules: readonly Rule[] }
  /** The last bookable time; null when there is no end. */
  readonly endsAt: Date | null
}

/** Dates are counted in the zone; a refusal names the field. */
export const oneOffTimes = (
  dates: Dates,
  { duration, zone, now }: { readonly duration: number; readonly zone: Zone; readonly now: Date },
): OneOffTimes => {
  const today = Math.floor(zone.localAt(now.getTime()) / day)
  const endOf = (localDay: number): Date =>
    new Date(zone.instantOf((Math.min(localDay, today + maxDaysAhead) + 1) * day))
  switch (dates.type) {
    case 'date_range': {
      const last = dateDay(dates.end_date) ?? 0
      if (last < today) throw invalid({ parameter: 'date_setting.end_date', reason: 'not_in_future' })
      return {
        window: { type: 'fixed', days: null, start_date: dates.start_date, end_date: dates.end_date },
        endsAt: endOf(last),
      }
    }
    case 'days_in_future': {
      const type = dates.only_weekdays ? 'available_moving' : 'moving'
      return { window: { type, days: dates.days, start_date: null, end_date: null }, endsAt: null }
    }
    case 'spots': {
      for (const [index, { start_time, end_time }] of dates.spots.entries()) {
        const parameter = `date_setting.spots[${index}]`
        if (start_time <= now) throw invalid({ parameter: `${parameter}.start_time`, reason: 'not_in_future' })
        if (end_time.getTime() > now.getTime() + maxDaysAhead * day)
          throw invalid({ parameter: `${parameter}.end_time`, reason: 'too_far_ahead' })
        if (end_time.getTime() - start_time.getTime() < duration * minute)
          throw invalid({
            parameter: `${parameter}.end_time`,
            reason: 'end_too_soon',
            values: { minutes: duration },
          })
      }
      return {
        window: { type: 'unlimited', days: null, start_date: null, end_date: null },
        minimumNotice: 0,
        hours: { timezone: 'UTC', rules: rulesOf(dates.spots) },
        endsAt: new Date(Math.max(...dates.spots.map(({ end_time }) => end_time.getTime()))),
      }
    }
  }
}

/** Exactly the spots, day by day in UTC. One across midnight becomes two adjacent ones. */
const rulesOf = (spots: readonly Spot[]): Rule[] => {
  const days = new Map<number, { from: string; to: string }[]>()
  const sorted = [...spots].sort((a, b) => a.start_time.getTime() - b.start_time.getTime())
  for (const { start_time, end_time } of sorted) {
    for (let from = start_time.getTime(); from < end_time.getTime(); ) {
      const today = Math.floor(from / day)
      const to = Math.min(end_time.getTime(), (today + 1) * day)
      days.set(today, [
        ...(days.get(today) ?? []),
        { from: clockOf(from - today * day), to: clockOf(to - today * day) },
      ])
      from = to
    }
  }
  return [...days].map(([today, intervals]): Rule => ({ type: 'date', date: writeDay(today), intervals }))
}

const clockOf = (sinceMidnight: number): string =>
  [sinceMidnight / (60 * minute), (sinceMidnight / minute) % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
