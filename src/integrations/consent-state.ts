import type { Encryption } from '#platform/crypto/encryption.ts'

/** What is remembered of a consent that was begun, by the browser that comes back with it. */
export interface ConsentState<Service extends string> {
  readonly kind: Service
  /** RFC 7636. Nobody but us can read it on its way. */
  readonly verifier: string
  readonly beganAt: number
}

/** What for, and of which member: the answer to somebody else's consent, or to one for something else, connects nothing. */
export interface ConsentOwner {
  readonly purpose: 'calendar' | 'conference'
  readonly membershipId: string
}

const validMilliseconds = 15 * 60_000

const contextOf = ({ purpose, membershipId }: ConsentOwner): [string, string] => [`${purpose} consent`, membershipId]

export const writeConsentState = <Service extends string>(
  encryption: Encryption,
  owner: ConsentOwner,
  state: ConsentState<Service>,
): string => encryption.encrypt(JSON.stringify(state), ...contextOf(owner)).toString('base64url')

/** Undefined for one that is not ours, is another member's, or is too old. */
export const readConsentState = <Service extends string>(
  encryption: Encryption,
  owner: ConsentOwner,
  text: string,
  now: Date,
): ConsentState<Service> | undefined => {
  try {
    const state = JSON.parse(
      encryption.decrypt(Buffer.from(text, 'base64url'), ...contextOf(owner)),
    ) as ConsentState<Service>
    return now.getTime() - state.beganAt < validMilliseconds ? state : undefined
  } catch {
    return undefined
  }
}
