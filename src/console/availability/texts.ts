import type { SignedInVisit } from '#pages/visit.ts'
import { dateFormat } from '#platform/language/formatters.ts'
import { writeClock } from '#ui/format.ts'
import { type AvailabilityTexts, availabilityTexts } from '../../../languages/console/availability.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type ClockNotation, sentenceWith } from './clock-time.ts'
import { type Weekday, weekdayNames } from './week.ts'

type Speaking = Pick<SignedInVisit, 'language'>
type TextPreferences = Pick<SignedInVisit, 'language' | 'session'>

export const textsFor = ({ language }: Speaking): AvailabilityTexts => inLocale(availabilityTexts, language.locale)

const noon = 43_200_000

/** `Thu, Nov 19`, of a date as text. */
export const writeDate = (
  { language }: Speaking,
  date: string,
  parts: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' },
): string => dateFormat(language.locale, parts).format(Date.parse(`${date}T00:00:00Z`) + noon)

/** With the year, for dates that are far away. */
export const writeFarDate = (visit: Speaking, date: string): string =>
  writeDate(visit, date, { month: 'short', day: 'numeric', year: 'numeric' })

/** The days of a week, as the language begins it. */
export const daysOf = ({ language }: Speaking): Weekday[] =>
  weekdayNames.map((_, index) => weekdayNames[(index + language.firstWeekday + 6) % 7] ?? 'monday')

/** `Monday`; 16 November 2026 was one. */
export const dayName = (visit: Speaking, day: Weekday): string => {
  const name = writeDate(visit, `2026-11-${16 + weekdayNames.indexOf(day)}`, { weekday: 'long' })
  return name.slice(0, 1).toLocaleUpperCase(visit.language.locale) + name.slice(1)
}

export const clockOf = ({ language, session }: TextPreferences): ClockNotation => ({
  hour12: session.timeNotation === '12h',
  halves: language.halves,
})

/** `09:30` or `9:30 am`, of `09:30`. */
export const writeTime = (visit: TextPreferences, time: string): string =>
  writeClock(visit.language, time, visit.session.timeNotation === '12h')

/** What the editor of the hours says, with times as they are read here. */
export const hoursTexts = (visit: TextPreferences): AvailabilityTexts['hours'] => {
  const { hours } = textsFor(visit)
  return { ...hours, badTime: sentenceWith(hours.badTime, { time: writeTime(visit, '09:30') }) }
}

/**
 * `09:00 – 12:30`, in which no line ends: after a dash one may, also before a space that does not break, but for a word
 * joiner.
 */
export const writeSpan = (visit: TextPreferences, from: string, to: string): string => {
  const [start = '', end = ''] = [from, to].map((time) => writeTime(visit, time).replaceAll(' ', '\u00a0'))
  return `${start}\u00a0–\u2060\u00a0${end}`
}

/** `09:00 – 12:30, 13:30 – 17:00`; in a sentence with `and` before the last. */
export const writeIntervals = (
  visit: TextPreferences,
  intervals: readonly { readonly from: string; readonly to: string }[],
  and = ', ',
): string => {
  const written = intervals.map(({ from, to }) => writeSpan(visit, from, to))
  return [written.slice(0, -1).join(', '), ...written.slice(-1)].filter(Boolean).join(and)
}
