import { h } from 'preact'
import {
  cancelOwnBooking,
  findBookingByToken,
  findFirstInvitee,
  findRemindedBooking,
  hasStoppedReminders,
  isOver,
  type OwnBooking,
  type RemindedBooking,
  stopOwnReminders,
} from '#bookings/index.ts'
import { Problem, permissionDenied } from '#contract/problem.ts'
import { performOpen } from '#execution/perform.ts'
import { inviteeEntry } from '#notifications/index.ts'
import { type Brand, findBrand } from '#organizations/index.ts'
import { countVisitorWrite } from '#pages/visitor-caps.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Reader } from '#platform/db/database.ts'
import { filled } from '#ui/format.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { webCalendars } from './after-booking.ts'
import { type BookingAnswer, type BookingPageHandler, type BookingPageTable, closedPage } from './answers.tsx'
import { CancelPage, ConfirmationPage, StopRemindersPage } from './booking/booked.tsx'
import { NoticePage } from './booking/notice.tsx'
import { maxText } from './form-fields.ts'
import { checkBookingForm } from './form-token.ts'
import { canceledPage, confirmationPath, findBefore, findTypeOf, textOf } from './own-booking.ts'
import { isEmbedded } from './page-frame.tsx'
import { languageFor } from './page-language.ts'
import { appearanceQueryUnframed } from './query-parameters.ts'
import type { BookingVisit } from './visit.ts'

interface KnownBooking<Own = OwnBooking> {
  readonly own: Own
  /** Part of every address of this booking's pages. */
  readonly token: string
  readonly language: PageLanguage
  readonly brand: Brand | undefined
  readonly query: string
}

type KnownPage<Own = OwnBooking> = (visit: BookingVisit, known: KnownBooking<Own>) => Promise<BookingAnswer>

/** For the holder of a token. Anything else, even a bare id, is 404. */
const ofHolder =
  <Own extends OwnBooking>(find: (reader: Reader, codes: Codes, token: string) => Promise<Own | undefined>) =>
  (page: KnownPage<Own>): BookingPageHandler =>
  async (visit) => {
    const { context, params, query } = visit
    const token = params.invitee ?? ''
    const own = await find(context.database.reader, context.codes, token)
    const locale = own && (own.invitee.locale ?? (await findTypeOf(context, own))?.locale)
    const language = languageFor(visit, locale)
    if (!own) return closedPage(visit, language, { reason: 'unknown' })
    const brand = await findBrand(context.database.reader, own.scheduledEvent.organizationId)
    return page(visit, { own, token, language, brand, query: appearanceQueryUnframed(query) })
  }

const ofInvitee = ofHolder(findBookingByToken)
const ofReminded = ofHolder(findRemindedBooking)

const confirmation: KnownPage = async (visit, { own, token, language, brand, query }) => {
  const { context } = visit
  if (own.invitee.status === 'canceled') return { ...(await canceledPage(visit, language, own)), brand }
  const before = await findBefore(context, own)
  return {
    title: `${before ? language.texts.rescheduled : language.texts.booked} · ${own.scheduledEvent.name}`,
    language,
    brand,
    content: h(ConfirmationPage, {
      language,
      booked: textOf(visit, language, own, before),
      calendars: { file: `/invitees/${token}/ics`, ...webCalendars(context, own, language) },
      rescheduleAddress: `/reschedulings/${token}${query}`,
      cancelAddress: `/cancellations/${token}`,
      isEmbedded: isEmbedded(visit.query),
      isMailed: visit.context.mail.hasServer,
    }),
    isCapability: true,
  }
}

const purposeOf = ({ invitee }: OwnBooking): string => `cancel ${invitee.id}`

const askToCancel = async (
  visit: BookingVisit,
  { own, token, language, brand }: KnownBooking,
  sent: { status?: number; reason?: string; message?: string } = {},
) => {
  const keepAddress = confirmationPath(await findTypeOf(visit.context, own), token)
  return {
    status: sent.status ?? 200,
    title: `${language.texts.cancelTitle} · ${own.scheduledEvent.name}`,
    language,
    brand,
    content: h(CancelPage, {
      language,
      booked: textOf(visit, language, own),
      action: `/cancellations/${token}`,
      token: visit.newToken(purposeOf(own)),
      reason: sent.reason ?? '',
      message: sent.message ?? null,
      keepAddress,
    }),
    isCapability: true,
    isApart: true,
  }
}

/** While it can still be changed; else the page says why it cannot. */
const whileOpen =
  <Own extends OwnBooking>(page: KnownPage<Own>): KnownPage<Own> =>
  async (visit, known) => {
    const { own, language, brand } = known
    if (own.invitee.status === 'canceled')
      return { ...(await canceledPage(visit, language, own)), brand, isApart: true }
    if (isOver(own, visit.now)) return closedPage(visit, language, { reason: 'over', brand })
    return page(visit, known)
  }

