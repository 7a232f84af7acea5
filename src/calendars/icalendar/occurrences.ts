import type { Span } from '#availability/index.ts'
import { dayMilliseconds } from './civil.ts'
import { clockFrom, type WallClock, type ZoneReference } from './clock.ts'
import { expandRule } from './expand-rule.ts'
import { readRule } from './recurrence-rule.ts'
import { type EventSkeleton, type Length, localOf, type Moment, unreadableRule } from './skeleton.ts'

/** Where and when the events of one item are looked at. */
export interface Expansion {
  /** For dates and floating times: the calendar's zone, or else the host's. */
  readonly clock: WallClock
  readonly window: Span
  /** Whether an event that is only tentative makes busy. */
  readonly countsTentative: boolean
}

/**
 * The busy times of one item: an event with its rule and the occurrences that differ from it. Undefined is given in
 * between, so that the caller can pause, or stop when the item is too much work. Throws `Unreadable` when nothing
 * certain can be said.
 */
export function* busySpansOf(events: readonly EventSkeleton[], expansion: Expansion): Generator<Span | undefined> {
  for (const own of byUid(events).values()) {
    const masters = latest(own.filter(({ replaces }) => replaces === null))
    yield* busySpansOfOne(
      masters,
      own.filter(({ replaces }) => replaces !== null),
      expansion,
    )
  }
}

/** The first moment at which any of them can be. */
export const earliestStart = (events: readonly EventSkeleton[], { clock }: Expansion): number => {
  const clockOf = clocks(clock)
  return events.reduce((earliest, { start }) => Math.min(earliest, instantOf(start, clockOf)), Number.POSITIVE_INFINITY)
}

/** A rule that cannot be read: the event may be at any time. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

const byUid = (events: readonly EventSkeleton[]): Map<string, EventSkeleton[]> => {
  const groups = new Map<string, EventSkeleton[]>()
  for (const event of events) {
    const group = groups.get(event.uid)
    if (group) group.push(event)
    else groups.set(event.uid, [event])
  }
  return groups
}

/**
 * Some servers keep old versions beside the new one. Of several that are equally new, nothing tells which is right: all
 * count.
 */
const latest = (events: readonly EventSkeleton[]): readonly EventSkeleton[] => {
  const sequence = events.reduce((highest, event) => Math.max(highest, event.sequence), Number.NEGATIVE_INFINITY)
  return events.filter((event) => event.sequence === sequence)
}

function* busySpansOfOne(
  masters: readonly EventSkeleton[],
  replacements: readonly EventSkeleton[],
  expansion: Expansion,
): Generator<Span | undefined> {
  const clockOf = clocks(expansion.clock)
  const single = new Map<number, EventSkeleton>()
  const onward: Onward[] = []
  for (const event of replacements.toSorted((a, b) => a.sequence - b.sequence)) {
    const replaced = event.replaces?.start as Moment
    const from = instantOf(replaced, clockOf)
    if (event.replaces?.andFuture) onward.push({ from, event, shift: shiftOf(replaced, event.start, clockOf) })
    else single.set(from, event)
  }
  onward.sort((a, b) => a.from - b.from)
  for (const event of replacements)
    if (event.rules.includes(unreadableRule)) yield* visible(event, openSpanOf(event, expansion, clockOf), expansion)
  for (const event of single.values()) yield* visible(event, spanOf(event.start, event.length, clockOf), expansion)
  if (masters.length === 0)
    for (const { event } of onward) yield* visible(event, spanOf(event.start, event.length, clockOf), expansion)
  for (const master of masters) yield* busySpansOfMaster(master, single, onward, expansion, clockOf)
}

function* busySpansOfMaster(
  master: EventSkeleton,
  single: ReadonlyMap<number, EventSkeleton>,
  onward: readonly Onward[],
  expansion: Expansion,
  clockOf: ClockOf,
): Generator<Span | undefined> {
  // Free at all its times, it need not even be read.
  if (master.busy === 'no' && onward.length === 0) return
  for (const occurrence of startsOf(master, onward, expansion, clockOf)) {
    if (occurrence === undefined || single.has(occurrence.instant)) {
      yield undefined
      continue
    }
    const changed = onward.findLast(({ from }) => from <= occurrence.instant)
    if (!changed) {
      // An extra date may have a length of its own.
      const [length, lengthStart] = occurrence.length
        ? [occurrence.length, occurrence.start]
        : [master.length, master.start]
      yield* visible(master, spanFrom(occurrence, length, lengthStart, clockOf), expansion)
    } else {
      // This one and all later ones moved by as much as the one that is named.
      const { event, shift } = changed
      yield* visible(event, spanFrom(moved(occurrence, shift, clockOf), event.length, event.start, clockOf), expansion)
    }
  }
}

