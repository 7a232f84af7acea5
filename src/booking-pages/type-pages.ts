import { h } from 'preact'
import {
  type BookingRequest,
  bookAsVisitor,
  type EntryPoint,
  findAtEntryPoint,
  findFirstInvitee,
  inviteeToken,
  type OwnBooking,
  toInviteeResource,
  type VisitorBookable,
  type VisitorOutcome,
} from '#bookings/index.ts'
import { hastenSyncs } from '#calendars/index.ts'
import { missing } from '#contract/problem.ts'
import { countVisitorWrite, sharedCaps } from '#pages/visitor-caps.ts'
import { sourceKey } from '#platform/limits/source-address.ts'
import { readInstant, writeSecond } from '#platform/time/instant.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import { redirectAfter } from './after-booking.ts'
import { type BookingAnswer, type BookingPageTable, closedPage } from './answers.tsx'
import { Booking } from './booking/booking.tsx'
import type { BookingResponse } from './booking/page-data.ts'
import { bookingData, minutesIn, purposeOf, type SentForm } from './booking-data.ts'
import { readBookingForm, readMoveForm, valuesFrom } from './booking-form.ts'
import { inviteeIdFrom, nonceOf } from './form-token.ts'
import type { LinkPreview } from './link-preview.tsx'
import { confirmationPath } from './own-booking.ts'
import { languageFor } from './page-language.ts'
import { challengeOf, hasProof } from './proof.ts'
import { appearanceQuery } from './query-parameters.ts'
import type { BookingVisit } from './visit.ts'

/** What can be booked at the entry point, in its language; else why nothing can. */
export const whereOpen = async (
  visit: BookingVisit,
  entryPoint: EntryPoint,
  page: (bookable: VisitorBookable, language: PageLanguage) => Promise<BookingAnswer>,
): Promise<BookingAnswer> => {
  const found = await findAtEntryPoint(visit.context.database.reader, visit.context.codes, entryPoint, visit.now)
  if ('closed' in found) return closedPage(visit, languageFor(visit, found.closed.locale), found.closed)
  return page(found.bookable, languageFor(visit, found.bookable.eventType.locale))
}

/** Days and times; and the form, if the address names a time. */
const show = (visit: BookingVisit, entryPoint: EntryPoint, start?: Date): Promise<BookingAnswer> =>
  whereOpen(visit, entryPoint, (bookable, language) => bookingPage(visit, language, entryPoint, bookable, { start }))

const bookingPage = async (
  visit: BookingVisit,
  language: PageLanguage,
  entryPoint: EntryPoint,
  bookable: VisitorBookable,
  sent: SentForm,
  status = 200,
): Promise<BookingAnswer> => {
  const booking = await bookingData(visit, language, entryPoint, bookable, sent)
  const { eventType, hosts, brand } = bookable
  // The next look comes by itself, if this asks for none.
  const membershipIds = hosts.map(({ membershipId }) => membershipId)
  void hastenSyncs(visit.context, eventType.organizationId, membershipIds).catch(() => {})
  return {
    status,
    title: `${booking.eventType.name} · ${hosts.map(({ name }) => name).join(', ')}`,
    language,
    content: h(Booking, { data: booking }),
    brand,
    data: { booking, viewed: entryPoint.kind === 'move' ? null : 'event_type_viewed' },
    pictures: hosts.map(({ avatarUrl }) => avatarUrl),
    ...(entryPoint.kind === 'move' ? {} : { preview: previewOf(visit, bookable) }),
    isCapability: entryPoint.kind !== 'type',
    ...(eventType.redirectUrl === null ? {} : { formTargets: [eventType.redirectUrl] }),
  }
}

const previewOf = ({ context }: BookingVisit, { eventType, hosts, brand }: VisitorBookable): LinkPreview => ({
  site: context.links.site,
  description: eventType.descriptionPlain,
  pictures: [hosts.length === 1 ? hosts[0]?.avatarUrl : null, brand.logoUrl],
})

