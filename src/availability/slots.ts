import { day, minute } from '#platform/time/durations.ts'
import type { Instant, Zone } from '#platform/time/zone.ts'
import { type Hours, hoursOn, type Range } from './hours.ts'

/** A span of time, its end not included. */
export interface Span {
  readonly start: Instant
  readonly end: Instant
}

/** What is known of one host: the hours they offer, and their busy time. */
export interface HostTime {
  readonly zone: Zone
  readonly hours: Hours
  /** Sorted by start, with the buffers of what is booked. They may overlap. */
  readonly busy: readonly Span[]
  /** Local days (since 1970) on which nothing more can be booked, because a limit is reached. */
  readonly fullDays?: ReadonlySet<number>
}

/** All in minutes. */
export interface SlotRules {
  readonly duration: number
  readonly increment: number
  readonly bufferBefore: number
  readonly bufferAfter: number
}

const dayMinutes = 1440

/** The times at which a meeting with this host can start, from `from` on and before `to`, in order. */
export const openStarts = (host: HostTime, rules: SlotRules, { start: from, end: to }: Span): Instant[] => {
  const starts: Instant[] = []
  const free = freeTest(host.busy, rules)
  eachStart(host, rules, from, to, (start) => {
    if (free(start)) starts.push(start)
  })
  return starts
}

/** When all hosts are free, on the grid of the first. */
export const sharedStarts = (hosts: readonly HostTime[], rules: SlotRules, span: Span): Instant[] => {
  const [first, ...others] = hosts
  if (!first) return []
  return others.reduce(
    (starts, host) => {
      if (starts.length === 0) return starts
      const free = freeTest(host.busy, rules)
      const open = openTest(host, rules, span)
      return starts.filter((start) => open(start) && free(start))
    },
    openStarts(first, rules, span),
  )
}

/** When at least one host is free. */
export const anyStarts = (hosts: readonly HostTime[], rules: SlotRules, span: Span): Instant[] => {
  // Every start is a whole minute, so a flag per minute sorts and merges them all at once.
  const base = Math.floor(span.start / minute)
  const marks = new Uint8Array(Math.max(0, Math.ceil(span.end / minute) - base))
  for (const host of hosts) {
    const free = freeTest(host.busy, rules)
    eachStart(host, rules, span.start, span.end, (start) => {
      if (free(start)) marks[start / minute - base] = 1
    })
  }
  const starts: Instant[] = []
  for (let index = marks.indexOf(1); index !== -1; index = marks.indexOf(1, index + 1))
    starts.push((base + index) * minute)
  return starts
}

/** The hosts who are free at that start, by the same rules by which times are offered. */
export const hostsFreeAtStart = <Host extends HostTime>(
  hosts: readonly Host[],
  rules: SlotRules,
  start: Instant,
): Host[] => hosts.filter((host) => openStarts(host, rules, { start, end: start + 1 }).length > 0)

/**
 * The grid: every increment from the start of each span of open hours, in local time. A start that the clock skips
 * moves forward by what it skips; one that the clock repeats is offered twice; neighbours are never nearer than an
 * increment. A meeting that starts before midnight may run past it, if the hours do.
 */
const eachStart = (
  host: HostTime,
  rules: SlotRules,
  from: Instant,
  to: Instant,
  visit: (start: Instant) => void,
): void => {
  const { zone, hours, fullDays } = host
  const grid: Grid = { zone, duration: rules.duration * minute, increment: rules.increment * minute, from, to }
  const clockOn = clockByDay(zone, from, to)
  const lastDay = Math.floor(zone.localAt(to) / day)
  for (let today = Math.floor(zone.localAt(from) / day) - 1; today <= lastDay; today += 1) {
    const midnight = today * day
    const { offset, changesAt } = clockOn(midnight)
    const ranges = hoursOn(hours, today)
    if (ranges.length === 0 || fullDays?.has(today)) continue
    const irregular: Stretch[] = []
    for (const { from: opens, to: closes } of ranges) {
      const stretch = { from: opens, to: closes, until: closes === dayMinutes ? continuesUntil(hours, today) : closes }
      if (changesAt > midnight + (stretch.until > dayMinutes ? 2 * day : day))
        regularStarts(grid, midnight, stretch, offset, visit)
      else irregular.push(stretch)
    }
    if (irregular.length > 0) transitionStarts(grid, midnight, irregular, visit)
  }
}

/** What is the same for every day. */
interface Grid {
  readonly zone: Zone
  readonly duration: number
  readonly increment: number
  readonly from: Instant
  readonly to: Instant
}

/** Open hours of a day, in its minutes: meetings start before `to` and end by `until`, which may be on the next day. */
interface Stretch extends Range {
  readonly until: number
}

/** For days in order: the offset at the start of a day, and the earliest local time of the next clock change. */
const clockByDay = (zone: Zone, from: Instant, to: Instant) => {
  const changes = zone.changesBetween(from - 3 * day, to + 3 * day)
  let offset = zone.offsetAt(from - 3 * day)
  let next = 0
  return (midnight: number): { readonly offset: number; readonly changesAt: number } => {
    let change = changes[next]
    while (change && change.at < midnight - Math.max(change.before, change.after)) {
      offset = change.after
      next += 1
      change = changes[next]
    }
    return { offset, changesAt: change ? change.at + Math.min(change.before, change.after) : Number.POSITIVE_INFINITY }
  }
}

/** While the clock does not change, local time differs by one offset. */
const regularStarts = (
  grid: Grid,
  midnight: number,
  { from: opens, until }: Stretch,
  offset: number,
  visit: (start: Instant) => void,
): void => {
  const { duration, increment, from, to } = grid
  let start = midnight + opens * minute - offset
  if (start < from) start += Math.ceil((from - start) / increment) * increment
  let last = Math.min(midnight + until * minute - offset - duration, to - 1)
  // The next day has a grid of its own.
  if (until > dayMinutes) last = Math.min(last, midnight + day - offset - 1)
  for (; start <= last; start += increment) visit(start)
}

