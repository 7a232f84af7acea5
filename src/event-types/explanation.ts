import type { Span } from '#availability/index.ts'
import { day, minute } from '#platform/time/durations.ts'
import type { Instant } from '#platform/time/zone.ts'
import type { Host } from './host.ts'
import { type ExplainedTimes, type HostReason, reasonsOfHost } from './host-reasons.ts'
import { type BookableTimes, canBeJoined, isOn, noticeEnd, openingsOf, windowOf } from './openings.ts'
import { unlimitedWindow } from './scheduling-rules.ts'

export interface HostReasons<Each extends Host = Host> {
  readonly host: Each
  readonly reasons: readonly HostReason[]
}

export type TimeReason<Each extends Host = Host> =
  | { readonly kind: 'off' | 'unpayable' | 'no_host' | 'past' }
  | { readonly kind: 'notice'; readonly minutes: number; readonly opens: Instant }
  /** `firstDay` is null where it is the current one, `lastDay` where there is no end. */
  | { readonly kind: 'window'; readonly firstDay: number | null; readonly lastDay: number | null }
  | HostReason
  | ({ readonly kind: 'collective' } & HostReasons<Each>)
  | { readonly kind: 'round_robin'; readonly hosts: readonly HostReasons<Each>[] }

/**
 * Why a type cannot be booked at a time: all reasons, the first one first; none for a time that is offered. Every rule
 * is asked through the function by which open times apply it. The taken spans must be those of `lookupSpanOf`.
 */
export const reasonsAt = <Each extends Host>(
  times: ExplainedTimes<Each>,
  start: Instant,
  now: Instant,
): TimeReason<Each>[] => [...typeReasons(times, start, now), ...hostReasons(times, { start, end: start + 1 })(start)]

/**
 * A start of a day, and the first reason why it is not offered. Of a round robin, the reasons of the hosts are left
 * out.
 */
export interface ExplainedStart<Each extends Host = Host> {
  readonly start: Instant
  readonly remaining: number
  readonly reason: TimeReason<Each> | undefined
}

/** All starts of a span, which is a day for somebody. */
export const explainSpan = <Each extends Host>(
  times: ExplainedTimes<Each>,
  span: Span,
  now: Instant,
): ExplainedStart<Each>[] => {
  const remaining = new Map(openingsOf(times, span, now).map((opening) => [opening.start, opening.remaining]))
  const ofHosts = hostReasons(times, span)
  const firstReason = (start: Instant): TimeReason<Each> | undefined => {
    const [ofType] = typeReasons(times, start, now)
    if (ofType) return ofType
    if (times.eventType.pooling === 'round_robin') return { kind: 'round_robin', hosts: [] }
    const [ofHost] = ofHosts(start)
    return ofHost
  }
  return startsWithin(times, span).map((start) => {
    const left = remaining.get(start)
    return { start, remaining: left ?? 0, reason: left === undefined ? firstReason(start) : undefined }
  })
}

/**
 * The grid as it would be if nothing were booked and nothing limited, with the breaks in it; and the group meetings
 * that exist.
 */
const startsWithin = ({ eventType, hosts, taken }: BookableTimes, span: Span): Instant[] => {
  const rules = {
    ...eventType.rules,
    minimum_notice: 0,
    booking_window: unlimitedWindow,
    max_per_day: null,
    max_per_week: null,
  }
  const unbooked = { eventType: { ...eventType, active: true, deletedAt: null, isPayable: true, rules }, taken: [] }
  // The grid of a collective type is that of its first host.
  const grid = openingsOf(
    { ...unbooked, hosts: eventType.pooling === 'collective' ? hosts.slice(0, 1) : hosts },
    span,
    span.start - 2 * day,
  )
  const starts = new Set(grid.map(({ start }) => start))
  for (const [index, { start }] of grid.entries()) {
    const next = grid[index + 1]?.start ?? start
    for (
      let between = start + rules.start_time_increment * minute;
      between < next;
      between += rules.start_time_increment * minute
    )
      starts.add(between)
  }
  if (eventType.kind === 'group')
    for (const { eventTypeId, startsAt } of taken)
      if (eventTypeId === eventType.id && startsAt.getTime() >= span.start && startsAt.getTime() < span.end)
        starts.add(startsAt.getTime())
  return [...starts].sort((a, b) => a - b)
}

const typeReasons = function* (
  { eventType, hosts }: BookableTimes,
  start: Instant,
  now: Instant,
): Generator<TimeReason<never>> {
  const { rules } = eventType
  const [first] = hosts
  if (!isOn({ ...eventType, isPayable: true })) yield { kind: 'off' }
  if (!eventType.isPayable) yield { kind: 'unpayable' }
  if (!first) yield { kind: 'no_host' }
  if (start < now) yield { kind: 'past' }
  else if (start < noticeEnd(rules, now))
    yield { kind: 'notice', minutes: rules.minimum_notice, opens: noticeEnd(rules, now) }
  if (!first) return
  const window = windowOf(rules, first.timezone, now)
  const isFixed = rules.booking_window.type === 'fixed'
  // Before a window that begins today, a time has passed.
  if (start >= window.end || (isFixed && start < window.start))
    yield {
      kind: 'window',
      firstDay: isFixed ? window.firstDay : null,
      lastDay: Number.isFinite(window.lastDay) ? window.lastDay : null,
    }
}

/** Those of all hosts, united as the pooling of the type says. The returned function is called in order of time. */
const hostReasons = <Each extends Host>(
  times: ExplainedTimes<Each>,
  span: Span,
): ((start: Instant) => Generator<TimeReason<Each>>) => {
  const { eventType, taken } = times
  const { pooling } = eventType
  // Without pooling, only the first host counts.
  const asked = (pooling === null ? times.hosts.slice(0, 1) : times.hosts).map((host, index) => ({
    host,
    reasonsOf: reasonsOfHost(times, host, span, { isOnGrid: pooling !== 'collective' || index === 0 }),
  }))
  return function* (start) {
    if (taken.some((meeting) => canBeJoined(eventType, meeting) && meeting.startsAt.getTime() === start)) return
    if (pooling === 'round_robin') {
      const hosts = asked.map(({ host, reasonsOf }) => ({ host, reasons: [...reasonsOf(start)] }))
      if (hosts.length > 0 && hosts.every(({ reasons }) => reasons.length > 0)) yield { kind: 'round_robin', hosts }
      return
    }
    for (const { host, reasonsOf } of asked) {
      if (pooling === null) yield* reasonsOf(start)
      else yield* ofColleague(host, [...reasonsOf(start)])
    }
  }
}

/** The grid is the type's, not that of the host. */
const ofColleague = <Each extends Host>(host: Each, all: readonly HostReason[]): TimeReason<Each>[] => {
  const reasons = all.filter(({ kind }) => kind !== 'grid')
  return [
    ...all.filter(({ kind }) => kind === 'grid'),
    ...(reasons.length > 0 ? [{ kind: 'collective' as const, host, reasons }] : []),
  ]
}
