import type { RefusedBooking } from '#booking-pages/booking/page-data.ts'
import { pageLanguageOf } from '#booking-pages/page-language.ts'
import { BookingRefused } from '#bookings/index.ts'
import { errorIn } from '#pages/errors.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { textsFor } from './texts.ts'

/** The texts of a booking page, to a host who fills it in for an invitee. */
export const languageForHosts = (visit: SignedInVisit): PageLanguage => {
  const language = pageLanguageOf(visit.language.locale)
  return { ...language, texts: { ...language.texts, ...textsFor(visit).bookingPage } }
}

/** Why an operation refused the form of a booking page. */
export const refusalOf = (visit: SignedInVisit, error: unknown): RefusedBooking => {
  const { takenKept, sameTime } = visit.language.pages
  if (error instanceof BookingRefused && error.refusal.kind !== 'closed')
    return { outcome: 'taken', message: error.refusal.kind === 'taken' ? takenKept : sameTime }
  return { outcome: 'wrong', errors: {}, message: errorIn(visit.language, error) }
}