/** Books or moves, and shows the outcome. */
const book = async (visit: BookingVisit, entryPoint: EntryPoint, start: Date): Promise<BookingAnswer> => {
  const { context, form, now } = visit
  const inviteeId = inviteeIdOf(visit, entryPoint, start)
  if (inviteeId === undefined) return outdated(visit, entryPoint, start)
  const attempt = {
    ...{ entryPoint, inviteeId, source: sourceKey(visit.source), startsAt: start, minutes: minutesIn(form) },
    anotherSeatFor: form.get('another_seat_for') ?? undefined,
    read: (bookable: VisitorBookable) => readForm(visit, bookable),
    admit: async ({ eventType, own, link }: VisitorBookable, recipients: readonly string[]) => {
      const by = own
        ? { bookingOf: await findFirstInvitee(context.database.reader, own.invitee.organizationId, own.invitee.id) }
        : link
          ? ('single-use link' as const)
          : undefined
      await countVisitorWrite(visit, { eventTypeId: eventType.id, recipients, startsAt: start, by })
    },
    fullness: ({ eventType }: VisitorBookable) => visit.fullness(...sharedCaps(visit.source, eventType.id)),
    proves: (bits: number) => {
      if (hasProof(form, start, bits)) return true
      return visit.wantsJson && form.get('proof') !== 'none' ? undefined : false
    },
  }
  return showOutcome(visit, entryPoint, start, await bookAsVisitor<FieldErrors>(context, attempt, now))
}

/** The same for the same form, person and time. Undefined if the form is not ours, or too old. */
const inviteeIdOf = (
  { context: { codes }, form, now }: BookingVisit,
  entryPoint: EntryPoint,
  start: Date,
): string | undefined => {
  const nonce = nonceOf(codes, purposeOf(entryPoint), form.get('form_token'), now)
  return (
    nonce &&
    inviteeIdFrom(
      codes,
      nonce,
      purposeOf(entryPoint),
      writeSecond(start.getTime()),
      (form.get('email') ?? '').trim().toLowerCase(),
    )
  )
}

const readForm = (visit: BookingVisit, bookable: VisitorBookable) => {
  const language = languageFor(visit, bookable.eventType.locale)
  return bookable.own
    ? readMoveForm(language, bookable.own, visit.form)
    : readBookingForm(language, bookable, visit.form, visit.query)
}

/** To a script as data, to a browser as a page. */
const showOutcome = (
  visit: BookingVisit,
  entryPoint: EntryPoint,
  start: Date,
  outcome: VisitorOutcome<FieldErrors>,
): Promise<BookingAnswer> => {
  if (outcome.kind === 'closed') return closedPage(visit, languageFor(visit, outcome.closed.locale), outcome.closed)
  if (outcome.kind === 'booked') return booked(visit, outcome.own)
  if (outcome.kind === 'requested') return requested(visit, outcome.request)
  const language = languageFor(visit, outcome.bookable.eventType.locale)
  const refused = async (
    response: BookingResponse & { readonly message: string | null },
    sent: SentForm,
  ): Promise<BookingAnswer> =>
    visit.wantsJson
      ? { json: response, status: 400 }
      : bookingPage(visit, language, entryPoint, outcome.bookable, { ...sentBack(visit, start), ...sent }, 400)
  const { texts } = language
  switch (outcome.kind) {
    case 'errors':
      return refused({ outcome: 'wrong', errors: outcome.errors, message: null }, { errors: outcome.errors })
    case 'taken':
    case 'same_time': {
      const message = outcome.kind === 'taken' ? texts.takenKept : texts.sameTime
      return refused({ outcome: 'taken', message }, { message })
    }
    case 'has_seat':
      return refused({ outcome: 'asked', message: texts.hasSeat }, { message: texts.hasSeat, asksAnotherSeat: true })
    case 'proof': {
      const { bits } = outcome
      return Promise.resolve({
        json: { outcome: 'proof', challenge: challengeOf(visit.form, start), bits },
        status: 200,
      })
    }
    case 'blocked': {
      const errors = { email: texts.refusedEmail }
      return refused({ outcome: 'wrong', errors, message: null }, { errors })
    }
    case 'invalid':
      return refused({ outcome: 'wrong', errors: {}, message: texts.wrong }, { message: texts.wrong })
  }
}

