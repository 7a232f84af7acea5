import { type AppContext, performOpen } from '#execution/perform.ts'
import type { OauthClient } from '../client.ts'
import { registerClient } from '../operations/register-client.ts'
import { revokeIssuedToken } from '../operations/revoke-issued-token.ts'
import { OauthRefusal } from '../refusal.ts'
import type { ClientMetadata } from '../registration.ts'
import { hashToken } from '../token.ts'

/** RFC 7009. Known or unknown, it is revoked afterwards. */
export const revokeToken = async (context: AppContext, { id: clientId }: OauthClient, token: string): Promise<void> => {
  const outcome = await performOpen(context, revokeIssuedToken, { hash: hashToken(token), clientId })
  if (outcome === 'not_yours')
    throw new OauthRefusal('unauthorized_client', 'This token was issued to another client.', 403)
}

/** RFC 7591, open to everybody. */
export const registerClientDynamically = (context: AppContext, metadata: ClientMetadata) =>
  performOpen(context, registerClient, metadata)
