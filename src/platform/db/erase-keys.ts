import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Answers that tell about somebody are given to nobody any more. Whoever sends the same again has it done again. */
export const eraseKeysAbout = async (tx: Tx, organizationId: string, persons: readonly Buffer[]): Promise<void> => {
  await sql`delete from idempotency_keys where organization_id = ${organizationId} and persons && ${[...persons]}::bytea[]`.execute(tx)
}
