import { h } from 'preact'
import type { z } from 'zod'
import { getScheduledEvent, type InviteeResource, listInvitees } from '#bookings/index.ts'
import { getMeetingLink } from '#conferences/index.ts'
import { decimalOf, formatMoney, minorOf } from '#contract/money.ts'
import { isAdmin } from '#contract/principal.ts'
import { Problem } from '#contract/problem.ts'
import { idOf } from '#contract/wire.ts'
import { whyNoLink } from '#notifications/index.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { getInviteePayment } from '#payments/index.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import { historyOf } from './history.ts'
import { dateAt, longDay, timeOf, timesOf } from './member-time.ts'
import { MeetingPanel, type PanelGuest, type PanelMeeting, type PanelMissingLink } from './panel-view.tsx'
import { addressOf, type MeetingsRequest } from './request.ts'
import { movedText } from './shown.ts'
import { textsFor } from './texts.ts'

type Event = z.output<typeof getScheduledEvent.output>
type Invitee = z.output<typeof InviteeResource>

/** The panel of a meeting; none for one that is not there, or not theirs to see. */
export const panelOf = async (visit: SignedInVisit, request: MeetingsRequest, errors: FieldErrors) => {
  const uuid = request.open ?? ''
  const event = await run(visit, getScheduledEvent, { uuid }).catch(unlessUnseen)
  if (!event) return undefined
  const invitees = await listAll(visit, listInvitees, { uuid, sort: 'created_at:asc' })
  const { save, close } = inLocale(shellTexts, visit.language.locale)
  return h(MeetingPanel, {
    texts: textsFor(visit),
    token: visit.formToken,
    saveText: save,
    closeText: close,
    // The focus goes back to what opened it.
    closeAddress: `${addressOf(request, { open: undefined, pageToken: request.pageToken })}#meeting-${request.open ?? ''}`,
    back: addressOf(request, { pageToken: request.pageToken }),
    meeting: meetingOf(
      visit,
      event,
      await Promise.all(invitees.map((invitee) => guestOf(visit, request, event, invitee, errors))),
      await missingLinkOf(visit, uuid),
    ),
    history: await historyOf(visit, uuid),
    errors,
  })
}

const unlessUnseen = (error: unknown): undefined => {
  if (error instanceof Problem && [400, 403, 404].includes(error.kind.status)) return undefined
  throw error
}

/** How far the link of the meeting is. Undefined once it is there, and where none is needed. */
const missingLinkOf = async (visit: SignedInVisit, uuid: string): Promise<PanelMissingLink | undefined> => {
  const { state, reason_code: fault, may_mend: mayMend } = await run(visit, getMeetingLink, { uuid })
  if (state === null || state === 'made') return undefined
  const { mails } = visit.language
  const { missingLink: texts } = mails
  if (state === 'waiting') return { line: texts.waiting, isWrong: false, mayMend, texts }
  const next = state === 'failed' ? texts.failed : texts.trying
  return { line: `${whyNoLink(mails, fault)} ${next}`, isWrong: true, mayMend, texts }
}

const meetingOf = (
  visit: SignedInVisit,
  event: Event,
  guests: readonly PanelGuest[],
  missingLink: PanelMissingLink | undefined,
): PanelMeeting => {
  const texts = textsFor(visit)
  const [startsAt, endsAt] = [new Date(event.start_time), new Date(event.end_time)]
  const { location } = event
  const joinUrl = location.join_url ?? undefined
  return {
    id: idOf(event),
    name: event.name ?? '',
    day: longDay(visit, dateAt(visit, startsAt)),
    times: timesOf(visit, startsAt, endsAt),
    zone: cityOf(visit.language.locale, visit.session.timezone),
    place: location.location ?? joinUrl ?? texts.noLocation,
    joinUrl,
    missingLink,
    hosts: event.event_memberships.map(({ user_name }) => user_name).join(', '),
    guestsBrought: event.event_guests.map(({ email }) => email),
    guests,
    notes: event.meeting_notes_plain ?? '',
    isCanceled: event.status === 'canceled',
    hasBegun: startsAt <= visit.now,
    isOver: endsAt <= visit.now,
    canceledBy: event.cancellation && canceledLine(visit, event.cancellation),
  }
}

const canceledLine = (visit: SignedInVisit, { canceled_by, reason }: NonNullable<Event['cancellation']>): string =>
  [filled(textsFor(visit).canceledBy, { name: canceled_by }), ...(reason === null ? [] : [reason])].join(': ')

/** The meeting that they come to in place of this one. */
const movedOf = async (
  visit: SignedInVisit,
  request: MeetingsRequest,
  { new_invitee: next }: Invitee,
): Promise<PanelGuest['moved']> => {
  const open = /scheduled_events\/([^/]+)/.exec(next ?? '')?.[1]
  const event = open === undefined ? undefined : await run(visit, getScheduledEvent, { uuid: open }).catch(unlessUnseen)
  return (
    event && {
      text: movedText(visit, event.start_time),
      href: addressOf(request, { open: idOf(event), pageToken: request.pageToken }),
    }
  )
}

const guestOf = async (
  visit: SignedInVisit,
  request: MeetingsRequest,
  event: Event,
  invitee: Invitee,
  errors: FieldErrors,
): Promise<PanelGuest> => {
  const texts = textsFor(visit)
  const { timezone, tracking } = invitee
  const isElsewhere =
    timezone !== null &&
    timeOf(visit, new Date(event.start_time), timezone) !== timeOf(visit, new Date(event.start_time))
  return {
    id: idOf(invitee),
    name: invitee.name,
    email: invitee.email,
    isCanceled: invitee.status === 'canceled',
    line: invitee.rescheduled ? texts.wasMoved : invitee.cancellation && canceledLine(visit, invitee.cancellation),
    moved: await movedOf(visit, request, invitee),
    thereTime: isElsewhere
      ? filled(texts.zoneThere, {
          time: timeOf(visit, new Date(event.start_time), timezone),
          city: cityOf(visit.language.locale, timezone),
        })
      : undefined,
    answers: invitee.questions_and_answers.map(({ question, answer }) => ({ question, answer })),
    tracking: Object.values(tracking).filter((value) => value !== null),
    isNoShow: invitee.no_show !== null,
    payment: await paymentOf(visit, invitee, errors),
  }
}

/** Hosts see what was paid; owners and admins also what was given back, and can refund the rest. */
const paymentOf = async (
  visit: SignedInVisit,
  invitee: Invitee,
  errors: FieldErrors,
): Promise<PanelGuest['payment']> => {
  if (invitee.payment === null) return undefined
  const texts = textsFor(visit).payment
  const { amount, currency } = invitee.payment
  const write = (amountMinor: number): string => formatMoney(visit.language.locale, { amountMinor, currency })
  const paid = filled(texts.paid, { amount: write(minorOf(amount, currency) ?? 0) })
  const more = isAdmin(visit.session) ? await run(visit, getInviteePayment, { uuid: idOf(invitee) }) : null
  if (!more) return { lines: [paid] }
  const { amount_minor: all, refunded_minor: refunded, refunding_minor: refunding } = more
  return {
    lines: [
      paid,
      ...(refunded > 0 ? [filled(texts.refunded, { amount: write(refunded) })] : []),
      ...(refunding > 0 ? [filled(texts.refunding, { amount: write(refunding) })] : []),
    ],
    ...(more.may_refund ? { left: decimalOf({ amountMinor: all - refunded - refunding, currency }), currency } : {}),
    wrong: visit.params.guest === idOf(invitee) ? errors.amount : undefined,
  }
}
