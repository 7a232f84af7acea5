import { isDeepStrictEqual } from 'node:util'
import { dateDay, type Rule, writeDay } from './rule.ts'

type Intervals = Rule['intervals']

/** Dates from one to another, both included, and their hours; null for the usual ones. */
export interface DatesChange {
  readonly start_date: string
  readonly end_date: string
  readonly intervals: Intervals | null
}

const daysOf = ({ start_date, end_date }: Pick<DatesChange, 'start_date' | 'end_date'>): number[] => {
  const first = dateDay(start_date) ?? 0
  return Array.from({ length: Math.max(0, (dateDay(end_date) ?? 0) - first + 1) }, (_, index) => first + index)
}

/** The rules with other hours on these dates. */
export const withDates = (rules: readonly Rule[], changes: readonly DatesChange[]): Rule[] =>
  changes.reduce<Rule[]>(
    (before, change) => {
      const dates = new Set(daysOf(change).map(writeDay))
      const { intervals } = change
      const kept = before.filter((rule) => rule.type !== 'date' || !dates.has(rule.date))
      return intervals === null
        ? kept
        : [...kept, ...[...dates].map((date): Rule => ({ type: 'date', date, intervals }))]
    },
    [...rules],
  )

/** The rules with other hours on these days of the week. */
export const withDays = (rules: readonly Rule[], days: readonly Extract<Rule, { type: 'wday' }>[]): Rule[] => [
  ...rules.filter((rule) => rule.type !== 'wday' || !days.some(({ wday }) => wday === rule.wday)),
  ...days,
]

type DateRange = DatesChange & { readonly intervals: Intervals; readonly count: number }

/**
 * Dates with the same hours that follow each other, as one. A holiday at the beginning or the end of such a range is a
 * range of its own, so that it can be removed without the vacation beside it.
 */
export const dateRanges = (rules: readonly Rule[], holidays: ReadonlyMap<string, unknown> = new Map()): DateRange[] =>
  mergedDates(rules).flatMap((range) => withHolidaysApart(range, holidays))

const withHolidaysApart = (range: DateRange, holidays: ReadonlyMap<string, unknown>): DateRange[] => {
  const { start_date: start, end_date: end, intervals, count } = range
  const one = (date: string): DateRange => ({ start_date: date, end_date: date, intervals, count: 1 })
  if (count === 1) return [range]
  if (holidays.has(start))
    return [one(start), ...withHolidaysApart({ ...range, start_date: dayAfter(start), count: count - 1 }, holidays)]
  if (holidays.has(end))
    return [...withHolidaysApart({ ...range, end_date: dayAfter(end, -1), count: count - 1 }, holidays), one(end)]
  return [range]
}

const dayAfter = (date: string, days = 1): string => writeDay((dateDay(date) ?? 0) + days)

const mergedDates = (rules: readonly Rule[]): DateRange[] => {
  const dates = rules.flatMap((rule) => (rule.type === 'date' ? [rule] : [])).sort((a, b) => (a.date < b.date ? -1 : 1))
  const ranges: { start_date: string; end_date: string; intervals: Intervals; count: number }[] = []
  for (const { date, intervals } of dates) {
    const last = ranges.at(-1)
    if (last && dayAfter(last.end_date) === date && isDeepStrictEqual(last.intervals, intervals)) {
      last.end_date = date
      last.count += 1
    } else ranges.push({ start_date: date, end_date: date, intervals, count: 1 })
  }
  return ranges
}
