import { type Deadline, isFault } from '#integrations/index.ts'
import type { Reader } from '#platform/db/database.ts'
import { TimeSlices } from '#platform/time-slices.ts'
import type { OwnEntries } from '../busy-times.ts'
import type { CalendarItem } from '../connection.ts'
import { digestsOfUid } from '../entry.ts'
import { changeOf, type HostChange, isKept } from '../host-change.ts'
import type { WallClock } from '../icalendar/clock.ts'
import type { EventSkeleton } from '../icalendar/skeleton.ts'
import { type CalendarChanges, type CalendarProvider, reserveMilliseconds } from '../providers/provider.ts'
import { listUnseenEntries, listWrittenEntries, type WrittenMeeting } from '../store/host-changes.ts'
import { loadUidsOfItems } from '../store/items.ts'

/** What became of an entry; null when it is as it should be. */
export interface NoticedChange {
  readonly entry: WrittenMeeting
  readonly change: HostChange | null
}

export interface NoticedEntries {
  readonly changes: readonly NoticedChange[]
  /** Those that were not seen since they were written, and are there. */
  readonly seen: readonly string[]
}

interface Noticing {
  readonly reader: Reader
  readonly provider: CalendarProvider
  readonly deadline: Deadline
  readonly clock: WallClock
  readonly own: OwnEntries
  /** All that is there; undefined when only changes are known. */
  readonly all: readonly CalendarItem[] | undefined
  readonly now: number
}

/** Reading one again is a request each. What is left over is noticed by the comparison of the next day. */
const maxReadAgain = 20

/**
 * Entries of ours that the host has moved or deleted. What a list says is read again: a list alone is never believed.
 */
export const noticeHostChanges = async (
  { reader, provider, deadline, clock, own, all, now }: Noticing,
  {
    organizationId,
    id,
    foreignId,
  }: { readonly organizationId: string; readonly id: string; readonly foreignId: string },
  { changed, removed, deleted = [] }: Pick<CalendarChanges, 'changed' | 'removed' | 'deleted'>,
): Promise<NoticedEntries> => {
  if (own.size === 0) return nothingNoticed
  const seen = await ownEvents(changed, own)
  const gone =
    removed.length === 0
      ? []
      : (await loadUidsOfItems(reader, organizationId, id, removed)).filter((uid) => own.has(uid) && !seen.has(uid))
  const unseen = new Set(await listUnseenEntries(reader, organizationId, id))
  if (seen.size === 0 && gone.length === 0 && deleted.length === 0 && unseen.size === 0 && !all) return nothingNoticed
  const vanished = new Set(deleted)
  const present = all && (await ownEvents(all, own))
  const changes: NoticedChange[] = []
  const nowSeen: string[] = []
  let readAgain = 0
  for (const entry of await listWrittenEntries(reader, organizationId, id, new Date(now))) {
    const uids = digestsOfUid(entry.uid)
    // One that was deleted before it was ever read is known by its address alone, or is in no list at all.
    const isGone =
      uids.some((uid) => gone.includes(uid)) ||
      isAmong(vanished, entry.foreignId) ||
      unseen.has(entry.id) ||
      (present !== undefined && !uids.some((uid) => present.has(uid)))
    const event = uids.map((uid) => seen.get(uid)).find(Boolean) ?? (isGone ? null : undefined)
    if (event === undefined) continue
    const change = changeOf(entry, event, clock)
    if (event && unseen.has(entry.id)) nowSeen.push(entry.id)
    if ((change === null && entry.hostChange === null) || isKept(entry.hostChange, change)) continue
    if (readAgain >= maxReadAgain || deadline.leftMilliseconds() < reserveMilliseconds) break
    readAgain += 1
    const found = await provider.readEntry(foreignId, entry.uid, entry, deadline)
    if (isFault(found)) continue
    changes.push({ entry, change: changeOf(entry, found.event, clock) })
    if (unseen.has(entry.id)) nowSeen.push(entry.id)
  }
  return { changes, seen: nowSeen }
}

const nothingNoticed: NoticedEntries = { changes: [], seen: [] }

/** Items of CalDAV servers are listed by their paths. */
const isAmong = (keys: ReadonlySet<string>, foreignId: string): boolean =>
  keys.has(foreignId) || (URL.canParse(foreignId) && keys.has(new URL(foreignId).pathname))

/** By the digests of their UIDs. */
const ownEvents = async (
  items: readonly CalendarItem[],
  own: OwnEntries,
): Promise<ReadonlyMap<string, EventSkeleton>> => {
  const slices = new TimeSlices()
  const found = new Map<string, EventSkeleton>()
  for (const { events } of items) {
    for (const event of events) if (own.has(event.uid)) found.set(event.uid, event)
    await slices.pause()
  }
  return found
}
