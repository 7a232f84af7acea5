import { type BusySpan, type CalendarOfMember, loadBusySpans } from '#availability/index.ts'
import type { Reader } from '#platform/db/database.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { BusyItem } from '../busy-times.ts'
import type { CalendarToLookAt, LookResult } from '../store/calendars.ts'
import type { StoredItem } from '../store/items.ts'
import type { NoticedChange } from './notice-host-changes.ts'

/** What a look changes in what is known of a calendar. */
export interface Difference {
  readonly items: readonly StoredItem[]
  readonly removed: readonly string[]
  readonly added: readonly BusySpan[]
  readonly dropped: readonly BusySpan[]
}

export const noDifference: Difference = { items: [], removed: [], added: [], dropped: [] }

/** What was read of one calendar. */
export interface CalendarLook extends LookResult {
  readonly calendar: CalendarToLookAt
  readonly difference: Difference
  readonly hostChanges: readonly NoticedChange[]
}

/** Only what is different is written: after a comparison that found nothing, that is next to nothing. */
export const compareSpans = async (
  known: AsyncIterable<readonly BusySpan[]>,
  expanded: readonly BusyItem[],
): Promise<Pick<Difference, 'added' | 'dropped'>> => {
  const slices = new TimeSlices()
  const missing = new Map<string, Map<string, BusySpan>>()
  for (const { item, spans } of expanded) {
    missing.set(item.key, new Map(spans.map(({ start, end }) => [`${start}-${end}`, { itemKey: item.key, start, end }])))
    await slices.pause()
  }
  const dropped: BusySpan[] = []
  for await (const portion of known) {
    for (const span of portion) if (!missing.get(span.itemKey)?.delete(`${span.start}-${span.end}`)) dropped.push(span)
    await slices.pause()
  }
  const added: BusySpan[] = []
  for (const spans of missing.values()) {
    for (const span of spans.values()) added.push(span)
    await slices.pause()
  }
  return { added, dropped }
}

const keysAtOnce = 500

/** The busy times that are known of these events. */
export async function* spansOfItems(reader: Reader, calendar: CalendarOfMember, keys: readonly string[]): AsyncGenerator<readonly BusySpan[]> {
  for (let from = 0; from < keys.length; from += keysAtOnce) yield* loadBusySpans(reader, calendar, keys.slice(from, from + keysAtOnce))
}
