import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'

/**
 * Concurrent searches for a slug with the same beginning wait until this transaction ends: otherwise both would find
 * the same one free.
 */
export const lockSlug = async (tx: Tx, table: 'users' | 'teams', base: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${base}`}::text, 0))`.execute(tx)
}
