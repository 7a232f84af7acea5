import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** A part of a transaction. What it has done is undone where it throws what is expected, and the rest goes on. */
export const unlessRefused = async <T>(
  tx: Tx,
  work: () => Promise<T>,
  isExpected: (error: unknown) => boolean,
): Promise<T | undefined> => {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    if (!isExpected(error)) throw error
    await sql`rollback to savepoint part`.execute(tx)
    return undefined
  }
}
