import { type CalendarOfMember, deleteBusySpans, insertBusySpans } from '#availability/index.ts'
import type { IsHeld } from '#execution/jobs/kind.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Deadline } from '../providers/provider.ts'
import { isUnchangedSince } from '../store/calendars.ts'
import { deleteItems, saveItems } from '../store/items.ts'
import { type CalendarLook, type Difference, noDifference } from './difference.ts'

/** What one transaction writes. The embedded database runs it on our own thread, and for nobody else meanwhile. */
const rowsAtOnce = 100

export const saveDifference = async (tx: Tx, calendar: CalendarOfMember, { items, removed, added, dropped }: Difference): Promise<void> => {
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
 * Writes a large difference ahead, in many small transactions: first all that is busy now, then what is not busy any more, so that nobody is free by
 * accident half-way, and the events last: by them the next look sees what this one did not come to. What is left is for the transaction that settles the look.
 */
export const saveAhead = async ({ database, isHeld, deadline }: Saving, calendar: CalendarOfMember, look: CalendarLook): Promise<CalendarLook> => {
  const { items, removed, added, dropped } = look.difference
  if (items.length + removed.length + added.length + dropped.length <= rowsAtOnce) return look
  const portions: readonly Difference[] = [
    ...inPortions(added).map((some) => ({ ...noDifference, added: some })),
    ...inPortions(dropped).map((some) => ({ ...noDifference, dropped: some })),
    ...inPortions(items).map((some) => ({ ...noDifference, items: some })),
    ...inPortions(removed).map((some) => ({ ...noDifference, removed: some })),
  ]
  for (const portion of portions) {
    if (deadline.leftMilliseconds() < 0 && portion !== portions[0]) return unfinished(look)
    const isSaved = await database.write(async (tx) => {
      // Another look may have begun meanwhile, and know better; or the calendar does not count any more.
      if (!(await isHeld(tx)) || !(await isUnchangedSince(tx, calendar.organizationId, look.calendar))) return false
      await saveDifference(tx, calendar, portion)
      return true
    })
    if (!isSaved) return unfinished(look)
  }
  return { ...look, difference: noDifference }
}

/** The next look goes on from what was saved by then. */
const unfinished = (look: CalendarLook): CalendarLook => {
  const { cursor, knownUntil } = look.calendar
  return { ...look, difference: noDifference, isComplete: false, cursor, knownUntil }
}

const inPortions = <T>(rows: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) => rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce))
