import { type DateTime, readDateTime } from './date-time.ts'

export const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const

export type Frequency = (typeof frequencies)[number]

export interface WeekdayOfPeriod {
  /** Monday is 0. */
  readonly weekday: number
  /** 0 for every one; 1 for the first of the month or year, -1 for the last. */
  readonly ordinal: number
}

/** An RRULE (RFC 5545 §3.3.10). An empty list is a part that was not given. */
export interface RecurrenceRule {
  readonly frequency: Frequency
  readonly interval: number
  readonly count: number | undefined
  readonly until: DateTime | undefined
  readonly bySecond: readonly number[]
  readonly byMinute: readonly number[]
  readonly byHour: readonly number[]
  readonly byDay: readonly WeekdayOfPeriod[]
  readonly byMonthDay: readonly number[]
  readonly byYearDay: readonly number[]
  readonly byWeekNumber: readonly number[]
  readonly byMonth: readonly number[]
  readonly bySetPosition: readonly number[]
  readonly weekStart: number
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/**
 * Undefined for a rule that cannot be read. Letter case, spaces, empty and unknown parts are forgiven, as real
 * calendars have them.
 */
export const readRule = (text: string): RecurrenceRule | undefined => {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().replace(/\s/g, '').split(';')) {
    const [name = '', value = ''] = part.split('=')
    if (value !== '') parts.set(name, value)
  }
  try {
    return ruleFrom(parts)
  } catch {
    return undefined
  }
}

const ruleFrom = (parts: ReadonlyMap<string, string>): RecurrenceRule | undefined => {
  const frequency = frequencies.find((name) => name === parts.get('FREQ'))
  if (!frequency || isOfOtherCalendar(parts)) return undefined
  const until = parts.get('UNTIL')
  const readUntil = until === undefined ? undefined : readDateTime(until)
  if (until !== undefined && !readUntil) return undefined
  const weekStart = weekdays.indexOf(parts.get('WKST') ?? 'MO')
  return {
    frequency,
    interval: Math.max(1, numberIn(parts.get('INTERVAL') ?? '1', 0, Number.MAX_SAFE_INTEGER)),
    count: parts.has('COUNT') ? numberIn(parts.get('COUNT') ?? '', 0, Number.MAX_SAFE_INTEGER) : undefined,
    until: readUntil,
    // 60 is a leap second, which our clocks do not have.
    bySecond: listIn(parts.get('BYSECOND'), 0, 60).map((second) => Math.min(second, 59)),
    byMinute: listIn(parts.get('BYMINUTE'), 0, 59),
    byHour: listIn(parts.get('BYHOUR'), 0, 23),
    byDay: weekdaysIn(parts.get('BYDAY') ?? parts.get('BYWEEKDAY')),
    byMonthDay: signedListIn(parts.get('BYMONTHDAY'), 31),
    byYearDay: signedListIn(parts.get('BYYEARDAY'), 366),
    byWeekNumber: signedListIn(parts.get('BYWEEKNO'), 53),
    byMonth: listIn(parts.get('BYMONTH'), 1, 12),
    bySetPosition: signedListIn(parts.get('BYSETPOS'), 366),
    weekStart: weekStart === -1 ? 0 : weekStart,
  }
}

/** Years and months of another calendar, or days that are moved where a month does not have them (RFC 7529). */
const isOfOtherCalendar = (parts: ReadonlyMap<string, string>): boolean =>
  (parts.get('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN' || (parts.get('SKIP') ?? 'OMIT') !== 'OMIT'

class Unreadable extends Error {}

const numberIn = (text: string, min: number, max: number): number => {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) throw new Unreadable(text)
  return number
}

/** Each once, however often it is there, and however it is written: a line may be long. */
const listIn = (text: string | undefined, min: number, max: number): number[] => [
  ...new Set(partsOf(text).map((each) => numberIn(each, min, max))),
]

const partsOf = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean)

const signedListIn = (text: string | undefined, max: number): number[] => {
  const numbers = listIn(text, -max, max)
  if (numbers.includes(0)) throw new Unreadable('0')
  return numbers
}

const weekdaysIn = (text: string | undefined): WeekdayOfPeriod[] => {
  const known = new Map(
    partsOf(text)
      .map(weekdayFrom)
      .map((day) => [`${day.ordinal} ${day.weekday}`, day]),
  )
  return [...known.values()]
}

const weekdayFrom = (text: string): WeekdayOfPeriod => {
  const match = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text)
  if (!match) throw new Unreadable(text)
  return { ordinal: Number(match[1] ?? 0), weekday: weekdays.indexOf(match[2] as string) }
}
