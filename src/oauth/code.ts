import type { Grant } from './grant.ts'
import { answersChallenge } from './pkce.ts'

/** An authorization code with its grant. */
export interface HeldCode extends Grant {
  readonly redirectUri: string
  readonly codeChallenge: string | null
  readonly expiresAt: Date
  readonly spentAt: Date | null
}

/** What must be sent with a code to redeem it. */
export interface Redemption {
  /** The client that redeems it, already authenticated. */
  readonly clientId: string
  readonly redirectUri: string
  readonly codeVerifier: string | undefined
}

/** The code survives that many wrong verifiers: otherwise anybody who has seen a code could invalidate it. */
export const maxWrongVerifiers = 10

/** Whether it comes from the client that asked for it: a stolen code is worthless to any other. */
export const checkRedemption = (
  code: HeldCode,
  { clientId, redirectUri, codeVerifier }: Redemption,
): 'genuine' | 'wrong_verifier' | 'of_another' => {
  if (code.clientId !== clientId || code.redirectUri !== redirectUri) return 'of_another'
  return answersChallenge(code.codeChallenge, codeVerifier) ? 'genuine' : 'wrong_verifier'
}
