import type { Encryption } from '#platform/crypto/encryption.ts'
import { minute } from '#platform/time/durations.ts'

/** What is remembered of a sign-in that was begun, by the browser that comes back from the provider with it. */
export interface SignInState {
  /** Of the provider. */
  readonly key: string
  readonly nonce: string
  /** RFC 7636. Nobody but us can read it on its way. */
  readonly verifier: string
  readonly returnTo: string | undefined
  /** A signed-in user who links their account. */
  readonly linking: string | undefined
  readonly beganAt: number
}

const lifetimeMilliseconds = 10 * minute

const contextOf = (browser: string): [string, string] => ['company sign-in', browser]

/** `browser`: a mark of its cookie. */
export const writeSignInState = (encryption: Encryption, browser: string, state: SignInState): string =>
  encryption.encrypt(JSON.stringify(state), ...contextOf(browser)).toString('base64url')

/** Undefined for one that is not ours, is another browser's, or is too old. */
export const readSignInState = (
  encryption: Encryption,
  browser: string,
  text: string,
  now: Date,
): SignInState | undefined => {
  try {
    const state = JSON.parse(encryption.decrypt(Buffer.from(text, 'base64url'), ...contextOf(browser))) as SignInState
    return now.getTime() - state.beganAt < lifetimeMilliseconds ? state : undefined
  } catch {
    return undefined
  }
}
