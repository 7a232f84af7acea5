import { z } from 'zod'
import { clockToleranceSeconds, issuerAndKeys, type OpenidCall } from './openid.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

// OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6. jose has checked the signature, `iss`, `aud`, and the times.
const Claims = z
  .object({
    iss: z.string(),
    jti: z.string().min(1).max(1_000),
    iat: z.number(),
    exp: z.number(),
    sub: z.string().optional(),
    sid: z.string().optional(),
    nonce: z.never().optional(),
    events: z.looseObject({ [event]: z.looseObject({}) }),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

export interface ProvenLogout {
  readonly issuer: string
  readonly subject: string | undefined
  readonly session: string | undefined
  readonly tokenId: string
  readonly expiresAt: Date
}

/** What a provider says by itself: that somebody has signed out there. Undefined: it did not say that. */
export const readLogoutToken = async (call: OpenidCall, token: string): Promise<ProvenLogout | undefined> => {
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  try {
    const { issuer, keys } = await issuerAndKeys(call)
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys as Parameters<typeof createLocalJWKSet>[0]), {
      issuer,
      audience: call.provider.client.id,
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      currentDate: call.now,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: '10 minutes',
    })
    const { iss, sub, sid, jti, exp } = Claims.parse(payload)
    return { issuer: iss, subject: sub, session: sid, tokenId: jti, expiresAt: new Date(exp * 1000) }
  } catch {
    return undefined
  }
}
