import { errorsIn } from '#pages/errors.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type CalendarsTexts, calendarsTexts } from '../../../languages/console/calendars.ts'

export const textsFor = ({ language }: Pick<SignedInVisit, 'language'>): CalendarsTexts =>
  inLocale(calendarsTexts, language.locale)

/** What was refused, by field, as whole sentences. */
export const calendarErrors = (visit: SignedInVisit, error: unknown): FieldErrors => {
  const texts = textsFor(visit)
  return errorsIn(visit.language, error, {
    connected_already: texts.known,
    not_an_address: texts.notAnAddress,
    too_many_connections: texts.tooMany,
    calendar_fault: ({ fault }) => texts.faults[fault as keyof typeof texts.faults],
  })
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