/** The form as it was sent, to be corrected. */
const sentBack = ({ form }: BookingVisit, start: Date): SentForm => ({
  start,
  values: valuesFrom(form),
  keepsForm: true,
})

/** The page was open for too long, or the form is not from it: nothing is booked, and it can be sent again. */
const outdated = (visit: BookingVisit, entryPoint: EntryPoint, start: Date): Promise<BookingAnswer> =>
  whereOpen(visit, entryPoint, async (bookable, language) => {
    const message = language.texts.stale
    if (visit.wantsJson)
      return { json: { outcome: 'refused', message, token: visit.newToken(purposeOf(entryPoint)) }, status: 403 }
    return bookingPage(visit, language, entryPoint, bookable, { ...sentBack(visit, start), message }, 403)
  })

/** Redirects to the confirmation, or to the type's own page. */
const booked = async ({ context, wantsJson, query, now }: BookingVisit, own: OwnBooking): Promise<BookingAnswer> => {
  const { invitee, scheduledEvent } = own
  const token = inviteeToken(context.codes, invitee)
  const found = await findAtEntryPoint(context.database.reader, context.codes, { kind: 'move', token }, now)
  const eventType = 'bookable' in found ? found.bookable.eventType : undefined
  const resource = toInviteeResource(context, invitee)
  const to = `${confirmationPath(eventType, token)}${appearanceQuery(query)}`
  const redirect = eventType && redirectAfter(eventType, own, resource)
  if (!wantsJson) return { to: redirect ?? to }
  const outcome: BookingResponse = {
    outcome: 'booked',
    to,
    redirect: redirect ?? null,
    event: `${context.links.api}/scheduled_events/${scheduledEvent.id}`,
    invitee: resource.uri,
  }
  return { json: outcome, status: 201 }
}

/** Redirects to the page where the visitor follows their request. */
const requested = async (
  { context, wantsJson, query }: BookingVisit,
  request: BookingRequest,
): Promise<BookingAnswer> => {
  const to = `/requests/${inviteeToken(context.codes, request)}${appearanceQuery(query)}`
  return wantsJson ? { json: { outcome: 'requested', to } satisfies BookingResponse, status: 201 } : { to }
}

export const typeEntry = ({ params: { user = '', type = '' } }: BookingVisit): EntryPoint => ({
  kind: 'type',
  user: user.toLowerCase(),
  type: type.toLowerCase(),
})
const linkEntry = ({ params: { code = '' } }: BookingVisit): EntryPoint => ({ kind: 'link', code: code.toLowerCase() })
const moveEntry = ({ params: { invitee = '' } }: BookingVisit): EntryPoint => ({ kind: 'move', token: invitee })

/** The time in the address. An invalid one is 404. */
export const startIn = ({ params: { start = '' } }: Pick<BookingVisit, 'params'>): Date => {
  const instant = readInstant(start.replace(' ', '+'))
  if (!instant || instant.getTime() % 1000 !== 0) throw missing()
  return instant
}

export const typePages: BookingPageTable = {
  'GET /:user/:type': (visit) => show(visit, typeEntry(visit)),
  'GET /:user/:type/:start': (visit) => show(visit, typeEntry(visit), startIn(visit)),
  'POST /:user/:type/:start': (visit) => book(visit, typeEntry(visit), startIn(visit)),
  'GET /s/:code': (visit) => show(visit, linkEntry(visit)),
  'GET /d/:code/:name': (visit) => show(visit, linkEntry(visit)),
  'GET /d/:code/:name/:start': (visit) => show(visit, linkEntry(visit), startIn(visit)),
  'POST /d/:code/:name/:start': (visit) => book(visit, linkEntry(visit), startIn(visit)),
  'GET /reschedulings/:invitee': (visit) => show(visit, moveEntry(visit)),
  'GET /reschedulings/:invitee/:start': (visit) => show(visit, moveEntry(visit), startIn(visit)),
  'POST /reschedulings/:invitee/:start': (visit) => book(visit, moveEntry(visit), startIn(visit)),
}
