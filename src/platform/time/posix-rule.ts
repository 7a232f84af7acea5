import { day, hour, minute } from './durations.ts'
/** When the clock changes each year, as a POSIX TZ string says it: `CET-1CEST,M3.5.0,M10.5.0/3`. */
export interface YearlyRule {
  readonly standardOffset: number
  readonly summer: { readonly offset: number; readonly starts: DayRule; readonly ends: DayRule } | undefined
}

/**
 * A day of the year and the local time on it, in milliseconds after midnight (which may be negative, or more than a
 * day).
 */
interface DayRule {
  readonly dayOf: (year: number) => number
  readonly time: number
}

const name = '(?:<[A-Za-z0-9+-]+>|[A-Za-z]{3,})'
const clock = '([+-]?\\d{1,3}(?::\\d{2}){0,2})'
const form = new RegExp(`^${name}${clock}(?:${name}${clock}?(?:,([^,]+),([^,]+))?)?$`)

/** RFC 9636 §3.3 allows the same extensions as here: times from -167 to 167 hours. */
export const parseYearlyRule = (text: string): YearlyRule => {
  const match = form.exec(text)
  if (!match) throw new Error(`Not a time zone rule: ${text}`)
  const [, standard = '', summer, starts, ends] = match
  const standardOffset = -milliseconds(standard)
  if (starts === undefined || ends === undefined) return { standardOffset, summer: undefined }
  const offset = summer === undefined ? standardOffset + hour : -milliseconds(summer)
  return { standardOffset, summer: { offset, starts: parseDay(starts), ends: parseDay(ends) } }
}

/**
 * The two changes of a year, each with the offset that holds from then on, in order. None where the clock never
 * changes.
 */
export const changesIn = (
  { standardOffset, summer }: YearlyRule,
  year: number,
): readonly { readonly at: number; readonly offset: number }[] => {
  if (!summer) return []
  const start = { at: summer.starts.dayOf(year) + summer.starts.time - standardOffset, offset: summer.offset }
  const end = { at: summer.ends.dayOf(year) + summer.ends.time - summer.offset, offset: standardOffset }
  return start.at < end.at ? [start, end] : [end, start]
}

const milliseconds = (text: string): number => {
  const sign = text.startsWith('-') ? -1 : 1
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number)
  return sign * (hours * hour + minutes * minute + seconds * 1000)
}

const parseDay = (text: string): DayRule => {
  const [date = '', time = '2'] = text.split('/')
  return { dayOf: parseDate(date), time: milliseconds(time) }
}

const parseDate = (text: string): DayRule['dayOf'] => {
  const weekday = /^M(\d{1,2})\.([1-5])\.([0-6])$/.exec(text)
  if (weekday) {
    const [month = 1, week = 1, dayOfWeek = 0] = weekday.slice(1).map(Number)
    return (year) => weekdayOf(year, month, week, dayOfWeek)
  }
  const julian = /^J(\d{1,3})$/.exec(text)
  // Jn never counts 29 February; n does.
  if (julian) return (year) => Date.UTC(year, 0, Number(julian[1])) + (isLeap(year) && Number(julian[1]) > 59 ? day : 0)
  if (/^\d{1,3}$/.test(text)) return (year) => Date.UTC(year, 0, 1) + Number(text) * day
  throw new Error(`Not a day of a time zone rule: ${text}`)
}

/** The second Sunday of March; week 5 is the last one. */
const weekdayOf = (year: number, month: number, week: number, dayOfWeek: number): number => {
  const first = Date.UTC(year, month - 1, 1)
  const firstMatch = first + ((dayOfWeek - new Date(first).getUTCDay() + 7) % 7) * day
  const wanted = firstMatch + (week - 1) * 7 * day
  return wanted < Date.UTC(year, month, 1) ? wanted : wanted - 7 * day
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
