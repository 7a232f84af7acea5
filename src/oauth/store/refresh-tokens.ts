import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import type { HeldRefreshToken } from '../refresh-token.ts'
import { grants } from './grants.ts'

export const insertRefreshToken = async (
  tx: Tx,
  organizationId: string,
  { hash, grantId, clientId }: { readonly hash: Buffer; readonly grantId: string; readonly clientId: string },
  now: Date,
): Promise<void> => {
  await tx.insertInto('refresh_tokens').values({ hash, organization_id: organizationId, grant_id: grantId, client_id: clientId, created_at: now }).execute()
}

const refreshTokens = (reader: Reader, hash: Buffer) =>
  grants(reader)
    .innerJoin('refresh_tokens', (join) =>
      join.onRef('refresh_tokens.organization_id', '=', 'oauth_grants.organization_id').onRef('refresh_tokens.grant_id', '=', 'oauth_grants.id'),
    )
    .select(['refresh_tokens.created_at as createdAt', 'refresh_tokens.spent_at as spentAt'])
    .where('refresh_tokens.hash', '=', hash)

/** Found also when it is spent. Without an organization: the token says which one it is. */
export const findRefreshToken = async (reader: Reader, hash: Buffer): Promise<HeldRefreshToken | undefined> => refreshTokens(reader, hash).executeTakeFirst()

/** Locks its grant and itself: issuing from a grant and revoking it come one after the other, and the row is read as it is then. */
export const lockRefreshToken = async (tx: Tx, hash: Buffer): Promise<HeldRefreshToken | undefined> =>
  refreshTokens(tx, hash).forNoKeyUpdate(['oauth_grants', 'refresh_tokens']).executeTakeFirst()

/** Each works once: of many who come with it at the same moment, one gets true. */
export const spendRefreshToken = async (tx: Tx, hash: Buffer, { organizationId, clientId }: HeldRefreshToken, now: Date): Promise<boolean> => {
  const spent = await tx
    .updateTable('refresh_tokens')
    .set({ spent_at: now })
    .where('hash', '=', hash)
    .where('organization_id', '=', organizationId)
    .where('client_id', '=', clientId)
    .where('spent_at', 'is', null)
    .where(sql<boolean>`exists (select 1 from oauth_grants where oauth_grants.organization_id = refresh_tokens.organization_id
      and oauth_grants.id = refresh_tokens.grant_id and oauth_grants.revoked_at is null)`)
    .returning('hash')
    .executeTakeFirst()
  return spent !== undefined
}

/** A part of those that were spent before then: a reuse so late is refused, and no more than that. How many. */
export const deleteSpentRefreshTokens = (tx: Tx, before: Date): Promise<number> => deletePortion(tx, 'refresh_tokens', 'hash', sql`spent_at < ${before}`)
