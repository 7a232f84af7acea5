import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import type { Grant } from '../grant.ts'

type NewGrant = Pick<Grant, 'membershipId' | 'clientId' | 'audience' | 'scopes'>

export const insertGrant = async (
  tx: Tx,
  organizationId: string,
  { membershipId, clientId, audience, scopes }: NewGrant,
  now: Date,
): Promise<string> => {
  const id = randomUUID()
  await tx
    .insertInto('oauth_grants')
    .values({
      id,
      organization_id: organizationId,
      membership_id: membershipId,
      client_id: clientId,
      audience,
      scopes: [...scopes],
      created_at: now,
    })
    .execute()
  return id
}

/** With its member and client, and whether it still holds. */
export const grants = (reader: Reader) =>
  reader
    .selectFrom('oauth_grants')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .innerJoin('organization_memberships as membership', withinTenant('membership.id', 'oauth_grants.membership_id'))
    .select([
      'oauth_grants.id as grantId',
      'oauth_grants.organization_id as organizationId',
      'oauth_grants.membership_id as membershipId',
      'membership.user_id as userId',
      'oauth_grants.client_id as clientId',
      'oauth_clients.name as clientName',
      'oauth_grants.audience',
      'oauth_grants.scopes',
      sql<boolean>`oauth_grants.revoked_at is null and membership.ended_at is null and oauth_clients.deleted_at is null`.as(
        'holds',
      ),
    ])

export const updateGrantScopes = async (
  tx: Tx,
  organizationId: string,
  grantId: string,
  scopes: readonly string[],
): Promise<void> => {
  await tx
    .updateTable('oauth_grants')
    .set({ scopes: [...scopes] })
    .where(({ and }) => and({ organization_id: organizationId, id: grantId }))
    .execute()
}

/**
 * The whole family: none of its codes, access tokens and refresh tokens works any more. False when it was revoked
 * already.
 */
export const revokeGrant = async (tx: Tx, organizationId: string, grantId: string, now: Date): Promise<boolean> => {
  const revoked = await tx
    .updateTable('oauth_grants')
    .set({ revoked_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: grantId, revoked_at: null }))
    .returning('id')
    .executeTakeFirst()
  await tx
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where(({ and }) => and({ organization_id: organizationId, grant_id: grantId, revoked_at: null }))
    .execute()
  return revoked !== undefined
}

/** A member's grants, the newest first; one application may have several. */
export const listGrantsOf = async (
  reader: Reader,
  organizationId: string,
  membershipId: string,
): Promise<(Grant & { readonly createdAt: Date })[]> =>
  grants(reader)
    .select('oauth_grants.created_at as createdAt')
    .where('oauth_grants.organization_id', '=', organizationId)
    .where('oauth_grants.membership_id', '=', membershipId)
    .where('oauth_grants.revoked_at', 'is', null)
    .where('oauth_clients.deleted_at', 'is', null)
    .orderBy('oauth_grants.created_at', 'desc')
    .orderBy('oauth_grants.id')
    .limit(maxListed)
    .execute()

/** A bound on the list, above what anybody reads. */
const maxListed = 500

/** All grants of an application, in every organization: for when it is deleted. */
export const revokeGrantsOfClient = async (tx: Tx, clientId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('oauth_grants')
    .set({ revoked_at: now })
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute()
  await tx
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute()
}

const nothingLeft = (table: string) =>
  sql<boolean>`not exists (select 1 from ${sql.table(table)} as part where part.organization_id = oauth_grants.organization_id and part.grant_id = oauth_grants.id)`

/** Deletes a batch of families that ended before then, or were never used, with all their rows; returns how many. */
export const deleteEndedGrants = (tx: Tx, before: Date): Promise<number> => {
  const isUnused = sql`created_at < ${before} and ${nothingLeft('refresh_tokens')} and ${nothingLeft('authorization_codes')}`
  return deletePortion(
    tx,
    'oauth_grants',
    'id',
    sql`(revoked_at < ${before} or (${isUnused})) and ${nothingLeft('tokens')}`,
  )
}
