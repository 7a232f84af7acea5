import type { Span } from '#availability/index.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { CalendarItem } from './connection.ts'
import { busySpansOf, type Expansion, earliestStart, Unreadable } from './icalendar/occurrences.ts'
import type { EventSkeleton } from './icalendar/skeleton.ts'

/** What one item may cost: work and not time, which depends on what else the machine does. An honest event has a few thousand steps. */
const maxSteps = 200_000
const maxSpans = 10_000

/** What is left for the items of one look, all together. */
export interface LookBudget {
  steps: number
  spans: number
}

export const newLookBudget = (): LookBudget => ({ steps: 1_000_000, spans: 100_000 })

export interface BusyItem {
  readonly item: CalendarItem
  readonly spans: readonly Span[]
  /** It was too much work, or could not be read: then it is busy from its start on, or at all times if the budget of the look was used up before. */
  readonly isOpaque: boolean
}

/**
 * The busy times of each item, in slices of time that leave the event loop to others. Meetings of ours are in our own tables: their entries (`own`
 * has the digests of their UIDs) do not count a second time.
 */
export const expandItems = async <Item extends CalendarItem>(
  items: readonly Item[],
  expansion: Expansion,
  own: ReadonlySet<string>,
  budget: LookBudget,
): Promise<readonly (BusyItem & { readonly item: Item })[]> => {
  const slices = new TimeSlices()
  const expanded: (BusyItem & { readonly item: Item })[] = []
  for (const item of items) {
    const events = item.events.filter(({ uid }) => !own.has(uid))
    const spans = await spansOf(events, expansion, budget, slices)
    const isOpaque = spans === undefined || events.some(({ isUnsure, busy }) => isUnsure && busy !== 'no')
    expanded.push({ item, spans: spans ?? opaque(events, expansion, budget), isOpaque })
    await slices.pause()
  }
  return expanded
}

/** Undefined when it is too much work, or cannot be read. */
const spansOf = async (
  events: readonly EventSkeleton[],
  expansion: Expansion,
  budget: LookBudget,
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
      if (steps > maxSteps || budget.steps <= 0 || spans.length > Math.min(maxSpans, budget.spans)) return undefined
    }
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
  budget.spans -= spans.length
  return merged(spans)
}

const isUsedUp = ({ steps, spans }: LookBudget): boolean => steps <= 0 || spans <= 0

const opaque = (events: readonly EventSkeleton[], expansion: Expansion, budget: LookBudget): readonly Span[] => {
  const { window } = expansion
  const start = isUsedUp(budget) ? window.start : Math.max(window.start, earliestStart(events, expansion))
  return start < window.end ? [{ start, end: window.end }] : []
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
