import { sql } from 'kysely'
import { type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import type { CalendarItem } from '../connection.ts'
import type { EventSkeleton } from '../icalendar/skeleton.ts'

const itemsAtOnce = 500

/** The next portion of the items of a calendar: the embedded database runs a statement on our own thread. */
const itemsAfter = (reader: Reader, organizationId: string, calendarId: string, after: string) =>
  reader
    .selectFrom('calendar_items')
    .where('organization_id', '=', organizationId)
    .where('calendar_id', '=', calendarId)
    .where('item_key', '>', after)
    .orderBy('item_key')
    .limit(itemsAtOnce)

/** The etag of every item that is known. */
export const loadEtags = async (
  reader: Reader,
  organizationId: string,
  calendarId: string,
): Promise<ReadonlyMap<string, string>> => {
  const etags = new Map<string, string>()
  for (let after = ''; ; ) {
    const rows = await itemsAfter(reader, organizationId, calendarId, after)
      .select(['item_key as key', 'etag'])
      .execute()
    for (const { key, etag } of rows) etags.set(key, etag)
    const last = rows.at(-1)
    if (!last || rows.length < itemsAtOnce) return etags
    after = last.key
  }
}

/** The digests of the UIDs of these items. */
export const loadUidsOfItems = async (
  reader: Reader,
  organizationId: string,
  calendarId: string,
  keys: readonly string[],
): Promise<readonly string[]> => {
  const uids: string[] = []
  for (let from = 0; from < keys.length; from += itemsAtOnce) {
    const rows = await reader
      .selectFrom('calendar_items')
      .select(sql<string>`events::text`.as('events'))
      .where('organization_id', '=', organizationId)
      .where('calendar_id', '=', calendarId)
      .where('item_key', '=', sql<string>`any(${keys.slice(from, from + itemsAtOnce)}::text[])`)
      .execute()
    for (const { events } of rows) for (const { uid } of JSON.parse(events) as EventSkeleton[]) uids.push(uid)
  }
  return uids
}

/** Where in the calendars of a member events with one of these UIDs are. */
export const findItemsOfMember = async (
  reader: Reader,
  organizationId: string,
  membershipId: string,
  uids: readonly string[],
): Promise<readonly { readonly calendarId: string; readonly key: string }[]> =>
  reader
    .selectFrom('calendar_items as items')
    .innerJoin('calendars', withinTenant('calendars.id', 'items.calendar_id'))
    .select(['items.calendar_id as calendarId', 'items.item_key as key'])
    .where('items.organization_id', '=', organizationId)
    .where('calendars.membership_id', '=', membershipId)
    .where(({ or }) => or(uids.map((uid) => sql<boolean>`items.events @> ${JSON.stringify([{ uid }])}::jsonb`)))
    .execute()

export interface StoredItem extends CalendarItem {
  readonly isOpaque: boolean
  /** There was no work left for it: the next sync expands it. */
  readonly isPostponed: boolean
}

/** Those whose turn did not come in the last sync. */
export const loadPostponedItems = async (
  reader: Reader,
  organizationId: string,
  calendarId: string,
): Promise<readonly StoredItem[]> => {
  const rows = await reader
    .selectFrom('calendar_items')
    .select(itemColumns)
    .where('organization_id', '=', organizationId)
    .where('calendar_id', '=', calendarId)
    .where('is_postponed', '=', true)
    .orderBy('item_key')
    .limit(itemsAtOnce)
    .execute()
  return rows.map(storedItem)
}

const itemColumns = [
  'item_key as key',
  'etag',
  sql<string>`events::text`.as('events'),
  'is_opaque as isOpaque',
  'is_postponed as isPostponed',
] as const

const storedItem = ({ events, ...row }: Omit<StoredItem, 'events'> & { readonly events: string }): StoredItem => ({
  ...row,
  events: JSON.parse(events) as EventSkeleton[],
})

/** Every item that is known, a portion at a time. */
export async function* loadItems(
  reader: Reader,
  organizationId: string,
  calendarId: string,
): AsyncGenerator<readonly StoredItem[]> {
  for (let after = ''; ; ) {
    const rows = await itemsAfter(reader, organizationId, calendarId, after).select(itemColumns).execute()
    yield rows.map(storedItem)
    const last = rows.at(-1)
    if (!last || rows.length < itemsAtOnce) return
    after = last.key
  }
}

export const saveItems = async (
  tx: Tx,
  organizationId: string,
  calendarId: string,
  items: readonly StoredItem[],
): Promise<void> => {
  if (items.length === 0) return
  await sql`
    insert into calendar_items (organization_id, calendar_id, item_key, etag, events, is_opaque, is_postponed)
    select ${organizationId}, ${calendarId}, given.* from unnest(${items.map(({ key }) => key)}::text[], ${items.map(({ etag }) => etag)}::text[],
      ${items.map(({ events }) => JSON.stringify(events))}::jsonb[], ${items.map(({ isOpaque }) => isOpaque)}::boolean[],
      ${items.map(({ isPostponed }) => isPostponed)}::boolean[]) as given
    on conflict (organization_id, calendar_id, item_key) do update
      set etag = excluded.etag, events = excluded.events, is_opaque = excluded.is_opaque, is_postponed = excluded.is_postponed`.execute(
    tx,
  )
}

export const deleteItems = async (
  tx: Tx,
  organizationId: string,
  calendarId: string,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return
  await sql`delete from calendar_items where organization_id = ${organizationId} and calendar_id = ${calendarId} and item_key = any(${[...keys]}::text[])`.execute(
    tx,
  )
}

/** What they are read as has changed: each is fetched again, although its etag is the same. */
export const forgetEtags = async (tx: Tx, organizationId: string, connectionId: string): Promise<void> => {
  await sql`
    update calendar_items as item set etag = '' from calendars
    where calendars.organization_id = ${organizationId} and calendars.connection_id = ${connectionId}
      and item.organization_id = calendars.organization_id and item.calendar_id = calendars.id`.execute(tx)
}

export const deleteAllItems = async (tx: Tx, organizationId: string, calendarId: string): Promise<void> => {
  await tx
    .deleteFrom('calendar_items')
    .where('organization_id', '=', organizationId)
    .where('calendar_id', '=', calendarId)
    .execute()
}
