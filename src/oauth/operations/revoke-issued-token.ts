import { recordFact } from '#activity/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { grantRevoked } from '../resources.ts'
import { revokeGrant } from '../store/grants.ts'
import { findRefreshToken } from '../store/refresh-tokens.ts'
import { findAccessToken, revokeAccessToken } from '../store/tokens.ts'

/**
 * An application gives a token back. A refresh token takes all that came of it along; an access token goes alone. What is
 * unknown is as good as gone; only what is another application's is refused.
 */
export const revokeIssuedToken = async (tx: Tx, hash: Buffer, clientId: string, now: Date): Promise<'gone' | 'not_yours'> => {
  const accessToken = await findAccessToken(tx, hash)
  if (accessToken) {
    if (accessToken.clientId !== clientId) return 'not_yours'
    await revokeAccessToken(tx, accessToken.organizationId, accessToken.id, now)
    return 'gone'
  }
  const refreshToken = await findRefreshToken(tx, hash)
  if (!refreshToken) return 'gone'
  if (refreshToken.clientId !== clientId) return 'not_yours'
  if (await revokeGrant(tx, refreshToken.organizationId, refreshToken.grantId, now)) {
    await recordFact(tx, grantRevoked(refreshToken, 'given_back', { type: 'system' }, now))
  }
  return 'gone'
}
