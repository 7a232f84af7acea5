import type { Tx } from '#platform/db/database.ts'
import { accessTokenLifetimeSeconds, type Grant } from '../grant.ts'
import type { Issued } from '../issued.ts'
import { hashToken, hintOf, newAccessToken, newRefreshToken } from '../token.ts'
import { insertRefreshToken } from './refresh-tokens.ts'
import { insertToken } from './tokens.ts'

/** An access token with these scopes, and the refresh token for the next one. Only their digests are stored. */
export const issueTokens = async (tx: Tx, grant: Grant, scopes: readonly string[], now: Date): Promise<Issued> => {
  const { organizationId, membershipId, grantId, clientId, clientName, audience, userId } = grant
  const accessToken = newAccessToken(organizationId)
  const refreshToken = newRefreshToken(organizationId)
  const expiresAt = new Date(now.getTime() + accessTokenLifetimeSeconds * 1000)
  const issued = { clientId, grantId, audience }
  const made = {
    membershipId,
    name: clientName,
    hash: hashToken(accessToken),
    hint: hintOf(accessToken),
    scopes,
    expiresAt,
    issued,
  }
  await insertToken(tx, organizationId, made, now)
  await insertRefreshToken(tx, organizationId, { hash: hashToken(refreshToken), grantId, clientId }, now)
  return { accessToken, refreshToken, scopes, createdAt: now, userId, organizationId }
}
