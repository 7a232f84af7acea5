import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { faultOf } from '#platform/db/faults.ts'
import { refusedByPooler } from '#platform/db/pooler-refusal.ts'
import { readSchemaVersion } from '#platform/db/schema-version.ts'
import type { Log } from '#platform/log.ts'
import { reasonOf } from './failure.ts'
import { OperatorError } from './operator-error.ts'

const patienceMilliseconds = 30_000
const betweenTriesMilliseconds = 500

// Not let in, or no such database: nothing that passes by itself.
const hopeless = /^(28\w{3}|3D000|42501)$/

/** Waits for a PostgreSQL that starts at the same time as we do, but not for ever. */
export const awaitDatabase = async (database: Database, log: Log): Promise<void> => {
  for (let end: number | undefined; ; ) {
    try {
      await readSchemaVersion(database)
      return
    } catch (error) {
      if (faultOf(error) !== 'away') throw error
      const reason = reasonOf(error)
      if (hopeless.test(codeOf(error)))
        throw new OperatorError(
          `PostgreSQL rejected the connection: ${reason}. Check the user, password, and database name in DATABASE_URL.`,
        )
      const refused = refusedByPooler(reason)
      if (refused !== undefined) throw new OperatorError(refused)
      if (end === undefined) {
        end = performance.now() + patienceMilliseconds
        log.warn({ reason, seconds: patienceMilliseconds / 1000 }, 'the database does not respond yet; retrying')
      }
      if (performance.now() > end)
        throw new OperatorError(
          `The database did not respond for ${patienceMilliseconds / 1000} seconds: ${reason}. Check that PostgreSQL is running, and check the host and port in DATABASE_URL.`,
        )
      await pause(betweenTriesMilliseconds)
    }
  }
}

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return cause === undefined ? String(code ?? '') : codeOf(cause)
}
