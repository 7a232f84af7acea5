import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'

export interface SecondFactor {
  readonly sealedSecret: Buffer
  /** Null until its first code was given: then it is in force. */
  readonly confirmedAt: Date | null
  readonly lastStep: number | null
  readonly recoveryCodesLeft: number
}

export const findSecondFactor = async (reader: Reader, userId: string): Promise<SecondFactor | undefined> => {
  const row = await reader
    .selectFrom('users')
    .select([
      'totp_secret',
      'totp_confirmed_at',
      'totp_last_step',
      sql<number>`cardinality(recovery_hashes)`.as('left'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row?.totp_secret) return undefined
  return {
    sealedSecret: row.totp_secret,
    confirmedAt: row.totp_confirmed_at,
    lastStep: row.totp_last_step,
    recoveryCodesLeft: row.left,
  }
}

/** Saves a secret that is not in force until its first code. False when another one already is. */
export const keepPendingSecret = (tx: Tx, userId: string, sealedSecret: Buffer): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('users')
      .set({ totp_secret: sealedSecret, totp_last_step: null })
      .where('id', '=', userId)
      .where('totp_confirmed_at', 'is', null),
  )

/** Puts the secret in force. False when another secret has replaced it meanwhile. */
export const confirmSecret = (
  tx: Tx,
  userId: string,
  {
    sealedSecret,
    step,
    recoveryHashes,
  }: { readonly sealedSecret: Buffer; readonly step: number; readonly recoveryHashes: readonly string[] },
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('users')
      .set({ totp_confirmed_at: now, totp_last_step: step, recovery_hashes: [...recoveryHashes] })
      .where(({ and }) => and({ id: userId, totp_secret: sealedSecret, totp_confirmed_at: null })),
  )

/** One statement, so that a code works once: false when it was used meanwhile. */
export const spendStep = (tx: Tx, userId: string, step: number): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('users')
      .set({ totp_last_step: step })
      .where('id', '=', userId)
      .where('totp_confirmed_at', 'is not', null)
      .where(sql<boolean>`coalesce(totp_last_step, -1) < ${step}`),
  )

/** The same for a recovery code. */
export const spendRecoveryCode = (tx: Tx, userId: string, hash: string): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('users')
      .set({ recovery_hashes: sql<string[]>`array_remove(recovery_hashes, ${hash}::text)` })
      .where('id', '=', userId)
      .where('totp_confirmed_at', 'is not', null)
      .where(sql<boolean>`${hash}::text = any(recovery_hashes)`),
  )

/** Replaces all recovery codes. False when there is no second factor. */
export const replaceRecoveryCodes = (tx: Tx, userId: string, hashes: readonly string[]): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('users')
      .set({ recovery_hashes: [...hashes] })
      .where('id', '=', userId)
      .where('totp_confirmed_at', 'is not', null),
  )

/** False when there was none. */
export const removeSecret = (tx: Tx, userId: string): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('users')
      .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null, recovery_hashes: [] })
      .where('id', '=', userId)
      .where('totp_secret', 'is not', null),
  )
