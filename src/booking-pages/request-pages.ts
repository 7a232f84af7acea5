import { h } from 'preact'
import {
  acceptOwnOffer,
  type BookingRequest,
  beginOwnPayment,
  confirmOwnAddress,
  decideWithLink,
  findRequestByToken,
  findRequestToDecide,
  paidRequests,
  priceToPay,
  resendableGate,
  resendOwnCode,
  waitsFor,
  withdrawOwnRequest,
} from '#bookings/index.ts'
import { formatMoney } from '#contract/money.ts'
import { Problem, permissionDenied } from '#contract/problem.ts'
import { type EventType, findBookable, findEventTypes } from '#event-types/index.ts'
import { performOpen } from '#execution/perform.ts'
import { paymentServices } from '#integrations/index.ts'
import { findBrand } from '#organizations/index.ts'
import { readsTwelveHours } from '#pages/locale.ts'
import { countVisitorWrite } from '#pages/visitor-caps.ts'
import { findPaymentServices, findPaymentStates, lookAtPayments, payForRequest } from '#payments/index.ts'
import { wallAt, writeDay, writeSpan, writeTime } from '#platform/language/moments.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { hour, minute } from '#platform/time/durations.ts'
import { findZone } from '#platform/time/zones.ts'
import { filled, writeOffset } from '#ui/format.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { languageOf } from '../../languages/all.ts'
import type { RequestTexts } from '../../languages/request-texts.ts'
import { type BookingAnswer, type BookingPageHandler, type BookingPageTable, closedPage } from './answers.tsx'
import type { Booked } from './booking/booked.tsx'
import { NoticePage } from './booking/notice.tsx'
import { DecisionPage, type PaymentView, RequestPage } from './booking/request.tsx'
import { checkBookingForm } from './form-token.ts'
import { bookedLocation } from './locations.ts'
import { confirmationPath } from './own-booking.ts'
import { languageFor } from './page-language.ts'
import { appearanceQuery } from './query-parameters.ts'
import type { BookingVisit } from './visit.ts'

interface KnownRequest {
  readonly request: BookingRequest
  /** Part of the addresses of this request's pages. */
  readonly token: string
  readonly language: PageLanguage
  readonly eventType: EventType | undefined
}

const known = async (visit: BookingVisit, request: BookingRequest, token: string): Promise<KnownRequest> => {
  const { reader } = visit.context.database
  const [eventType] = await findEventTypes(reader, request.organizationId, [request.eventTypeId])
  return {
    request,
    token,
    language: languageFor(visit, request.booking.details.locale ?? eventType?.locale),
    eventType,
  }
}

/** For the holder of the invitee's token. */
const ofInvitee =
  (page: (visit: BookingVisit, known: KnownRequest) => Promise<BookingAnswer>): BookingPageHandler =>
  async (visit) => {
    const { context, params } = visit
    const token = params.request ?? ''
    const request = await findRequestByToken(context.database.reader, context.codes, token)
    if (!request) return closedPage(visit, languageFor(visit), { reason: 'unknown' })
    return page(visit, await known(visit, request, token))
  }

const purposeOf = ({ request: { id } }: KnownRequest): string => `request ${id}`

interface Shown {
  readonly message?: string | null
  /** They come back from a service. */
  readonly isChecking?: boolean
}

