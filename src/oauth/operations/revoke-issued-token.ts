import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { open } from '#execution/operation.ts'
import { grantRevoked } from '../resources.ts'
import { revokeGrant } from '../store/grants.ts'
import { findRefreshToken } from '../store/refresh-tokens.ts'
import { findAccessToken, revokeAccessToken } from '../store/tokens.ts'

/**
 * A client revokes a token. A refresh token is revoked with its whole family; an access token alone. An unknown one
 * counts as revoked; only another client's is refused.
 */
export const revokeIssuedToken = open({
  name: 'revoke_issued_token',
  summary: 'Revoke a token on behalf of the application it was issued to',
  input: z.object({ hash: z.instanceof(Buffer), clientId: z.string() }),
  output: z.enum(['gone', 'not_yours']),

  async run({ tx, now }, { hash, clientId }) {
    const accessToken = await findAccessToken(tx, hash)
    if (accessToken) {
      if (accessToken.clientId !== clientId) return 'not_yours'
      await revokeAccessToken(tx, accessToken.organizationId, accessToken.id, now)
      return 'gone'
    }
    const refreshToken = await findRefreshToken(tx, hash)
    if (!refreshToken) return 'gone'
    if (refreshToken.clientId !== clientId) return 'not_yours'
    if (await revokeGrant(tx, refreshToken.organizationId, refreshToken.grantId, now))
      await recordFact(tx, grantRevoked(refreshToken, 'given_back', { type: 'system' }, now))
    return 'gone'
  },
})
