import type { Database, Tx } from '#platform/db/database.ts'
import { otherSecret, type Secret } from '../secret.ts'

/** Of the secret that the database was made with; undefined in a new one. */
export const findFingerprint = async (database: Database): Promise<Buffer | undefined> =>
  (await database.reader.selectFrom('instance').select('secret_fingerprint').executeTakeFirst())?.secret_fingerprint

/**
 * Ties the database to the secret it was made with: with another one, links, cursors and hashes would silently not
 * match.
 */
export const claimInstance = async (database: Database, secret: Secret, now: Date): Promise<void> => {
  const row = await database.write(async (tx) => {
    await tx
      .insertInto('instance')
      .values({ secret_fingerprint: secret.fingerprint, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return tx.selectFrom('instance').select('secret_fingerprint').executeTakeFirstOrThrow()
  })
  if (!secret.matches(row.secret_fingerprint)) throw otherSecret()
}

/** Until the transaction ends, no other process founds the first organization. */
export const lockInstance = async (tx: Tx): Promise<void> => {
  await tx.selectFrom('instance').select('only_row').forUpdate().execute()
}
