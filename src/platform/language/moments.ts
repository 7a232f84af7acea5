import { findZone } from '../time/zones.ts'
import type { Language, Notation, Plural } from './language.ts'

// How a language writes days and times. What the clock on the wall shows is computed by our own zones; the runtime gives
// names and plural categories, and is always asked as if everything were in UTC.

const minute = 60_000
const day = 1440 * minute

/** What the clock on the wall shows somewhere, as if that clock were in UTC. A zone that nobody knows is UTC. */
export const wallAt = (instant: Date, zone: string): Date => new Date(findZone(zone)?.localAt(instant.getTime()) ?? instant.getTime())

/** `Monday, November 16, 2026`: of the day that a wall clock shows. */
export const writeDay = (language: Language, wall: Date): string => {
  const date = wall.getUTCDate()
  return filled(language.date, {
    weekday: weekdayName(language, wall.getUTCDay(), 'long'),
    day: date === 1 ? (language.firstDay ?? '1') : String(date),
    month: namesOf(language).monthsOfDays[wall.getUTCMonth()] ?? '',
    year: String(wall.getUTCFullYear()),
  })
}

/** `November 2026`; months from 0. */
export const writeMonth = (language: Language, year: number, month: number): string =>
  filled(language.month, { month: namesOf(language).months[month] ?? '', year: String(year) })

/** `9:30 am`, `09:30`: in the notation of the language, or in another. */
export const writeTime = (language: Language, wall: Date, notation: Notation = language.notation): string => {
  const hours = wall.getUTCHours()
  const minutes = String(wall.getUTCMinutes()).padStart(2, '0')
  if (notation === '24h') return `${String(hours).padStart(2, '0')}:${minutes}`
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${language.halves[hours < 12 ? 0 : 1]}`
}

/** `Monday, November 16, 2026, 9:30 am – 10:00 am`; with both days, if it ends on another. */
export const writeSpan = (language: Language, startsAt: Date, endsAt: Date, zone: string, notation?: Notation): string => {
  const start = wallAt(startsAt, zone)
  const end = wallAt(endsAt, zone)
  const isOneDay = Math.floor(start.getTime() / day) === Math.floor(end.getTime() / day)
  const until = isOneDay ? writeTime(language, end, notation) : `${writeDay(language, end)}, ${writeTime(language, end, notation)}`
  return `${writeDay(language, start)}, ${writeTime(language, start, notation)} – ${until}`
}

/** `Europe/Berlin (UTC+01:00)`: by its name and by what it is that day. */
export const writeZone = (zone: string, instant: Date): string => {
  const minutes = Math.round((findZone(zone)?.offsetAt(instant.getTime()) ?? 0) / minute)
  const size = Math.abs(minutes)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${zone.replaceAll('_', ' ')} (UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)})`
}

/** `30 minutes`, `1 hour`, `1 hour 30 minutes`, `1 day`. */
export const writeDuration = (language: Language, minutes: number): string => {
  const parts: string[] = []
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const rest = minutes % 60
  if (days > 0) parts.push(writeCount(language, days, language.days))
  if (hours > 0) parts.push(writeCount(language, hours, language.hours))
  if (rest > 0 || parts.length === 0) parts.push(writeCount(language, rest, language.minutes))
  return parts.join(' ')
}

/** `3 guests`, in the form that the language has for so many. */
export const writeCount = (language: Language, count: number, plural: Plural): string => {
  const category = namesOf(language).plurals.select(count)
  const form = category === 'zero' || category === 'two' ? undefined : plural[category]
  return filled(form ?? plural.other, { count: String(count) })
}

/** Of a day of the week, 0 for Sunday. */
export const weekdayName = (language: Language, weekday: number, length: 'long' | 'short'): string => namesOf(language)[length][weekday] ?? ''

/** In the order in which the language writes a week, each with its number. */
export const weekOf = (language: Language): readonly { readonly weekday: number; readonly long: string; readonly short: string }[] =>
  Array.from({ length: 7 }, (_, place) => {
    const weekday = (place + language.firstWeekday) % 7
    return { weekday, long: weekdayName(language, weekday, 'long'), short: weekdayName(language, weekday, 'short') }
  })

/** `Hello {name}` with the name. What is put in is never looked at again. */
export const filled = (pattern: string, values: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole))

interface Names {
  readonly months: readonly string[]
  /** As they stand after a day, which in some languages is another form. */
  readonly monthsOfDays: readonly string[]
  readonly long: readonly string[]
  readonly short: readonly string[]
  readonly plurals: Intl.PluralRules
}

const known = new Map<string, Names>()

const namesOf = ({ locale }: Language): Names => {
  const found = known.get(locale)
  if (found) return found
  const part = (type: 'month' | 'weekday', options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (at: number): string => format.formatToParts(at).find((piece) => piece.type === type)?.value ?? ''
  }
  const inYear = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15))
  // A Sunday, and those after it.
  const inWeek = Array.from({ length: 7 }, (_, weekday) => Date.UTC(2026, 10, 15 + weekday))
  const names: Names = {
    months: inYear.map(part('month', { month: 'long' })),
    monthsOfDays: inYear.map(part('month', { month: 'long', day: 'numeric' })),
    long: inWeek.map(part('weekday', { weekday: 'long' })),
    short: inWeek.map(part('weekday', { weekday: 'short' })),
    plurals: new Intl.PluralRules(locale),
  }
  known.set(locale, names)
  return names
}
