import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Tx } from './database.ts'

const rowsAtOnce = 500

/**
 * Rows that are over, a piece of them: no transaction is long, and two who clear at once do not wait for each other.
 * Gives how many went.
 */
export const deletePortion = async (
  tx: Tx,
  table: keyof Tables,
  key: 'id' | 'hash' | 'key',
  isOver: RawBuilder<unknown>,
): Promise<number> => {
  const [from, by] = [sql.table(table), sql.ref(key)]
  const { numAffectedRows } = await sql`
    delete from ${from} where ${by} in (select ${by} from ${from} where ${isOver} limit ${rowsAtOnce} for update skip locked)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
