import type { Plural } from '../../languages/language.ts'
import type { Speech } from './page-data.ts'

// Days and times are texts here, computed by the server: the runtime is asked for names and plural categories alone, and
// always as if everything were in UTC.

/** `Hello {name}` with the name. What is put in is never looked at again. */
export const filled = (pattern: string, values: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** To make one of these takes as long as to use it a thousand times, and a month needs dozens. There are few, so they are kept. */
const kept = <Made>(make: (locale: string, options: Intl.DateTimeFormatOptions) => Made) => {
  const made = new Map<string, Made>()
  return (locale: string, options: Intl.DateTimeFormatOptions = {}): Made => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = made.get(key) ?? make(locale, options)
    made.set(key, known)
    return known
  }
}

const pluralRules = kept((locale) => new Intl.PluralRules(locale))
const dateFormat = kept((locale, options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

export const counted = ({ locale }: Speech, count: number, plural: Plural): string => {
  const category = pluralRules(locale).select(count)
  const form = category === 'zero' || category === 'two' ? undefined : plural[category]
  return filled(form ?? plural.other, { count: String(count) })
}

/** `1 hour 30 minutes` */
export const lasting = (speech: Speech, minutes: number): string =>
  [
    ...(minutes >= 60 ? [counted(speech, Math.floor(minutes / 60), speech.hours)] : []),
    ...(minutes % 60 > 0 || minutes === 0 ? [counted(speech, minutes % 60, speech.minutes)] : []),
  ].join(' ')

const named = ({ locale }: Speech, at: number, part: 'weekday' | 'month', options: Intl.DateTimeFormatOptions): string =>
  dateFormat(locale, options)
    .formatToParts(at)
    .find(({ type }) => type === part)?.value ?? ''

export const dayNumber = (date: string): number => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return Date.UTC(year, month - 1, day) / 86_400_000
}

export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** `Monday, November 16, 2026` */
export const writeDate = (speech: Speech, date: string): string => {
  const at = dayNumber(date) * 86_400_000
  const day = Number(date.slice(8))
  return filled(speech.date, {
    weekday: named(speech, at, 'weekday', { weekday: 'long' }),
    day: day === 1 ? (speech.firstDay ?? '1') : String(day),
    month: named(speech, at, 'month', { month: 'long', day: 'numeric' }),
    year: date.slice(0, 4),
  })
}

/** `November 2026` */
export const writeMonth = (speech: Speech, month: string): string =>
  filled(speech.month, { month: named(speech, dayNumber(`${month}-15`) * 86_400_000, 'month', { month: 'long' }), year: month.slice(0, 4) })

/** `09:30`, or `9:30 am` */
export const writeClock = ({ halves }: Speech, clock: string, hour12: boolean): string => {
  if (!hour12) return clock
  const hours = Number(clock.slice(0, 2))
  return `${hours % 12 === 0 ? 12 : hours % 12}${clock.slice(2)} ${halves[hours < 12 ? 0 : 1]}`
}

/** The days of a week as the language begins it; 15 November 2026 was a Sunday. */
export const weekdays = (speech: Speech): readonly { readonly long: string; readonly short: string }[] =>
  Array.from({ length: 7 }, (_, place) => {
    const at = Date.UTC(2026, 10, 15 + ((place + speech.firstWeekday) % 7))
    return { long: named(speech, at, 'weekday', { weekday: 'long' }), short: named(speech, at, 'weekday', { weekday: 'short' }) }
  })

/** The days of a month in weeks; undefined where another month begins or ends. */
export const weeksOf = ({ firstWeekday }: Speech, month: string): readonly (readonly (string | undefined)[])[] => {
  const first = dayNumber(`${month}-01`)
  const days = dayNumber(`${nextMonth(month)}-01`) - first
  // 1970 began on a Thursday.
  const before = (((first + 4 - firstWeekday) % 7) + 7) % 7
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => {
      const day = week * 7 + place - before
      return day >= 0 && day < days ? dateOf(first + day) : undefined
    }),
  )
}

const moved = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

export const nextMonth = (month: string): string => moved(month, 1)
export const previousMonth = (month: string): string => moved(month, -1)

/** `Europe/Lisbon` as people read it. */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ' / ')
