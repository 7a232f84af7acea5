import type { Grant } from './grant.ts'
import { answersChallenge } from './pkce.ts'

/** A code together with what it stands for. */
export interface HeldCode extends Grant {
  readonly redirectUri: string
  readonly codeChallenge: string | null
  readonly expiresAt: Date
  readonly spentAt: Date | null
}

/** What whoever redeems a code must know beside it. */
export interface Redemption {
  /** Of the client that has proved who it is. */
  readonly clientId: string
  readonly redirectUri: string
  readonly codeVerifier: string | undefined
}

/** Whether it comes from the application that asked for it: whoever merely got hold of a code can do no harm with it. */
export const isGenuine = (code: HeldCode, { clientId, redirectUri, codeVerifier }: Redemption): boolean =>
  code.clientId === clientId && code.redirectUri === redirectUri && answersChallenge(code.codeChallenge, codeVerifier)
