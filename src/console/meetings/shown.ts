import { idOf } from '#contract/wire.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted, filled } from '#ui/format.ts'
import type { BusyBlock, CalendarDay, PlacedMeeting } from './calendar.tsx'
import type { ListedDay, ListedMeeting } from './list.tsx'
import type { BusyTime, Meeting } from './load.ts'
import {
  briefDay,
  dateAt,
  daysAfter,
  isOfWeekend,
  longDay,
  minuteOfDay,
  shortDay,
  startOf,
  timeOf,
  timesOf,
} from './member-time.ts'
import { addressOf, type MeetingsRequest } from './request.ts'
import { textsFor } from './texts.ts'

const spanOf = ({
  scheduled_event: { start_time, end_time },
}: Meeting): { readonly startsAt: Date; readonly endsAt: Date } => ({
  startsAt: new Date(start_time),
  endsAt: new Date(end_time),
})

/** With whom: a name, or how many of a group; and whose meeting it is where several hosts are shown. */
const factsOf = (
  visit: SignedInVisit,
  { whose }: MeetingsRequest,
  { scheduled_event: event, invitees }: Meeting,
): string[] => {
  const texts = textsFor(visit)
  const { active, limit } = event.invitees_counter
  const [first] = invitees.filter(({ status }) => status === event.status)
  const guests = limit > 1 ? filled(texts.seats, { taken: String(active), limit: String(limit) }) : (first?.name ?? '')
  const hosts = event.event_memberships
  const names =
    whose !== 'own'
      ? hosts.map(({ user_name }) => user_name).join(', ')
      : hosts.length > 1
        ? counted(visit.language, hosts.length, texts.hosts)
        : ''
  return [guests, names].filter((fact) => fact !== '')
}

/** Where the only guest of a canceled meeting went. */
const movedOf = (
  visit: SignedInVisit,
  request: MeetingsRequest,
  { scheduled_event: event, invitees }: Meeting,
): ListedMeeting['moved'] => {
  const next = event.status === 'canceled' && event.invitees_counter.limit === 1 ? invitees[0]?.moved_to : undefined
  return next
    ? {
        text: movedText(visit, next.start_time),
        href: addressOf(request, { open: next.uuid, pageToken: request.pageToken }),
      }
    : undefined
}

/** `Moved to Fri, Nov 20, 11:00` */
export const movedText = (visit: SignedInVisit, start: string): string => {
  const startsAt = new Date(start)
  return filled(textsFor(visit).movedTo, {
    moment: `${shortDay(visit, dateAt(visit, startsAt))}, ${timeOf(visit, startsAt)}`,
  })
}

export const listedOf = (visit: SignedInVisit, request: MeetingsRequest, meeting: Meeting): ListedMeeting => {
  const { scheduled_event: event } = meeting
  const { startsAt, endsAt } = spanOf(meeting)
  const id = idOf(event)
  return {
    id,
    name: event.name ?? '',
    color: meeting.color,
    times: timesOf(visit, startsAt, endsAt),
    facts: factsOf(visit, request, meeting),
    href: addressOf(request, { open: id, pageToken: request.pageToken }),
    isCanceled: event.status === 'canceled',
    moved: movedOf(visit, request, meeting),
    isOpen: request.open === id,
  }
}

/** By the day on which they begin, in the order in which they come. */
export const byDay = (visit: SignedInVisit, request: MeetingsRequest, meetings: readonly Meeting[]): ListedDay[] => {
  const dates = [...new Set(meetings.map((meeting) => dateAt(visit, spanOf(meeting).startsAt)))]
  return dates.map((date) => ({
    title: longDay(visit, date),
    meetings: meetings
      .filter((meeting) => dateAt(visit, spanOf(meeting).startsAt) === date)
      .map((meeting) => listedOf(visit, request, meeting)),
  }))
}

const usual = { from: 8, to: 18 }
const maxLanes = 5

/**
 * The days of a calendar with the hours that are shown: the usual ones, and those in which something begins or ends.
 */
