import { h } from 'preact'
import { Booking } from '#booking-pages/booking/booking.tsx'
import { bookingData, minutesIn, type SentForm } from '#booking-pages/booking-data.ts'
import { valuesFrom } from '#booking-pages/booking-form.ts'
import { monthIn } from '#booking-pages/open-times-data.ts'
import { languageFor } from '#booking-pages/page-language.ts'
import { visitorQuery } from '#booking-pages/query-parameters.ts'
import { startIn } from '#booking-pages/type-pages.ts'
import type { BookingVisit } from '#booking-pages/visit.ts'
import { findSwitchedOff, type VisitorBookable, withDuration } from '#bookings/index.ts'
import { missing } from '#contract/problem.ts'
import { idOf } from '#contract/wire.ts'
import { splitTarget } from '#http/query.ts'
import type { PageAnswer, SignedInVisit } from '#pages/visit.ts'
import { type ConsolePage, consolePage } from '../console-page.ts'
import { setupOf } from './editor.ts'
import { textsFor } from './texts.ts'

/** By whoever is signed in. What the form of the page sends comes to the console, whose token it needs. */
const asVisitor = (visit: SignedInVisit): BookingVisit => ({
  ...visit,
  path: splitTarget(visit.target).path,
  query: visitorQuery({ url: visit.target }),
  acceptLanguage: visit.language.locale,
  newToken: () => visit.formToken,
})

/**
 * A type that is switched off, for those who may change it. Its own address knows no sessions, and says to everybody
 * that it cannot be booked now. One that is on leads there.
 */
const switchedOff = (page: (visit: SignedInVisit, bookable: VisitorBookable) => Promise<PageAnswer<ConsolePage>>) =>
  consolePage(async (visit) => {
    const { event_type: type, may_change } = await setupOf(visit)
    if (!may_change) throw missing()
    const bookable = type.active
      ? undefined
      : await findSwitchedOff(visit.context.database.reader, visit.session.organizationId, idOf(type))
    return bookable ? page(visit, bookable) : { to: type.scheduling_url }
  })

const show = async (visit: SignedInVisit, bookable: VisitorBookable, sent: SentForm = {}): Promise<ConsolePage> => {
  const { eventType, hosts, brand } = bookable
  const visitor = asVisitor(visit)
  const language = languageFor(visitor, eventType.locale)
  const data = await bookingData(
    visitor,
    language,
    { kind: 'type', user: eventType.owner.slug, type: eventType.slug },
    bookable,
    sent,
  )
  const path = `/app/types/${eventType.id}/preview`
  const booking = { ...data, eventType: { ...data.eventType, path, months: `${path}/months/` } }
  return {
    title: eventType.name,
    ...(visit.isPost ? { status: 400 } : {}),
    screen: 'event-types',
    content: h(Booking, { data: booking }),
    asForGuests: {
      language,
      brand,
      data: { booking },
      pictures: hosts.map(({ avatarUrl }) => avatarUrl),
      isSameOriginOnly: true,
      note: textsFor(visit).onlyPreview,
    },
  }
}

/** Nothing is booked, whatever was sent. */
const refuse = async (visit: SignedInVisit, bookable: VisitorBookable): Promise<PageAnswer<ConsolePage>> => {
  const message = textsFor(visit).onlyPreview
  if (visit.wantsJson) return { json: { outcome: 'refused', message }, status: 400 }
  return show(visit, bookable, { start: startIn(visit), values: valuesFrom(visit.form), message, keepsForm: true })
}

export const previewPages = {
  'GET /app/types/:id/preview': switchedOff((visit, bookable) => show(visit, bookable)),
  'GET /app/types/:id/preview/:start': switchedOff((visit, bookable) =>
    show(visit, bookable, { start: startIn(visit) }),
  ),
  'POST /app/types/:id/preview/:start': switchedOff(refuse),
  'GET /app/types/:id/preview/months/:month': switchedOff((visit, bookable) =>
    monthIn(asVisitor(visit), async () => withDuration(bookable, minutesIn(visit.query))),
  ),
}