/** An occurrence that was moved together with all later ones. */
interface Onward {
  readonly from: number
  readonly event: EventSkeleton
  readonly shift: Shift
}

/**
 * So much later; on the clock of that zone, where there is one: what was moved by an hour stays so when the clock
 * changes.
 */
interface Shift {
  readonly milliseconds: number
  readonly zone: ZoneReference | null | undefined
}

const shiftOf = (from: Moment, to: Moment, clockOf: ClockOf): Shift => {
  if (to.kind !== 'local') return { milliseconds: instantOf(to, clockOf) - instantOf(from, clockOf), zone: undefined }
  return { milliseconds: to.local - clockOf(to.zone).localAt(instantOf(from, clockOf)), zone: to.zone }
}

/** Where an occurrence is after the shift. */
const moved = ({ start, instant }: Occurrence, { milliseconds, zone }: Shift, clockOf: ClockOf): Occurrence => {
  const to: Moment =
    zone === undefined
      ? start.kind === 'date'
        ? shifted(start, milliseconds)
        : { kind: 'utc', instant: instant + milliseconds }
      : { kind: 'local', local: clockOf(zone).localAt(instant) + milliseconds, zone }
  return { start: to, instant: instantOf(to, clockOf) }
}

function* visible(
  { busy }: EventSkeleton,
  span: Span,
  { window, countsTentative }: Expansion,
): Generator<Span | undefined> {
  const counts = busy === 'yes' || (busy === 'tentative' && countsTentative)
  const isSeen = counts && span.start < span.end && span.start < window.end && span.end > window.start
  yield isSeen ? { start: Math.max(span.start, firstInstant), end: Math.min(span.end, lastInstant) } : undefined
}

/** What every database can keep: an event may have begun in the year 1, and end in 10,999. */
const firstInstant = Date.UTC(1970, 0, 1)
const lastInstant = Date.UTC(9999, 11, 31)

interface Occurrence {
  readonly start: Moment
  readonly instant: number
  readonly length?: Length | null
}

type ClockOf = (zone: ZoneReference | null) => WallClock

const clocks = (floating: WallClock): ClockOf => {
  const known = new Map<ZoneReference, WallClock>()
  return (zone) => {
    if (zone === null) return floating
    const clock = known.get(zone) ?? clockFrom(zone) ?? floating
    known.set(zone, clock)
    return clock
  }
}

const instantOf = (moment: Moment, clockOf: ClockOf): number => {
  if (moment.kind === 'utc') return moment.instant
  if (moment.kind === 'date') return clockOf(null).instantOf(moment.day * dayMilliseconds)
  return clockOf(moment.zone).instantOf(moment.local)
}

const at = (moment: Moment, local: number): Moment => {
  if (moment.kind === 'date') return { kind: 'date', day: Math.floor(local / dayMilliseconds) }
  return moment.kind === 'utc' ? { kind: 'utc', instant: local } : { ...moment, local }
}

const shifted = (moment: Moment, milliseconds: number): Moment => at(moment, localOf(moment) + milliseconds)

/** Every start of an event: its own, those of its rules and its extra dates, without its exceptions. */
function* startsOf(
  event: EventSkeleton,
  onward: readonly Onward[],
  { window, clock }: Expansion,
  clockOf: ClockOf,
): Generator<Occurrence | undefined> {
  // What was moved to an earlier time is found beyond the window, and what was moved to a later one, or is longer now,
  // before it.
  const latest = onward.reduce((most, { shift }) => Math.max(most, window.end - shift.milliseconds), window.end)
  const excluded = yield* exclusionsOf(event, clockOf, latest)
  const own: Occurrence = { start: event.start, instant: instantOf(event.start, clockOf) }
  const given = new Set<number>()
  const offer = (occurrence: Occurrence): Occurrence | undefined => {
    if (given.has(occurrence.instant) || excluded(occurrence)) return undefined
    given.add(occurrence.instant)
    return occurrence
  }
  yield offer(own)
  for (const { start, length } of event.extraDates) yield offer({ start, instant: instantOf(start, clockOf), length })
  // An occurrence that began before the window may reach into it.
  const lengthOf = ({ start, length }: EventSkeleton): number => {
    const span = spanOf(start, length, clockOf)
    return Math.max(span.end - span.start, 0)
  }
  const reach = onward.reduce(
    (most, one) => Math.max(most, one.shift.milliseconds + lengthOf(one.event)),
    lengthOf(event),
  )
  const margin = reach + 2 * dayMilliseconds
  const fromLocal = (event.start.kind === 'utc' ? window.start : clock.localAt(window.start)) - margin
  for (const text of event.rules) {
    yield undefined
    for (const local of expanded(text, event.start, clockOf, fromLocal)) {
      if (local === undefined) {
        yield undefined
        continue
      }
      const start = at(event.start, local)
      const instant = instantOf(start, clockOf)
      // The clock may show an hour twice, so the order of instants is only nearly that of local times.
      if (instant > latest + dayMilliseconds) break
      yield offer({ start, instant })
    }
  }
}

