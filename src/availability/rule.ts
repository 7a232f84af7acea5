import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import { daysIn } from '#platform/time/instant.ts'
import type { Hours, Range } from './hours.ts'

/** Sunday first, as everywhere in this API. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export const maxRules = 1000
const maxIntervals = 48

/** `09:30` → 570; `24:00` is the end of the day. */
const minutesOf = (text: string): number | undefined => {
  const match = /^(\d{2}):(\d{2})$/.exec(text)
  if (!match) return undefined
  const minutes = Number(match[1]) * 60 + Number(match[2])
  return Number(match[2]) < 60 && minutes <= 1440 ? minutes : undefined
}

const clockTime = z
  .string()
  .refine((text) => minutesOf(text) !== undefined, says('format'))
  .meta({ description: 'hh:mm on a 24-hour clock, local to the schedule', examples: ['09:00'] })

const Interval = z.object({ from: clockTime, to: clockTime }).superRefine(({ from, to }, context) => {
  const [begins, ends] = [minutesOf(from), minutesOf(to)]
  if (begins !== undefined && ends !== undefined && begins >= ends)
    context.addIssue({ code: 'custom', path: ['to'], message: says('end_not_after_from') })
})

const Intervals = z
  .array(Interval)
  .max(maxIntervals)
  .superRefine((intervals, context) => {
    const sorted = intervals
      .map((interval, index) => ({ ...rangeOf(interval), place: index }))
      .sort((a, b) => a.from - b.from)
    for (const [index, { from, place: original }] of sorted.entries()) {
      if (index > 0 && from < (sorted[index - 1]?.to ?? 0))
        context.addIssue({ code: 'custom', path: [original, 'from'], message: says('overlapping_interval') })
    }
  })

/** A date of the calendar; a leading zero may be left out. */
export const dateDay = (text: string): number | undefined => {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  return Date.UTC(year, month - 1, day) / 86_400_000
}

/** `2026-02-03`, for a local day since 1970. */
export const writeDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

export const calendarDate = z
  .string()
  .refine((text) => dateDay(text) !== undefined, says('format'))
  .transform((text) => writeDay(dateDay(text) as number))
  .meta({ format: 'date', examples: ['2026-12-24'] })

const WeekdayRule = z.object({ type: z.literal('wday'), wday: z.enum(weekdays), intervals: Intervals })
const DateRule = z.object({ type: z.literal('date'), date: calendarDate, intervals: Intervals })

/** One line of a schedule: hours for a day of the week, or other hours for a date. */
const Rule = z.discriminatedUnion('type', [WeekdayRule, DateRule])
export type Rule = z.output<typeof Rule>

const shownIntervals = z.array(z.object({ from: z.string(), to: z.string() }))

/** As it is shown. */
export const RuleResource = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('wday'), wday: z.enum(weekdays), intervals: shownIntervals }),
    z.object({ type: z.literal('date'), date: z.string().meta({ format: 'date' }), intervals: shownIntervals }),
  ])
  .meta({
    id: 'AvailabilityRule',
    examples: [{ type: 'wday', wday: 'monday', intervals: [{ from: '09:00', to: '17:00' }] }],
  })

export const Rules = z
  .array(Rule)
  .max(maxRules)
  .superRefine((rules, context) => {
    const seen = new Set<string>()
    for (const [index, rule] of rules.entries()) {
      const key = rule.type === 'wday' ? rule.wday : rule.date
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, rule.type], message: says('duplicate') })
      seen.add(key)
    }
  })

/** Some days of the week, each once. */
export const WeekdayRules = z
  .array(WeekdayRule)
  .max(7)
  .refine((days) => new Set(days.map(({ wday }) => wday)).size === days.length, says('not_unique'))

const maxDays = 366

/** Other hours from one date to another. */
export const DatesChanges = z
  .array(
    z
      .object({ start_date: calendarDate, end_date: calendarDate, intervals: Intervals.nullable() })
      .superRefine(({ start_date, end_date }, context) => {
        const [first, last] = [dateDay(start_date), dateDay(end_date)]
        if (first === undefined || last === undefined) return
        const days = last - first
        if (days < 0) context.addIssue({ code: 'custom', path: ['end_date'], message: says('end_before_start') })
        if (days >= maxDays)
          context.addIssue({
            code: 'custom',
            path: ['end_date'],
            message: says('range_too_long'),
            params: { days: maxDays },
          })
      }),
  )
  .max(100)

/**
 * As clients expect them: all seven days of the week, Sunday first, also those without hours; then the dates, in order.
 */
export const inOrder = (rules: readonly Rule[]): Rule[] => {
  const dates = rules.filter((rule) => rule.type === 'date').sort((a, b) => (a.date < b.date ? -1 : 1))
  const days = weekdays.map(
    (wday): Rule => ({
      type: 'wday',
      wday,
      intervals: rules.find((rule) => rule.type === 'wday' && rule.wday === wday)?.intervals ?? [],
    }),
  )
  return [...days, ...dates]
}

/** Rules in the form that the slot engine takes. */
export const hoursFrom = (rules: readonly Rule[]): Hours => {
  const weekly: Range[][] = weekdays.map(() => [])
  const dates = new Map<number, readonly Range[]>()
  for (const rule of rules) {
    const ranges = rule.intervals.map(rangeOf).sort((a, b) => a.from - b.from)
    if (rule.type === 'wday') weekly[weekdays.indexOf(rule.wday)] = ranges
    else dates.set(dateDay(rule.date) as number, ranges)
  }
  return { weekly, dates }
}

const rangeOf = ({ from, to }: { readonly from: string; readonly to: string }): Range => ({
  from: minutesOf(from) ?? 0,
  to: minutesOf(to) ?? 0,
})

const nineToFive = [{ from: '09:00', to: '17:00' }]

/** Monday to Friday, nine to five: the default of every host. */
export const workingHours: readonly Rule[] = weekdays.map((wday) => ({
  type: 'wday',
  wday,
  intervals: wday === 'saturday' || wday === 'sunday' ? [] : nineToFive,
}))
