import type { DatabaseSession, Reader, Tx } from '#platform/db/database.ts'
import { type Home, settleAt } from './home.ts'

/**
 * Since when this database is a copy that nobody has confirmed yet (restored from a backup, or copied): nothing may
 * leave it.
 */
export const findRestoredAt = async (reader: Reader): Promise<Date | null> => {
  const row = await reader.selectFrom('instance').select('restored_at as restoredAt').executeTakeFirst()
  return row?.restoredAt ?? null
}

/** What is said of it wherever somebody looks. */
export const heldNotice =
  'This instance is a copy (restored from a backup, or found in another place than before) and sends nothing until: openslot resume'

export const clearRestored = async (tx: Tx, home: Home): Promise<void> => {
  await tx.updateTable('instance').set({ restored_at: null }).execute()
  await settleAt(tx, home)
}

/** Of the secret that this database was made with. */
export const findFingerprint = async (reader: Reader): Promise<Buffer | undefined> =>
  (await reader.selectFrom('instance').select('secret_fingerprint as fingerprint').executeTakeFirst())?.fingerprint

/** In the transaction that loads a backup: from now on nothing is sent until somebody says so. */
export const markRestored = async (session: DatabaseSession, now: Date): Promise<void> => {
  await session.query('update instance set restored_at = $1', [now])
}
