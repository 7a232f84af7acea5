import { type Locale, locales } from '#event-types/index.ts'
import { weighed } from '#http/accept.ts'
import { languageOf } from '../../languages/all.ts'

/** `de-CH, fr;q=0.8` → `['de-ch', 'fr']`, best first. */
const tagsIn = (header: string): string[] =>
  header
    .slice(0, 500)
    .split(',')
    .map(weighed)
    .filter(([tag, weight]) => tag !== '' && weight > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([tag]) => tag)

/**
 * What is asked for in the address, else the language that is set (for an event type, or by a member), else the
 * languages of the browser.
 */
export const localeFor = (
  asked: string | null,
  set: string | null | undefined,
  acceptLanguage: string | undefined,
): Locale => {
  const known = (tag: string): Locale | undefined => locales.find((locale) => locale === tag.split('-')[0])
  const wanted = known((asked ?? '').toLowerCase()) ?? known(set ?? '')
  if (wanted !== undefined) return wanted
  for (const tag of tagsIn(acceptLanguage ?? '')) {
    const locale = known(tag)
    if (locale !== undefined) return locale
  }
  return 'en'
}

/** English has 12-hour times in some regions, and 24-hour times in others. */
export const readsTwelveHours = (locale: string, acceptLanguage: string | undefined): boolean => {
  if (languageOf(locale).notation === '24h') return false
  const tag = tagsIn(acceptLanguage ?? '').find((one) => one.startsWith(locale))
  return !['en-gb', 'en-ie', 'en-za', 'en-nl', 'en-de', 'en-dk', 'en-se'].includes(tag ?? '')
}
