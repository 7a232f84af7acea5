import { type Locale, locales } from '#event-types/index.ts'
import { weighed } from '#http/accept.ts'
import { languageOf } from '../../languages/all.ts'
import type { PageLanguage } from '../../web/booking/page-data.ts'
import type { BookingVisit } from './visit.ts'

/** All texts of a page, in one language. */
export const pageLanguageOf = (locale: string): PageLanguage => {
  const { firstWeekday, date, month, firstDay, halves, minutes, hours } = languageOf(locale)
  return { locale, firstWeekday, date, month, ...(firstDay === undefined ? {} : { firstDay }), halves, minutes, hours, texts: languageOf(locale).pages }
}

/** `de-CH, fr;q=0.8` → `['de-ch', 'fr']`, best first. */
const tagsIn = (header: string): string[] =>
  header
    .slice(0, 500)
    .split(',')
    .map(weighed)
    .filter(([tag, weight]) => tag !== '' && weight > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([tag]) => tag)

/** What the visitor has chosen, else the language that is set for the type, else the languages of the browser. */
export const localeFor = (asked: string | null, set: Locale | null | undefined, acceptLanguage: string | undefined): Locale => {
  const known = (tag: string): Locale | undefined => locales.find((locale) => locale === tag.split('-')[0])
  const wanted = asked === null ? undefined : known(asked.toLowerCase())
  if (wanted !== undefined) return wanted
  if (set) return set
  for (const tag of tagsIn(acceptLanguage ?? '')) {
    const locale = known(tag)
    if (locale !== undefined) return locale
  }
  return 'en'
}

/** The language of a page. `set` is that of the event type, if it has one. */
export const languageFor = ({ query, acceptLanguage }: Pick<BookingVisit, 'query' | 'acceptLanguage'>, set?: Locale | null): PageLanguage =>
  pageLanguageOf(localeFor(query.get('locale'), set, acceptLanguage))

/** English has 12-hour times in some regions, and 24-hour times in others. */
export const readsTwelveHours = (locale: string, acceptLanguage: string | undefined): boolean => {
  if (languageOf(locale).notation === '24h') return false
  const tag = tagsIn(acceptLanguage ?? '').find((one) => one.startsWith(locale))
  return !['en-gb', 'en-ie', 'en-za', 'en-nl', 'en-de', 'en-dk', 'en-se'].includes(tag ?? '')
}
