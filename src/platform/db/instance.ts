import type { Secret } from '../crypto/secret.ts'
import { WrongSetting } from '../config.ts'
import type { Database } from './database.ts'

/** Ties the database to the secret it was made with: with another one, links, cursors and hashes would silently not match. */
export const claimInstance = async (database: Database, secret: Secret, now: Date): Promise<void> => {
  const row = await database.write(async (tx) => {
    await tx
      .insertInto('instance')
      .values({ secret_fingerprint: secret.fingerprint, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return tx.selectFrom('instance').select('secret_fingerprint').executeTakeFirstOrThrow()
  })
  if (!secret.matches(row.secret_fingerprint)) {
    throw new WrongSetting(
      'This database was made with another secret. Set OPENSLOT_SECRET to the one it was made with, or put its secret.key back into the data folder.',
    )
  }
}
