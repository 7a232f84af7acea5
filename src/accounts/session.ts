import { hash, randomBytes } from 'node:crypto'
import type { Principal } from '#contract/principal.ts'
import { legacyScope } from '#contract/scopes.ts'
import { day, minute } from '#platform/time/durations.ts'

/** A session ends after a week without use, and after a month in any case. */
export const sessionLifetime = { idleMilliseconds: 7 * day, absoluteMilliseconds: 30 * day }

/** How long a user has, after the right password, to enter the code of the second factor. */
export const codeLifetimeMilliseconds = 10 * minute

/** The time of last use is saved at most this often, so that viewing a page does not cost a write each time. */
export const seenEveryMilliseconds = 10 * minute

/** A browser session, with the user's current membership. */
export interface BrowserSession extends Omit<Principal, 'scopes' | 'via'> {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The address of their booking page. */
  readonly slug: string
  readonly timezone: string
  readonly locale: string
  readonly timeNotation: '12h' | '24h'
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly hasPassword: boolean
  /** They have not been through the first run. */
  readonly awaitsWelcome: boolean
  /** The password was right, and the code of the second factor is missing: the user is not signed in yet. */
  readonly awaitsCode: boolean
}

/** A session as its user sees it. */
export interface ListedSession extends Pick<BrowserSession, 'id' | 'createdAt' | 'lastSeenAt'> {
  readonly device: string
}

/** What the cookie holds: 256 bits. */
export const newSessionKey = (): string => randomBytes(32).toString('base64url')

export const isSessionKey = (text: string): boolean => /^[\w-]{43}$/.test(text)

/**
 * The digest that a session is looked up by. The secret is random, so it needs no salt, and the secret itself is never
 * compared.
 */
export const sessionHash = (key: string): Buffer => hash('sha256', `session ${key}`, 'buffer')

export const isLive = (
  { lastSeenAt, expiresAt }: Pick<BrowserSession, 'lastSeenAt' | 'expiresAt'>,
  now: Date,
): boolean => now < expiresAt && now.getTime() - lastSeenAt.getTime() < sessionLifetime.idleMilliseconds

/** A browser session has all rights of the user's role. */
export const principalOf = ({
  id,
  organizationId,
  membershipId,
  userId,
  role,
  plan,
  stage,
}: BrowserSession): Principal => ({
  organizationId,
  membershipId,
  userId,
  role,
  plan,
  stage,
  scopes: new Set([legacyScope]),
  via: { kind: 'session', sessionId: id },
})
