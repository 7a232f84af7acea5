import { day, minute } from '#platform/time/durations.ts'
import type { Instant } from '#platform/time/zone.ts'
import { type Hours, hoursOn, type Range } from './hours.ts'
import { continuesUntil, type HostTime, openStarts, openTest, type SlotRules, type Span } from './slots.ts'

/** How the hours of a host, or the grid in them, keep a meeting from starting at a time. */
export type HoursObstacle =
  | { readonly kind: 'hours' | 'override'; readonly day: number; readonly ranges: readonly Range[] }
  | { readonly kind: 'too_long'; readonly closes: Instant }
  | { readonly kind: 'grid'; readonly previous: Instant | undefined; readonly next: Instant | undefined }

/**
 * The test that open times apply, with its rules relaxed one after the other until the start passes: the rule that was
 * relaxed last is the first obstacle. A start that its hours exclude is off the grid too if it would be once these
 * hours lasted longer. `isOnGrid` is false for hosts who follow the grid of another. Called in order of time.
 */
export const hoursObstacles = (
  { zone, hours }: Pick<HostTime, 'zone' | 'hours'>,
  rules: SlotRules,
  span: Span,
  { isOnGrid }: { readonly isOnGrid: boolean },
): ((start: Instant) => Generator<HoursObstacle>) => {
  const host: HostTime = { zone, hours, busy: [] }
  const around = { start: wholeMinute(span.start), end: span.end }
  const passes = (relaxed: SlotRules): ((start: Instant) => boolean) => {
    if (!isOnGrid) return openTest(host, relaxed, around)
    let starts: ReadonlySet<Instant> | undefined
    return (start) => {
      starts ??= new Set(openStarts(host, relaxed, around))
      return starts.has(start)
    }
  }
  const isOffered = passes(rules)
  const fits = passes({ ...rules, increment: 1 })
  const isOpen = passes({ ...rules, increment: 1, duration: 1 })
  return function* (start) {
    if (isOffered(start)) return
    const whole = wholeMinute(start)
    const local = zone.localAt(start)
    const today = Math.floor(local / day)
    const isInHours = fits(whole)
    if (!isInHours) {
      if (isOpen(whole)) yield { kind: 'too_long', closes: zone.instantOf(closingTime(hours, local)) }
      else yield { kind: hours.dates.has(today) ? 'override' : 'hours', day: today, ranges: hoursOn(hours, today) }
    }
    if (isInHours || (isOnGrid && isOffLongerGrid({ zone, hours }, rules, start)))
      yield { kind: 'grid', ...neighbours(host, rules, start) }
  }
}

/**
 * As if the hours that began last before the start continued to the end of the day. Before the first hours of a day
 * there is no grid.
 */
const isOffLongerGrid = (
  { zone, hours }: Pick<HostTime, 'zone' | 'hours'>,
  rules: SlotRules,
  start: Instant,
): boolean => {
  const local = zone.localAt(start)
  const today = Math.floor(local / day)
  const begun = hoursOn(hours, today).findLast(({ from }) => today * day + from * minute <= local)
  if (!begun) return false
  const longer = { ...hours, dates: new Map([...hours.dates, [today, [{ from: begun.from, to: day / minute }]]]) }
  return (
    openStarts({ zone, hours: longer, busy: [] }, { ...rules, duration: 1 }, { start, end: start + 1 }).length === 0
  )
}

const wholeMinute = (instant: Instant): Instant => Math.floor(instant / minute) * minute

/** When the hours end that contain this local time. */
const closingTime = (hours: Hours, local: number): number => {
  const today = Math.floor(local / day)
  const time = (local - today * day) / minute
  const closes = hoursOn(hours, today).find(({ from, to }) => from <= time && time < to)?.to ?? 0
  return today * day + (closes === day / minute ? continuesUntil(hours, today) : closes) * minute
}

/** The starts of the grid on both sides. */
const neighbours = (
  host: HostTime,
  rules: SlotRules,
  start: Instant,
): { readonly previous: Instant | undefined; readonly next: Instant | undefined } => {
  const reach = rules.increment * minute
  const starts = openStarts(host, rules, { start: start - reach, end: start + reach + 1 })
  return { previous: starts.findLast((other) => other < start), next: starts.find((other) => other > start) }
}
