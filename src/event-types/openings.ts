import { anyStarts, type HostTime, hostsFreeAtStart, openStarts, type SlotRules, type Span, sharedStarts, type TakenSpan } from '#availability/index.ts'
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
  readonly eventType: Pick<EventType, 'id' | 'active' | 'deletedAt' | 'kind' | 'pooling' | 'duration' | 'seats' | 'rules'>
  readonly hosts: readonly Each[]
  /** Of all hosts, in order; for the span that `lookupSpanOf` returns. */
  readonly taken: readonly TakenTime[]
}

/** The span of booked time that must be known to decide about a span: a limit per week needs the whole week. */
export const lookupSpanOf = ({ rules }: Pick<EventType, 'rules'>, { start, end }: Span): Span => {
  const around = rules.max_per_day === null && rules.max_per_week === null ? day : 9 * day
  return { start: start - around, end: end + around }
}

/** When this type can be booked within the span. Booking calls it for one instant, so exactly what is offered can be booked. */
export const openingsOf = ({ eventType, hosts, taken }: BookableTimes, span: Span, now: Instant): Opening[] => {
  const [first] = hosts
  if (!eventType.active || eventType.deletedAt || !first) return []
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
      const starts = openStarts(times[0] as HostTime, slotRules, window).map((start) => ({ start, remaining: eventType.seats }))
      return eventType.kind === 'group' ? withOpenSeats(starts, eventType, taken, window) : starts
    }
  }
}

const slotRulesOf = ({ duration, rules }: Pick<EventType, 'duration' | 'rules'>): SlotRules => ({
  duration,
  increment: rules.start_time_increment,
  bufferBefore: rules.buffer_before,
  bufferAfter: rules.buffer_after,
})

/** The hosts of a round robin who are free for a meeting that starts then. */
export const hostsFreeAt = <Each extends Host>({ eventType, hosts, taken }: BookableTimes<Each>, start: Instant): Each[] => {
  const rules = slotRulesOf(eventType)
  return hosts.filter((host) => hostsFreeAtStart([timeOf(host, eventType, taken)], rules, start).length > 0)
}

/** Cut to the minimum notice and to the bookable days, counted in the host's time zone. */
const narrowed = ({ start, end }: Span, { rules }: Pick<EventType, 'rules'>, timezone: string, now: Instant): Span => {
  const zone = zoneOf(timezone)
  const { first, last } = bookableDays(rules.booking_window, Math.floor(zone.localAt(now) / day))
  const opens = Math.max(start, now + rules.minimum_notice * minute, zone.instantOf(first * day))
  return { start: opens, end: Number.isFinite(last) ? Math.min(end, zone.instantOf((last + 1) * day)) : end }
}

const timeOf = (host: Host, eventType: BookableTimes['eventType'], taken: readonly TakenTime[]): HostTime => {
  const own = taken.filter(({ membershipId }) => membershipId === host.membershipId)
  const busy = own.map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }))
  return hostTimeOf(host, busy, fullDays(host, eventType, own))
}

/** The local days on which this host has as many meetings of this type as a day, or the week it is in, may have. Weeks begin on Monday. */
const fullDays = ({ timezone }: Host, { id, rules }: BookableTimes['eventType'], own: readonly TakenTime[]): ReadonlySet<number> | undefined => {
  if (rules.max_per_day === null && rules.max_per_week === null) return undefined
  const zone = zoneOf(timezone)
  const days = own.filter(({ eventTypeId }) => eventTypeId === id).map(({ startsAt }) => Math.floor(zone.localAt(startsAt.getTime()) / day))
  const full = new Set<number>()
  const countOf = (test: (day: number) => boolean): number => days.filter(test).length
  for (const one of new Set(days)) {
    if (rules.max_per_day !== null && countOf((other) => other === one) >= rules.max_per_day) full.add(one)
    if (rules.max_per_week === null || countOf((other) => mondayOf(other) === mondayOf(one)) < rules.max_per_week) continue
    for (let weekday = 0; weekday < 7; weekday += 1) full.add(mondayOf(one) + weekday)
  }
  return full
}

/** 1970 began on a Thursday. */
const mondayOf = (localDay: number): number => localDay - ((((localDay + 3) % 7) + 7) % 7)

/** An existing group meeting can be joined as long as there are seats. */
const withOpenSeats = (openings: readonly Opening[], { id, seats }: BookableTimes['eventType'], taken: readonly TakenTime[], window: Span): Opening[] => {
  const joinable = taken
    .filter(
      ({ eventTypeId, seatsTaken, startsAt }) =>
        eventTypeId === id && seatsTaken < seats && startsAt.getTime() >= window.start && startsAt.getTime() < window.end,
    )
    .map(({ startsAt, seatsTaken }) => ({ start: startsAt.getTime(), remaining: seats - seatsTaken }))
  return [...openings, ...joinable].sort((a, b) => a.start - b.start)
}
