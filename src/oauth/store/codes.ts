import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx, withinTenant } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { type HeldCode, maxWrongVerifiers } from '../code.ts'
import { grants } from './grants.ts'

type NewCode = Pick<HeldCode, 'grantId' | 'clientId' | 'redirectUri' | 'codeChallenge' | 'expiresAt'> & {
  readonly hash: Buffer
}

export const insertCode = async (tx: Tx, organizationId: string, code: NewCode, now: Date): Promise<void> => {
  const { hash, grantId, clientId, redirectUri, codeChallenge, expiresAt } = code
  await tx
    .insertInto('authorization_codes')
    .values({
      hash,
      organization_id: organizationId,
      grant_id: grantId,
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: codeChallenge,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
}

const codes = (reader: Reader, hash: Buffer) =>
  grants(reader)
    .innerJoin('authorization_codes', withinTenant('authorization_codes.grant_id', 'oauth_grants.id'))
    .select([
      'authorization_codes.redirect_uri as redirectUri',
      'authorization_codes.code_challenge as codeChallenge',
      'authorization_codes.expires_at as expiresAt',
      'authorization_codes.spent_at as spentAt',
    ])
    .where('authorization_codes.hash', '=', hash)

/** Spent or not. Without a tenant: the code identifies it. */
export const findCode = async (reader: Reader, hash: Buffer): Promise<HeldCode | undefined> =>
  codes(reader, hash).executeTakeFirst()

/**
 * Locks its grant and itself, so that issuing from a grant and revoking it run one after the other, and reads the row
 * under the lock.
 */
export const lockCode = async (tx: Tx, hash: Buffer): Promise<HeldCode | undefined> =>
  codes(tx, hash).forNoKeyUpdate(['oauth_grants', 'authorization_codes']).executeTakeFirst()

/**
 * Each code works once: of many concurrent redemptions, one gets true. Everything that ties it to its client is in the
 * condition, so that no other client can spend it.
 */
export const spendCode = (tx: Tx, hash: Buffer, code: HeldCode, now: Date): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('authorization_codes')
      .set({ spent_at: now })
      .where(({ and }) =>
        and({ hash, organization_id: code.organizationId, client_id: code.clientId, redirect_uri: code.redirectUri }),
      )
      .where('code_challenge', 'is not distinct from', code.codeChallenge)
      .where('expires_at', '>', now)
      .where('spent_at', 'is', null)
      .where('wrong_verifiers', '<', maxWrongVerifiers)
      .where(sql<boolean>`exists (select 1 from oauth_grants where oauth_grants.organization_id = authorization_codes.organization_id
      and oauth_grants.id = authorization_codes.grant_id and oauth_grants.revoked_at is null)`),
  )

export const countWrongVerifier = async (tx: Tx, organizationId: string, hash: Buffer): Promise<void> => {
  await tx
    .updateTable('authorization_codes')
    .set(({ eb }) => ({ wrong_verifiers: eb('wrong_verifiers', '+', 1) }))
    .where(({ and }) => and({ hash, organization_id: organizationId, spent_at: null }))
    .where('wrong_verifiers', '<', maxWrongVerifiers)
    .execute()
}

/** Deletes a batch of codes that ended before then; returns how many. */
export const deleteExpiredCodes = (tx: Tx, before: Date): Promise<number> =>
  deletePortion(tx, 'authorization_codes', 'hash', sql`expires_at < ${before}`)
