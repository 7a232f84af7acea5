import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { existing, invalid } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { audiences } from '../audience.ts'
import { mayRedirectTo } from '../client.ts'
import { codeLifetimeMilliseconds } from '../grant.ts'
import { isChallenge } from '../pkce.ts'
import { toGrantSubject } from '../resources.ts'
import { scopesToRequest } from '../scope-request.ts'
import { lockCaller } from '../store/callers.ts'
import { lockClient } from '../store/clients.ts'
import { insertCode } from '../store/codes.ts'
import { insertGrant } from '../store/grants.ts'
import { hashToken, newCode } from '../token.ts'

/**
 * A user consents. The consent page has validated the request before; it is validated again here, because this is what
 * counts.
 */
export const allowApp = write({
  name: 'allow_oauth_app',
  summary: 'Allow an application to act for oneself, within some scopes',
  scopes: [],
  input: z.object({
    client_id: z.string(),
    redirect_uri: z.string(),
    code_challenge: z.string().nullable(),
    audience: z.enum(audiences),
    scopes: z.array(z.string()).min(1).max(50),
  }),
  output: z.object({ code: z.string() }),

  async run(
    { tx, principal, now },
    { client_id, redirect_uri: redirectUri, code_challenge: codeChallenge, audience, scopes },
  ) {
    const { organizationId, membershipId, userId } = principal
    await lockCaller(tx, principal)
    const client = existing(await lockClient(tx, client_id))
    if (!mayRedirectTo(client, redirectUri)) throw invalid({ parameter: 'redirect_uri', reason: 'invalid' })
    if (codeChallenge === null ? client.requiresPkce : !isChallenge(codeChallenge))
      throw invalid({ parameter: 'code_challenge', reason: 'invalid' })
    const allowed = scopesToRequest(client, scopes, audience)
    if (!allowed || scopes.some((scope) => !allowed.includes(scope)))
      throw invalid({ parameter: 'scopes', reason: 'invalid' })

    const code = newCode()
    const given = [...new Set(scopes)]
    const grantId = await insertGrant(
      tx,
      organizationId,
      { membershipId, clientId: client.id, audience, scopes: given },
      now,
    )
    const expiresAt = new Date(now.getTime() + codeLifetimeMilliseconds)
    await insertCode(
      tx,
      organizationId,
      { hash: hashToken(code), grantId, clientId: client.id, redirectUri, codeChallenge, expiresAt },
      now,
    )
    const grant = {
      grantId,
      organizationId,
      membershipId,
      userId,
      clientId: client.id,
      clientName: client.name,
      audience,
      scopes: given,
    }
    await recordChange({ tx, principal, now }, 'oauth_grant.created', toGrantSubject(grant))
    return { code }
  },
})
