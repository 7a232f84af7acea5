import type { AppContext } from '#execution/perform.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { systemClock } from '#platform/time/clock.ts'
import { findHolder, runInService } from '#process/command-client.ts'
import type { Document } from '#process/command-server.ts'
import { hasEmbeddedDatabase } from '#process/data-folder.ts'
import { FolderInUse } from '#process/folder/folder.ts'
import { holdingFolder } from '#process/hold-folder.ts'
import type { ServiceSetup } from '#process/keep-running.ts'
import { OperatorError } from '#process/operator-error.ts'
import { requireCurrentSchema, requireWayToMigrate } from '#process/schema.ts'
import type { DatabaseCommand } from './command.ts'
import { withDatabase } from './open-database.ts'
import type { Given } from './options.ts'

interface Means extends Pick<ServiceSetup, 'config' | 'loadWiring' | 'runWords'> {
  /** Told how far a command is that takes long. */
  onProgress(line: string): void
}

/**
 * Runs a command where its database is: on PostgreSQL from here; on the embedded one inside the service that holds it,
 * or, when none does, from here as well, holding it meanwhile.
 */
export const runCommand = async (
  command: DatabaseCommand,
  words: readonly string[],
  values: Given,
  means: Means,
): Promise<Document> => {
  const { config } = means
  const patience = command.patienceMinutes === undefined ? undefined : command.patienceMinutes * 60_000
  const runHere = (): Promise<Document> =>
    onDatabase(command.founds === true, means, (context) =>
      toItsEnd(command, means, command.run(context, values, config), (next) => means.runWords(context, next)),
    )
  const runThere = (): Promise<Document> => {
    const run = (asked: readonly string[]): Promise<Document> => runInService(config.dataFolder, asked, patience)
    return toItsEnd(command, means, run(words), run)
  }
  if (config.databaseUrl !== undefined) return runHere()
  if (await isServed(config.dataFolder)) return runThere()
  if (command.founds !== true && !hasEmbeddedDatabase(config.dataFolder))
    throw new OperatorError(
      `There is no database in ${config.dataFolder} yet. Create one with: openslot start, or openslot init --help`,
    )
  try {
    return await holdingFolder(config.dataFolder, runHere)
  } catch (error) {
    // A service started in this moment.
    if (error instanceof FolderInUse && (await isServed(config.dataFolder))) return runThere()
    throw error
  }
}

/** One that goes on after its answer is shown while it does. */
const toItsEnd = async (
  { goesOn }: DatabaseCommand,
  { onProgress }: Means,
  first: Promise<Document>,
  run: (words: readonly string[]) => Promise<Document>,
): Promise<Document> => {
  let document = await first
  for (let next = goesOn?.(document); next; next = goesOn?.(document)) {
    onProgress(next.line)
    document = await run(next.words)
  }
  return document
}

const isServed = async (dataFolder: string): Promise<boolean> => (await findHolder(dataFolder)) === 'service'

const onDatabase = async <T>(
  founds: boolean,
  { config, loadWiring }: Means,
  work: (context: AppContext) => Promise<T>,
): Promise<T> => {
  const wiring = await loadWiring()
  return withDatabase(config, wiring, async (database) => {
    if (founds) {
      await requireWayToMigrate(config)
      await migrate(database, await readMigrations())
    } else await requireCurrentSchema(database)
    return work(await wiring.createContext(config, database, systemClock))
  })
}
