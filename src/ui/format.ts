import type { ComponentChildren } from 'preact'
import type { Plural } from '../../languages/language.ts'
import type { PageLanguage } from './page-language.ts'

// Days and times are computed by the server. The runtime is used for names and plural categories alone, always in UTC.

/** `Hello {name}` with the name. Inserted values are not expanded again. */
export const filled = (pattern: string, values: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** The same with elements in the gaps. */
export const filledWith = (pattern: string, values: Readonly<Record<string, ComponentChildren>>): ComponentChildren =>
  pattern.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : values[part]))

/**
 * Memoizes what the runtime knows of a language: its `Intl` objects are slow to create, and a month has dozens of
 * dates. Bundles leave out those that a page does not use.
 */
/* @__NO_SIDE_EFFECTS__ */
const memoized = <Known>(ask: (locale: string) => Known) => {
  const answers = new Map<string, Known>()
  return (locale: string): Known => {
    const known = answers.get(locale) ?? ask(locale)
    answers.set(locale, known)
    return known
  }
}

const pluralRules = memoized((locale) => new Intl.PluralRules(locale))

const namesOf = memoized((locale) => {
  /** 15 November 2026 was a Sunday. */
  const inWeek = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 10, 15 + day))
  const inYear = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15))
  const names = (
    part: 'weekday' | 'month',
    options: Intl.DateTimeFormatOptions,
    moments: readonly number[],
  ): readonly string[] => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return moments.map((at) => format.formatToParts(at).find(({ type }) => type === part)?.value ?? '')
  }
  return {
    weekdays: names('weekday', { weekday: 'long' }, inWeek),
    shortWeekdays: names('weekday', { weekday: 'short' }, inWeek),
    months: names('month', { month: 'long' }, inYear),
    /** As they are written after a day, which in some languages is another form. */
    monthsOfDays: names('month', { month: 'long', day: 'numeric' }, inYear),
  }
})

export const counted = ({ locale }: Pick<PageLanguage, 'locale'>, count: number, plural: Plural): string => {
  const category = pluralRules(locale).select(count)
  const form = category === 'zero' || category === 'two' ? undefined : plural[category]
  return filled(form ?? plural.other, { count: String(count) })
}

/** `1 hour 30 minutes` */
export const writeDuration = (language: Pick<PageLanguage, 'locale' | 'hours' | 'minutes'>, minutes: number): string =>
  [
    ...(minutes >= 60 ? [counted(language, Math.floor(minutes / 60), language.hours)] : []),
    ...(minutes % 60 > 0 || minutes === 0 ? [counted(language, minutes % 60, language.minutes)] : []),
  ].join(' ')

export const dayNumber = (date: string): number => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return Date.UTC(year, month - 1, day) / 86_400_000
}

export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** 0 is Sunday; 1970 began on a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

const monthIn = (date: string): number => Number(date.slice(5, 7)) - 1

/** `Monday, November 16, 2026` */
export const writeDate = (language: PageLanguage, date: string): string => {
  const { weekdays, monthsOfDays } = namesOf(language.locale)
  const day = Number(date.slice(8))
  return filled(language.date, {
    weekday: weekdays[weekdayOf(dayNumber(date))] ?? '',
    day: day === 1 ? (language.firstDay ?? '1') : String(day),
    month: monthsOfDays[monthIn(date)] ?? '',
    year: date.slice(0, 4),
  })
}

export const writeWeekday = ({ locale }: PageLanguage, date: string): string =>
  namesOf(locale).weekdays[weekdayOf(dayNumber(date))] ?? ''

const daysOfMonths = memoized(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
)

/** `November 16` */
export const writeDayOfMonth = ({ locale }: PageLanguage, date: string): string =>
  daysOfMonths(locale).format(dayNumber(date) * 86_400_000)

/** `November 2026` */
export const writeMonth = (language: PageLanguage, month: string): string =>
  filled(language.month, { month: namesOf(language.locale).months[monthIn(month)] ?? '', year: month.slice(0, 4) })

/** `09:30`, or `9:30 am`. The end of a day is 24:00, or 12:00 am. */
export const writeClock = ({ halves }: Pick<PageLanguage, 'halves'>, clock: string, hour12: boolean): string => {
  if (!hour12) return clock
  const hours = Number(clock.slice(0, 2)) % 24
  return `${hours % 12 === 0 ? 12 : hours % 12}${clock.slice(2)} ${halves[hours < 12 ? 0 : 1]}`
}

/** The days of a week, from the language's first day. */
export const weekdays = ({
  locale,
  firstWeekday,
}: PageLanguage): readonly { readonly long: string; readonly short: string }[] => {
  const { weekdays: long, shortWeekdays: short } = namesOf(locale)
  return Array.from({ length: 7 }, (_, index) => (index + firstWeekday) % 7).map((day) => ({
    long: long[day] ?? '',
    short: short[day] ?? '',
  }))
}

/**
 * The days of a month in weeks; undefined where another month begins or ends. Always six, so that every month is as
 * high as the others.
 */
export const weeksOf = (
  { firstWeekday }: PageLanguage,
  month: string,
): readonly (readonly (string | undefined)[])[] => {
  const first = dayNumber(`${month}-01`)
  const days = dayNumber(`${nextMonth(month)}-01`) - first
  const before = weekdayOf(first - firstWeekday)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => {
      const day = week * 7 + index - before
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

/** `UTC+1`, `UTC+5:30` */
export const writeOffset = (offsetMinutes: number): string => {
  const minutes = Math.round(Math.abs(offsetMinutes))
  const rest = minutes % 60
  return `UTC${offsetMinutes < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** What the clocks of a zone show: `09:30`. */
export const clockAt = (now: number, offsetMinutes: number): string =>
  new Date(now + offsetMinutes * 60_000).toISOString().slice(11, 16)

/** `Europe/Lisbon` until the server has named it: `Lisbon`. */
export const lastPart = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
