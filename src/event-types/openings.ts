import {
  anyStarts,
  freeSpans,
  type HostTime,
  hostsFreeAtStart,
  openStarts,
  type SlotRules,
  type Span,
  sharedStarts,
  type TakenSpan,
} from '#availability/index.ts'
import { day, minute } from '#platform/time/durations.ts'
import type { Instant } from '#platform/time/zone.ts'
import type { EventType } from './event-type.ts'
import { type Host, hostTimeOf, zoneOf } from './host.ts'
import { bookableDays } from './scheduling-rules.ts'

/** A time at which a type can be booked, and how many seats are left. */
export interface Opening {
  readonly start: Instant
  readonly remaining: number
}

/** The part of a taken span that decides what is open. */
export type TakenTime = Pick<TakenSpan, 'membershipId' | 'start' | 'end' | 'startsAt' | 'eventTypeId' | 'seatsTaken'>

/** The parts of a bookable that decide when it is open, with what its hosts have booked. */
export interface BookableTimes<Each extends Host = Host> {
  readonly eventType: Pick<
    EventType,
    'id' | 'active' | 'deletedAt' | 'isPayable' | 'kind' | 'pooling' | 'duration' | 'seats' | 'rules'
  >
  readonly hosts: readonly Each[]
  /** Of all hosts, in order; for the span that `lookupSpanOf` returns. */
  readonly taken: readonly TakenTime[]
}

/** The span of booked time that must be known to decide about a span: a limit per week needs the whole week. */
export const lookupSpanOf = ({ rules }: Pick<EventType, 'rules'>, { start, end }: Span): Span => {
  const around = rules.max_per_day === null && rules.max_per_week === null ? day : 9 * day
  return { start: start - around, end: end + around }
}

/**
 * When this type can be booked within the span. Booking calls it for one instant, so exactly what is offered can be
 * booked.
 */
export const openingsOf = ({ eventType, hosts, taken }: BookableTimes, span: Span, now: Instant): Opening[] => {
  const [first] = hosts
  if (!isOn(eventType) || !first) return []
  const window = narrowed(span, eventType, first.timezone, now)
  if (window.start >= window.end) return []

  const slotRules = slotRulesOf(eventType)
  const times = hosts.map((host) => timeOf(host, eventType, taken))
  switch (eventType.pooling) {
    case 'collective':
      return sharedStarts(times, slotRules, window).map((start) => ({ start, remaining: 1 }))
    case 'round_robin':
      return anyStarts(times, slotRules, window).map((start) => ({ start, remaining: 1 }))
    case null: {
      const starts = openStarts(times[0] as HostTime, slotRules, window).map((start) => ({
        start,
        remaining: eventType.seats,
      }))
      return eventType.kind === 'group' ? withOpenSeats(starts, eventType, taken, window) : starts
    }
  }
}

export const isOn = ({
  active,
  deletedAt,
  isPayable,
}: Pick<EventType, 'active' | 'deletedAt' | 'isPayable'>): boolean => active && deletedAt === null && isPayable

export const slotRulesOf = ({ duration, rules }: Pick<EventType, 'duration' | 'rules'>): SlotRules => ({
  duration,
  increment: rules.start_time_increment,
  bufferBefore: rules.buffer_before,
  bufferAfter: rules.buffer_after,
})

/** The hosts of a round robin who are free for a meeting that starts then. */
export const hostsFreeAt = <Each extends Host>(
  { eventType, hosts, taken }: BookableTimes<Each>,
  start: Instant,
): Each[] => {
  const rules = slotRulesOf(eventType)
  return hosts.filter((host) => hostsFreeAtStart([timeOf(host, eventType, taken)], rules, start).length > 0)
}

/**
 * The openings at which this user would meet the invitee, and is free for it; not those of a group meeting that they
 * hold already.
 */
export const timesOfHost = (times: BookableTimes, userId: string, span: Span, now: Instant): Opening[] => {
  const { eventType, hosts } = times
  const host = hosts.find((one) => one.userId === userId)
  if (!host) return []
  const openings = openingsOf(times, span, now)
  if (eventType.kind !== 'group' && eventType.pooling !== 'round_robin') return openings
  return openings.filter(({ start }) => hostsFreeAt({ ...times, hosts: [host] }, start).length > 0)
}

