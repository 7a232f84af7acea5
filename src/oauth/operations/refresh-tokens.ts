import { z } from 'zod'
import { recordFact } from '#activity/index.ts'
import { open } from '#execution/operation.ts'
import type { Issued } from '../issued.ts'
import { grantRevoked } from '../resources.ts'
import { explicitScopes } from '../scope-request.ts'
import { revokeGrant, updateGrantScopes } from '../store/grants.ts'
import { issueTokens } from '../store/issuing.ts'
import { lockRefreshToken, spendRefreshToken } from '../store/refresh-tokens.ts'

/**
 * Issues tokens for a refresh token, once. Undefined is a refusal whose effects are committed: a spent token of a
 * public client may have been stolen, so the whole family is revoked.
 */
export const refreshTokens = open({
  name: 'refresh_tokens',
  summary: 'Issue new tokens for a refresh token',
  input: z.object({
    hash: z.instanceof(Buffer),
    /** Authenticated, unless it is public. */
    client: z.object({ id: z.string(), isPublic: z.boolean() }),
    /** Fewer than were granted, for this access token alone. */
    scopes: z.array(z.string()).readonly().optional(),
  }),
  output: z.custom<Issued | undefined>(),

  async run({ tx, now }, { hash, client, scopes }) {
    const token = await lockRefreshToken(tx, hash)
    if (!token || token.clientId !== client.id) return undefined
    const { organizationId, grantId } = token
    if (token.spentAt) {
      if (client.isPublic && (await revokeGrant(tx, organizationId, grantId, now)))
        await recordFact(tx, grantRevoked(token, 'refresh_token_reused', { type: 'system' }, now))
      return undefined
    }
    if (!(await spendRefreshToken(tx, hash, token, now)) || !token.holds) return undefined
    const allowed = explicitScopes(token.scopes)
    if (allowed !== token.scopes) await updateGrantScopes(tx, organizationId, grantId, allowed)
    return issueTokens(tx, token, scopes ?? allowed, now)
  },
})
