import type { Database } from './database.ts'

/** The newest migration that was applied to this database; 0 for an empty one. */
export const readSchemaVersion = async (database: Database): Promise<number> =>
  database.session(async (session) => {
    const [table] = await session.query<{ exists: boolean }>(
      "select to_regclass('schema_migrations') is not null as exists",
    )
    if (!table?.exists) return 0
    const [newest] = await session.query<{ version: number | null }>(
      'select max(version) as version from schema_migrations',
    )
    return newest?.version ?? 0
  })
