import type { Language, Notation } from '../../../languages/language.ts'
import { day, minute } from '../time/durations.ts'
import { findZone } from '../time/zones.ts'
import { dateFormat } from './formatters.ts'
import { cityOf } from './zone-city.ts'

// How a language writes days and times. What the clock on the wall shows is computed by our own zones; the runtime
// gives names, and is always asked as if everything were in UTC.

/** What the clock on the wall shows somewhere, as if that clock were in UTC. A zone that nobody knows is UTC. */
export const wallAt = (instant: Date, zone: string): Date =>
  new Date(findZone(zone)?.localAt(instant.getTime()) ?? instant.getTime())

/** `Monday, November 16, 2026`: of the day that a wall clock shows. */
export const writeDay = (language: Language, wall: Date): string => {
  const date = wall.getUTCDate()
  return filled(language.date, {
    weekday: namesOf(language).weekdays[wall.getUTCDay()] ?? '',
    day: date === 1 ? (language.firstDay ?? '1') : String(date),
    month: namesOf(language).monthsOfDays[wall.getUTCMonth()] ?? '',
    year: String(wall.getUTCFullYear()),
  })
}

/** `Mon Nov 16`: of the day that a wall clock shows. */
export const writeShortDay = (language: Language, wall: Date): string => {
  const { shortWeekdays, shortMonthsOfDays } = namesOf(language)
  return filled(language.shortDate, {
    weekday: shortWeekdays[wall.getUTCDay()] ?? '',
    day: String(wall.getUTCDate()),
    month: shortMonthsOfDays[wall.getUTCMonth()] ?? '',
  })
}

/** `9:30 am`, `09:30`: in the notation of the language, or in another. */
export const writeTime = (language: Language, wall: Date, notation: Notation = language.notation): string => {
  const hours = wall.getUTCHours()
  const minutes = String(wall.getUTCMinutes()).padStart(2, '0')
  if (notation === '24h') return `${String(hours).padStart(2, '0')}:${minutes}`
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${language.halves[hours < 12 ? 0 : 1]}`
}

/** `Monday, November 16, 2026, 9:30 am – 10:00 am`; with both days, if it ends on another. */
export const writeSpan = (
  language: Language,
  startsAt: Date,
  endsAt: Date,
  zone: string,
  notation?: Notation,
): string => {
  const start = wallAt(startsAt, zone)
  const end = wallAt(endsAt, zone)
  const isOneDay = Math.floor(start.getTime() / day) === Math.floor(end.getTime() / day)
  const until = isOneDay
    ? writeTime(language, end, notation)
    : `${writeDay(language, end)}, ${writeTime(language, end, notation)}`
  return `${writeDay(language, start)}, ${writeTime(language, start, notation)} – ${until}`
}

/** `9:30 am – 10:00 am`, where the day is known. */
export const writeTimes = (
  language: Language,
  startsAt: Date,
  endsAt: Date,
  zone: string,
  notation?: Notation,
): string =>
  `${writeTime(language, wallAt(startsAt, zone), notation)} – ${writeTime(language, wallAt(endsAt, zone), notation)}`

/** For a leaf of a calendar: `Nov`, `16`, `Mon`. */
export const writeLeaf = (
  language: Language,
  wall: Date,
): { readonly month: string; readonly day: string; readonly weekday: string } => ({
  month: namesOf(language).shortMonths[wall.getUTCMonth()] ?? '',
  day: String(wall.getUTCDate()),
  weekday: namesOf(language).shortWeekdays[wall.getUTCDay()] ?? '',
})

/** `Berlin (UTC+01:00)`: by its city and by what it is that day. */
export const writeZone = ({ locale }: Pick<Language, 'locale'>, zone: string, instant: Date): string => {
  const minutes = Math.round((findZone(zone)?.offsetAt(instant.getTime()) ?? 0) / minute)
  const size = Math.abs(minutes)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${cityOf(locale, zone)} (UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)})`
}

/** `Hello {name}` with the name. What is put in is never looked at again. */
export const filled = (pattern: string, values: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole))

interface Names {
  /** As they stand after a day, which in some languages is another form. */
  readonly monthsOfDays: readonly string[]
  readonly weekdays: readonly string[]
  readonly shortMonths: readonly string[]
  readonly shortMonthsOfDays: readonly string[]
  readonly shortWeekdays: readonly string[]
}

const withoutDot = (name: string): string => name.replace(/\.$/, '')

const known = new Map<string, Names>()

const namesOf = ({ locale }: Language): Names => {
  const found = known.get(locale)
  if (found) return found
  const part = (type: 'month' | 'weekday', options: Intl.DateTimeFormatOptions) => {
    const format = dateFormat(locale, options)
    return (at: number): string => format.formatToParts(at).find((piece) => piece.type === type)?.value ?? ''
  }
  const inYear = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15))
  // A Sunday, and those after it.
  const inWeek = Array.from({ length: 7 }, (_, weekday) => Date.UTC(2026, 10, 15 + weekday))
  const names: Names = {
    monthsOfDays: inYear.map(part('month', { month: 'long', day: 'numeric' })),
    weekdays: inWeek.map(part('weekday', { weekday: 'long' })),
    shortMonths: inYear.map(part('month', { month: 'short' })).map(withoutDot),
    shortMonthsOfDays: inYear.map(part('month', { month: 'short', day: 'numeric' })).map(withoutDot),
    shortWeekdays: inWeek.map(part('weekday', { weekday: 'short' })).map(withoutDot),
  }
  known.set(locale, names)
  return names
}
