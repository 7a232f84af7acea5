import { h } from 'preact'
import {
  confirmWaitingListEntry,
  type EntryPoint,
  findEntryByToken,
  findOffer,
  inviteeToken,
  isBlockedVisitor,
  joinWaitingList,
  leaveWaitingList,
  maxDaysAhead,
  type VisitorBookable,
  type WaitingListEntry,
} from '#bookings/index.ts'
import { invalidArgument, Problem } from '#contract/problem.ts'
import { type EventType, findEventTypes, locales } from '#event-types/index.ts'
import { performOpen } from '#execution/perform.ts'
import { findBrand } from '#organizations/index.ts'
import { countVisitorWrite } from '#pages/visitor-caps.ts'
import { wallAt, writeDay } from '#platform/language/moments.ts'
import { sourceKey } from '#platform/limits/source-address.ts'
import { day } from '#platform/time/durations.ts'
import { writeSecond } from '#platform/time/instant.ts'
import { filled } from '#ui/format.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { languageOf } from '../../languages/all.ts'
import { type BookingAnswer, type BookingPageHandler, type BookingPageTable, closedPage } from './answers.tsx'
import { queryWith } from './booking/addresses.ts'
import { NoticePage } from './booking/notice.tsx'
import { EntryPage, JoinPage } from './booking/waiting-list.tsx'
import { bookingData, pathOf, purposeOf, type SentForm, zoneOr } from './booking-data.ts'
import { readBookingForm, valuesFrom } from './booking-form.ts'
import { checkBookingForm, nonceOf } from './form-token.ts'
import { dateAt, isDate, spanOfDays } from './month.ts'
import { languageFor } from './page-language.ts'
import { appearanceQuery } from './query-parameters.ts'
import { typeEntry, whereOpen } from './type-pages.ts'
import type { BookingVisit } from './visit.ts'

/** The page of a type whose visitors can wait for a time. */
const whereWaiting =
  (
    page: (
      visit: BookingVisit,
      entryPoint: EntryPoint,
      bookable: VisitorBookable,
      language: PageLanguage,
    ) => Promise<BookingAnswer>,
  ): BookingPageHandler =>
  (visit) => {
    const entryPoint = typeEntry(visit)
    return whereOpen(visit, entryPoint, (bookable, language) =>
      bookable.eventType.bookingRules.waiting_list
        ? page(visit, entryPoint, bookable, language)
        : closedPage(visit, language, { reason: 'unknown' }),
    )
  }

interface Shown extends SentForm {
  readonly hasFreeTimes?: boolean
}

const showJoin = async (
  visit: BookingVisit,
  entryPoint: EntryPoint,
  bookable: VisitorBookable,
  language: PageLanguage,
  { hasFreeTimes = false, ...sent }: Shown = {},
  status = 200,
): Promise<BookingAnswer> => {
  const texts = languageOf(language.locale).requests.waitingList
  const data = await bookingData(visit, language, entryPoint, bookable, sent)
  const { form, now } = visit
  const today = dateAt(zoneOr(data.timezone, 'UTC'), now.getTime())
  const path = pathOf(entryPoint, bookable)
  const query = queryWith(data.query, { timezone: data.timezone })
  return {
    status,
    title: `${texts.title} · ${bookable.eventType.name}`,
    language,
    brand: bookable.brand,
    content: h(JoinPage, {
      texts,
      data,
      action: `${path}/waiting_list${query}`,
      today,
      firstDay: form.get('first_day') ?? today,
      lastDay: form.get('last_day') ?? '',
      freeTimes: hasFreeTimes ? `${path}${query}` : null,
    }),
  }
}

/** Days as they are written in a form, in the visitor's time zone. Undefined: these are none. */
const wantedSpan = (form: URLSearchParams, timezone: string) => {
  const [first, last] = [form.get('first_day') ?? '', form.get('last_day') ?? '']
  if (!isDate(first) || !isDate(last) || last < first) return undefined
  const countOf = (date: string): number => Date.parse(date) / day
  return spanOfDays(zoneOr(timezone, 'UTC'), { first: countOf(first), last: countOf(last) })
}

