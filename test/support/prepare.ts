// Run by the test runner, in a process of its own: brings an empty database up to this release.
import { openEmbedded } from '#platform/db/embedded.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { watchChanges } from './watched-database.ts'

const [kind, index = ''] = process.argv.slice(2)

const database =
  kind === 'embedded'
    ? await openEmbedded(index)
    : openPostgres(index, (error) => {
        throw error
      })
await migrate(database, await readMigrations())
await watchChanges(database)
await database.close()
