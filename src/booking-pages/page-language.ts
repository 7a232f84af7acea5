import type { Locale } from '#event-types/index.ts'
import { localeFor } from '#pages/locale.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { languageOf } from '../../languages/all.ts'
import type { BookingVisit } from './visit.ts'

/** All texts of a page, in one language. */
export const pageLanguageOf = (locale: string): PageLanguage => {
  const { firstWeekday, date, month, firstDay, halves, minutes, hours } = languageOf(locale)
  return {
    locale,
    firstWeekday,
    date,
    month,
    ...(firstDay === undefined ? {} : { firstDay }),
    halves,
    minutes,
    hours,
    texts: languageOf(locale).pages,
  }
}

/** The language of a page. `set` is that of the event type, if it has one. */
export const languageFor = (
  { query, acceptLanguage }: Pick<BookingVisit, 'query' | 'acceptLanguage'>,
  set?: Locale | null,
): PageLanguage => pageLanguageOf(localeFor(query.get('locale'), set, acceptLanguage))
