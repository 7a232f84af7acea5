import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import type { Tables } from '#schema/tables.ts'

/** The columns of a row as JSON; bytes as `\x…`. */
export type ImportedRow = Readonly<Record<string, unknown>>

/** The tables that an import writes, and what tells their rows apart. */
const keys = {
  organizations: ['id'],
  users: ['id'],
  organization_memberships: ['id'],
  groups: ['id'],
  group_relationships: ['id'],
  availability_schedules: ['id'],
  event_types: ['id'],
  event_type_hosts: ['organization_id', 'event_type_id', 'membership_id'],
  booking_links: ['id'],
  routing_forms: ['id'],
  routing_form_submissions: ['organization_id', 'id'],
  scheduled_events: ['organization_id', 'id'],
  scheduled_event_hosts: ['organization_id', 'scheduled_event_id', 'membership_id'],
  invitees: ['id'],
  webhook_subscriptions: ['id'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>

export type ImportedTable = keyof typeof keys

const withoutTenant: readonly ImportedTable[] = ['organizations', 'users']

const rowsAtOnce = 500

/**
 * Writes rows as they are: what is there already gets these columns, but for those that only new rows get. All rows have the columns of the first. A list that
 * grows while its pages are read may have a row twice: the last counts.
 */
export const putRows = async (
  tx: Tx,
  organizationId: string,
  table: ImportedTable,
  rows: readonly ImportedRow[],
  onlyNew: readonly string[] = [],
): Promise<void> => {
  const [first] = rows
  if (!first) return
  const own = withoutTenant.includes(table) ? {} : { organization_id: organizationId }
  const key: readonly string[] = keys[table]
  const columns = Object.keys({ ...first, ...own })
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const kept = [...key, ...onlyNew, 'organization_id']
  const changes = columns.filter((column) => !kept.includes(column))
  const update = sql.join(changes.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))
  const unique = [...new Map(rows.map((row) => [key.map((column) => row[column]).join(' '), row])).values()]
  for (let from = 0; from < unique.length; from += rowsAtOnce) {
    const some = JSON.stringify(unique.slice(from, from + rowsAtOnce).map((row) => ({ ...row, ...own })))
    await sql`
      insert into ${sql.table(table)} (${list}) select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${some}::jsonb)
      on conflict (${sql.join(key.map((column) => sql.ref(column)))}) do update set ${update}
      ${withoutTenant.includes(table) ? sql`` : sql`where ${sql.table(table)}.organization_id = ${organizationId}`}`.execute(tx)
  }
}

/** Which of these ids a table has already, in any organization. */
export const findTakenIds = async (tx: Tx, table: ImportedTable, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
