import { faultSaying } from '#calendars/index.ts'
import { complaintsIn } from '#pages/complaints.ts'
import type { Complaints } from '#pages/fields.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type CalendarsTexts, calendarsTexts } from '../../../languages/console/calendars.ts'

export const textsFor = ({ language }: Pick<SignedInVisit, 'language'>): CalendarsTexts =>
  inLocale(calendarsTexts, language.locale)

/** A sentence of a calendar service in the language of the page. */
export const faultIn = (texts: CalendarsTexts, message: string): string => {
  const fault = faultSaying(message)
  return fault === undefined ? message : texts.faults[fault]
}

/** What was refused, by field, as whole sentences. */
export const calendarComplaints = (visit: SignedInVisit, error: unknown): Complaints => {
  const texts = textsFor(visit)
  const sentences: Readonly<Record<string, string>> = {
    'is connected already': texts.known,
    'is not an address': texts.notAnAddress,
  }
  return Object.fromEntries(
    Object.entries(complaintsIn(visit.language, error)).map(([field, message]) => {
      if (message?.startsWith('there are')) return [field, texts.tooMany]
      return [field, sentences[message ?? ''] ?? faultIn(texts, message ?? '')]
    }),
  )
}

const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

/** `3 minutes ago`. */
export const agoIn = (locale: string, since: Date, now: Date): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000))
  const [unit, length] = units.find(([, of]) => minutes >= of) ?? ['minute', 1]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(minutes / length), unit)
}
