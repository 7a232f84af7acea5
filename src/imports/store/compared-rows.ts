import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import type { ImportedRow, ImportedTable } from './rows.ts'

/** A row of an import beside the one that is here, both as the database writes them. */
export interface ComparedRow {
  readonly there: ImportedRow
  /** Null when there is none. */
  readonly here: ImportedRow | null
}

/** In the order of the rows. */
export const compareRows = async (
  tx: Tx,
  organizationId: string,
  table: ImportedTable,
  rows: readonly ImportedRow[],
): Promise<readonly ComparedRow[]> => {
  if (rows.length === 0) return []
  const given = JSON.stringify(rows.map((row, index) => ({ index, row: { ...row, organization_id: organizationId } })))
  const { rows: found } = await sql<{ index: number; there: string; here: string | null }>`
    select (item ->> 'index')::integer as index, to_jsonb(given)::text as there, to_jsonb(own)::text as here
    from jsonb_array_elements(${given}::jsonb) as item
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, item -> 'row') as given
    left join lateral (select * from ${sql.table(table)} as one where one.organization_id = given.organization_id and one.id = given.id limit 1) as own on true
    order by 1`.execute(tx)
  return found.map(({ there, here }) => ({
    there: JSON.parse(there) as ImportedRow,
    here: here === null ? null : (JSON.parse(here) as ImportedRow),
  }))
}

/** Notes what the other side said last of these, beside what else was noted of them. */
export const saveBases = async (
  tx: Tx,
  organizationId: string,
  kind: string,
  bases: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Promise<void> => {
  await sql`
    update import_records set base = coalesce(import_records.base, '{}'::jsonb) || given.base::jsonb
    from unnest(${[...bases.keys()]}::text[], ${[...bases.values()].map((base) => JSON.stringify(base))}::text[]) as given(foreign_id, base)
    where import_records.organization_id = ${organizationId} and import_records.kind = ${kind} and import_records.foreign_id = given.foreign_id`.execute(
    tx,
  )
}

/**
 * Meetings with their invitees and hosts, each as a text that is another when people have changed something. Those that
 * are not here are left out.
 */
export const readMeetingStates = async (
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; state: string }>`
    select event.id, jsonb_build_array(
      event.status, event.starts_at, event.ends_at, event.name, event.location, event.meeting_notes_plain, event.cancel_reason,
      (select jsonb_agg(jsonb_build_array(one.id, one.status, one.email, one.name, one.no_show_id is not null, one.cancel_reason) order by one.id)
       from invitees as one where one.organization_id = event.organization_id and one.scheduled_event_id = event.id),
      (select jsonb_agg(holding.membership_id order by holding.membership_id)
       from scheduled_event_hosts as holding where holding.organization_id = event.organization_id and holding.scheduled_event_id = event.id)
    )::text as state
    from unnest(${[...ids]}::uuid[]) as given(id)
    cross join lateral (select * from scheduled_events where organization_id = ${organizationId} and id = given.id limit 1) as event`.execute(
    tx,
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** When they are, whether they take place, and which of their invitees have canceled. */
export const readMeetingTimes = async (tx: Tx, organizationId: string, ids: readonly string[]) => {
  const { rows } = await sql<{
    id: string
    status: string
    starts_at: Date
    event_type_id: string
    canceled: string[]
  }>`
    select event.id, event.status, event.starts_at, event.event_type_id, array(
      select one.id from invitees as one
      where one.organization_id = event.organization_id and one.scheduled_event_id = event.id and one.status = 'canceled'
    ) as canceled
    from unnest(${[...ids]}::uuid[]) as given(id)
    cross join lateral (select * from scheduled_events where organization_id = ${organizationId} and id = given.id limit 1) as event`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
