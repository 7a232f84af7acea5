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

/** Whether it comes from the application that asked for it: a stolen code is worth nothing to anybody else. */
export const isGenuine = (code: HeldCode, { clientId, redirectUri, codeVerifier }: Redemption): boolean =>
  code.clientId === clientId && code.redirectUri === redirectUri && answersChallenge(code.codeChallenge, codeVerifier)
