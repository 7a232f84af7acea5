import type { Span } from '#availability/index.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { CalendarItem } from './connection.ts'
import { busySpansOf, type Expansion, earliestStart, isReversed, Unreadable } from './icalendar/occurrences.ts'
import type { EventSkeleton } from './icalendar/skeleton.ts'

/**
 * What one item may cost: work and not time, which depends on what else the machine does. An honest event has a few
 * thousand steps.
 */
const maxSteps = 200_000
const maxSpans = 10_000

/** What is left for the items of one sync, all together. */
export interface SyncBudget {
  steps: number
  spans: number
}

export const newSyncBudget = (): SyncBudget => ({ steps: 1_000_000, spans: 100_000 })

export interface BusyItem {
  readonly item: CalendarItem
  readonly spans: readonly Span[]
  /**
   * It was too much work, or could not be read: then it is busy from its start on, or at all times if the budget of the
   * sync was used up before.
   */
  readonly isOpaque: boolean
  /** The budget of the sync was used up: the next one expands it. */
  readonly isPostponed: boolean
}

/**
 * The time of the meeting that an entry of ours stands for, by the digests of its UID; null while the entry is about to
 * be changed or taken back.
 */
export type OwnEntries = ReadonlyMap<string, Span | null>

/**
 * The busy times of each item, in slices of time that leave the event loop to others. Meetings of ours are in our own
 * tables: their entries do not count a second time. Where their owner has moved, lengthened or repeated one, the time
 * that is not of the meeting counts as any other.
 */
export const expandItems = async <Item extends CalendarItem>(
  items: readonly Item[],
  expansion: Expansion,
  own: OwnEntries,
  budget: SyncBudget,
): Promise<readonly (BusyItem & { readonly item: Item })[]> => {
  const slices = new TimeSlices()
  const expanded: (BusyItem & { readonly item: Item })[] = []
  for (const item of items) {
    const events = item.events.filter(({ uid }) => own.get(uid) !== null)
    const isTooLate = isUsedUp(budget)
    const found = await spansOf(events, expansion, budget, slices)
    const spans = found && events.reduce((left, { uid }) => without(left, own.get(uid)), found)
    const isPostponed = spans === undefined && isUsedUp(budget)
    const isOpaque =
      spans === undefined ||
      events.some((event) => event.busy !== 'no' && (event.isUnsure || isReversed(event, expansion)))
    expanded.push({ item, spans: spans ?? opaque(events, expansion, isTooLate), isOpaque, isPostponed })
    await slices.pause()
  }
  return expanded
}

/** Undefined when it is too much work, or cannot be read. */
const spansOf = async (
  events: readonly EventSkeleton[],
  expansion: Expansion,
  budget: SyncBudget,
  slices: TimeSlices,
): Promise<readonly Span[] | undefined> => {
  if (events.length === 0) return []
  if (isUsedUp(budget)) return undefined
  const spans: Span[] = []
  let steps = 0
  try {
    for (const span of busySpansOf(events, expansion)) {
      if (span) spans.push(span)
      steps += 1
      budget.steps -= 1
      if (slices.isOver) await slices.pause()
      if (spans.length > budget.spans) budget.spans = 0
      if (steps > maxSteps || spans.length > maxSpans || isUsedUp(budget)) return undefined
    }
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
  budget.spans -= spans.length
  return merged(spans)
}

const isUsedUp = ({ steps, spans }: SyncBudget): boolean => steps <= 0 || spans <= 0

const opaque = (events: readonly EventSkeleton[], expansion: Expansion, isTooLate: boolean): readonly Span[] => {
  const { window } = expansion
  const start = isTooLate ? window.start : Math.max(window.start, earliestStart(events, expansion))
  return start < window.end ? [{ start, end: window.end }] : []
}

/** What is left of these times beside another one. */
export const without = (spans: readonly Span[], taken: Span | null | undefined): readonly Span[] => {
  if (!taken) return spans
  return spans.flatMap(({ start, end }) => [
    ...(start < Math.min(end, taken.start) ? [{ start, end: Math.min(end, taken.start) }] : []),
    ...(Math.max(start, taken.end) < end ? [{ start: Math.max(start, taken.end), end }] : []),
  ])
}

/** In order, and those that touch as one. */
const merged = (spans: readonly Span[]): readonly Span[] => {
  const united: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = united.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else united.push({ start, end })
  }
  return united
}
