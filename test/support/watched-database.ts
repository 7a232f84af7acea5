import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { packageRoot } from '#platform/root.ts'

/** Puts the triggers of `watching-changes.sql` into a prepared database. */
export const watchChanges = async (database: Database): Promise<void> => {
  const script = await readFile(join(packageRoot, 'test', 'support', 'watching-changes.sql'), 'utf8')
  await database.session((session) => session.run(script))
}

interface Watching {
  /** The name of the app: the organizations in which it does something are noted under it. */
  readonly app: string
  /** Whether a worker of this test announces what happens. */
  readonly isHeard: boolean
}

/** A database that refuses to commit what the activity log does not tell, or tells twice. */
export const watchedDatabase = (database: Database, { app, isHeard }: Watching): Database => {
  const watched = (write: Database['write']): Database['write'] => {
    return (work) =>
      write(async (tx) => {
        await sql`select set_config('openslot.test_app', ${app}, true), set_config('openslot.test_postpones', ${isHeard ? '' : 'yes'}, true)`.execute(
          tx,
        )
        return work(tx)
      })
  }
  return { ...database, write: watched(database.write), writeFirst: watched(database.writeFirst) }
}

/** The organizations in which an app has done something, for a condition in SQL. */
export const organizationsOf = (app: string) =>
  sql`(select organization_id from test_support.app_organizations where app = ${app})`
