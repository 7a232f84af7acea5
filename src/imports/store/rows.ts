import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import { faultOf } from '#platform/db/faults.ts'
import type { Tables } from '#schema/tables.ts'

/** The columns of a row as JSON; bytes as `\x…`. */
export type ImportedRow = Readonly<Record<string, unknown>>

interface ImportedTableRules {
  /** What tells its rows apart. */
  readonly key: readonly string[]
  /** What a row belongs to: as it is here, whatever the other side says later. */
  readonly belongsTo: readonly string[]
}

/** The tables that an import writes, all of them with a tenant. Members are written in `members.ts`. */
const tables = {
  groups: { key: ['id'], belongsTo: [] },
  group_relationships: { key: ['id'], belongsTo: ['membership_id'] },
  availability_schedules: { key: ['id'], belongsTo: ['membership_id'] },
  event_types: { key: ['id'], belongsTo: ['owner_id'] },
  event_type_hosts: { key: ['organization_id', 'event_type_id', 'membership_id'], belongsTo: [] },
  booking_links: { key: ['id'], belongsTo: ['event_type_id'] },
  routing_forms: { key: ['id'], belongsTo: [] },
  routing_form_submissions: { key: ['organization_id', 'id'], belongsTo: ['routing_form_id'] },
  scheduled_events: { key: ['organization_id', 'id'], belongsTo: ['event_type_id'] },
  scheduled_event_hosts: { key: ['organization_id', 'scheduled_event_id', 'membership_id'], belongsTo: [] },
  invitees: { key: ['id'], belongsTo: ['scheduled_event_id'] },
  webhook_subscriptions: { key: ['id'], belongsTo: ['scope', 'membership_id', 'group_id'] },
} as const satisfies Partial<Record<keyof Tables, ImportedTableRules>>

export type ImportedTable = keyof typeof tables

/** Whether the two belong to different things: `there` is what an import says of `here`. */
export const belongsElsewhere = (table: ImportedTable, here: ImportedRow, there: ImportedRow): boolean => {
  const { belongsTo }: ImportedTableRules = tables[table]
  return belongsTo.some((column) => column in there && (here[column] ?? null) !== (there[column] ?? null))
}

const rowsAtOnce = 500

/**
 * Writes rows as they are: what is there already gets these columns, but for those that only new rows get. All rows
 * have the columns of the first. A list that grows while its pages are read may have a row twice: the last counts. A
 * row that belongs to something else here, or to another tenant, stays as it is; how many there were is the answer.
 */
export const putRows = async (
  tx: Tx,
  organizationId: string,
  table: ImportedTable,
  rows: readonly ImportedRow[],
  onlyNew: readonly string[] = [],
): Promise<number> => {
  const [first] = rows
  if (!first) return 0
  const own = { organization_id: organizationId }
  const { key, belongsTo }: ImportedTableRules = tables[table]
  const columns = Object.keys({ ...first, ...own })
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const kept = [...key, ...onlyNew, ...belongsTo, 'organization_id']
  const changes = columns.filter((column) => !kept.includes(column))
  const update = sql.join(changes.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))
  const same = ['organization_id', ...belongsTo].map(
    (column) => sql`${sql.table(table)}.${sql.ref(column)} is not distinct from excluded.${sql.ref(column)}`,
  )
  const unique = [...new Map(rows.map((row) => [key.map((column) => row[column]).join(' '), row])).values()]
  let written = 0n
  for (let from = 0; from < unique.length; from += rowsAtOnce) {
    const some = JSON.stringify(unique.slice(from, from + rowsAtOnce).map((row) => ({ ...row, ...own })))
    const { numAffectedRows = 0n } = await sql`
      insert into ${sql.table(table)} (${list}) select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${some}::jsonb)
      on conflict (${sql.join(key.map((column) => sql.ref(column)))}) do update set ${update} where ${sql.join(same, sql` and `)}`.execute(
      tx,
    )
    written += numAffectedRows
  }
  return unique.length - Number(written)
}

/** Which of these ids a table has already, in any organization. */
export const findTakenIds = async (
  tx: Tx,
  table: ImportedTable | 'users' | 'organization_memberships' | 'booking_requests',
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{
    id: string
  }>`select id from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * False when the database refused a value or a rule between rows was broken: then nothing of the work was done, and the
 * transaction goes on.
 */
export const withSavepoint = async (tx: Tx, work: () => Promise<void>): Promise<boolean> => {
  await sql`savepoint import_record`.execute(tx)
  try {
    await work()
    await sql`release savepoint import_record`.execute(tx)
    return true
  } catch (error) {
    if (!['bad_input', 'conflict'].includes(faultOf(error))) throw error
    await sql`rollback to savepoint import_record`.execute(tx)
    return false
  }
}
