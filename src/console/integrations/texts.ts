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

const conferenceWords = {
  wrong_credentials: 'access',
  revoked: 'access',
  revoked_in_testing: 'access',
  consent_expired: 'expired',
  consent_incomplete: 'permission',
  forbidden: 'permission',
  wrong_client: 'setUp',
  gone: 'unknown',
} as const

/** Why an account makes no conferences, with what to do. */
export const conferenceFaultIn = (visit: Pick<SignedInVisit, 'language'>, fault: string): string => {
  const { faults } = textsFor(visit).conferences
  return faults[Object.hasOwn(conferenceWords, fault) ? conferenceWords[fault as keyof typeof conferenceWords] : 'away']
}

/** What was refused about such an account. */
export const conferenceErrors = (visit: SignedInVisit, error: unknown): FieldErrors => {
  const errors = errorsIn(visit.language, error, {
    conference_fault: ({ fault }) => conferenceFaultIn(visit, String(fault)),
  })
  return { base: errors.base ?? Object.values(errors)[0] ?? '' }
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
