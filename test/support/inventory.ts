import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { TestApp } from './app.ts'

const readerOf = (app: TestApp): Kysely<Tables> => app.context.database.reader as Kysely<Tables>

/** The names of the facts of an organization. */
export const factsOf = async (app: TestApp, organizationId: string): Promise<string[]> => {
  const facts = await readerOf(app)
    .selectFrom('facts')
    .select('name')
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .execute()
  return facts.map(({ name }) => name)
}

/** What came to a list, as many times as it came. */
export const added = (before: readonly string[], after: readonly string[]): string[] => {
  const rest = [...after]
  for (const name of before) rest.splice(rest.indexOf(name), 1)
  return rest
}

interface Column {
  readonly table: string
  readonly column: string
}

let known: Promise<Column[]> | undefined

/** Every column there is, in every table. */
const columns = (app: TestApp): Promise<Column[]> => {
  known ??= sql<Column>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name not in ('schema_migrations', 'rate_windows') order by 1, 2`
    .execute(readerOf(app))
    .then(({ rows }) => rows)
  return known
}

const tableNames = async (app: TestApp): Promise<string[]> => [
  ...new Set((await columns(app)).map(({ table }) => table)),
]

const rowsOf = async (app: TestApp, parts: readonly RawBuilder<unknown>[]): Promise<string[]> => {
  const found = await sql<{ row: string }>`${sql.join(parts, sql` union all `)} order by 1`.execute(readerOf(app))
  return found.rows.map(({ row }) => row)
}

/** Every row an organization has, its apps and its users: two of these are equal when nothing happened between them. */
export const inventoryOf = async (app: TestApp, organizationId: string): Promise<string[]> => {
  const tenanted = (await columns(app)).filter(({ column }) => column === 'organization_id').map(({ table }) => table)
  const own = sql`${organizationId}::uuid`
  return rowsOf(app, [
    ...tenanted.map(
      (table) =>
        sql`select ${table}::text || ' ' || to_jsonb(one)::text as row from ${sql.table(table)} as one where organization_id = ${own}`,
    ),
    sql`select 'organizations ' || to_jsonb(one)::text from organizations as one where id = ${own}`,
    sql`select 'oauth_clients ' || to_jsonb(one)::text from oauth_clients as one where owner_organization_id = ${own}`,
    sql`select 'users ' || to_jsonb(one)::text from users as one where id in (select user_id from organization_memberships where organization_id = ${own})`,
  ])
}

/** How many rows there are in each table. */
export const rowCounts = async (app: TestApp): Promise<Record<string, number>> => {
  const counted = await rowsOf(
    app,
    (await tableNames(app)).map(
      (table) => sql`select ${table}::text || ' ' || count(*) as row from ${sql.table(table)}`,
    ),
  )
  return Object.fromEntries(counted.map((row) => row.split(' ')).map(([table, count]) => [table, Number(count)]))
}

/** Every row of every table as text. A statement for each table: other tests of the process may have left many rows. */
export const everyRow = async (app: TestApp): Promise<string[]> => {
  const rows: string[] = []
  for (const table of await tableNames(app)) {
    const found = await sql<{ row: string }>`select to_jsonb(one)::text as row from ${sql.table(table)} as one`.execute(
      readerOf(app),
    )
    for (const { row } of found.rows) rows.push(row)
  }
  return rows
}

/** Everything in the database as text, to look for what must not be there. */
export const wholeDatabase = async (app: TestApp): Promise<string> => (await everyRow(app)).join('\n')
