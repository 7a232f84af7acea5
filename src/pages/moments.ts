import { dateFormat } from '#platform/language/formatters.ts'
import { wallAt, writeTime } from '#platform/language/moments.ts'
import type { Language } from '../../languages/language.ts'
import type { SignedInVisit } from './visit.ts'

/** `January 14, 2026, 9:12 am`, in their zone and as they like to read times, from an instant as the API writes it. */
export const minuteOf = (
  { language, session }: Pick<SignedInVisit, 'language' | 'session'>,
  timestamp: string,
): string => {
  const wall = wallAt(new Date(timestamp), session.timezone)
  return `${dayOf(language, wall.toISOString())}, ${writeTime(language, wall, session.timeNotation)}`
}

/** `January 14, 2026`. The runtime is asked for names alone, always in UTC. */
export const dayOf = ({ locale }: Pick<Language, 'locale'>, timestamp: string): string =>
  dateFormat(locale, { dateStyle: 'long' }).format(Date.parse(timestamp))
