import { h } from 'preact'
import type { z } from 'zod'
import { findInvitees, getScheduledEvent, type InviteeResource, listInvitees } from '#bookings/index.ts'
import { Problem } from '#contract/problem.ts'
import { idOf } from '#contract/wire.ts'
import { listEventTypeAvailableTimes } from '#event-types/index.ts'
import { list, listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { counted, filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import { historyOf } from './history.ts'
import { dateAt, dateIn, daysAfter, longDay, startOf, timeOf, timesOf } from './member-time.ts'
import { MeetingPanel, type Moving, type PanelGuest, type PanelMeeting } from './panel-view.tsx'
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
    moveAllAddress: moveAddress(request, event, all),
    meeting: meetingOf(
      visit,
      event,
      await Promise.all(invitees.map((invitee) => guestOf(visit, request, event, invitee))),
    ),
    moving: await movingOf(visit, request, event, invitees, errors),
    history: await historyOf(visit, uuid),
    errors,
  })
}

const unlessUnseen = (error: unknown): undefined => {
  if (error instanceof Problem && [400, 403, 404].includes(error.kind.status)) return undefined
  throw error
}

const meetingOf = (visit: SignedInVisit, event: Event, guests: readonly PanelGuest[]): PanelMeeting => {
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

const moveAddress = (request: MeetingsRequest, event: Event, who: string): string =>
  `${addressOf(request, { open: idOf(event), pageToken: request.pageToken })}&move=${who}#move`

const guestOf = async (
  visit: SignedInVisit,
  request: MeetingsRequest,
  event: Event,
  invitee: Invitee,
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
    moveAddress: moveAddress(request, event, idOf(invitee)),
  }
}

/** In the address, in place of the id of an invitee. */
export const all = 'all'

/** The open times of a day for those who are to be moved: an invitee, or all of them. */
const movingOf = async (
  visit: SignedInVisit,
  request: MeetingsRequest,
  event: Event,
  invitees: readonly Invitee[],
  errors: FieldErrors,
): Promise<Moving | undefined> => {
  const wanted = visit.query.get('move')
  const moved = invitees.filter((one) => one.status === 'active' && (wanted === all || idOf(one) === wanted))
  if (wanted === null || moved.length === 0 || event.status === 'canceled') return undefined
  const today = dateAt(visit, visit.now)
  const startDay = dateAt(visit, new Date(event.start_time))
  const day = dateIn(visit.query.get('day')) ?? [startDay, today].sort()[1] ?? today
  // When they meet already is open for others, where there are seats.
  const times = (await timesOn(visit, event.event_type, day)).filter(
    ({ value }) => Date.parse(value) !== Date.parse(event.start_time),
  )
  const addressAt = (time: string): string => {
    const query = new URLSearchParams({ move: wanted, day, ...(time === '' ? {} : { time }) })
    return `${addressOf(request, { open: idOf(event), pageToken: request.pageToken })}&${query}#move`
  }
  const chosen = times.find(({ value }) => value === visit.query.get('time'))
  return {
    id: wanted,
    name: moved.map(({ name }) => name).join(', '),
    action: wanted === all ? 'reschedule' : `guests/${wanted}/reschedule`,
    day,
    times: times.map(({ value, label }) => ({ label, href: addressAt(value) })),
    chosen: chosen && {
      ...(await askedAbout(visit, event, moved, new Date(chosen.value))),
      value: chosen.value,
      otherTimes: addressAt(''),
    },
    error: errors['event.start_time'] ?? errors.start_time,
  }
}

/** Before anybody is moved: from when to when, and who is notified. */
const askedAbout = async (visit: SignedInVisit, event: Event, moved: readonly Invitee[], startsAt: Date) => {
  const texts = textsFor(visit)
  const [from, to] = [new Date(event.start_time), new Date(event.end_time)]
  const momentOf = (start: Date): string =>
    `${longDay(visit, dateAt(visit, start))}, ${timesOf(visit, start, new Date(start.getTime() + to.getTime() - from.getTime()))}`
  const { context, session } = visit
  const found = await findInvitees(context.database.reader, session.organizationId, moved.map(idOf))
  const addresses = [...new Set([...moved.map(({ email }) => email), ...found.flatMap(({ guests }) => guests)])]
  const notified = filled(counted(visit.language, addresses.length, texts.moveNotifies), { who: addresses.join(', ') })
  return {
    from: momentOf(from),
    to: momentOf(startsAt),
    notified: context.mail.hasServer ? notified : texts.notNotified,
  }
}

/** The open times of a day, on the clock of the signed-in user. */
export const timesOn = async (
  visit: SignedInVisit,
  eventType: string,
  day: string,
): Promise<{ readonly value: string; readonly label: string }[]> => {
  const [from, to] = [startOf(visit, day), startOf(visit, daysAfter(day, 1))]
  const soon = new Date(visit.now.getTime() + 1000)
  if (to <= soon) return []
  const times = await list(visit, listEventTypeAvailableTimes, {
    event_type: eventType,
    start_time: (from > soon ? from : soon).toISOString(),
    end_time: to.toISOString(),
  })
  return times.map(({ start_time }) => ({ value: start_time, label: timeOf(visit, new Date(start_time)) }))
}