/** When this user is available in the hours that they offer for the type, whatever can be booked then. */
export const freeTimeOfHost = ({ hosts, taken }: BookableTimes, userId: string, span: Span): Span[] => {
  const host = hosts.find((one) => one.userId === userId)
  if (!host) return []
  const busy = takenBy(host, taken).map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }))
  return freeSpans(hostTimeOf(host, busy), span)
}

/** Cut to the minimum notice and to the bookable days. */
const narrowed = ({ start, end }: Span, { rules }: Pick<EventType, 'rules'>, timezone: string, now: Instant): Span => {
  const window = windowOf(rules, timezone, now)
  return { start: Math.max(start, noticeEnd(rules, now), window.start), end: Math.min(end, window.end) }
}

/** The first time that is not too soon. */
export const noticeEnd = (rules: EventType['rules'], now: Instant): Instant => now + rules.minimum_notice * minute

/** The bookable days, counted in the host's time zone. */
export const windowOf = (
  rules: EventType['rules'],
  timezone: string,
  now: Instant,
): Span & { readonly firstDay: number; readonly lastDay: number } => {
  const zone = zoneOf(timezone)
  const { first, last } = bookableDays(rules.booking_window, Math.floor(zone.localAt(now) / day))
  const end = Number.isFinite(last) ? zone.instantOf((last + 1) * day) : Number.POSITIVE_INFINITY
  return { start: zone.instantOf(first * day), end, firstDay: first, lastDay: last }
}

const timeOf = (host: Host, eventType: BookableTimes['eventType'], taken: readonly TakenTime[]): HostTime => {
  const own = takenBy(host, taken)
  const busy = own.map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }))
  return hostTimeOf(host, busy, fullDays(host, eventType, own))
}

export const takenBy = <Each extends TakenTime>({ membershipId }: Host, taken: readonly Each[]): Each[] =>
  taken.filter((span) => span.membershipId === membershipId)

/** The local days of this host's meetings of this type: one for each meeting. */
export const meetingDays = (
  { timezone }: Host,
  { id }: BookableTimes['eventType'],
  own: readonly TakenTime[],
): number[] => {
  const zone = zoneOf(timezone)
  return own
    .filter(({ eventTypeId }) => eventTypeId === id)
    .map(({ startsAt }) => Math.floor(zone.localAt(startsAt.getTime()) / day))
}

/**
 * The local days on which this host has as many meetings of this type as a day, or the week it is in, may have. Weeks
 * begin on Monday.
 */
export const fullDays = (
  host: Host,
  eventType: BookableTimes['eventType'],
  own: readonly TakenTime[],
): ReadonlySet<number> | undefined => {
  const { rules } = eventType
  if (rules.max_per_day === null && rules.max_per_week === null) return undefined
  const days = meetingDays(host, eventType, own)
  const full = new Set<number>()
  const countOf = (test: (day: number) => boolean): number => days.filter(test).length
  for (const one of new Set(days)) {
    if (rules.max_per_day !== null && countOf((other) => other === one) >= rules.max_per_day) full.add(one)
    if (rules.max_per_week === null || countOf((other) => mondayOf(other) === mondayOf(one)) < rules.max_per_week)
      continue
    for (let weekday = 0; weekday < 7; weekday += 1) full.add(mondayOf(one) + weekday)
  }
  return full
}

/** 1970 began on a Thursday. */
export const mondayOf = (localDay: number): number => localDay - ((((localDay + 3) % 7) + 7) % 7)

/** An existing group meeting can be joined as long as there are seats. */
const withOpenSeats = (
  openings: readonly Opening[],
  eventType: BookableTimes['eventType'],
  taken: readonly TakenTime[],
  window: Span,
): Opening[] => {
  const joinable = taken
    .filter(
      (meeting) =>
        canBeJoined(eventType, meeting) &&
        meeting.startsAt.getTime() >= window.start &&
        meeting.startsAt.getTime() < window.end,
    )
    .map(({ startsAt, seatsTaken }) => ({ start: startsAt.getTime(), remaining: eventType.seats - seatsTaken }))
  return [...openings, ...joinable].sort((a, b) => a.start - b.start)
}

export const canBeJoined = (
  { id, kind, seats }: BookableTimes['eventType'],
  { eventTypeId, seatsTaken }: TakenTime,
): boolean => kind === 'group' && eventTypeId === id && seatsTaken < seats
