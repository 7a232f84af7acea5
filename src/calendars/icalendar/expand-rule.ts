import { civilOf, type Day, dayMilliseconds, dayOf, daysInMonth, daysInYear, weekdayOf, weekOf } from './civil.ts'
import type { RecurrenceRule } from './recurrence-rule.ts'

/**
 * A rule with its end on the same clock as its start: milliseconds since 1970, as if the clock on the wall were in UTC.
 */
export interface LocalRule extends Omit<RecurrenceRule, 'until'> {
  readonly until: number | undefined
}

const unitMilliseconds = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1000 } as const

/**
 * The occurrences of a rule from `start` on, in order, on the clock on the wall. Undefined is given after each period
 * that has none, and for what lies before `start` or `from`: so that the caller can stop or pause, whatever the rule
 * says.
 */
export function* expandRule(rule: LocalRule, start: number, from: number): Generator<number | undefined> {
  const { until = Number.POSITIVE_INFINITY } = rule
  const complete = withDefaults(rule, start)
  let left = rule.count ?? Number.POSITIVE_INFINITY
  // With a count every occurrence before `from` must be counted; without one they are skipped.
  const first = rule.count === undefined ? periodBefore(complete, start, from) : 0
  for (let index = first; ; index += periodsToSkip(complete, start, index)) {
    const period = periodAt(complete, start, index)
    if (period.begins > until || period.begins > lastLocal) return
    let hasFound = false
    for (const occurrence of occurrencesIn(complete, period)) {
      if (occurrence === undefined) {
        yield undefined
        continue
      }
      if (occurrence > until || left <= 0) return
      hasFound = true
      if (occurrence >= start) left -= 1
      yield occurrence < Math.max(start, from) ? undefined : occurrence
    }
    if (left <= 0) return
    if (!hasFound) yield undefined
  }
}

/** The end of the year 9999. */
const lastLocal = Date.UTC(9999, 11, 31, 23, 59, 59)

interface CompleteRule extends LocalRule {
  readonly startDay: Day
  /** After so many that were looked at, the caller may pause: fewer where the lists of the rule are long. */
  readonly daysAtOnce: number
  /**
   * The times of each day that counts, in milliseconds since midnight; undefined where they are other ones in each
   * period.
   */
  readonly timesOfDay: readonly number[] | undefined
}

/** What a rule leaves open, its start says (RFC 5545: "information not contained in the rule"). */
const withDefaults = (rule: LocalRule, start: number): CompleteRule => {
  const { frequency, byDay, byMonthDay, byYearDay, byWeekNumber, byMonth, byHour, byMinute, bySecond } = rule
  const startDay = Math.floor(start / dayMilliseconds)
  const { month, dayOfMonth } = civilOf(startDay)
  const namesDays = byDay.length + byMonthDay.length + byYearDay.length + byWeekNumber.length > 0
  const inDay = start - startDay * dayMilliseconds
  const isSlowerThanHours =
    frequency === 'YEARLY' || frequency === 'MONTHLY' || frequency === 'WEEKLY' || frequency === 'DAILY'
  const complete = {
    ...rule,
    startDay,
    daysAtOnce: Math.max(
      1,
      Math.floor(
        10_000 / (20 + byDay.length + byMonthDay.length + byYearDay.length + byWeekNumber.length + byMonth.length),
      ),
    ),
    byMonth: byMonth.length === 0 && !namesDays && frequency === 'YEARLY' ? [month] : byMonth,
    byMonthDay: !namesDays && (frequency === 'YEARLY' || frequency === 'MONTHLY') ? [dayOfMonth] : byMonthDay,
    byDay: !namesDays && frequency === 'WEEKLY' ? [{ weekday: weekdayOf(startDay), ordinal: 0 }] : byDay,
    byHour: byHour.length === 0 && isSlowerThanHours ? [Math.floor(inDay / 3_600_000)] : byHour,
    byMinute:
      byMinute.length === 0 && (isSlowerThanHours || frequency === 'HOURLY')
        ? [Math.floor(inDay / 60_000) % 60]
        : byMinute,
    bySecond: bySecond.length === 0 && frequency !== 'SECONDLY' ? [Math.floor(inDay / 1000) % 60] : bySecond,
  }
  // As many as 86,400: made once, and not for each period anew.
  return { ...complete, timesOfDay: isSlowerThanHours ? timesIn(complete, { begins: 0, firstDay: 0 }) : undefined }
}