const join = async (
  visit: BookingVisit,
  entryPoint: EntryPoint,
  bookable: VisitorBookable,
  language: PageLanguage,
): Promise<BookingAnswer> => {
  const { context, form, now, query, source } = visit
  const { eventType } = bookable
  const texts = languageOf(language.locale).requests.waitingList
  const again = (sent: Shown, status = 400) =>
    showJoin(visit, entryPoint, bookable, language, { values: valuesFrom(form), ...sent }, status)
  if (nonceOf(context.codes, purposeOf(entryPoint), form.get('form_token'), now) === undefined)
    return again({ message: language.texts.stale }, 403)
  const read = readBookingForm(language, bookable, form, query)
  if ('errors' in read) return again({ errors: read.errors })
  const [email = ''] = read.recipients
  if (await isBlockedVisitor(context, eventType.organizationId, email))
    return again({ errors: { email: language.texts.refusedEmail } })
  const { timezone } = read.fields.invitee as { readonly timezone: string }
  const wanted = wantedSpan(form, timezone)
  const latest = now.getTime() + maxDaysAhead * day
  if (!wanted || wanted.end <= now.getTime() || wanted.end > latest) return again({ message: texts.wrongDays })
  await countVisitorWrite(visit, { eventTypeId: eventType.id, recipients: read.recipients })
  try {
    await performOpen(context, joinWaitingList, {
      event_type: eventType.id,
      wanted_from: writeSecond(wanted.start),
      wanted_until: writeSecond(wanted.end),
      booking: read.fields,
      source: sourceKey(source),
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== invalidArgument) throw error
    return error.details.some(({ reason }) => reason === 'times_open')
      ? again({ message: texts.timesOpen, hasFreeTimes: true })
      : again({ message: language.texts.wrong })
  }
  return {
    title: texts.sent,
    language,
    brand: bookable.brand,
    content: h(NoticePage, { title: texts.sent, text: filled(texts.sentHint, { email }) }),
    isCapability: true,
  }
}

interface KnownEntry {
  readonly entry: WaitingListEntry
  /** Part of the addresses of its pages. */
  readonly token: string
  readonly eventType: EventType | undefined
  readonly language: PageLanguage
}

/** For the holder of the token. */
const ofEntry =
  (page: (visit: BookingVisit, known: KnownEntry) => Promise<BookingAnswer>): BookingPageHandler =>
  async (visit) => {
    const { context, params } = visit
    const token = (params.entry ?? '').toLowerCase()
    const { reader } = context.database
    const entry = await findEntryByToken(reader, context.codes, token)
    if (!entry) return closedPage(visit, languageFor(visit), { reason: 'unknown' })
    const [eventType] = await findEventTypes(reader, entry.organizationId, [entry.eventTypeId])
    const locale = locales.find((one) => one === entry.booking.locale)
    const language = languageFor(visit, locale ?? eventType?.locale)
    return page(visit, { entry, token, eventType, language })
  }

const purposeOfEntry = ({ entry: { id } }: KnownEntry): string => `waiting list ${id}`

const showEntry = async (visit: BookingVisit, known: KnownEntry): Promise<BookingAnswer> => {
  const { entry, token, eventType, language } = known
  const { context, now } = visit
  const { reader } = context.database
  const texts = languageOf(language.locale).requests.waitingList
  const isOver = entry.wantedUntil <= now
  const dayOf = (at: number): string => writeDay(languageOf(language.locale), wallAt(new Date(at), entry.timezone))
  const [from, until] = [dayOf(entry.wantedFrom.getTime()), dayOf(entry.wantedUntil.getTime() - 1)]
  const event = eventType?.name ?? ''
  const days = from === until ? `${event}: ${from}` : filled(texts.days, { event, from, until })
  const { state } = entry
  const [shows, title, lines] =
    state === 'left'
      ? (['ended', texts.left, [texts.leftHint]] as const)
      : state === 'booked' || isOver
        ? (['ended', texts.over, [texts.overHint]] as const)
        : state === 'unconfirmed'
          ? (['confirm', texts.confirmTitle, [days]] as const)
          : (['waiting', texts.waiting, [days, filled(texts.waitingHint, { email: entry.email })]] as const)
  const offerId = shows === 'waiting' ? await findOffer(reader, entry) : undefined
  const offer = offerId && inviteeToken(context.codes, { id: offerId, organizationId: entry.organizationId })
  return {
    title,
    language,
    brand: await findBrand(reader, entry.organizationId),
    content: h(EntryPage, {
      ...{ language, texts, title, lines, shows },
      path: `/waiting/${token}`,
      formToken: visit.newToken(purposeOfEntry(known)),
      offer: offer ? `/requests/${offer}` : null,
    }),
    isCapability: true,
    isApart: true,
  }
}

const changeEntry =
  (operation: typeof confirmWaitingListEntry | typeof leaveWaitingList) =>
  async (visit: BookingVisit, known: KnownEntry): Promise<BookingAnswer> => {
    const { context, form, now, query } = visit
    checkBookingForm(context.codes, purposeOfEntry(known), form.get('form_token'), now)
    await performOpen(context, operation, { token: known.token })
    return { to: `/waiting/${known.token}${appearanceQuery(query)}` }
  }

export const waitingListPages: BookingPageTable = {
  'GET /:user/:type/waiting_list': whereWaiting(showJoin),
  'POST /:user/:type/waiting_list': whereWaiting(join),
  'GET /waiting/:entry': ofEntry(showEntry),
  'POST /waiting/:entry': ofEntry(changeEntry(confirmWaitingListEntry)),
  'POST /waiting/:entry/leaving': ofEntry(changeEntry(leaveWaitingList)),
}
