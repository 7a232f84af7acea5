import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'

/** Whose key it is, and which. */
export interface ClaimedKey {
  readonly membershipId: string
  readonly keyDigest: Buffer
}

export interface StoredAnswer {
  readonly requestDigest: Buffer
  readonly status: number
  readonly answer: Buffer
}

const keptMilliseconds = 24 * 3_600_000

const expiredBy = (now: Date): Date => new Date(now.getTime() - keptMilliseconds)

/**
 * Claims a key for this transaction: true when it is free, or was used more than a day ago. A call while another
 * transaction has claimed it waits until that one ends, as long as for any lock, and then either finds its answer or
 * gets the key.
 */
export const claimKey = (
  tx: Tx,
  organizationId: string,
  { membershipId, keyDigest }: ClaimedKey,
  requestDigest: Buffer,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .insertInto('idempotency_keys')
      .values({
        organization_id: organizationId,
        membership_id: membershipId,
        key_digest: keyDigest,
        request_digest: requestDigest,
        persons: [],
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'membership_id', 'key_digest'])
          .doUpdateSet({ request_digest: requestDigest, status: null, answer: null, persons: [], created_at: now })
          .where('idempotency_keys.created_at', '<=', expiredBy(now)),
      ),
  )

/** What was answered under a key within the last day, if anything was. */
export const findStoredAnswer = async (
  reader: Reader,
  organizationId: string,
  { membershipId, keyDigest }: ClaimedKey,
  now: Date,
): Promise<StoredAnswer | undefined> => {
  const found = await reader
    .selectFrom('idempotency_keys')
    .select(['request_digest', 'status', 'answer'])
    .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, key_digest: keyDigest }))
    .where('created_at', '>', expiredBy(now))
    .executeTakeFirst()
  return found && found.status !== null && found.answer !== null
    ? { requestDigest: found.request_digest, status: found.status, answer: found.answer }
    : undefined
}

/** What was answered under a key that somebody has claimed, and committed. */
export const loadStoredAnswer = async (
  tx: Tx,
  organizationId: string,
  { membershipId, keyDigest }: ClaimedKey,
): Promise<StoredAnswer> => {
  const { request_digest, status, answer } = await tx
    .selectFrom('idempotency_keys')
    .select(['request_digest', 'status', 'answer'])
    .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, key_digest: keyDigest }))
    .executeTakeFirstOrThrow()
  if (status === null || answer === null) throw new Error('A key was committed without its answer.')
  return { requestDigest: request_digest, status, answer }
}

/** The last statement of the transaction that has claimed the key. */
export const storeAnswer = async (
  tx: Tx,
  organizationId: string,
  { membershipId, keyDigest }: ClaimedKey,
  {
    status,
    answer,
    persons,
  }: { readonly status: number; readonly answer: Buffer; readonly persons: readonly Buffer[] },
): Promise<void> => {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, answer, persons: [...persons] })
    .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, key_digest: keyDigest }))
    .execute()
}

const batch = 1000

/** Deletes keys of a day ago and before, a bounded number at a time, and says how many. It waits for nobody. */
export const deleteExpiredKeys = async (tx: Tx, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (organization_id, membership_id, key_digest) in (
      select organization_id, membership_id, key_digest from idempotency_keys
      where created_at <= ${expiredBy(now)} limit ${batch} for update skip locked
    )
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Answers that tell about these people are not given again: the same request is carried out anew. */
export const eraseKeysAbout = async (tx: Tx, organizationId: string, persons: readonly Buffer[]): Promise<void> => {
  await sql`delete from idempotency_keys where organization_id = ${organizationId} and persons && ${[...persons]}::bytea[]`.execute(
    tx,
  )
}
