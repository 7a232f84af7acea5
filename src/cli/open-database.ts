import { setFlagsFromString } from 'node:v8'
import { takeServerLock } from '#instance/store/server-lock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db/database.ts'
import { openLog } from '#platform/log.ts'
import { holdingFolder } from '#process/hold-folder.ts'
import { OperatorError } from '#process/operator-error.ts'
import { requireWayToMigrate } from '#process/schema.ts'
import type { Wiring } from '#process/wiring.ts'

/** Opens the database for as long as the work takes. The embedded one must be held meanwhile. */
export const withDatabase = async <T>(
  config: Config,
  { openDatabase }: Wiring,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  // A command is over before the optimizing compiler of the embedded database would pay.
  if (config.databaseUrl === undefined) setFlagsFromString('--liftoff-only')
  const database = await openDatabase(config, openLog('silent'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Does it while nobody else can open the embedded database. */
export const heldAlone = <T>({ databaseUrl, dataFolder }: Config, work: () => Promise<T>): Promise<T> =>
  databaseUrl === undefined ? holdingFolder(dataFolder, work) : work()

/** Does it while no process of the service runs on this PostgreSQL, or can be started. */
export const withoutService = async <T>(config: Config, work: () => Promise<T>): Promise<T> => {
  if (config.databaseDirectUrl === undefined) return work()
  await requireWayToMigrate(config)
  const lock = await takeServerLock(config.databaseDirectUrl, 'nobody_else', () => {})
  if (!lock) throw new OperatorError('The service is running on this database. Stop all its processes and try again.')
  return work().finally(() => lock.release())
}
