import type { DatabaseSession } from './database.ts'

/**
 * For tables that were just filled. A server's autovacuum comes by once a minute, and plans made without statistics may
 * read a table once for each row of another one.
 */
export const analyzeTables = async (session: DatabaseSession): Promise<void> => {
  const tables = await session.query<{ name: string }>(
    'select quote_ident(relname) as name from pg_stat_user_tables where schemaname = current_schema()',
  )
  await session.run(`analyze ${tables.map(({ name }) => name).join(', ')}`)
}
