import { type AppContext, performOpen } from '#execution/perform.ts'
import { isPublic, type OauthClient } from '../client.ts'
import { checkRedemption } from '../code.ts'
import type { Issued } from '../issued.ts'
import { redeemCode } from '../operations/redeem-code.ts'
import { refreshTokens } from '../operations/refresh-tokens.ts'
import { invalidGrant } from '../refusal.ts'
import { findCode } from '../store/codes.ts'
import { findRefreshToken } from '../store/refresh-tokens.ts'
import { hashToken, isCode, isRefreshToken } from '../token.ts'
import { checkAudience, narrowedScopes, type TokenRequest } from '../token-request.ts'

/** Counts the tokens issued for a user, and throws when the limit is exceeded. */
type Admit = (userId: string) => Promise<void>

/**
 * Exchanges a code or a refresh token for tokens. What can be refused is refused before anything is spent; then the
 * request is counted, perhaps in another store; then one transaction, in which the first to spend it wins.
 */
export const exchangeForTokens = async (
  context: AppContext,
  client: OauthClient,
  asked: TokenRequest,
  admit: Admit,
): Promise<Issued> => {
  const issued =
    asked.grantType === 'authorization_code'
      ? await redeem(context, client, asked, admit)
      : await refresh(context, client, asked, admit)
  if (!issued) throw invalidGrant()
  return issued
}

const redeem = async (
  context: AppContext,
  { id: clientId }: OauthClient,
  asked: TokenRequest & { grantType: 'authorization_code' },
  admit: Admit,
) => {
  const { code, redirectUri, codeVerifier, audience } = asked
  if (!isCode(code)) return undefined
  const hash = hashToken(code)
  const redemption = { clientId, redirectUri, codeVerifier }
  const held = await findCode(context.database.reader, hash)
  if (!held) return undefined
  const judgement = checkRedemption(held, redemption)
  if (judgement === 'of_another') return undefined
  if (judgement === 'genuine') {
    checkAudience(held, audience)
    if (!held.spentAt) await admit(held.userId)
  }
  return performOpen(context, redeemCode, { hash, redemption })
}

const refresh = async (
  context: AppContext,
  client: OauthClient,
  asked: TokenRequest & { grantType: 'refresh_token' },
  admit: Admit,
) => {
  if (!isRefreshToken(asked.refreshToken)) return undefined
  const hash = hashToken(asked.refreshToken)
  const held = await findRefreshToken(context.database.reader, hash)
  if (!held || held.clientId !== client.id) return undefined
  checkAudience(held, asked.audience)
  const scopes = narrowedScopes(held, asked.scopes)
  if (!held.spentAt) await admit(held.userId)
  return performOpen(context, refreshTokens, { hash, client: { id: client.id, isPublic: isPublic(client) }, scopes })
}
