import { weekdays } from '#availability/index.ts'
import { type Row, textIn } from './values.ts'

interface Interval {
  readonly from: string
  readonly to: string
}

/**
 * Weekly hours and dates with other hours, from the lines of a schedule: each day once, and intervals that do not
 * overlap.
 */
export const rulesFrom = (lines: readonly Row[]): readonly object[] => {
  const weekly = new Map<string, Interval[]>()
  const dates = new Map<string, Interval[]>()
  for (const line of lines) {
    const date = textIn(line.date)?.slice(0, 10)
    const from = textIn(line.startTime)
    const to = textIn(line.endTime)
    if (from === null || to === null) continue
    const interval = { from: clockOf(from), to: endOf(clockOf(from), clockOf(to)) }
    if (date !== undefined) add(dates, date, interval)
    else for (const day of daysIn(line.days)) add(weekly, day, interval)
  }
  return [
    ...weekdays.map((wday) => ({ type: 'wday', wday, intervals: merged(weekly.get(wday) ?? []) })),
    ...[...dates]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([date, intervals]) => ({ type: 'date', date, intervals: merged(intervals) })),
  ]
}

const add = (map: Map<string, Interval[]>, key: string, interval: Interval): void => {
  map.set(key, [...(map.get(key) ?? []), interval])
}

/** Numbers from Sunday on in the database, names in the API. */
const daysIn = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given : []).flatMap(
    (day) => weekdays.find((name, index) => index === day || name === String(day).toLowerCase()) ?? [],
  )

/** `09:00:00` or a whole instant → `09:00`. */
const clockOf = (text: string): string => /(?:^|T)(\d{2}:\d{2})/.exec(text)?.[1] ?? '00:00'

/** Its days end at 23:59, which it offers as midnight. */
const endOf = (from: string, to: string): string =>
  to === '23:59' || (to === '00:00' && from !== '00:00') ? '24:00' : to

/** Nothing from midnight to midnight: a day off. */
const merged = (intervals: readonly Interval[]): readonly Interval[] => {
  const whole: Interval[] = []
  for (const { from, to } of intervals
    .filter((one) => one.from < one.to)
    .sort((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = whole.at(-1)
    if (!last || from > last.to) whole.push({ from, to })
    else if (to > last.to) whole[whole.length - 1] = { from: last.from, to }
  }
  return whole
}
