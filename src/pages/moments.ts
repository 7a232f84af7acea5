import { dateFormat } from '#platform/language/formatters.ts'
import type { Language } from '../../languages/language.ts'

/** `January 14, 2026, 09:12 UTC`, from an instant as the API writes it. */
export const minuteOf = (language: Pick<Language, 'locale'>, timestamp: string): string => `${dayOf(language, timestamp)}, ${timestamp.slice(11, 16)} UTC`

/** `January 14, 2026`. The runtime is asked for names alone, always in UTC. */
export const dayOf = ({ locale }: Pick<Language, 'locale'>, timestamp: string): string =>
  dateFormat(locale, { dateStyle: 'long' }).format(Date.parse(timestamp))
