import { h } from 'preact'
import type { z } from 'zod'
import {
  bookEventType,
  bookThroughLink,
  findBookingByToken,
  findBookingOfForm,
  type InviteeResource,
  inviteeToken,
  moveOwnBooking,
  type OwnBooking,
  toInviteeResource,
} from '#bookings/index.ts'
import { invalidArgument, missing, Problem } from '#contract/problem.ts'
import type { Locale } from '#event-types/index.ts'
import { performOpen } from '#execution/perform.ts'
import { readInstant, writeSecond } from '#platform/time/instant.ts'
import { isZoneName } from '#platform/time/zones.ts'
import { Booking } from '../../../web/booking/booking.tsx'
import type { Outcome, Speech } from '../../../web/booking/page-data.ts'
import { countVisitorWrite } from '../visitor-caps.ts'
import { redirectAfter } from './after-booking.ts'
import { type BookingAnswer, type BookingPageTable, closedPage } from './answers.ts'
import { bookingData, keptMonths, lastingAs, purposeOf } from './booking-data.ts'
import { readBookingForm, valuesFrom } from './booking-form.ts'
import { looksIn } from './carried.ts'
import { inviteeIdFrom, nonceOf } from './form-token.ts'
import { type Closed, type Found, findOffered, type Offered, openTimes, type Way } from './offered.ts'
import { confirmationPath } from './own-booking.ts'
import { localeFor, speechOf } from './speech.ts'
import type { BookingVisit } from './visit.ts'

const speechFor = ({ query, acceptLanguage }: BookingVisit, set: Locale | null | undefined): Speech =>
  speechOf(localeFor(query.get('locale'), set, acceptLanguage))

/** Days and times; and the form, if the address says when. */
const show = async (visit: BookingVisit, way: Way, start?: Date): Promise<BookingAnswer> => {
  const found = await findOffered(visit.ground, way, visit.now)
  if ('closed' in found) return closedPage(visit, speechFor(visit, found.locale), found)
  return bookingPage(visit, speechFor(visit, found.offered.eventType.locale), way, found.offered, start ? { start } : {})
}

const bookingPage = async (
  visit: BookingVisit,
  speech: Speech,
  way: Way,
  offered: Offered,
  sent: Parameters<typeof bookingData>[4] & { readonly status?: number },
): Promise<BookingAnswer> => {
  const booking = await bookingData(visit, speech, way, offered, sent)
  const { eventType, hosts, brand } = offered
  return {
    status: sent.status ?? 200,
    title: `${eventType.name} · ${hosts.map(({ name }) => name).join(', ')}`,
    speech,
    content: h(Booking, { data: booking }),
    brand,
    data: { booking, viewed: way.kind === 'move' ? null : 'event_type_viewed' },
    pictures: hosts.map(({ avatarUrl }) => avatarUrl),
    isCapability: way.kind !== 'type',
    ...(eventType.redirectUrl === null ? {} : { formTargets: [eventType.redirectUrl] }),
  }
}

/** Books what was chosen, or says why not; to a script, or as a page. */
const book = async (visit: BookingVisit, way: Way, start: Date): Promise<BookingAnswer> => {
  const { ground, form, now, query } = visit
  const nonce = nonceOf(ground.codes, purposeOf(way), form.get('form_token'), now)
  if (nonce === undefined) return outdated(visit, way, start)
  const newId = inviteeIdFrom(ground.codes, nonce, purposeOf(way), writeSecond(start.getTime()), (form.get('email') ?? '').trim().toLowerCase())
  const findSame = async (): Promise<OwnBooking | undefined> => {
    const same = await findBookingOfForm(ground.database.reader, newId)
    return same?.invitee.status === 'active' ? same : undefined
  }
  const before = await findSame()
  if (before) return booked(visit, before)

  const found = await findOffered(ground, way, now)
  const closed = async (why: Extract<Found, { closed: Closed }>): Promise<BookingAnswer> => {
    // Perhaps the same form closed it a moment ago.
    const meanwhile = await findSame()
    return meanwhile ? booked(visit, meanwhile) : closedPage(visit, speechFor(visit, why.locale), why)
  }
  if ('closed' in found) return closed(found)
  const offered = lastingAs(found.offered, form.get('duration'))
  const speech = speechFor(visit, offered.eventType.locale)
  const { texts } = speech
  const values = valuesFrom(form)

  const read = way.kind === 'move' && offered.own ? readMove(offered.own, way.token, form) : readBookingForm(speech, offered, form, query)
  if ('complaints' in read) {
    if (visit.wantsJson) return { json: { outcome: 'wrong', complaints: read.complaints, message: null }, status: 400 }
    return bookingPage(visit, speech, way, offered, { start, values, complaints: read.complaints, keepsForm: true, status: 400 })
  }
  const refused = (message: string, again: Outcome): Promise<BookingAnswer> | BookingAnswer =>
    visit.wantsJson ? { json: again, status: 400 } : bookingPage(visit, speech, way, offered, { start, values, message, keepsForm: true, status: 400 })
  const gone = (message: string) => refused(message, { outcome: 'taken', message })
  // Nobody is mailed about a time that is gone, so it is not counted. Only who is overtaken from here on is.
  if (!(await isOpen(visit, offered, start))) {
    keptMonths.forget(offered.eventType.id)
    const meanwhile = await findSame()
    return meanwhile ? booked(visit, meanwhile) : gone(isWhenItIs(offered, start) ? texts.sameTime : texts.taken)
  }
  await countVisitorWrite(visit, { eventTypeId: offered.eventType.id, recipients: read.recipients, startsAt: start })
  try {
    const request = { ...read.request, start_time: writeSecond(start.getTime()), invitee_id: newId, locale: speech.locale }
    const resource = await perform(visit, way, offered, request)
    const own = await findBookingByToken(ground.database.reader, ground.codes, lastPart(resource.cancel_url))
    if (!own) throw missing()
    return booked(visit, own)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Whoever was a moment earlier has used the link, or moved or canceled the booking: that is what there is to say.
    const since = error.kind.status < 500 ? await findOffered(ground, way, now) : undefined
    if (since && 'closed' in since) return closed(since)
    if (error.kind !== invalidArgument) throw error
    if (error.details.some(({ code }) => code === 'already_filled')) return gone(texts.taken)
    return refused(texts.wrong, { outcome: 'wrong', complaints: {}, message: texts.wrong })
  } finally {
    keptMonths.forget(offered.eventType.id)
  }
}

