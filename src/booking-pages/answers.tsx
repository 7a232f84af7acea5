import type { ClosedEntryPoint, ClosedReason } from '#bookings/index.ts'
import { findProfile } from '#organizations/index.ts'
import { filled } from '#ui/format.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import type { PageTexts } from '../../languages/page-texts.ts'
import { NoticePage } from './booking/notice.tsx'
import type { BookingResponse } from './booking/page-data.ts'
import type { ShownBookingPage } from './document.tsx'
import { canceledPage } from './own-booking.ts'
import { appearanceQuery } from './query-parameters.ts'
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
const notices: Readonly<
  Record<ClosedReason, (texts: PageTexts) => readonly [status: number, title: string, words: string]>
> = {
  unknown: (texts) => [404, texts.notFoundTitle, texts.notFound],
  inactive: (texts) => [404, texts.inactiveTitle, texts.inactive],
  unpayable: (texts) => [404, texts.unpayableTitle, texts.unpayable],
  used: (texts) => [410, texts.usedTitle, texts.used],
  expired: (texts) => [410, texts.expiredTitle, texts.expired],
  canceled: (texts) => [410, texts.canceled, ''],
  over: (texts) => [410, texts.overTitle, texts.over],
}

/** Says why nothing can be booked here, and leads to the page of the host, which everybody may see. */
export const closedPage = async (
  visit: BookingVisit,
  language: PageLanguage,
  { reason, own, brand, hostSlug }: ClosedEntryPoint,
): Promise<BookingAnswer> => {
  const [status, title, text] = notices[reason](language.texts)
  if (visit.wantsJson) {
    const outcome: BookingResponse = { outcome: 'refused', message: [title, text].filter(Boolean).join('. ') }
    return { json: outcome, status }
  }
  if (reason === 'canceled' && own) return { ...(await canceledPage(visit, language, own)), brand, status }
  const host = hostSlug && (await findProfile(visit.context.database.reader, hostSlug))
  const address = `/${hostSlug}${appearanceQuery(visit.query)}`
  const content = (
    <NoticePage title={title} text={text}>
      {host && (
        <p>
          <a href={address}>{filled(language.texts.otherTypes, { name: host.name })}</a>
        </p>
      )}
    </NoticePage>
  )
  return { status, title, language, content, brand, isCapability: true }
}