const show = async (
  visit: BookingVisit,
  { request, token, language, eventType }: KnownRequest,
  { message = null, isChecking = false }: Shown = {},
): Promise<BookingAnswer> => {
  const { context, query } = visit
  const style = appearanceQuery(query)
  if (request.state === 'confirmed') return { to: `${confirmationPath(eventType, token)}${style}` }
  const texts = languageOf(language.locale).requests
  const isOffered = eventType?.active === true && eventType.linkId === null && eventType.deletedAt === null
  const { declined, expired, withdrawn } = texts
  const titles: Readonly<Record<string, string>> = {
    email: texts.codeTitle,
    payment: texts.payTitle,
    declined,
    expired,
    withdrawn,
  }
  const title = titles[waitsFor(request) ?? request.state] ?? texts.sent
  const told = message ?? (await paymentNews(visit, request, texts))
  return {
    status: message === null ? 200 : 400,
    title: `${title} · ${request.booking.name}`,
    language,
    brand: await findBrand(context.database.reader, request.organizationId),
    content: h(RequestPage, {
      language,
      texts,
      booked: textOf(visit, language, request, request.booking.details.timezone),
      waitsFor: waitsFor(request),
      state: request.state,
      until: untilOf(visit, language, request, request.booking.details.timezone),
      reason: request.reason,
      path: `/requests/${token}`,
      formToken: visit.newToken(`request ${request.id}`),
      message: told,
      payment: await paymentView(visit, language, request, isChecking),
      again: isOffered ? `/${eventType.owner.slug}/${eventType.slug}${style}` : null,
      isMailed: context.mail.hasServer,
      isOffer: request.waitingListEntryId !== null,
      mayResend: resendableGate(request) !== undefined,
      isResent: query.get('code') === 'sent',
    }),
    isCapability: true,
    formTargets: priceToPay(request) ? ['https:'] : [],
  }
}

/** What became of an attempt to pay: it was broken off, or came too late. */
const paymentNews = async (
  { context, query }: BookingVisit,
  request: BookingRequest,
  texts: RequestTexts,
): Promise<string | null> => {
  if (!request.gates.some(({ kind }) => kind === 'payment')) return null
  const [latest] = await findPaymentStates(context, request)
  if (latest === 'returned') return texts.moneyBack
  if (!priceToPay(request)) return null
  return latest === 'over' || query.get('payment') === 'canceled' ? texts.payFailed : null
}

const paymentView = async (
  visit: BookingVisit,
  language: PageLanguage,
  request: BookingRequest,
  isChecking: boolean,
): Promise<PaymentView | null> => {
  const price = priceToPay(request)
  if (!price) return null
  return {
    price: formatMoney(language.locale, price),
    terms: price.terms,
    refund: refundText(visit, language, request, price.refundHours),
    services: await findPaymentServices(visit.context.database.reader, {
      ...price,
      organizationId: request.organizationId,
    }),
    isChecking,
  }
}

const refundText = (
  visit: BookingVisit,
  language: PageLanguage,
  { startsAt, booking }: BookingRequest,
  hours: number | null,
): string => {
  const texts = languageOf(language.locale).requests
  if (hours === null) return texts.refundNever
  if (hours === 0) return texts.refundUntilStart
  const until = new Date(startsAt.getTime() - hours * hour)
  return until <= visit.now
    ? texts.refundNever
    : filled(texts.refundUntil, { until: untilOf(visit, language, { expiresAt: until }, booking.details.timezone) })
}

const textOf = (
  { acceptLanguage }: Pick<BookingVisit, 'acceptLanguage'>,
  language: PageLanguage,
  { booking, startsAt, endsAt, email }: BookingRequest,
  zone: string,
): Booked => {
  const notation = readsTwelveHours(language.locale, acceptLanguage) ? '12h' : '24h'
  const offset = findZone(zone)?.offsetAt(startsAt.getTime()) ?? 0
  const location = bookedLocation(language, booking.location)
  return {
    name: booking.name,
    hosts: booking.hosts.map(({ name }) => name),
    when: writeSpan(languageOf(language.locale), startsAt, endsAt, zone, notation),
    zone: `${cityOf(language.locale, zone)} (${writeOffset(offset / minute)})`,
    previousTime: null,
    // Only who is booked gets the link.
    location: location && { ...location, joinUrl: null },
    email,
  }
}

