import type { Encryption } from '#platform/crypto/encryption.ts'
import type { OauthKind } from './connection.ts'

/** What is remembered of a consent that was begun, by the browser that comes back with it. */
export interface ConsentState {
  readonly kind: OauthKind
  /** RFC 7636. Nobody but us can read it on its way. */
  readonly verifier: string
  readonly beganAt: number
}

const validMilliseconds = 15 * 60_000

const contextOf = (membershipId: string): [string, string] => ['calendar consent', membershipId]

/** It opens for the member who began: the answer to somebody else's consent connects nothing here. */
export const writeConsentState = (encryption: Encryption, membershipId: string, state: ConsentState): string =>
  encryption.encrypt(JSON.stringify(state), ...contextOf(membershipId)).toString('base64url')

/** Undefined for one that is not ours, is another member's, or is too old. */
export const readConsentState = (
  encryption: Encryption,
  membershipId: string,
  text: string,
  now: Date,
): ConsentState | undefined => {
  try {
    const state = JSON.parse(
      encryption.decrypt(Buffer.from(text, 'base64url'), ...contextOf(membershipId)),
    ) as ConsentState
    return now.getTime() - state.beganAt < validMilliseconds ? state : undefined
  } catch {
    return undefined
  }
}
