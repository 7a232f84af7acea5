import { recordFact } from '#activity/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Issued } from '../issued.ts'
import { grantRevoked } from '../resources.ts'
import { explicitScopes } from '../scope-request.ts'
import { lockGrant, revokeGrant, updateGrantScopes } from '../store/grants.ts'
import { issueTokens } from '../store/issuing.ts'
import { findRefreshToken, spendRefreshToken } from '../store/refresh-tokens.ts'

export interface Refreshing {
  /** Of the client that has proved who it is, or that has nothing to prove it with. */
  readonly clientId: string
  readonly isPublic: boolean
  /** Fewer than were allowed, for this access token alone. */
  readonly scopes: readonly string[] | undefined
}

/**
 * New tokens for a refresh token, once. Undefined is a refusal, and what it brought about stays: a public client that comes
 * with a spent one may be a thief, or have been robbed, and nobody can tell. Then the whole family ends.
 */
export const refreshTokens = async (tx: Tx, hash: Buffer, { clientId, isPublic, scopes }: Refreshing, now: Date): Promise<Issued | undefined> => {
  const found = await findRefreshToken(tx, hash)
  if (!found || found.clientId !== clientId) return undefined
  const { organizationId, grantId } = found
  await lockGrant(tx, organizationId, grantId)
  if (await spendRefreshToken(tx, hash, found, now)) {
    if (!found.holds) return undefined
    const allowed = explicitScopes(found.scopes)
    if (allowed !== found.scopes) await updateGrantScopes(tx, organizationId, grantId, allowed)
    return issueTokens(tx, found, scopes ?? allowed, now)
  }
  const again = await findRefreshToken(tx, hash)
  if (again?.spentAt && isPublic && (await revokeGrant(tx, organizationId, grantId, now))) {
    await recordFact(tx, grantRevoked(again, 'refresh_token_reused', { type: 'system' }, now))
  }
  return undefined
}
