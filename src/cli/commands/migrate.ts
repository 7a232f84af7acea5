import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { openLog } from '#platform/log.ts'
import { holdingFolder } from '#process/hold-folder.ts'
import { schemaVersions } from '#process/schema.ts'
import { processCommand } from '../command.ts'

const migrateCommand = processCommand({
  name: 'migrate',
  summary: 'Bring the database up to this release',
  description: 'openslot start does this by itself; serve and work do not. It is safe to run again, and by several at once.',
  options: {},
  example: '',
  run: async ({ config, output, loadWiring }) => {
    const { openDatabase } = await loadWiring()
    const run = async (): Promise<void> => {
      const database = await openDatabase(config, openLog('silent'))
      try {
        const { applied } = await migrate(database, await readMigrations())
        const { version } = await schemaVersions(database)
        const done = applied.length === 0 ? 'Nothing to do.' : `Applied: ${applied.join(', ')}.`
        output.show({ applied, version }, `${done} The database has schema version ${version}.`)
      } finally {
        await database.close()
      }
    }
    await (config.databaseUrl === undefined ? holdingFolder(config.dataFolder, run) : run())
    return 0
  },
})

export const commands = [migrateCommand]