const untilOf = (
  { acceptLanguage }: Pick<BookingVisit, 'acceptLanguage'>,
  { locale }: PageLanguage,
  { expiresAt }: Pick<BookingRequest, 'expiresAt'>,
  zone: string,
): string => {
  const language = languageOf(locale)
  const wall = wallAt(expiresAt, zone)
  return `${writeDay(language, wall)}, ${writeTime(language, wall, readsTwelveHours(locale, acceptLanguage) ? '12h' : '24h')}`
}

/** Where a change is refused, another was first, and the page that follows says how it ended. */
const unlessSettled = <Result>(change: Promise<Result>): Promise<Result | undefined> =>
  change.catch((error: unknown) => {
    if (!(error instanceof Problem) || error.kind !== permissionDenied) throw error
    return undefined
  })

const enterCode = async (visit: BookingVisit, of: KnownRequest): Promise<BookingAnswer> => {
  const { context, form, now } = visit
  const { request, token, language } = of
  checkBookingForm(context.codes, purposeOf(of), form.get('form_token'), now)
  await countVisitorWrite(visit, { eventTypeId: request.eventTypeId, recipients: [] })
  const code = (form.get('code') ?? '').slice(0, 100)
  const entered = await unlessSettled(performOpen(context, confirmOwnAddress, { token, code }))
  if (entered?.outcome === 'wrong') return show(visit, of, { message: languageOf(language.locale).requests.wrongCode })
  return { to: `/requests/${token}${appearanceQuery(visit.query)}` }
}

/** Counted like a booking of this address: it is mail to somebody who may not have asked for it. */
const resendCode = async (visit: BookingVisit, of: KnownRequest): Promise<BookingAnswer> => {
  const { context, form, now } = visit
  const { request, token } = of
  checkBookingForm(context.codes, purposeOf(of), form.get('form_token'), now)
  await countVisitorWrite(visit, { eventTypeId: request.eventTypeId, recipients: [request.email] })
  const sent = await unlessSettled(performOpen(context, resendOwnCode, { token }))
  const style = appearanceQuery(visit.query)
  return { to: `/requests/${token}${style}${sent?.isSent ? `${style ? '&' : '?'}code=sent` : ''}` }
}

/** Sends the invitee to a service, which sends them back. */
const pay = async (visit: BookingVisit, of: KnownRequest): Promise<BookingAnswer> => {
  const { context, form, now } = visit
  const { request, token, language } = of
  checkBookingForm(context.codes, purposeOf(of), form.get('form_token'), now)
  await countVisitorWrite(visit, { eventTypeId: request.eventTypeId, recipients: [] })
  const service = paymentServices.find((name) => name === form.get('service'))
  const page = `/requests/${token}`
  if (!service || !priceToPay(request)) return { to: page }
  await unlessSettled(performOpen(context, beginOwnPayment, { token }))
  const begun = await payForRequest(context, service, request, `${context.links.site}${page}`)
  if (begun === 'unavailable') return show(visit, of, { message: languageOf(language.locale).requests.payUnavailable })
  return { to: begun.url }
}

/** The invitee comes back from a service: it is asked, and what was paid is booked. */
const comeBack = async (visit: BookingVisit, of: KnownRequest): Promise<BookingAnswer> => {
  const { context } = visit
  const { request, token } = of
  if (priceToPay(request) || request.state === 'expired') await lookAtPayments(context, paidRequests(context), request)
  const since = await findRequestByToken(context.database.reader, context.codes, token)
  if (!since) return closedPage(visit, of.language, { reason: 'unknown' })
  const isPaying = priceToPay(since) !== undefined && (await findPaymentStates(context, since))[0] === 'open'
  if (!isPaying) return { to: `/requests/${token}${appearanceQuery(visit.query)}` }
  return show(visit, { ...of, request: since }, { isChecking: true })
}

/** Somebody from a waiting list takes the time. Of a time that is kept no longer the page says so. */
const acceptOffer = async (visit: BookingVisit, of: KnownRequest): Promise<BookingAnswer> => {
  const { context, form, now, query } = visit
  checkBookingForm(context.codes, purposeOf(of), form.get('form_token'), now)
  await unlessSettled(performOpen(context, acceptOwnOffer, { token: of.token }))
  return { to: `/requests/${of.token}${appearanceQuery(query)}` }
}