interface Period {
  readonly begins: number
  readonly firstDay: Day
  readonly days: number
}

const periodAt = ({ frequency, interval, startDay, weekStart }: CompleteRule, start: number, index: number): Period => {
  const step = index * interval
  switch (frequency) {
    case 'YEARLY': {
      const year = civilOf(startDay).year + step
      return daysFrom(dayOf(year, 1, 1), daysInYear(year))
    }
    case 'MONTHLY': {
      const { year, month } = civilOf(startDay)
      const months = year * 12 + month - 1 + step
      return daysFrom(
        dayOf(Math.floor(months / 12), (months % 12) + 1, 1),
        daysInMonth(Math.floor(months / 12), (months % 12) + 1),
      )
    }
    case 'WEEKLY': {
      // The first week too is a whole one, for BYSETPOS: its days before the start are counted, and are no occurrences.
      const before = (weekdayOf(startDay) - weekStart + 7) % 7
      return daysFrom(startDay - before + 7 * step, 7)
    }
    case 'DAILY':
      return daysFrom(startDay + step, 1)
    default: {
      const unit = unitMilliseconds[frequency]
      const begins = Math.floor(start / unit) * unit + step * unit
      return { begins, firstDay: Math.floor(begins / dayMilliseconds), days: 1 }
    }
  }
}

/**
 * One; or as many as there are until the next day, hour or minute that a rule of hours, minutes or seconds allows at
 * all.
 */
const periodsToSkip = (rule: CompleteRule, start: number, index: number): number => {
  const { frequency, interval, byHour, byMinute } = rule
  if (frequency !== 'HOURLY' && frequency !== 'MINUTELY' && frequency !== 'SECONDLY') return 1
  const { begins, firstDay } = periodAt(rule, start, index)
  const { hour, minute } = timeOf(begins, firstDay)
  const skipTo = (unit: number): number => {
    const step = unitMilliseconds[frequency] * interval
    return Math.max(1, Math.ceil(((Math.floor(begins / unit) + 1) * unit - begins) / step))
  }
  if (!isDayOf(rule, firstDay)) return skipTo(dayMilliseconds)
  if (byHour.length > 0 && !byHour.includes(hour)) return skipTo(3_600_000)
  if (frequency !== 'HOURLY' && byMinute.length > 0 && !byMinute.includes(minute)) return skipTo(60_000)
  return 1
}

const daysFrom = (firstDay: Day, days: number): Period => ({ begins: firstDay * dayMilliseconds, firstDay, days })

/** The index of a period that ends before `from`, or the first. */
const periodBefore = (rule: CompleteRule, start: number, from: number): number => {
  const { frequency, interval } = rule
  if (from <= start) return 0
  const lengths = {
    YEARLY: 366 * dayMilliseconds,
    MONTHLY: 31 * dayMilliseconds,
    WEEKLY: 7 * dayMilliseconds,
    DAILY: dayMilliseconds,
    ...unitMilliseconds,
  }
  const elapsed = from - periodAt(rule, start, 0).begins
  return Math.max(0, Math.floor(elapsed / lengths[frequency] / interval) - 2)
}

/**
 * One at a time: a year of seconds would be too many at once. Undefined is given in between, each time after about as
 * much work.
 */
