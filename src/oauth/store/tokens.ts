import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import { hasEffect, type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { prepared } from '#platform/db/prepared.ts'
import type { Grant } from '../grant.ts'
import type { HeldToken, PersonalAccessToken } from '../token.ts'

const tokensByHash = prepared((reader, { hash }: { hash: Buffer }) =>
  reader
    .selectFrom('tokens')
    .innerJoin('organization_memberships as membership', withinTenant('membership.id', 'tokens.membership_id'))
    .innerJoin('organizations', 'organizations.id', 'tokens.organization_id')
    .select([
      'tokens.id',
      'tokens.organization_id as organizationId',
      'tokens.membership_id as membershipId',
      'membership.user_id as userId',
      'membership.role',
      'organizations.plan',
      'organizations.stage',
      'tokens.scopes',
      'tokens.audience',
      'tokens.client_id as clientId',
      'tokens.expires_at as expiresAt',
      'tokens.revoked_at as revokedAt',
      'membership.ended_at as membershipEndedAt',
    ])
    .where('tokens.hash', '=', hash),
)

/** Everything a request needs to know about its caller, in one query. Without a tenant: the token identifies it. */
export const findHeldToken = async (reader: Reader, hash: Buffer): Promise<HeldToken | undefined> =>
  (await tokensByHash(reader, { hash }))[0]

/** Personal tokens only: those of applications are listed and revoked with their grants. */
const tokens = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('tokens')
    .innerJoin('organization_memberships as membership', withinTenant('membership.id', 'tokens.membership_id'))
    .innerJoin('users', 'users.id', 'membership.user_id')
    .select([
      'tokens.id',
      'tokens.organization_id as organizationId',
      'tokens.membership_id as membershipId',
      'tokens.name',
      'tokens.hint',
      'tokens.scopes',
      sql<string>`coalesce(membership.former_email, users.email)`.as('userEmail'),
      'tokens.created_at as createdAt',
      'tokens.expires_at as expiresAt',
      'tokens.revoked_at as revokedAt',
    ])
    .where('tokens.organization_id', '=', organizationId)
    .where('tokens.client_id', 'is', null)

export const findToken = async (
  reader: Reader,
  organizationId: string,
  tokenId: string,
): Promise<PersonalAccessToken | undefined> =>
  tokens(reader, organizationId).where('tokens.id', '=', tokenId).executeTakeFirst()

/** The tokens that work, of one member or of all. */
export const listTokens = async (
  reader: Reader,
  organizationId: string,
  { membershipId }: { readonly membershipId?: string | undefined },
  page: PageRequest,
  now: Date,
): Promise<Page<PersonalAccessToken>> => {
  let query = tokens(reader, organizationId)
    .where('tokens.revoked_at', 'is', null)
    .where('membership.ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('tokens.expires_at', 'is', null), eb('tokens.expires_at', '>', now)]))
  if (membershipId !== undefined) query = query.where('tokens.membership_id', '=', membershipId)
  return readPage(query, page, byCreation('tokens'))
}

interface NewToken extends Pick<PersonalAccessToken, 'membershipId' | 'name' | 'hint' | 'scopes' | 'expiresAt'> {
  readonly hash: Buffer
  /** For a token of an application, whose name it has. */
  readonly issued?: Pick<Grant, 'clientId' | 'grantId' | 'audience'>
}

export const insertToken = async (
  tx: Tx,
  organizationId: string,
  { membershipId, hash, scopes, expiresAt, issued, ...shown }: NewToken,
  now: Date,
): Promise<string> => {
  const id = randomUUID()
  const application = issued && { client_id: issued.clientId, grant_id: issued.grantId, audience: issued.audience }
  const times = { created_at: now, expires_at: expiresAt }
  await tx
    .insertInto('tokens')
    .values({
      id,
      organization_id: organizationId,
      membership_id: membershipId,
      ...shown,
      hash,
      scopes: [...scopes],
      ...times,
      ...application,
    })
    .execute()
  return id
}

/** False when it was revoked already, or is an application's. */
export const revokeToken = (tx: Tx, organizationId: string, tokenId: string, now: Date): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('tokens')
      .set({ revoked_at: now })
      .where(({ and }) => and({ organization_id: organizationId, id: tokenId, client_id: null, revoked_at: null })),
  )

/**
 * Revokes everything that gives access without the password: personal tokens and grants. For a change of the password
 * or the e-mail address, in its transaction: nobody who knew the old one keeps access.
 */
export const revokeTokensOfUser = async (tx: Tx, userId: string, now: Date): Promise<void> => {
  const theirs = sql<boolean>`(organization_id, membership_id) in (select organization_id, id from organization_memberships where user_id = ${userId})`
  await tx.updateTable('oauth_grants').set({ revoked_at: now }).where(theirs).where('revoked_at', 'is', null).execute()
  await tx.updateTable('tokens').set({ revoked_at: now }).where(theirs).where('revoked_at', 'is', null).execute()
}

/** A token of an application. Without a tenant: the token identifies it. */
export const findAccessToken = async (reader: Reader, hash: Buffer) =>
  reader
    .selectFrom('tokens')
    .innerJoin('organization_memberships as membership', withinTenant('membership.id', 'tokens.membership_id'))
    .select([
      'tokens.id',
      'tokens.organization_id as organizationId',
      'tokens.client_id as clientId',
      'membership.user_id as userId',
      'tokens.scopes',
      'tokens.created_at as createdAt',
      'tokens.expires_at as expiresAt',
      'tokens.revoked_at as revokedAt',
      'membership.ended_at as membershipEndedAt',
    ])
    .where('tokens.hash', '=', hash)
    .where('tokens.client_id', 'is not', null)
    .executeTakeFirst()

export const revokeAccessToken = async (tx: Tx, organizationId: string, tokenId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: tokenId, revoked_at: null }))
    .execute()
}

/** Of one member, the personal tokens whose time is over. */
export const deleteExpiredTokensOf = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  now: Date,
): Promise<void> => {
  await tx
    .deleteFrom('tokens')
    .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, client_id: null }))
    .where('expires_at', '<=', now)
    .execute()
}

/** Deletes a batch of the applications' tokens that expired before then; returns how many. */
export const deleteExpiredTokens = (tx: Tx, before: Date): Promise<number> =>
  deletePortion(tx, 'tokens', 'id', sql`grant_id is not null and expires_at < ${before}`)