const withdraw = async (visit: BookingVisit, of: KnownRequest): Promise<BookingAnswer> => {
  const { context, form, now, query } = visit
  checkBookingForm(context.codes, purposeOf(of), form.get('form_token'), now)
  await unlessSettled(performOpen(context, withdrawOwnRequest, { token: of.token }))
  return { to: `/requests/${of.token}${appearanceQuery(query)}` }
}

/** For the holder of a host's link. */
const ofHost =
  (page: (visit: BookingVisit, known: KnownRequest) => Promise<BookingAnswer>): BookingPageHandler =>
  async (visit) => {
    const { context, params } = visit
    const token = params.decision ?? ''
    const found = await findRequestToDecide(context.database.reader, context.codes, token)
    if (!found) return closedPage(visit, languageFor(visit), { reason: 'unknown' })
    return page(visit, { ...(await known(visit, found.request, token)), language: languageFor(visit) })
  }

const noticeOf = ({ request, language }: KnownRequest): BookingAnswer => {
  const texts = languageOf(language.locale).requests
  const { name, state } = request
  const [title, text] =
    state === 'confirmed'
      ? [texts.accepted, filled(texts.acceptedHint, { name })]
      : state === 'declined'
        ? [texts.declinedByYou, filled(texts.declinedByYouHint, { name })]
        : [texts.settled, texts.settledHint]
  return { title, language, content: h(NoticePage, { title, text }), isCapability: true, isApart: true }
}

/** Of the first host, as their hours are. */
const hostZoneOf = async ({ context }: BookingVisit, request: BookingRequest): Promise<string> => {
  const found = await findBookable(context.database.reader, request.organizationId, request.eventTypeId)
  const [first] = found?.hosts ?? []
  return first?.timezone ?? request.booking.details.timezone
}

const showDecision = async (visit: BookingVisit, of: KnownRequest): Promise<BookingAnswer> => {
  const { request, token, language } = of
  if (waitsFor(request) !== 'approval') return noticeOf(of)
  const texts = languageOf(language.locale).requests
  const zone = await hostZoneOf(visit, request)
  return {
    title: `${texts.decide} · ${request.booking.name}`,
    language,
    brand: await findBrand(visit.context.database.reader, request.organizationId),
    content: h(DecisionPage, {
      language,
      texts,
      booked: textOf(visit, language, request, zone),
      name: request.name,
      answers: request.booking.details.answers,
      until: untilOf(visit, language, request, zone),
      path: `/decisions/${token}`,
      formToken: visit.newToken(purposeOf(of)),
    }),
    isCapability: true,
    isApart: true,
  }
}

const decide = async (visit: BookingVisit, of: KnownRequest): Promise<BookingAnswer> => {
  const { context, form, now } = visit
  checkBookingForm(context.codes, purposeOf(of), form.get('form_token'), now)
  const sent = {
    token: of.token,
    accepts: form.get('decision') === 'accept',
    reason: form.get('reason')?.slice(0, 10_000),
  }
  await unlessSettled(performOpen(context, decideWithLink, sent))
  return { to: `/decisions/${of.token}` }
}

export const requestPages: BookingPageTable = {
  'GET /requests/:request': ofInvitee(show),
  'POST /requests/:request/code': ofInvitee(enterCode),
  'POST /requests/:request/code_resend': ofInvitee(resendCode),
  'POST /requests/:request/payment': ofInvitee(pay),
  'GET /requests/:request/paid': ofInvitee(comeBack),
  'POST /requests/:request/acceptance': ofInvitee(acceptOffer),
  'POST /requests/:request/withdrawal': ofInvitee(withdraw),
  'GET /decisions/:decision': ofHost(showDecision),
  'POST /decisions/:decision': ofHost(decide),
}
