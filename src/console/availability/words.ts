import type { SignedInVisit } from '#pages/visit.ts'
import { dateFormat } from '#platform/language/formatters.ts'
import { type AvailabilityTexts, availabilityTexts } from '../../../languages/console/availability.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'

type Speaking = Pick<SignedInVisit, 'language'>

export const textsFor = ({ language }: Speaking): AvailabilityTexts => inLocale(availabilityTexts, language.locale)

const noon = 43_200_000

/** `Thu, Nov 19`, of a date as text. */
export const writeDate = (
  { language }: Speaking,
  date: string,
  parts: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' },
): string => dateFormat(language.locale, parts).format(Date.parse(`${date}T00:00:00Z`) + noon)

/** With the year, for dates that are far away. */
export const writeFarDate = (visit: Speaking, date: string): string => writeDate(visit, date, { month: 'short', day: 'numeric', year: 'numeric' })

/** `Monday`, Monday first. 16 November 2026 was one. */
export const dayNames = (visit: Speaking): string[] =>
  Array.from({ length: 7 }, (_, day) => {
    const name = writeDate(visit, `2026-11-${16 + day}`, { weekday: 'long' })
    return name.slice(0, 1).toLocaleUpperCase(visit.language.locale) + name.slice(1)
  })

/** `09:00 – 12:30`, in which no line ends: after a dash one may, also before a space that does not break, but for a word joiner. */
export const writeSpan = (from: string, to: string): string => `${from}\u00a0–\u2060\u00a0${to}`

/** `09:00 – 12:30, 13:30 – 17:00`; in a sentence with `and` before the last. */
export const writeIntervals = (intervals: readonly { readonly from: string; readonly to: string }[], and = ', '): string => {
  const written = intervals.map(({ from, to }) => writeSpan(from, to))
  return [written.slice(0, -1).join(', '), ...written.slice(-1)].filter(Boolean).join(and)
}
