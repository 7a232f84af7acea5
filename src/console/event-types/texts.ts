import type { SignedInVisit } from '#pages/visit.ts'
import { dateFormat, listFormat, numberFormat } from '#platform/language/formatters.ts'
import { counted } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type EventTypesTexts, eventTypesTexts } from '../../../languages/console/event-types.ts'
import type { Language } from '../../../languages/language.ts'

export const textsFor = ({ language }: Pick<SignedInVisit, 'language'>): EventTypesTexts =>
  inLocale(eventTypesTexts, language.locale)

const units = (locale: string, count: number, unit: 'day' | 'hour' | 'minute'): string =>
  numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** `2 days`, `4 hours`, `1 hour 30 minutes`. */
export const spanOf = (locale: string, minutes: number): string => {
  if (minutes >= 1440 && minutes % 1440 === 0) return units(locale, minutes / 1440, 'day')
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [
    ...(hours > 0 ? [units(locale, hours, 'hour')] : []),
    ...(rest > 0 || hours === 0 ? [units(locale, rest, 'minute')] : []),
  ].join(' ')
}

/** `15 minutes, 30 minutes or 1 hour`. */
export const lengthsOf = (locale: string, minutes: readonly number[]): string =>
  listFormat(locale, { type: 'disjunction' }).format(minutes.map((one) => spanOf(locale, one)))

export const daysOf = (locale: string, count: number): string => units(locale, count, 'day')

interface DateRange {
  readonly type: string
  readonly days: string
  readonly from: string
  readonly until: string
}

/** The date range: `60 days into the future`, `10 weekdays into the future`, `Dec 1, 2026 – Dec 12, 2026`. */
export const dateRangeOf = (
  texts: EventTypesTexts,
  language: Language,
  { type, days, from, until }: DateRange,
): string => {
  if (type === 'moving') return counted(language, Number(days), texts.daysAhead)
  if (type === 'available_moving') return counted(language, Number(days), texts.weekdaysAhead)
  if (type === 'unlimited') return texts.windowTypes.unlimited
  const day = (date: string): string =>
    dateFormat(language.locale, { dateStyle: 'medium' }).format(Date.parse(`${date}T00:00:00Z`))
  return `${day(from)} – ${day(until)}`
}
