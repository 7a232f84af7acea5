import { z } from 'zod'
import { calendarDate, dateDay } from '#availability/index.ts'
import { says } from '#contract/reasons.ts'
import { integer } from '#contract/wire.ts'

export const windowTypes = ['moving', 'available_moving', 'fixed', 'unlimited'] as const
export type WindowType = (typeof windowTypes)[number]

export interface BookingWindow {
  type: WindowType
  days: number | null
  start_date: string | null
  end_date: string | null
}

/** How far ahead can be booked: a number of days, a number of working days, between two dates, or without end. */
export const BookingWindow = z
  .object({
    type: z.enum(windowTypes),
    days: integer({ min: 1, max: 3650 }).nullable().default(null),
    start_date: calendarDate.nullable().default(null),
    end_date: calendarDate.nullable().default(null),
  })
  .superRefine(({ type, days, start_date, end_date }, context) => {
    const counts = type === 'moving' || type === 'available_moving'
    if (counts && days === null) context.addIssue({ code: 'custom', path: ['days'], message: says('missing') })
    if (type !== 'fixed') return
    if (start_date === null) context.addIssue({ code: 'custom', path: ['start_date'], message: says('missing') })
    if (end_date === null) context.addIssue({ code: 'custom', path: ['end_date'], message: says('missing') })
    if (start_date !== null && end_date !== null && end_date < start_date)
      context.addIssue({ code: 'custom', path: ['end_date'], message: says('end_before_start') })
  })
  // Fields that do not belong to its type are dropped.
  .transform(({ type, days, start_date, end_date }): BookingWindow => {
    if (type === 'fixed') return { type, days: null, start_date, end_date }
    return { type, days: type === 'unlimited' ? null : days, start_date: null, end_date: null }
  })

const bufferMinutes = integer({ min: 0, max: 720 })
const limit = integer({ min: 1, max: 1000 }).nullable()

/** All times in minutes. */
export const SchedulingRules = z.object({
  start_time_increment: integer({ min: 1, max: 720 }),
  buffer_before: bufferMinutes,
  buffer_after: bufferMinutes,
  minimum_notice: integer({ min: 0, max: 525_600 }),
  booking_window: BookingWindow,
  max_per_day: limit,
  max_per_week: limit,
})

export type SchedulingRules = z.output<typeof SchedulingRules>

/** As it is shown. */
export const SchedulingRulesResource = SchedulingRules.extend({
  start_time_increment: z.number().int().nullable().meta({ description: 'Null for a one-off event type' }),
  buffer_before: z.number().int(),
  buffer_after: z.number().int(),
  minimum_notice: z.number().int(),
  booking_window: z.object({
    type: z.enum(windowTypes),
    days: z.number().int().nullable(),
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
  }),
  max_per_day: z.number().int().nullable(),
  max_per_week: z.number().int().nullable(),
}).meta({ id: 'SchedulingRules' })

/** What a client may send: any part; the rest stays as it is. Null is only for a one-off type, which shows it. */
export const SchedulingRulesChange = SchedulingRules.extend({
  start_time_increment: SchedulingRules.shape.start_time_increment.nullable(),
}).partial()

export const defaultSchedulingRules = (duration: number): SchedulingRules => ({
  start_time_increment: Math.min(30, duration),
  buffer_before: 0,
  buffer_after: 0,
  minimum_notice: 240,
  booking_window: { type: 'moving', days: 60, start_date: null, end_date: null },
  max_per_day: null,
  max_per_week: null,
})

/** The first and the last local day on which a meeting may start; `today` and the answer count days since 1970. */
export const bookableDays = (
  { type, days, start_date, end_date }: BookingWindow,
  today: number,
): { readonly first: number; readonly last: number } => {
  switch (type) {
    case 'unlimited':
      return { first: today, last: Number.POSITIVE_INFINITY }
    case 'moving':
      return { first: today, last: today + (days ?? 0) }
    case 'available_moving':
      return { first: today, last: afterWeekdays(today, days ?? 0) }
    case 'fixed':
      return { first: dateDay(start_date ?? '') ?? today, last: dateDay(end_date ?? '') ?? today }
  }
}

/** 1970 began on a Thursday. */
const isWeekend = (day: number): boolean => (((day + 4) % 7) + 7) % 7 === 0 || (((day + 4) % 7) + 7) % 7 === 6

/** The day on which that many Mondays to Fridays have passed. */
const afterWeekdays = (today: number, count: number): number => {
  let day = today
  for (let left = count; left > 0; ) {
    day += 1
    if (!isWeekend(day)) left -= 1
  }
  return day
}

export const unlimitedWindow = { type: 'unlimited', days: null, start_date: null, end_date: null } as const
