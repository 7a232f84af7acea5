import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import type { HeldRefreshToken } from '../refresh-token.ts'
import { grants } from './grants.ts'

export const insertRefreshToken = async (
  tx: Tx,
  organizationId: string,
  { hash, grantId, clientId }: { readonly hash: Buffer; readonly grantId: string; readonly clientId: string },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('refresh_tokens')
    .values({ hash, organization_id: organizationId, grant_id: grantId, client_id: clientId, created_at: now })
    .execute()
}

const refreshTokens = (reader: Reader, hash: Buffer) =>
  grants(reader)
    .innerJoin('refresh_tokens', withinTenant('refresh_tokens.grant_id', 'oauth_grants.id'))
    .select(['refresh_tokens.created_at as createdAt', 'refresh_tokens.spent_at as spentAt'])
    .where('refresh_tokens.hash', '=', hash)

/** Spent or not. Without a tenant: the token identifies it. */
export const findRefreshToken = async (reader: Reader, hash: Buffer): Promise<HeldRefreshToken | undefined> =>
  refreshTokens(reader, hash).executeTakeFirst()

/**
 * Locks its grant and itself, so that issuing from a grant and revoking it run one after the other, and reads the row
 * under the lock.
 */
export const lockRefreshToken = async (tx: Tx, hash: Buffer): Promise<HeldRefreshToken | undefined> =>
  refreshTokens(tx, hash).forNoKeyUpdate(['oauth_grants', 'refresh_tokens']).executeTakeFirst()

/** Each works once: of many concurrent uses, one gets true. */
export const spendRefreshToken = (
  tx: Tx,
  hash: Buffer,
  { organizationId, clientId }: HeldRefreshToken,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('refresh_tokens')
      .set({ spent_at: now })
      .where(({ and }) => and({ hash, organization_id: organizationId, client_id: clientId, spent_at: null }))
      .where(sql<boolean>`exists (select 1 from oauth_grants where oauth_grants.organization_id = refresh_tokens.organization_id
      and oauth_grants.id = refresh_tokens.grant_id and oauth_grants.revoked_at is null)`),
  )

/**
 * Deletes a batch of tokens that were spent before then: a later reuse is refused, but revokes nothing. Returns how
 * many.
 */
export const deleteSpentRefreshTokens = (tx: Tx, before: Date): Promise<number> =>
  deletePortion(tx, 'refresh_tokens', 'hash', sql`spent_at < ${before}`)
