import { h } from 'preact'
import type { ClosedEntryPoint, ClosedReason } from '#bookings/index.ts'
import { NoticePage } from '../../web/booking/notice.tsx'
import type { Outcome, Speech } from '../../web/booking/page-data.ts'
import type { ShownBookingPage } from './document.ts'
import { canceledPage } from './own-booking.ts'
import type { BookingVisit } from './visit.ts'

/** What a booking page answers: a page, an address to go to, data for a script, or a file. */
export type BookingAnswer =
  | ShownBookingPage
  | { readonly to: string }
  | { readonly json: object; readonly status?: number }
  | { readonly file: string; readonly type: string; readonly name: string }

export type BookingPage = (visit: BookingVisit) => Promise<BookingAnswer>

/** `GET` shows and changes nothing, `POST` takes a form. */
export type BookingPageTable = Readonly<Record<`${'GET' | 'POST'} /${string}`, BookingPage>>

/** What was there and is no more is gone; what never was, or is not shown now, is not found. */
const statuses: Readonly<Record<ClosedReason, number>> = { unknown: 404, inactive: 404, used: 410, expired: 410, canceled: 410, over: 410 }

const wordsFor = ({ texts }: Speech, reason: ClosedReason): readonly [title: string, words: string] => {
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

/** Says plainly why nothing can be booked here. */
export const closedPage = async (visit: BookingVisit, speech: Speech, { reason, own, brand }: ClosedEntryPoint): Promise<BookingAnswer> => {
  const [title, words] = wordsFor(speech, reason)
  if (visit.wantsJson) {
    const outcome: Outcome = { outcome: 'refused', message: [title, words].filter(Boolean).join('. ') }
    return { json: outcome, status: statuses[reason] }
  }
  if (reason === 'canceled' && own) return { ...(await canceledPage(visit, speech, own)), brand, status: statuses[reason] }
  return { status: statuses[reason], title, speech, content: h(NoticePage, { title, words }), brand, isCapability: true }
}
