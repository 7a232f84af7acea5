import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import type { CalendarItem } from '../connection.ts'
import type { EventSkeleton } from '../icalendar/skeleton.ts'

/** The etag of every item that is known. */
export const loadEtags = async (reader: Reader, organizationId: string, calendarId: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await reader
    .selectFrom('calendar_items')
    .select(['item_key', 'etag'])
    .where('organization_id', '=', organizationId)
    .where('calendar_id', '=', calendarId)
    .execute()
  return new Map(rows.map(({ item_key, etag }) => [item_key, etag]))
}

const itemsAtOnce = 500

/** The digests of the UIDs of these items. */
export const loadUidsOfItems = async (reader: Reader, organizationId: string, calendarId: string, keys: readonly string[]): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('calendar_items')
    .select(sql<string>`events::text`.as('events'))
    .where('organization_id', '=', organizationId)
    .where('calendar_id', '=', calendarId)
    .where('item_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return rows.flatMap(({ events }) => (JSON.parse(events) as EventSkeleton[]).map(({ uid }) => uid))
}

export interface StoredItem extends CalendarItem {
  readonly isOpaque: boolean
}

/** Every item that is known, a portion at a time. */
export async function* loadItems(reader: Reader, organizationId: string, calendarId: string): AsyncGenerator<readonly StoredItem[]> {
  for (let after = ''; ; ) {
    const rows = await reader
      .selectFrom('calendar_items')
      .select(['item_key as key', 'etag', sql<string>`events::text`.as('events'), 'is_opaque as isOpaque'])
      .where('organization_id', '=', organizationId)
      .where('calendar_id', '=', calendarId)
      .where('item_key', '>', after)
      .orderBy('item_key')
      .limit(itemsAtOnce)
      .execute()
    yield rows.map(({ events, ...row }) => ({ ...row, events: JSON.parse(events) as EventSkeleton[] }))
    const last = rows.at(-1)
    if (!last || rows.length < itemsAtOnce) return
    after = last.key
  }
}

export const saveItems = async (tx: Tx, organizationId: string, calendarId: string, items: readonly StoredItem[]): Promise<void> => {
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    const some = items.slice(from, from + itemsAtOnce)
    await sql`
      insert into calendar_items (organization_id, calendar_id, item_key, etag, events, is_opaque)
      select ${organizationId}, ${calendarId}, given.* from unnest(${some.map(({ key }) => key)}::text[], ${some.map(({ etag }) => etag)}::text[],
        ${some.map(({ events }) => JSON.stringify(events))}::jsonb[], ${some.map(({ isOpaque }) => isOpaque)}::boolean[]) as given
      on conflict (organization_id, calendar_id, item_key) do update set etag = excluded.etag, events = excluded.events, is_opaque = excluded.is_opaque`.execute(
      tx,
    )
  }
}

export const deleteItems = async (tx: Tx, organizationId: string, calendarId: string, keys: readonly string[]): Promise<void> => {
  for (let from = 0; from < keys.length; from += itemsAtOnce) {
    const some = keys.slice(from, from + itemsAtOnce)
    await sql`delete from calendar_items where organization_id = ${organizationId} and calendar_id = ${calendarId} and item_key = any(${some}::text[])`.execute(
      tx,
    )
  }
}

export const deleteAllItems = async (tx: Tx, organizationId: string, calendarId: string): Promise<void> => {
  await tx.deleteFrom('calendar_items').where('organization_id', '=', organizationId).where('calendar_id', '=', calendarId).execute()
}
