import type { Database, Session } from './database.ts'

/** Where lines go, one after the other; whoever takes them says when it can take more. */
export type Sink = (line: string) => Promise<void>

const rowsAtOnce = 200

/** Tables that are left out: the migrations are written apart, and the windows of limits are over by the time of a restore. */
const leftOut = new Set(['schema_migrations', 'rate_windows'])

const listTables = async (session: Session): Promise<string[]> => {
  const rows = await session.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1",
  )
  return rows.map(({ name }) => name).filter((name) => !leftOut.has(name))
}

/** As it is at one moment, whatever is written meanwhile. */
const atOneMoment = async <T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> =>
  database.session(async (session) => {
    await session.run('begin isolation level repeatable read read only')
    try {
      return await work(session)
    } finally {
      await session.run('rollback')
    }
  })

/** The rows of a query as JSON, a handful at a time. */
async function* rowsOf(session: Session, query: string): AsyncGenerator<readonly string[]> {
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

/** Every row of every table: the name of a table, a tab, and some of its rows as a JSON array. Gives how many rows each has. */
export const dumpTables = (database: Database, sink: Sink): Promise<Readonly<Record<string, number>>> =>
  atOneMoment(database, async (session) => {
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

interface ForeignKey {
  readonly owner: string
  readonly name: string
  readonly definition: string
}

/**
 * Puts dumped rows into tables that are empty, all of them or none. References are checked when everything is there: rows come
 * in the order of the tables' names.
 */
export const loadTables = (
  database: Database,
  lines: AsyncIterable<string>,
  last: (session: Session, counts: Readonly<Record<string, number>>) => Promise<void>,
): Promise<Readonly<Record<string, number>>> =>
  database.session(async (session) => {
    await session.run('begin')
    try {
      await session.run('set local statement_timeout = 0')
      const known = await listTables(session)
      const keys = await session.query<ForeignKey>(
        "select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace",
      )
      for (const { owner, name } of keys) await session.run(`alter table ${owner} drop constraint "${name}"`)
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
      for (const { owner, name, definition } of keys) await session.run(`alter table ${owner} add constraint "${name}" ${definition}`)
      await moveSequences(session)
      await last(session, counts)
      await session.run('commit')
      return counts
    } catch (error) {
      await session.run('rollback')
      throw error
    }
  })

/** So that the next number is one that no row has. */
const moveSequences = async (session: Session): Promise<void> => {
  const columns = await session.query<{ table: string; column: string; sequence: string }>(`
    select table_name as table, column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = current_schema() and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`)
  for (const { table, column, sequence } of columns)
    await session.query(`select setval('${sequence}', coalesce((select max("${column}") from "${table}"), 0) + 1, false)`)
}

export const countOrganizations = async (database: Database): Promise<number> => {
  const { count } = await database.reader
    .selectFrom('organizations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Tables that are of no use outside: idempotency keys, waiting jobs, and what the activity log is sealed and searched by. */
const notForOthers = new Set(['idempotency_keys', 'jobs', 'activity_chains', 'activity_log', 'activity_shelves', 'activity_shelf_words'])

/** Columns of bytes are left out: they are hashes, or encrypted with our key. */
const unreadable = ['bytea', '_bytea', 'tsvector']

/** Everything an organization has, a row a line: `{"table": …, "row": {…}}`. Its members come with it, but not how they sign in. */
export const dumpTenant = (database: Database, organizationId: string, sink: Sink): Promise<Readonly<Record<string, number>>> =>
  atOneMoment(database, async (session) => {
    const columns = await session.query<{ table: string; column: string; type: string }>(
      'select table_name as table, column_name as column, udt_name as type from information_schema.columns where table_schema = current_schema() order by 1, ordinal_position',
    )
    const counts: Record<string, number> = {}
    const dump = async (table: string, query: string): Promise<void> => {
      counts[table] = 0
      for await (const rows of rowsOf(session, query)) {
        counts[table] += rows.length
        for (const row of rows) await sink(`{"table":"${table}","row":${row}}`)
      }
    }
    const readable = (table: string) =>
      columns.filter((column) => column.table === table && !unreadable.includes(column.type)).map(({ column }) => `one."${column}"`)
    // An id of ours: it can hold no quote.
    const own = `'${organizationId.replaceAll(/[^0-9a-f-]/g, '')}'`
    await dump('organizations', `select row_to_json(one)::text as row from organizations as one where id = ${own}`)
    await dump(
      'users',
      `select row_to_json(shown)::text as row from (
        select id, name, email, slug, timezone, time_notation, locale, avatar_url, created_at, updated_at from users
        where id in (select user_id from organization_memberships where organization_id = ${own})
      ) as shown`,
    )
    const tenants = columns.filter(({ table, column }) => column === 'organization_id' && !notForOthers.has(table)).map(({ table }) => table)
    for (const table of tenants)
      await dump(
        table,
        `select row_to_json(shown)::text as row from (select ${readable(table).join(', ')} from "${table}" as one where organization_id = ${own}) as shown`,
      )
    return counts
  })
