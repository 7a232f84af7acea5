import type { Span } from '#availability/index.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { CalendarItem } from './connection.ts'
import { busySpansOf, type Expansion, earliestStart, Unreadable } from './icalendar/occurrences.ts'
import type { EventSkeleton } from './icalendar/skeleton.ts'

/** What one item may cost. An honest event of 400 days has at most a few thousand occurrences. */
const maxMilliseconds = 1_000
const maxSteps = 200_000
const maxSpans = 10_000

export interface BusyItem {
  readonly item: CalendarItem
  readonly spans: readonly Span[]
  /** It was too much work, or could not be read: then it is busy from its start on. */
  readonly isOpaque: boolean
}

/**
 * The busy times of each item, in slices of time that leave the event loop to others. Meetings of ours are in our own tables: their entries (`own`
 * has the digests of their UIDs) do not count a second time.
 */
export const expandItems = async (items: readonly CalendarItem[], expansion: Expansion, own: ReadonlySet<string>): Promise<readonly BusyItem[]> => {
  const slices = new TimeSlices()
  const expanded: BusyItem[] = []
  for (const item of items)
    expanded.push(
      await expandItem(
        item,
        item.events.filter(({ uid }) => !own.has(uid)),
        expansion,
        slices,
      ),
    )
  return expanded
}

const expandItem = async (item: CalendarItem, events: readonly EventSkeleton[], expansion: Expansion, slices: TimeSlices): Promise<BusyItem> => {
  const spans: Span[] = []
  let worked = 0
  let steps = 0
  try {
    let since = performance.now()
    for (const span of busySpansOf(events, expansion)) {
      if (span) spans.push(span)
      steps += 1
      if (steps % 64 === 0) {
        worked += performance.now() - since
        await slices.pause()
        since = performance.now()
      }
      if (steps > maxSteps || spans.length > maxSpans || worked > maxMilliseconds) return opaque(item, expansion)
    }
  } catch (error) {
    if (error instanceof Unreadable) return opaque(item, expansion)
    throw error
  }
  await slices.pause()
  return { item, spans: merged(spans), isOpaque: false }
}

const opaque = (item: CalendarItem, expansion: Expansion): BusyItem => {
  const { window } = expansion
  const start = Math.max(window.start, earliestStart(item.events, expansion))
  return { item, spans: start < window.end ? [{ start, end: window.end }] : [], isOpaque: true }
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