/**
 * Waits for a change. Where it is refused, the booking was canceled by another request, and the page that follows says
 * so.
 */
const unlessCanceled = (change: Promise<unknown>): Promise<unknown> =>
  change.catch((error: unknown) => {
    if (!(error instanceof Problem) || error.kind !== permissionDenied) throw error
  })

const cancel: KnownPage = async (visit, known) => {
  const { context, form, now } = visit
  const { own, token, language } = known
  const reason = form.get('reason') ?? ''
  checkBookingForm(context.codes, purposeOf(own), form.get('form_token'), now)
  if (own.invitee.status === 'canceled') return { to: `/cancellations/${token}` }
  if (isOver(own, now)) return closedPage(visit, language, { reason: 'over' })
  if (reason.length > maxText)
    return askToCancel(visit, known, {
      status: 400,
      reason,
      message: filled(language.texts.tooLong, { count: String(maxText) }),
    })
  const { eventTypeId, organizationId } = own.scheduledEvent
  const bookingOf = await findFirstInvitee(context.database.reader, organizationId, own.invitee.id)
  await countVisitorWrite(visit, {
    eventTypeId,
    recipients: [own.invitee.email, ...own.invitee.guests],
    by: { bookingOf },
  })
  await unlessCanceled(performOpen(context, cancelOwnBooking, { token, reason }))
  return { to: `/cancellations/${token}` }
}

/** Also after the meeting, because messages may follow it. */
const unlessEnded =
  (page: KnownPage<RemindedBooking>): KnownPage<RemindedBooking> =>
  async (visit, known) => {
    const { own, language, brand } = known
    if (own.invitee.status !== 'canceled') return page(visit, known)
    return { ...(await canceledPage(visit, language, own)), brand, isApart: true }
  }

const stopPurpose = ({ invitee }: RemindedBooking): string => `stop reminders ${invitee.id}`
const stopPath = (token: string): string => `/notification_subscriptions/${token}/opt_out`

const showReminders: KnownPage<RemindedBooking> = async (visit, { own, token, language, brand }) => {
  const { texts } = language
  const isStopped = await hasStoppedReminders(visit.context.database.reader, own)
  const hint = own.guest === undefined ? texts.stopHint : texts.stopHintGuest
  const title = isStopped ? texts.stopped : texts.stopTitle
  const form = () => ({
    language,
    hint,
    booked: textOf(visit, language, own),
    action: stopPath(token),
    token: visit.newToken(stopPurpose(own)),
  })
  return {
    title: `${title} · ${own.scheduledEvent.name}`,
    language,
    brand,
    content: isStopped ? h(NoticePage, { title, text: hint }) : h(StopRemindersPage, form()),
    isCapability: true,
    isApart: true,
  }
}

const stopReminders: KnownPage<RemindedBooking> = async (visit, known) => {
  const { own, token } = known
  const { context, form, now } = visit
  // A mail program posts without a form (RFC 8058), and follows no redirect. The token in the address is its proof.
  const isOneClick = form.get('List-Unsubscribe') === 'One-Click'
  if (!isOneClick) checkBookingForm(context.codes, stopPurpose(own), form.get('form_token'), now)
  await unlessCanceled(performOpen(context, stopOwnReminders, { token }))
  return isOneClick ? showReminders(visit, known) : { to: stopPath(token) }
}

const calendarEntry: KnownPage = async (visit, { own, language }) => {
  if (own.invitee.status === 'canceled') return closedPage(visit, language, { reason: 'canceled' })
  const { context, now } = visit
  const { database, links, codes } = context
  const reading = { locale: language.locale, notation: own.invitee.timeNotation ?? undefined }
  const file = await inviteeEntry({ reader: database.reader, links, codes, now }, own, reading)
  return { file, type: 'text/calendar; charset=utf-8', name: 'invite.ics' }
}

export const ownBookingPages: BookingPageTable = {
  'GET /:user/:type/invitees/:invitee': ofInvitee(confirmation),
  'GET /cancellations/:invitee': ofInvitee(whileOpen((visit, known) => askToCancel(visit, known))),
  'POST /cancellations/:invitee': ofInvitee(cancel),
  'GET /invitees/:invitee/ics': ofInvitee(calendarEntry),
  'GET /notification_subscriptions/:invitee/opt_out': ofReminded(unlessEnded(showReminders)),
  'POST /notification_subscriptions/:invitee/opt_out': ofReminded(stopReminders),
}