const isOpen = async ({ ground, now }: BookingVisit, offered: Offered, start: Date): Promise<boolean> => {
  const at = start.getTime()
  const times = await openTimes(ground, offered, { start: at, end: at + 1 }, now)
  return times.some((time) => time.start === at)
}

/** Moved to where it is already. */
const isWhenItIs = ({ own }: Offered, start: Date): boolean => own?.scheduledEvent.startsAt.getTime() === start.getTime()

/** The page was open for too long, or the form is not from it: nothing happens, and it can be sent again. */
const outdated = async (visit: BookingVisit, way: Way, start: Date): Promise<BookingAnswer> => {
  const found = await findOffered(visit.ground, way, visit.now)
  if ('closed' in found) return closedPage(visit, speechFor(visit, found.locale), found)
  const speech = speechFor(visit, found.offered.eventType.locale)
  const message = speech.texts.stale
  if (visit.wantsJson) return { json: { outcome: 'refused', message, token: visit.newToken(purposeOf(way)) }, status: 403 }
  return bookingPage(visit, speech, way, found.offered, { start, values: valuesFrom(visit.form), message, keepsForm: true, status: 403 })
}

/** Somebody who moves is known already. */
const readMove = ({ invitee }: OwnBooking, token: string, form: URLSearchParams) => {
  const zone = form.get('timezone') ?? ''
  return {
    request: { token, reason: (form.get('reason') ?? '').slice(0, 10_000).toWellFormed(), timezone: isZoneName(zone) ? zone : undefined },
    recipients: [invitee.email, ...invitee.guests],
  }
}

type Request = Readonly<Record<string, unknown>>

const perform = ({ ground }: BookingVisit, way: Way, { eventType }: Offered, request: Request): Promise<z.output<typeof InviteeResource>> => {
  switch (way.kind) {
    case 'type':
      return performOpen(ground, bookEventType, { ...request, event_type: eventType.id })
    case 'link':
      return performOpen(ground, bookThroughLink, { ...request, code: way.code })
    case 'move':
      return performOpen(ground, moveOwnBooking, request)
  }
}

/** On to the page that says so, or to the type's own. */
const booked = async ({ ground, wantsJson, query, now }: BookingVisit, own: OwnBooking): Promise<BookingAnswer> => {
  const { invitee, scheduledEvent } = own
  const token = inviteeToken(ground.codes, invitee)
  const found = await findOffered(ground, { kind: 'move', token }, now)
  const eventType = 'offered' in found ? found.offered.eventType : undefined
  const resource = toInviteeResource(ground, invitee)
  const to = `${confirmationPath(eventType && { eventType }, token)}${looksIn(query)}`
  const redirect = eventType && redirectAfter(eventType, own, resource)
  if (!wantsJson) return { to: redirect ?? to }
  const outcome: Outcome = {
    outcome: 'booked',
    to,
    redirect: redirect ?? null,
    event: `${ground.links.api}/scheduled_events/${scheduledEvent.id}`,
    invitee: resource.uri,
  }
  return { json: outcome, status: 201 }
}

const lastPart = (uri: string): string => uri.split('/').at(-1) ?? ''

const typeWay = ({ params: { user = '', type = '' } }: BookingVisit): Way => ({ kind: 'type', user: user.toLowerCase(), type: type.toLowerCase() })
const linkWay = ({ params: { code = '' } }: BookingVisit): Way => ({ kind: 'link', code: code.toLowerCase() })
const moveWay = ({ params: { invitee = '' } }: BookingVisit): Way => ({ kind: 'move', token: invitee.toLowerCase() })

/** The time in the address. What is none refers to nothing. */
const startIn = ({ params: { start = '' } }: BookingVisit): Date => {
  const instant = readInstant(start.replace(' ', '+'))
  if (!instant || instant.getTime() % 1000 !== 0) throw missing()
  return instant
}

export const typePages: BookingPageTable = {
  'GET /:user/:type': (visit) => show(visit, typeWay(visit)),
  'GET /:user/:type/:start': (visit) => show(visit, typeWay(visit), startIn(visit)),
  'POST /:user/:type/:start': (visit) => book(visit, typeWay(visit), startIn(visit)),
  'GET /s/:code': (visit) => show(visit, linkWay(visit)),
  'GET /d/:code/:name': (visit) => show(visit, linkWay(visit)),
  'GET /d/:code/:name/:start': (visit) => show(visit, linkWay(visit), startIn(visit)),
  'POST /d/:code/:name/:start': (visit) => book(visit, linkWay(visit), startIn(visit)),
  'GET /reschedulings/:invitee': (visit) => show(visit, moveWay(visit)),
  'GET /reschedulings/:invitee/:start': (visit) => show(visit, moveWay(visit), startIn(visit)),
  'POST /reschedulings/:invitee/:start': (visit) => book(visit, moveWay(visit), startIn(visit)),
}
