import { type Links, uriOf } from '#contract/wire.ts'
import type { Reader } from '#platform/db/database.ts'
import { type Issued, secondsOf } from '../issued.ts'
import { findRefreshToken } from '../store/refresh-tokens.ts'
import { findAccessToken } from '../store/tokens.ts'

/** What an application may know of its own tokens. Any other token is only reported as not active (RFC 7662 §2.2). */
export const introspectToken = async (
  reader: Reader,
  links: Links,
  hash: Buffer,
  client: { readonly id: string; readonly clientId: string },
  now: Date,
) => {
  const inactive = { active: false } as const
  const accessToken = await findAccessToken(reader, hash)
  if (accessToken) {
    const { expiresAt } = accessToken
    const isOver = accessToken.revokedAt || accessToken.membershipEndedAt || !expiresAt || expiresAt <= now
    if (accessToken.clientId !== client.id || isOver) return inactive
    return { ...described(accessToken, links, client.clientId), token_type: 'Bearer', exp: secondsOf(expiresAt) }
  }
  const refreshToken = await findRefreshToken(reader, hash)
  if (!refreshToken || refreshToken.clientId !== client.id || refreshToken.spentAt || !refreshToken.holds)
    return inactive
  return described(refreshToken, links, client.clientId)
}

const described = (
  { scopes, createdAt, userId, organizationId }: Pick<Issued, 'scopes' | 'createdAt' | 'userId' | 'organizationId'>,
  links: Links,
  clientId: string,
) => ({
  active: true,
  scope: scopes.join(' '),
  client_id: clientId,
  iat: secondsOf(createdAt),
  owner: uriOf(links, 'users', userId),
  organization: uriOf(links, 'organizations', organizationId),
})
