import { type BusySpan, type CalendarOfMember, loadBusySpans } from '#availability/index.ts'
import type { Reader } from '#platform/db/database.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { BusyItem } from '../busy-times.ts'
import type { CalendarToSync, SyncResult } from '../store/calendars.ts'
import type { StoredItem } from '../store/items.ts'
import type { NoticedEntries } from './notice-host-changes.ts'

/** What a sync changes in what is known of a calendar. */
export interface Difference {
  readonly items: readonly StoredItem[]
  readonly removed: readonly string[]
  readonly added: readonly BusySpan[]
  readonly dropped: readonly BusySpan[]
}

export const noDifference: Difference = { items: [], removed: [], added: [], dropped: [] }

/** What was read of one calendar. */
export interface CalendarSync extends SyncResult {
  readonly calendar: CalendarToSync
  readonly difference: Difference
  readonly entries: NoticedEntries
}

/** Only what is different is written: after a comparison that found nothing, that is next to nothing. */
export const compareSpans = async (
  known: AsyncIterable<readonly BusySpan[]>,
  expanded: readonly BusyItem[],
): Promise<Pick<Difference, 'added' | 'dropped'>> => {
  const slices = new TimeSlices()
  // One map of all: a hundred thousand small ones hold up the event loop when garbage is collected.
  const missing = new Map<string, BusySpan>()
  for (const { item, spans } of expanded) {
    for (const { start, end } of spans) {
      const span = { itemKey: item.key, start, end }
      missing.set(keyOf(span), span)
    }
    await slices.pause()
  }
  const dropped: BusySpan[] = []
  for await (const portion of known) {
    for (const span of portion) if (!missing.delete(keyOf(span))) dropped.push(span)
    await slices.pause()
  }
  const added: BusySpan[] = []
  for (const span of missing.values()) {
    added.push(span)
    await slices.pause()
  }
  return { added, dropped }
}

const keyOf = ({ itemKey, start, end }: BusySpan): string => `${start} ${end} ${itemKey}`

const keysAtOnce = 500

/** The busy times that are known of these events. */
export async function* spansOfItems(
  reader: Reader,
  calendar: CalendarOfMember,
  keys: readonly string[],
): AsyncGenerator<readonly BusySpan[]> {
  for (let from = 0; from < keys.length; from += keysAtOnce)
    yield* loadBusySpans(reader, calendar, keys.slice(from, from + keysAtOnce))
}
