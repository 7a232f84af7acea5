import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { claimFolder } from '#platform/folder.ts'
import { openLog } from '#platform/log.ts'
import { processCommand } from '../command.ts'
import { standingOf } from '../schema.ts'

const migrateCommand = processCommand({
  name: 'migrate',
  summary: 'Bring the database up to this release',
  description: 'openslot start does this by itself; serve and work do not. It is safe to run again, and by several at once.',
  options: {},
  example: '',
  run: async ({ config, paper, loadWiring }) => {
    const claim = config.databaseUrl === undefined ? await claimFolder(config.dataFolder) : undefined
    try {
      const { openDatabase } = await loadWiring()
      const database = await openDatabase(config, openLog('silent'))
      try {
        const { applied } = await migrate(database, await readMigrations())
        const { version } = await standingOf(database)
        const done = applied.length === 0 ? 'Nothing to do.' : `Applied: ${applied.join(', ')}.`
        paper.show({ applied, version }, `${done} The database has schema version ${version}.`)
        return 0
      } finally {
        await database.close()
      }
    } finally {
      await claim?.release()
    }
  },
})

export const commands = [migrateCommand]
