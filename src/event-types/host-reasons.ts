import { freeTest, type HoursObstacle, hoursObstacles, type Span, type TakenSpan } from '#availability/index.ts'
import { day, minute } from '#platform/time/durations.ts'
import type { Instant } from '#platform/time/zone.ts'
import { type Host, hostTimeOf } from './host.ts'
import { type BookableTimes, fullDays, meetingDays, mondayOf, slotRulesOf, takenBy } from './openings.ts'

/** What must be known to explain a time: what open times are computed from, and what the taken spans are. */
export interface ExplainedTimes<Each extends Host = Host> extends BookableTimes<Each> {
  readonly taken: readonly TakenSpan[]
}

/** Why a host cannot meet at a time. Days are local to the host, and counted since 1970. */
export type HostReason =
  | HoursObstacle
  | { readonly kind: 'day_limit' | 'week_limit'; readonly booked: number; readonly limit: number; readonly day: number }
  | { readonly kind: 'seats'; readonly seats: number }
  | { readonly kind: 'meeting' | 'reserved' | 'calendar' | 'unread'; readonly taken: TakenSpan }
  /**
   * The meeting itself would fit. `side` is where the asked meeting keeps its own buffer; `other` is what the taken
   * span keeps. In minutes.
   */
  | {
      readonly kind: 'buffer'
      readonly taken: TakenSpan
      readonly side: 'before' | 'after'
      readonly own: number
      readonly other: number
    }

/**
 * All of them, the first one first. `isOnGrid` is false for hosts who follow the grid of another. Called in order of
 * time.
 */
export const reasonsOfHost = (
  { eventType, taken }: ExplainedTimes,
  host: Host,
  span: Span,
  { isOnGrid }: { readonly isOnGrid: boolean },
): ((start: Instant) => Generator<HostReason>) => {
  const slotRules = slotRulesOf(eventType)
  const own = takenBy(host, taken)
  const { zone, hours } = hostTimeOf(host, [])
  const obstaclesAt = hoursObstacles({ zone, hours }, slotRules, span, { isOnGrid })
  const limitsOn = reachedLimits(eventType, host, own)
  return function* (start) {
    yield* obstaclesAt(start)
    yield* limitsOn(Math.floor(zone.localAt(start) / day))
    const inTheWay = own.filter(
      (one) => !freeTest([{ start: one.start.getTime(), end: one.end.getTime() }], slotRules)(start),
    )
    yield* inTheWay
      .map((one) => takenReason(eventType, one, start))
      .sort((a, b) => ranks.indexOf(a.kind) - ranks.indexOf(b.kind))
  }
}

/** Each limit as if there were no other. */
const reachedLimits = (
  eventType: BookableTimes['eventType'],
  host: Host,
  own: readonly TakenSpan[],
): ((today: number) => HostReason[]) => {
  const { max_per_day: perDay, max_per_week: perWeek } = eventType.rules
  const fullUnder = (limits: Partial<typeof eventType.rules>) =>
    fullDays(host, { ...eventType, rules: { ...eventType.rules, ...limits } }, own)
  const [byDay, byWeek] = [fullUnder({ max_per_week: null }), fullUnder({ max_per_day: null })]
  return (today) => {
    const booked = (test: (other: number) => boolean): number => meetingDays(host, eventType, own).filter(test).length
    const monday = mondayOf(today)
    const reached: HostReason[] = []
    if (perDay !== null && byDay?.has(today))
      reached.push({ kind: 'day_limit', booked: booked((other) => other === today), limit: perDay, day: today })
    if (perWeek !== null && byWeek?.has(today))
      reached.push({
        kind: 'week_limit',
        booked: booked((other) => mondayOf(other) === monday),
        limit: perWeek,
        day: monday,
      })
    return reached
  }
}

const ranks: readonly HostReason['kind'][] = ['seats', 'meeting', 'buffer', 'reserved', 'calendar', 'unread']

const takenReason = (
  { id, kind, seats, duration, rules }: BookableTimes['eventType'],
  taken: TakenSpan,
  start: Instant,
): HostReason => {
  const [startsAt, endsAt, end] = [taken.startsAt.getTime(), taken.endsAt.getTime(), start + duration * minute]
  if (taken.kind === 'unknown') return { kind: 'unread', taken }
  if (taken.kind === 'reserved') return { kind: 'reserved', taken }
  if (kind === 'group' && taken.eventTypeId === id && startsAt === start) return { kind: 'seats', seats }
  if (endsAt <= start)
    return {
      kind: 'buffer',
      taken,
      side: 'before',
      own: rules.buffer_before,
      other: (taken.end.getTime() - endsAt) / minute,
    }
  if (startsAt >= end)
    return {
      kind: 'buffer',
      taken,
      side: 'after',
      own: rules.buffer_after,
      other: (startsAt - taken.start.getTime()) / minute,
    }
  return { kind: taken.kind === 'external' ? 'calendar' : 'meeting', taken }
}