const expanded = (text: string, start: Moment, clockOf: ClockOf, from: number): Generator<number | undefined> => {
  const rule = readRule(text)
  if (!rule) throw new Unreadable(text)
  return expandRule({ ...rule, until: rule.until && untilOf(rule.until, start, clockOf) }, localOf(start), from)
}

/**
 * The last local time that a rule includes. A date includes all of its day: that is what programs mean that write one.
 */
const untilOf = (
  until: NonNullable<ReturnType<typeof readRule>>['until'] & object,
  start: Moment,
  clockOf: ClockOf,
): number => {
  if (until.kind === 'date') return (until.day + 1) * dayMilliseconds - 1
  if (until.kind === 'local') return until.local
  if (start.kind === 'utc') return until.instant
  return clockOf(start.kind === 'local' ? start.zone : null).localAt(until.instant)
}

const maxExclusionSteps = 20_000

/** Undefined is given in between, so that the caller can pause. */
function* exclusionsOf(
  event: EventSkeleton,
  clockOf: ClockOf,
  until: number,
): Generator<undefined, (occurrence: Occurrence) => boolean> {
  const instants = new Set(
    event.exceptionDates
      .filter(({ kind }) => kind !== 'date' || event.start.kind === 'date')
      .map((moment) => instantOf(moment, clockOf)),
  )
  // A date among the exceptions of a timed event means the occurrence of that day.
  const days = new Set(
    event.start.kind === 'date'
      ? []
      : event.exceptionDates.flatMap((moment) => (moment.kind === 'date' ? [moment.day] : [])),
  )
  let steps = 0
  for (const text of event.exceptionRules) {
    yield undefined
    for (const local of expanded(text, event.start, clockOf, Number.NEGATIVE_INFINITY)) {
      steps += 1
      if (steps > maxExclusionSteps) throw new Unreadable(text)
      yield undefined
      if (local === undefined) continue
      const instant = instantOf(at(event.start, local), clockOf)
      if (instant > until) break
      instants.add(instant)
    }
  }
  return ({ start, instant }) =>
    instants.has(instant) || (days.size > 0 && days.has(Math.floor(localOf(start) / dayMilliseconds)))
}

const spanOf = (start: Moment, length: Length, clockOf: ClockOf): Span =>
  spanFrom({ start, instant: instantOf(start, clockOf) }, length, start, clockOf)

/**
 * An end that is given as a moment stands for the exact time between it and the start it was given with; days follow
 * the calendar.
 */
const givenSpanFrom = ({ start, instant }: Occurrence, length: Length, lengthStart: Moment, clockOf: ClockOf): Span => {
  if (length.kind === 'duration')
    return {
      start: instant,
      end: instantOf(shifted(start, length.days * dayMilliseconds), clockOf) + length.milliseconds,
    }
  if (start.kind === 'date' && length.end.kind === 'date' && lengthStart.kind === 'date')
    return {
      start: instant,
      end: instantOf(shifted(start, (length.end.day - lengthStart.day) * dayMilliseconds), clockOf),
    }
  return { start: instant, end: instant + instantOf(length.end, clockOf) - instantOf(lengthStart, clockOf) }
}

/** A day that ends on itself is meant to be that day; and what ends before it begins is taken for a day. */
const spanFrom = (occurrence: Occurrence, length: Length, lengthStart: Moment, clockOf: ClockOf): Span => {
  const span = givenSpanFrom(occurrence, length, lengthStart, clockOf)
  const isMeant = span.end > span.start || (span.end === span.start && occurrence.start.kind !== 'date')
  return isMeant ? span : { ...span, end: instantOf(shifted(occurrence.start, dayMilliseconds), clockOf) }
}

/** One of which nobody knows when it ends. */
const openSpanOf = ({ start }: EventSkeleton, { window }: Expansion, clockOf: ClockOf): Span => ({
  start: Math.max(instantOf(start, clockOf), window.start),
  end: window.end,
})

/** Whether its start and end are in different zones, and the end turns out to be before the start. */
export const isReversed = ({ start, length, extraDates }: EventSkeleton, { clock }: Expansion): boolean => {
  const clockOf = clocks(clock)
  const isBefore = (begin: Moment, of: Length | null): boolean =>
    of?.kind === 'until' && instantOf(of.end, clockOf) < instantOf(begin, clockOf)
  return isBefore(start, length) || extraDates.some((extra) => isBefore(extra.start, extra.length))
}
