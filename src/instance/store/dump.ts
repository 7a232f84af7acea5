import type { Database, DatabaseSession } from '#platform/db/database.ts'
import { analyzeTables } from '#platform/db/statistics.ts'

/** Takes lines one after the other; the promise says when it can take more. */
export type Sink = (line: string) => Promise<void>

const rowsAtOnce = 200

/**
 * Tables that are left out: the migrations are written apart, and the windows of limits are over by the time of a
 * restore.
 */
const leftOut = new Set(['schema_migrations', 'rate_windows'])

const listTables = async (session: DatabaseSession): Promise<string[]> => {
  const rows = await session.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1",
  )
  return rows.map(({ name }) => name).filter((name) => !leftOut.has(name))
}

/** As it is at one moment, whatever is written meanwhile. */
export const inSnapshot = async <T>(database: Database, work: (session: DatabaseSession) => Promise<T>): Promise<T> =>
  database.session(async (session) => {
    await session.run('begin isolation level repeatable read read only')
    try {
      return await work(session)
    } finally {
      await session.run('rollback')
    }
  })

/** The rows of a query as JSON, a handful at a time. */
export async function* rowsOf(session: DatabaseSession, query: string): AsyncGenerator<readonly string[]> {
  await session.run(`declare dumped no scroll cursor for ${query}`)
  try {
    for (;;) {
      const rows = await session.query<{ row: string }>(`fetch ${rowsAtOnce} from dumped`)
      if (rows.length > 0) yield rows.map(({ row }) => row)
      if (rows.length < rowsAtOnce) return
    }
  } finally {
    await session.run('close dumped')
  }
}

/**
 * Every row of every table: the name of a table, a tab, and some of its rows as a JSON array. Gives how many rows each
 * has.
 */
export const dumpTables = (database: Database, sink: Sink): Promise<Readonly<Record<string, number>>> =>
  inSnapshot(database, async (session) => {
    const counts: Record<string, number> = {}
    for (const table of await listTables(session)) {
      counts[table] = 0
      for await (const rows of rowsOf(session, `select row_to_json(one)::text as row from "${table}" as one`)) {
        counts[table] += rows.length
        await sink(`${table}\t[${rows.join(',')}]`)
      }
    }
    return counts
  })

/**
 * What drops the references of a table, and what adds them again: all of a table at once, since each change of a table
 * costs as much as many rows.
 */
const listReferences = (session: DatabaseSession) =>
  session.query<{ table: string; drops: string; adds: string }>(`
    select conrelid::regclass::text as table, string_agg(format('drop constraint %I', conname), ', ') as drops,
      string_agg(format('add constraint %I %s', conname, pg_get_constraintdef(oid)), ', ') as adds
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace group by conrelid`)

/**
 * Puts dumped rows into tables that are empty, all of them or none. References are checked when everything is there:
 * rows come in the order of the tables' names.
 */
export const loadTables = (
  database: Database,
  lines: AsyncIterable<string>,
  last: (session: DatabaseSession, counts: Readonly<Record<string, number>>) => Promise<void>,
): Promise<Readonly<Record<string, number>>> =>
  database.session(async (session) => {
    const counts = await loadAtOnce(session, lines, last)
    await analyzeTables(session)
    return counts
  })

const loadAtOnce = async (
  session: DatabaseSession,
  lines: AsyncIterable<string>,
  last: (session: DatabaseSession, counts: Readonly<Record<string, number>>) => Promise<void>,
): Promise<Readonly<Record<string, number>>> => {
  await session.run('begin')
  try {
    await session.run('set local statement_timeout = 0')
    const known = await listTables(session)
    const references = await listReferences(session)
    for (const { table, drops } of references) await session.run(`alter table ${table} ${drops}`)
    for (const table of known) await session.run(`delete from "${table}"`)
    const counts: Record<string, number> = {}
    for await (const line of lines) {
      const tab = line.indexOf('\t')
      const table = line.slice(0, tab)
      if (!known.includes(table)) throw new Error(`The backup has a table ${table}, and this release does not know it.`)
      const [loaded] = await session.query<{ count: number }>(
        `with loaded as (insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::json) returning 1) select count(*)::integer as count from loaded`,
        [line.slice(tab + 1)],
      )
      counts[table] = (counts[table] ?? 0) + (loaded?.count ?? 0)
    }
    for (const { table, adds } of references) await session.run(`alter table ${table} ${adds}`)
    await moveSequences(session)
    await last(session, counts)
    await session.run('commit')
    return counts
  } catch (error) {
    await session.run('rollback')
    throw error
  }
}

/** So that the next number is one that no row has. */
const moveSequences = async (session: DatabaseSession): Promise<void> => {
  const columns = await session.query<{ table: string; column: string; sequence: string }>(`
    select table_name as table, column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = current_schema() and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`)
  for (const { table, column, sequence } of columns)
    await session.query(
      `select setval('${sequence}', coalesce((select max("${column}") from "${table}"), 0) + 1, false)`,
    )
}
