import { resolve } from 'node:path'
import { loadSecret } from '#instance/secret.ts'
import { loadTables } from '#instance/store/dump.ts'
import { markRestored } from '#instance/store/restored.ts'
import { countOrganizations } from '#organizations/index.ts'
import type { Config } from '#platform/config.ts'
import { counted } from '#platform/counted.ts'
import type { Database } from '#platform/db/database.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { readSchemaVersion } from '#platform/db/schema-version.ts'
import { systemClock } from '#platform/time/clock.ts'
import { reapplyDeletions } from '#privacy/index.ts'
import { OperatorError } from '#process/operator-error.ts'
import { requireWayToMigrate } from '#process/schema.ts'
import { readArchive } from '../archive.ts'
import { type BackupHead, openBackup } from '../backup-file.ts'
import { processCommand } from '../command.ts'
import { heldAlone, withDatabase } from '../open-database.ts'

const restore = processCommand({
  name: 'restore',
  summary: 'Restore a backup',
  description:
    'Needs an empty database and the service stopped. The secret must be the one the backup was made with. Data deletions after the backup are repeated from deletions.jsonl, so copy that file from the old data folder. A restored instance sends nothing until you run: openslot resume',
  options: {
    from: { value: 'FILE', summary: 'The backup file', required: true },
    deletions: { value: 'FILE', summary: 'The file of data deletions; by default deletions.jsonl in the data folder' },
  },
  example: '--from openslot.backup',
  run: async ({ config, output, loadWiring }, { from, deletions }) => {
    const path = resolve(from)
    await heldAlone(config, async () => {
      const wiring = await loadWiring()
      const backup = await openBackup(readArchive(path), path)
      await requireSecret(config, backup.head)
      await withDatabase(config, wiring, async (database) => {
        await requireWayToMigrate(config)
        await prepareTables(database, backup.head, config)
        const counts = await loadTables(database, backup.rows(), async (session, loaded) => {
          const wrong = Object.entries(backup.expected()).find(([table, count]) => (loaded[table] ?? 0) !== count)
          if (wrong)
            throw new OperatorError(
              `${path} should have ${wrong[1]} rows of ${wrong[0]} but has ${loaded[wrong[0]] ?? 0}. Use another file.`,
            )
          await markRestored(session, systemClock.now())
        })
        await migrate(database, await readMigrations())
        const context = await wiring.createContext(config, database, systemClock)
        const forgotten = await reapplyDeletions(
          context,
          deletions === undefined ? config.deletionsFile : resolve(deletions),
        )
        const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
        const again =
          forgotten === 0
            ? 'No deletions had to be repeated.'
            : `${counted(forgotten, 'request')} to forget carried out again.`
        output.show(
          { file: path, rows, created_at: backup.head.created_at, forgotten },
          `Restored ${counted(rows, 'row')} of ${backup.head.created_at}. ${again} Nothing is sent until you run: openslot resume`,
        )
      })
    })
    return 0
  },
})

const requireSecret = async (config: Config, { secret_fingerprint }: BackupHead): Promise<void> => {
  await loadSecret(config, Buffer.from(secret_fingerprint, 'hex')).catch(() => {
    throw new OperatorError(
      `This backup was made with another secret. Put its secret.key into ${config.dataFolder}, or set OPENSLOT_SECRET to that secret.`,
    )
  })
}

/** Empty, and as the backup knows them. */
const prepareTables = async (
  database: Database,
  { schema }: BackupHead,
  { databaseUrl, dataFolder }: Config,
): Promise<void> => {
  const migrations = await readMigrations()
  const newest = Math.max(0, ...migrations.map(({ version }) => version))
  if (schema > newest)
    throw new OperatorError(
      `This backup has schema version ${schema}, but this release supports only ${newest}. Use the newer release.`,
    )
  const version = await readSchemaVersion(database)
  const elsewhere =
    databaseUrl === undefined
      ? `another data folder than ${dataFolder}, or move its pgdata away`
      : 'another database in DATABASE_URL'
  if (version > 0 && (await countOrganizations(database.reader)) > 0)
    throw new OperatorError(`This database is not empty. Use ${elsewhere}.`)
  if (version > schema && database.kind === 'embedded')
    await database.session((session) => session.run('drop schema public cascade; create schema public'))
  else if (version > schema)
    throw new OperatorError(`This database belongs to a newer release than the backup. Use an empty one: ${elsewhere}.`)
  await migrate(
    database,
    migrations.filter((migration) => migration.version <= schema),
  )
}

export const commands = [restore]
