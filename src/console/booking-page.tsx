import { Booking } from '#booking-pages/booking/booking.tsx'
import type { BookingResponse, PublicEventType, RefusedBooking } from '#booking-pages/booking/page-data.ts'
import { bookingData, minutesIn, type SentForm } from '#booking-pages/booking-data.ts'
import { valuesFrom } from '#booking-pages/booking-form.ts'
import { monthIn } from '#booking-pages/open-times-data.ts'
import { visitorQuery } from '#booking-pages/query-parameters.ts'
import { startIn } from '#booking-pages/type-pages.ts'
import type { BookingVisit } from '#booking-pages/visit.ts'
import { type EntryPoint, type VisitorBookable, withDuration } from '#bookings/index.ts'
import { missing } from '#contract/problem.ts'
import { splitTarget } from '#http/query.ts'
import type { PageAnswer, PageTable, SignedInVisit } from '#pages/visit.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { type ConsolePage, consolePage } from './console-page.ts'

/** By whoever is signed in. What the form of the page sends comes to the console, whose token it needs. */
export const asVisitor = (visit: SignedInVisit): BookingVisit => ({
  ...visit,
  path: splitTarget(visit.target).path,
  query: visitorQuery({ url: visit.target }),
  acceptLanguage: visit.language.locale,
  // Limits are for visitors, and this one is signed in.
  fullness: () => Promise.resolve(0),
  newToken: () => visit.formToken,
})

/** A booking page in the console. */
export interface MemberBookingPage {
  readonly bookable: VisitorBookable
  readonly entryPoint: EntryPoint
  readonly language: PageLanguage
  /** Its own address. Months and the form are below it. */
  readonly path: string
  readonly screen: ConsolePage['screen']
  /** A line above it. */
  readonly note: preact.ComponentChildren
  /** The signed-in user chooses on their own clock; otherwise the page is as visitors see it. */
  readonly clock?: Pick<SignedInVisit['session'], 'timezone' | 'timeNotation'>
  readonly eventType?: Partial<PublicEventType>
}

/** A booking with where it leads; otherwise why the form was refused. */
export type MemberBookingOutcome =
  | Omit<Extract<BookingResponse, { outcome: 'booked' }>, 'outcome' | 'redirect'>
  | { readonly refused: RefusedBooking }

interface MemberBooking {
  /** The page, or where to go instead. */
  find(visit: SignedInVisit): Promise<MemberBookingPage | { readonly to: string }>
  take(visit: SignedInVisit, page: MemberBookingPage, start: Date): Promise<MemberBookingOutcome>
}

const shown = async (
  visit: SignedInVisit,
  { bookable, entryPoint, language, path, screen, note, clock, eventType }: MemberBookingPage,
  sent: SentForm = {},
): Promise<ConsolePage> => {
  const visitor = asVisitor(visit)
  if (clock && !visitor.query.has('timezone')) visitor.query.set('timezone', clock.timezone)
  const data = await bookingData(visitor, language, entryPoint, bookable, sent)
  const booking = {
    ...data,
    ...(clock ? { hour12: clock.timeNotation === '12h' } : {}),
    eventType: { ...data.eventType, ...eventType, path, months: `${path}/months/`, monthsQuery: {} },
  }
  return {
    title: booking.eventType.name,
    ...(visit.isPost ? { status: 400 } : {}),
    screen,
    content: <Booking data={booking} />,
    asForGuests: {
      language,
      brand: bookable.brand,
      data: { booking },
      pictures: bookable.hosts.map(({ avatarUrl }) => avatarUrl),
      isSameOriginOnly: true,
      note,
    },
  }
}

/** To a script as data, to a browser as a page. */
const answered = async (
  visit: SignedInVisit,
  page: MemberBookingPage,
  outcome: MemberBookingOutcome,
): Promise<PageAnswer<ConsolePage>> => {
  if (!('refused' in outcome)) {
    const { to } = outcome
    return visit.wantsJson ? { json: { outcome: 'booked', redirect: null, ...outcome }, status: 201 } : { to }
  }
  const { refused } = outcome
  if (visit.wantsJson) return { json: refused, status: 400 }
  return shown(visit, page, {
    ...{ start: startIn(visit), values: valuesFrom(visit.form), keepsForm: true, message: refused.message },
    ...('errors' in refused ? { errors: refused.errors } : {}),
  })
}

/** The addresses of a booking page in the console. */
export const bookingPages = <Path extends string>(path: `/${Path}`, { find, take }: MemberBooking) => {
  const on = (answer: (visit: SignedInVisit, page: MemberBookingPage) => Promise<PageAnswer<ConsolePage>>) =>
    consolePage(async (visit) => {
      const page = await find(visit)
      if (!('to' in page)) return answer(visit, page)
      if (visit.wantsJson) throw missing()
      return page
    })
  return {
    [`GET ${path}`]: on((visit, page) => shown(visit, page)),
    [`GET ${path}/:start`]: on((visit, page) => shown(visit, page, { start: startIn(visit) })),
    [`POST ${path}/:start`]: on(async (visit, page) => answered(visit, page, await take(visit, page, startIn(visit)))),
    [`GET ${path}/months/:month`]: on((visit, { bookable }) =>
      monthIn(asVisitor(visit), async () => withDuration(bookable, minutesIn(visit.query))),
    ),
  } as PageTable<ConsolePage>
}