/** Around a clock change: repeated hours may fall between those of another stretch, so all are sorted. */
const transitionStarts = (
  grid: Grid,
  midnight: number,
  stretches: readonly Stretch[],
  visit: (start: Instant) => void,
): void => {
  const starts = stretches.flatMap((stretch) => pointByPoint(grid, midnight, stretch))
  for (const start of starts.sort((a, b) => a - b)) if (start >= grid.from && start < grid.to) visit(start)
}

/** How long hours that reach midnight continue, in minutes of the day they begin on. */
export const continuesUntil = (hours: Hours, today: number): number => {
  const [next] = hoursOn(hours, today + 1)
  return next?.from === 0 ? dayMinutes + next.to : dayMinutes
}

/** Each local time of the grid by itself. The meeting must end within the hours. */
const pointByPoint = (
  { zone, duration, increment }: Grid,
  midnight: number,
  { from: opens, to: closes, until }: Stretch,
): Instant[] => {
  const stretches = stretchesOf(zone, midnight + opens * minute, midnight + until * minute)
  const starts = new Set<Instant>()
  for (let local = midnight + opens * minute; local < midnight + closes * minute; local += increment) {
    const instants = zone.instantsOf(local)
    for (const instant of instants.length > 0 ? instants : [zone.instantOf(local)]) starts.add(instant)
  }
  const kept: Instant[] = []
  let previous = Number.NEGATIVE_INFINITY
  for (const start of [...starts].sort((a, b) => a - b)) {
    // A start that was moved beyond its own hours belongs to the grid of the next ones.
    if (start - previous < increment || zone.localAt(start) >= midnight + closes * minute) continue
    if (!stretches.some((stretch) => stretch.start <= start && start + duration <= stretch.end)) continue
    previous = start
    kept.push(start)
  }
  return kept
}

/** The instants whose local time is in this range: one span, or more around a clock change. */
const stretchesOf = (zone: Zone, opens: number, closes: number): Span[] => {
  const changes = zone.changesBetween(opens - 2 * day, closes + 2 * day)
  const edges = [opens - 2 * day, ...changes.map(({ at }) => at), closes + 2 * day]
  const stretches: Span[] = []
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const offset = zone.offsetAt(edges[index] as Instant)
    const start = Math.max(edges[index] as Instant, opens - offset)
    const end = Math.min(edges[index + 1] as Instant, closes - offset)
    if (start >= end) continue
    const last = stretches.at(-1)
    if (last && last.end === start) stretches[stretches.length - 1] = { start: last.start, end }
    else stretches.push({ start, end })
  }
  return stretches
}

/** Whether a meeting with its buffers overlaps nothing busy. Called in order of time, so it never goes back. */
export const freeTest = (
  busy: readonly Span[],
  { duration, bufferBefore, bufferAfter }: SlotRules,
): ((start: Instant) => boolean) => {
  const before = bufferBefore * minute
  const after = (duration + bufferAfter) * minute
  let next = 0
  let busyUntil = Number.NEGATIVE_INFINITY
  return (start) => {
    const end = start + after
    while (next < busy.length && (busy[next] as Span).start < end) {
      if ((busy[next] as Span).end > busyUntil) busyUntil = (busy[next] as Span).end
      next += 1
    }
    return busyUntil <= start - before
  }
}

/** The hours of a host around a span, from the day before it to the day after it. */
const openHours = ({ zone, hours }: Pick<HostTime, 'zone' | 'hours'>, { start: from, end: to }: Span): Span[] => {
  const stretches: Span[] = []
  const lastDay = Math.floor(zone.localAt(to) / day) + 1
  for (let today = Math.floor(zone.localAt(from) / day) - 1; today <= lastDay; today += 1) {
    for (const { from: opens, to: closes } of hoursOn(hours, today))
      stretches.push(...stretchesOf(zone, today * day + opens * minute, today * day + closes * minute))
  }
  return joined(stretches)
}

/** When a host is available, whatever the grid: their hours around a span, without their busy time. */
export const freeSpans = (host: Pick<HostTime, 'zone' | 'hours' | 'busy'>, span: Span): Span[] =>
  openHours(host, span).flatMap(({ start, end }) => {
    const free: Span[] = []
    let from = start
    for (const busy of host.busy) {
      if (busy.end <= from || busy.start >= end) continue
      if (busy.start > from) free.push({ start: from, end: busy.start })
      from = busy.end
    }
    return from < end ? [...free, { start: from, end }] : free
  })

/** Whether a meeting lies within the hours of a host, whatever the grid. Called in order of time. */
export const openTest = (host: HostTime, { duration }: SlotRules, span: Span): ((start: Instant) => boolean) => {
  const { zone, fullDays } = host
  const open = openHours(host, span)
  let next = 0
  return (start) => {
    if (fullDays?.has(Math.floor(zone.localAt(start) / day))) return false
    while (next < open.length && (open[next] as Span).end < start + duration * minute) next += 1
    const stretch = open[next]
    return stretch !== undefined && stretch.start <= start
  }
}

/** Merges spans that overlap or are adjacent, such as those on both sides of midnight. */
export const joined = (stretches: readonly Span[]): Span[] => {
  const whole: Span[] = []
  for (const stretch of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = whole.at(-1)
    if (last && last.end >= stretch.start)
      whole[whole.length - 1] = { start: last.start, end: Math.max(last.end, stretch.end) }
    else whole.push(stretch)
  }
  return whole
}
