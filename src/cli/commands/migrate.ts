import type { Database } from '#platform/db/database.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { requireWayToMigrate, schemaVersions } from '#process/schema.ts'
import { processCommand } from '../command.ts'
import { heldAlone, withDatabase } from '../open-database.ts'

const migrateCommand = processCommand({
  name: 'migrate',
  summary: 'Migrate the database to this release',
  description:
    'openslot start does this by itself; serve and work do not. It is safe to run again, and by several at once.',
  run: async ({ config, output, loadWiring }) => {
    const wiring = await loadWiring()
    const bringUp = async (database: Database): Promise<void> => {
      await requireWayToMigrate(config)
      const { applied } = await migrate(database, await readMigrations())
      const { version } = await schemaVersions(database)
      const done = applied.length === 0 ? 'Nothing to do.' : `Applied: ${applied.join(', ')}.`
      output.show({ applied, version }, `${done} The database has schema version ${version}.`)
    }
    await heldAlone(config, () => withDatabase(config, wiring, bringUp))
    return 0
  },
})

export const commands = [migrateCommand]
