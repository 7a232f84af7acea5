import type { Grant } from './grant.ts'
import { answersChallenge } from './pkce.ts'

/** A code together with what it stands for. */
export interface HeldCode extends Grant {
  readonly redirectUri: string
  readonly codeChallenge: string | null
  readonly expiresAt: Date
  readonly spentAt: Date | null
}

/** What must come along with a code when it is redeemed. */
export interface Redemption {
  /** The client that redeems it, already authenticated. */
  readonly clientId: string
  readonly redirectUri: string
  readonly codeVerifier: string | undefined
}

/** So often may somebody come with a wrong verifier. The code survives that, or anybody could make a code worthless that they have seen. */
export const maxWrongVerifiers = 10

/** Whether it comes from the application that asked for it: a stolen code is worth nothing to anybody else. */
export const judgeRedemption = (code: HeldCode, { clientId, redirectUri, codeVerifier }: Redemption): 'genuine' | 'wrong_verifier' | 'of_another' => {
  if (code.clientId !== clientId || code.redirectUri !== redirectUri) return 'of_another'
  return answersChallenge(code.codeChallenge, codeVerifier) ? 'genuine' : 'wrong_verifier'
}
