import { h } from 'preact'
import { cancelOwnBooking, findBookingByToken, hasStoppedReminders, isOver, type OwnBooking, stopOwnReminders } from '#bookings/index.ts'
import { Problem, permissionDenied } from '#contract/problem.ts'
import { performOpen } from '#execution/perform.ts'
import { type Brand, findBrand } from '#organizations/index.ts'
import { countVisitorWrite } from '#pages/visitor-caps.ts'
import { CancelPage, ConfirmationPage, StopRemindersPage } from '../../web/booking/booked.tsx'
import { NoticePage } from '../../web/booking/notice.tsx'
import type { Speech } from '../../web/booking/page-data.ts'
import { webCalendars } from './after-booking.ts'
import { type BookingAnswer, type BookingPage, type BookingPageTable, closedPage } from './answers.ts'
import { calendarFile } from './calendar-file.ts'
import { looksOutside } from './carried.ts'
import { isEmbedded } from './document.ts'
import { checkBookingForm } from './form-token.ts'
import { canceledPage, confirmationPath, findBefore, findTypeOf, inWords } from './own-booking.ts'
import { localeFor, speechOf } from './speech.ts'
import type { BookingVisit } from './visit.ts'

interface Known {
  readonly own: OwnBooking
  /** Stands in every address of this booking's pages. */
  readonly token: string
  readonly speech: Speech
  readonly brand: Brand | undefined
  readonly query: string
}

type KnownPage = (visit: BookingVisit, known: Known) => Promise<BookingAnswer>

/** For whoever has the invitee's token. Anything else, an id as well, is an address that does not exist. */
const ofInvitee =
  (page: KnownPage): BookingPage =>
  async (visit) => {
    const { context, params, query, acceptLanguage } = visit
    const token = params.invitee?.toLowerCase() ?? ''
    const own = await findBookingByToken(context.database.reader, context.codes, token)
    const locale = own && (own.invitee.locale ?? (await findTypeOf(context, own))?.locale)
    const speech = speechOf(localeFor(query.get('locale'), locale, acceptLanguage))
    if (!own) return closedPage(visit, speech, { reason: 'unknown' })
    const brand = await findBrand(context.database.reader, own.scheduledEvent.organizationId)
    return page(visit, { own, token, speech, brand, query: looksOutside(query) })
  }

const confirmation: KnownPage = async (visit, { own, token, speech, brand, query }) => {
  const { context } = visit
  if (own.invitee.status === 'canceled') return { ...(await canceledPage(visit, speech, own)), brand }
  const before = await findBefore(context, own)
  return {
    title: `${speech.texts.booked} · ${own.scheduledEvent.name}`,
    speech,
    brand,
    content: h(ConfirmationPage, {
      speech,
      booked: inWords(visit, speech, own, before),
      calendars: { file: `/invitees/${token}/ics`, ...webCalendars(own, speech.locale) },
      rescheduleAddress: `/reschedulings/${token}${query}`,
      cancelAddress: `/cancellations/${token}`,
      isEmbedded: isEmbedded(visit),
    }),
    isCapability: true,
  }
}

const purposeOf = ({ invitee }: OwnBooking): string => `cancel ${invitee.id}`

const askToCancel = async (visit: BookingVisit, { own, token, speech, brand }: Known, sent: { status?: number; reason?: string; message?: string } = {}) => {
  const keepAddress = confirmationPath(await findTypeOf(visit.context, own), token)
  return {
    status: sent.status ?? 200,
    title: `${speech.texts.cancelTitle} · ${own.scheduledEvent.name}`,
    speech,
    brand,
    content: h(CancelPage, {
      speech,
      booked: inWords(visit, speech, own),
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

const showCancellation: KnownPage = async (visit, known) => {
  const { own, speech, brand } = known
  if (own.invitee.status === 'canceled') return { ...(await canceledPage(visit, speech, own)), brand, isApart: true }
  if (isOver(own, visit.now)) return closedPage(visit, speech, { reason: 'over', brand })
  return askToCancel(visit, known)
}

const cancel: KnownPage = async (visit, known) => {
  const { context, form, now } = visit
  const { own, token, speech } = known
  const reason = form.get('reason') ?? ''
  checkBookingForm(context.codes, purposeOf(own), form.get('form_token'), now)
  if (own.invitee.status === 'canceled') return { to: `/cancellations/${token}` }
  if (isOver(own, now)) return closedPage(visit, speech, { reason: 'over' })
  if (reason.length > 10_000) return askToCancel(visit, known, { status: 400, reason, message: speech.texts.tooLong })
  await countVisitorWrite(visit, { eventTypeId: own.scheduledEvent.eventTypeId, recipients: [own.invitee.email, ...own.invitee.guests] })
  try {
    await performOpen(context, cancelOwnBooking, { token, reason })
  } catch (error) {
    // Somebody else was first: the page that follows says so.
    if (!(error instanceof Problem) || error.kind !== permissionDenied) throw error
  }
  return { to: `/cancellations/${token}` }
}

const stopPurpose = ({ invitee }: OwnBooking): string => `stop reminders ${invitee.id}`
const stopPath = (token: string): string => `/notification_subscriptions/${token}/opt_out`

const showReminders: KnownPage = async (visit, { own, token, speech, brand }) => {
  if (own.invitee.status === 'canceled') return { ...(await canceledPage(visit, speech, own)), brand, isApart: true }
  if (isOver(own, visit.now)) return closedPage(visit, speech, { reason: 'over', brand })
  const { texts } = speech
  const isStopped = await hasStoppedReminders(visit.context.database.reader, own.invitee.organizationId, own.invitee.id)
  const title = isStopped ? texts.stopped : texts.stopTitle
  const form = () => ({ speech, booked: inWords(visit, speech, own), action: stopPath(token), token: visit.newToken(stopPurpose(own)) })
  return {
    title: `${title} · ${own.scheduledEvent.name}`,
    speech,
    brand,
    content: isStopped ? h(NoticePage, { title, words: texts.stopHint }) : h(StopRemindersPage, form()),
    isCapability: true,
    isApart: true,
  }
}

const stopReminders: KnownPage = async (visit, { own, token, speech, brand }) => {
  const { context, form, now } = visit
  checkBookingForm(context.codes, stopPurpose(own), form.get('form_token'), now)
  if (isOver(own, now)) return closedPage(visit, speech, { reason: 'over', brand })
  try {
    await performOpen(context, stopOwnReminders, { token })
  } catch (error) {
    // Canceled meanwhile: the page that follows says so.
    if (!(error instanceof Problem) || error.kind !== permissionDenied) throw error
  }
  return { to: stopPath(token) }
}

const calendarEntry: KnownPage = async (visit, { own, speech }) => {
  if (own.invitee.status === 'canceled') return closedPage(visit, speech, { reason: 'canceled' })
  return { file: await calendarFile(visit.context, speech, own, visit.now), type: 'text/calendar; charset=utf-8', name: 'invite.ics' }
}

export const ownBookingPages: BookingPageTable = {
  'GET /:user/:type/invitees/:invitee': ofInvitee(confirmation),
  'GET /cancellations/:invitee': ofInvitee(showCancellation),
  'POST /cancellations/:invitee': ofInvitee(cancel),
  'GET /invitees/:invitee/ics': ofInvitee(calendarEntry),
  'GET /notification_subscriptions/:invitee/opt_out': ofInvitee(showReminders),
  'POST /notification_subscriptions/:invitee/opt_out': ofInvitee(stopReminders),
}
