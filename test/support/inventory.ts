import { type Kysely, sql } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'
import type { TestApp } from './app.ts'

/** The names of the facts of an organization. */
export const factsOf = async (app: TestApp, organizationId: string): Promise<string[]> => {
  const facts = await app.ground.database.reader.selectFrom('facts').select('name').where('organization_id', '=', organizationId).orderBy('name').execute()
  return facts.map(({ name }) => name)
}

/** What came to a list, as many times as it came. */
export const added = (before: readonly string[], after: readonly string[]): string[] => {
  const rest = [...after]
  for (const name of before) rest.splice(rest.indexOf(name), 1)
  return rest
}

/** Tables that belong to no organization. */
const untenanted = ['users', 'instance', 'rate_windows', 'schema_migrations']

/** Every row an organization has, and every user: two of these are equal when nothing happened between them. */
export const inventoryOf = async (app: TestApp, organizationId: string): Promise<Record<string, string[]>> => {
  const reader = app.ground.database.reader as Kysely<Tables>
  const rows: Record<string, string[]> = {}
  for (const table of await tableNames(app)) {
    const condition =
      table === 'organizations' ? sql`id = ${organizationId}::uuid` : table === 'users' ? usersOf(organizationId) : untenanted.includes(table) ? undefined : sql`organization_id = ${organizationId}::uuid`
    if (!condition) continue
    const found = await sql<{ row: string }>`select to_jsonb(one)::text as row from ${sql.table(table)} as one where ${condition} order by 1`.execute(reader)
    rows[table] = found.rows.map(({ row }) => row)
  }
  return rows
}

const usersOf = (organizationId: string) => sql`id in (select user_id from organization_memberships where organization_id = ${organizationId}::uuid)`

export const tableNames = async (app: TestApp): Promise<string[]> => {
  const reader = app.ground.database.reader as Kysely<Tables>
  const found = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(reader)
  return found.rows.map(({ name }) => name)
}

/** Everything in the database as text, to look for what must not be there. */
export const wholeDatabase = async (app: TestApp): Promise<string> => {
  const reader = app.ground.database.reader as Kysely<Tables>
  const texts: string[] = []
  for (const table of await tableNames(app)) {
    const found = await sql<{ row: string }>`select to_jsonb(one)::text as row from ${sql.table(table)} as one`.execute(reader)
    texts.push(...found.rows.map(({ row }) => row))
  }
  return texts.join('\n')
}
