import type { Ground } from '#contract/perform.ts'
import type { Config } from '#platform/config.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { FolderInUse } from '#platform/folder.ts'
import { openLog } from '#platform/log.ts'
import { systemClock } from '#platform/time/clock.ts'
import type { DatabaseCommand } from './command.ts'
import { hasEmbeddedDatabase } from './data-folder.ts'
import { holdingFolder } from './holding.ts'
import { askService, lookForService } from './inside.ts'
import type { Given } from './options.ts'
import type { Document } from './paper.ts'
import { Refusal } from './refusal.ts'
import { requireCurrentSchema } from './schema.ts'
import type { Wiring } from './wiring.ts'

interface Means {
  readonly config: Config
  loadWiring(): Promise<Wiring>
}

/**
 * Runs a command where its database is: on PostgreSQL from here; on the embedded one inside the service that holds it,
 * or, when none does, from here as well, holding it meanwhile.
 */
export const runSomewhere = async (command: DatabaseCommand, words: readonly string[], values: Given, means: Means): Promise<Document> => {
  const { config } = means
  const patience = command.patienceMinutes === undefined ? undefined : command.patienceMinutes * 60_000
  const runHere = (): Promise<Document> => onDatabase(command.founds === true, means, (ground) => command.run(ground, values))
  if (config.databaseUrl !== undefined) return runHere()
  if (await isServed(config.dataFolder)) return askService(config.dataFolder, words, patience)
  if (command.founds !== true && !hasEmbeddedDatabase(config.dataFolder))
    throw new Refusal(`There is no database in ${config.dataFolder} yet. Make one with: openslot start, or openslot init --help`)
  try {
    return await holdingFolder(config.dataFolder, runHere)
  } catch (error) {
    // A service started in this moment.
    if (error instanceof FolderInUse && (await isServed(config.dataFolder))) return askService(config.dataFolder, words, patience)
    throw error
  }
}

const isServed = async (dataFolder: string): Promise<boolean> => (await lookForService(dataFolder)) === 'service'

const onDatabase = async <T>(founds: boolean, { config, loadWiring }: Means, work: (ground: Ground) => Promise<T>): Promise<T> => {
  const { openDatabase, layGround } = await loadWiring()
  const database = await openDatabase(config, openLog('silent'))
  try {
    if (founds) await migrate(database, await readMigrations())
    else await requireCurrentSchema(database)
    return await work(await layGround(config, database, systemClock))
  } finally {
    await database.close()
  }
}
