import { h } from 'preact'
import type { ClosedEntryPoint, ClosedReason } from '#bookings/index.ts'
import { NoticePage } from '../../web/booking/notice.tsx'
import type { BookingResponse, PageLanguage } from '../../web/booking/page-data.ts'
import type { ShownBookingPage } from './document.ts'
import { canceledPage } from './own-booking.ts'
import type { BookingVisit } from './visit.ts'

/** The answer of a booking page: a page, a redirect, data for a script, or a file. */
export type BookingAnswer =
  | ShownBookingPage
  | { readonly to: string }
  | { readonly json: object; readonly status?: number }
  | { readonly file: string; readonly type: string; readonly name: string }

export type BookingPageHandler = (visit: BookingVisit) => Promise<BookingAnswer>

/** `GET` shows and changes nothing, `POST` takes a form. */
export type BookingPageTable = Readonly<Record<`${'GET' | 'POST'} /${string}`, BookingPageHandler>>

/** 410 for what existed and is no more; 404 for what never existed, or is not shown now. */
const statuses: Readonly<Record<ClosedReason, number>> = { unknown: 404, inactive: 404, used: 410, expired: 410, canceled: 410, over: 410 }

const wordsFor = ({ texts }: PageLanguage, reason: ClosedReason): readonly [title: string, words: string] => {
  switch (reason) {
    case 'unknown':
      return [texts.notFoundTitle, texts.notFound]
    case 'inactive':
      return [texts.inactiveTitle, texts.inactive]
    case 'used':
      return [texts.usedTitle, texts.used]
    case 'expired':
      return [texts.expiredTitle, texts.expired]
    case 'canceled':
      return [texts.canceled, '']
    case 'over':
      return [texts.overTitle, texts.over]
  }
}

/** Says why nothing can be booked here. */
export const closedPage = async (visit: BookingVisit, language: PageLanguage, { reason, own, brand }: ClosedEntryPoint): Promise<BookingAnswer> => {
  const [title, words] = wordsFor(language, reason)
  if (visit.wantsJson) {
    const outcome: BookingResponse = { outcome: 'refused', message: [title, words].filter(Boolean).join('. ') }
    return { json: outcome, status: statuses[reason] }
  }
  if (reason === 'canceled' && own) return { ...(await canceledPage(visit, language, own)), brand, status: statuses[reason] }
  return { status: statuses[reason], title, language, content: h(NoticePage, { title, words }), brand, isCapability: true }
}
