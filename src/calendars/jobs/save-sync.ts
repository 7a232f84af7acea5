import { type CalendarOfMember, deleteBusySpans, insertBusySpans } from '#availability/index.ts'
import type { IsHeld } from '#execution/jobs/kind.ts'
import type { Deadline } from '#integrations/index.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { isUnchangedSince } from '../store/calendars.ts'
import { deleteItems, saveItems } from '../store/items.ts'
import { type CalendarSync, type Difference, noDifference } from './difference.ts'

/**
 * What one transaction writes, at first and at most. The embedded database runs it on our own thread, and for nobody
 * else meanwhile.
 */
const rowsAtOnce = 100
const maxRowsAtOnce = 800
/** As many rows as are written within this time are written together. */
const portionMilliseconds = 20

export const saveDifference = async (
  tx: Tx,
  calendar: CalendarOfMember,
  { items, removed, added, dropped }: Difference,
): Promise<void> => {
  const { organizationId, calendarId } = calendar
  await insertBusySpans(tx, calendar, added)
  await saveItems(tx, organizationId, calendarId, items)
  await deleteItems(tx, organizationId, calendarId, removed)
  await deleteBusySpans(tx, calendar, dropped)
}

interface Saving {
  readonly database: Database
  readonly isHeld: IsHeld
  readonly deadline: Deadline
}

/**
 * Writes a large difference ahead, in many small transactions: first all that is busy now, then what is not busy any
 * more, so that nobody is free by accident half-way, and the events last: by them the next sync sees what this one did
 * not come to. What is left is for the transaction that settles the sync.
 */
export const saveAhead = async (
  { database, isHeld, deadline }: Saving,
  calendar: CalendarOfMember,
  sync: CalendarSync,
): Promise<CalendarSync> => {
  const { items, removed, added, dropped } = sync.difference
  if (items.length + removed.length + added.length + dropped.length <= rowsAtOnce) return sync
  const kinds = { added, dropped, items, removed }
  let rows = rowsAtOnce
  let isFirst = true
  for (const kind of Object.keys(kinds) as (keyof Difference)[]) {
    for (let from = 0; from < kinds[kind].length; ) {
      if (deadline.leftMilliseconds() < 0 && !isFirst) return unfinished(sync)
      isFirst = false
      const portion = { ...noDifference, [kind]: kinds[kind].slice(from, from + rows) }
      const began = performance.now()
      const isSaved = await database.write(async (tx) => {
        // Another sync may have begun meanwhile, and know better; or the calendar does not count any more.
        if (!(await isHeld(tx)) || !(await isUnchangedSince(tx, calendar.organizationId, sync.calendar))) return false
        await saveDifference(tx, calendar, portion)
        return true
      })
      if (!isSaved) return unfinished(sync)
      from += rows
      rows = rowsAfter(rows, performance.now() - began)
    }
  }
  return { ...sync, difference: noDifference }
}

/** The next sync goes on from what was saved by then. */
const unfinished = (sync: CalendarSync): CalendarSync => {
  const { cursor, knownUntil, expandedZone } = sync.calendar
  return { ...sync, difference: noDifference, isComplete: false, cursor, knownUntil, expandedZone }
}

/** Twice or half as many, by how long the last ones took. */
const rowsAfter = (rows: number, milliseconds: number): number => {
  if (milliseconds > portionMilliseconds) return Math.max(rowsAtOnce / 4, Math.floor(rows / 2))
  return milliseconds < portionMilliseconds / 2 ? Math.min(maxRowsAtOnce, rows * 2) : rows
}
