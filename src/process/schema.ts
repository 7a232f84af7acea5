import { poolingRefusals } from '#instance/store/inspect.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db/database.ts'
import { readMigrations, SchemaTooNew } from '#platform/db/migrate.ts'
import { readSchemaVersion } from '#platform/db/schema-version.ts'
import { OperatorError } from './operator-error.ts'

/** The schema version of a database, and the newest that this release knows. */
interface SchemaVersions {
  readonly version: number
  readonly newest: number
}

export const schemaVersions = async (database: Database): Promise<SchemaVersions> => {
  const [version, migrations] = await Promise.all([readSchemaVersion(database), readMigrations()])
  return { version, newest: Math.max(0, ...migrations.map((migration) => migration.version)) }
}

/** For what must not migrate by itself: other processes may still run the release before. */
export const requireCurrentSchema = async (database: Database): Promise<void> => {
  const refusal = schemaRefusal(await schemaVersions(database))
  if (refusal) throw refusal
}

export const schemaRefusal = ({ version, newest }: SchemaVersions): Error | undefined => {
  if (version === 0)
    return new OperatorError('This database is empty. Create its first organization with: openslot init --help')
  if (version < newest)
    return new OperatorError(
      `This database has schema version ${version}, but this release requires ${newest}. Run: openslot migrate`,
    )
  if (version > newest)
    return new SchemaTooNew(
      `This database has schema version ${version}, but this release of Openslot supports only ${newest}. Use the newer release.`,
    )
  return undefined
}

/** Before a migration: a pooler between would lose the lock that keeps two of them apart, or keep it for ever. */
export const requireWayToMigrate = async (config: Config): Promise<void> => {
  const refusals = await poolingRefusals(config)
  if (refusals.length > 0) throw new OperatorError(refusals.join('\n'))
}