function* occurrencesIn(rule: CompleteRule, period: Period): Generator<number | undefined> {
  const times = rule.timesOfDay ?? timesIn(rule, period)
  if (times.length === 0) return
  const days: Day[] = []
  for (let day = period.firstDay; day < period.firstDay + period.days; day += 1) {
    if (isDayOf(rule, day)) days.push(day)
    if ((day - period.firstDay + 1) % rule.daysAtOnce === 0) yield undefined
  }
  const occurrenceAt = (index: number): number =>
    (days[Math.floor(index / times.length)] as Day) * dayMilliseconds + (times[index % times.length] as number)
  const length = days.length * times.length
  if (rule.bySetPosition.length === 0) {
    for (let index = 0; index < length; index += 1) yield occurrenceAt(index)
    return
  }
  const indexes = rule.bySetPosition.map((position) => (position > 0 ? position - 1 : length + position))
  for (const index of sorted(indexes.filter((one) => one >= 0 && one < length))) yield occurrenceAt(index)
}

/** The times of a day, in milliseconds since midnight; for hours, minutes and seconds those within the period. */
const timesIn = (
  { frequency, byHour, byMinute, bySecond }: LocalRule,
  { begins, firstDay }: Pick<Period, 'begins' | 'firstDay'>,
): number[] => {
  const { hour, minute, second } = timeOf(begins, firstDay)
  const isHourly = frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY'
  const hours = isHourly ? onlyIf(hour, byHour) : sorted(byHour)
  const minutes = frequency === 'MINUTELY' || frequency === 'SECONDLY' ? onlyIf(minute, byMinute) : sorted(byMinute)
  const seconds = frequency === 'SECONDLY' ? onlyIf(second, bySecond) : sorted(bySecond)
  return hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => h * 3_600_000 + m * 60_000 + s * 1000)))
}

/** Also before 1970, where the moment itself is a negative number. */
const timeOf = (
  local: number,
  day: Day,
): { readonly hour: number; readonly minute: number; readonly second: number } => {
  const inDay = local - day * dayMilliseconds
  return {
    hour: Math.floor(inDay / 3_600_000),
    minute: Math.floor(inDay / 60_000) % 60,
    second: Math.floor(inDay / 1000) % 60,
  }
}

const onlyIf = (value: number, allowed: readonly number[]): number[] =>
  allowed.length === 0 || allowed.includes(value) ? [value] : []

const sorted = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b)

const isDayOf = (rule: CompleteRule, day: Day): boolean => {
  const { byMonth, byWeekNumber, byYearDay, byMonthDay, byDay, weekStart } = rule
  const { year, month, dayOfMonth } = civilOf(day)
  if (byMonth.length > 0 && !byMonth.includes(month)) return false
  if (byMonthDay.length > 0 && !includesEither(byMonthDay, dayOfMonth, daysInMonth(year, month))) return false
  if (byYearDay.length > 0 && !includesEither(byYearDay, day - dayOf(year, 1, 1) + 1, daysInYear(year))) return false
  if (byWeekNumber.length > 0) {
    const { number, weeks } = weekOf(day, weekStart)
    if (!includesEither(byWeekNumber, number, weeks)) return false
  }
  return (
    byDay.length === 0 ||
    byDay.some(({ weekday, ordinal }) => weekday === weekdayOf(day) && (ordinal === 0 || isNth(rule, day, ordinal)))
  )
}

/** Counted from the front, or with a minus from the end. */
const includesEither = (numbers: readonly number[], number: number, last: number): boolean =>
  numbers.includes(number) || numbers.includes(number - last - 1)

/**
 * The second Monday of the month, or of the year where no month is named. Elsewhere the number has no meaning, and is
 * ignored.
 */
const isNth = ({ frequency, byMonth }: CompleteRule, day: Day, ordinal: number): boolean => {
  if (frequency !== 'YEARLY' && frequency !== 'MONTHLY') return true
  const { year, month, dayOfMonth } = civilOf(day)
  const isOfYear = frequency === 'YEARLY' && byMonth.length === 0
  const number = isOfYear ? day - dayOf(year, 1, 1) + 1 : dayOfMonth
  const last = isOfYear ? daysInYear(year) : daysInMonth(year, month)
  return ordinal > 0 ? Math.ceil(number / 7) === ordinal : Math.ceil((last - number + 1) / 7) === -ordinal
}