export const calendarOf = (
  visit: SignedInVisit,
  request: MeetingsRequest,
  { meetings, busy }: { readonly meetings: readonly Meeting[]; readonly busy: readonly BusyTime[] },
  first: string,
  count: number,
) => {
  const minutes = meetings.map((meeting) => {
    const { startsAt, endsAt } = spanOf(meeting)
    const from = minuteOfDay(visit, startsAt)
    // One that lasts past midnight ends with its day.
    return {
      meeting,
      date: dateAt(visit, startsAt),
      from,
      to: Math.min(1440, from + (endsAt.getTime() - startsAt.getTime()) / 60_000),
    }
  })
  const firstHour = Math.min(usual.from, ...minutes.map(({ from }) => Math.floor(from / 60)))
  const lastHour = Math.max(usual.to, ...minutes.map(({ to }) => Math.ceil(to / 60)))
  const [today, minutesToday] = [dateAt(visit, visit.now), minuteOfDay(visit, visit.now)]
  const now = { hour: Math.floor(minutesToday / 60) - firstHour, minute: Math.floor(minutesToday % 60) }
  const days = Array.from({ length: count }, (_, index): CalendarDay => {
    const date = daysAfter(first, index)
    const { placed, lanes } = inLanes(minutes.filter((one) => one.date === date))
    const hours = Array.from({ length: lastHour - firstHour }, (_, hour) =>
      placed
        .filter(({ from }) => Math.floor(from / 60) === firstHour + hour)
        .map(({ meeting, from, to, lane }): PlacedMeeting => {
          const length = Math.max(1, Math.round(to - from))
          return {
            ...listedOf(visit, request, meeting),
            start: timeOf(visit, spanOf(meeting).startsAt),
            minute: Math.floor(from % 60),
            duration: { hours: Math.floor(length / 60), minutes: length % 60 },
            lane,
          }
        }),
    )
    return {
      date,
      label: shortDay(visit, date),
      brief: briefDay(visit, date),
      isToday: date === today,
      now: date === today ? now : undefined,
      lanes,
      hours,
      busy: busyOn(visit, date, busy, firstHour, lastHour),
    }
  })
  // A weekend without meetings takes no room in a week.
  const isShown = ({ date, isToday, hours }: CalendarDay): boolean =>
    count === 1 || isToday || !isOfWeekend(date) || hours.some((one) => one.length > 0)
  return {
    days: days.filter(isShown),
    hours: Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index),
  }
}

/** What is busy on a day, by the hour that is shown in which it begins; cut to the hours that are shown. */
const busyOn = (
  visit: SignedInVisit,
  date: string,
  busy: readonly BusyTime[],
  firstHour: number,
  lastHour: number,
): BusyBlock[][] => {
  const [dayStart, dayEnd] = [startOf(visit, date), startOf(visit, daysAfter(date, 1))]
  const blocks = busy
    .filter(({ startsAt, endsAt }) => startsAt < dayEnd && endsAt > dayStart)
    .map(({ startsAt, endsAt }) => ({
      from: Math.max(firstHour * 60, startsAt > dayStart ? minuteOfDay(visit, startsAt) : 0),
      to: Math.min(lastHour * 60, endsAt < dayEnd ? minuteOfDay(visit, endsAt) : 1440),
      times: timesOf(visit, startsAt, endsAt),
    }))
    .filter(({ from, to }) => to > from)
  return Array.from({ length: lastHour - firstHour }, (_, hour) =>
    blocks
      .filter(({ from }) => Math.floor(from / 60) === firstHour + hour)
      .map(({ from, to, times }) => ({
        minute: from % 60,
        duration: { hours: Math.floor((to - from) / 60), minutes: (to - from) % 60 },
        times,
      })),
  )
}

interface Timed {
  readonly meeting: Meeting
  readonly from: number
  readonly to: number
}

/** Side by side where they overlap: each takes the first lane that is free when it begins. */
const inLanes = (
  meetings: readonly Timed[],
): { readonly placed: readonly (Timed & { readonly lane: number })[]; readonly lanes: number } => {
  const ends: number[] = []
  const placed = meetings.map((one) => {
    const free = ends.findIndex((end) => end <= one.from)
    const lane = Math.min(free === -1 ? ends.length : free, maxLanes - 1)
    ends[lane] = one.to
    return { ...one, lane }
  })
  return { placed, lanes: Math.max(1, ends.length) }
}
