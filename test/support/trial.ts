import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { openTestDatabase } from './databases.ts'

export interface Trial {
  readonly database: Database
  /** Its name in SQL, */
  name(table: string): string
  /** and the same as part of a statement. */
  table(name: string): RawBuilder<unknown>
}

/**
 * The database of this process, with a few tables of the test's own, apart from the real ones. They go with the
 * database.
 */
export const trialWith = async (tables: Readonly<Record<string, string>>): Promise<Trial> => {
  const database = await openTestDatabase()
  const schema = `trial_${randomBytes(4).toString('hex')}`
  const definitions = Object.entries(tables).map(([name, columns]) => `create table ${name} (${columns});`)
  await database.session((session) =>
    session.run(
      `create schema ${schema}; set search_path to ${schema}; ${definitions.join(' ')} set search_path to default`,
    ),
  )
  const nameOf = (table: string) => `${schema}.${table}`
  return { database, name: nameOf, table: (name) => sql.raw(nameOf(name)) }
}
