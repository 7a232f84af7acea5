import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { organizationHint } from '#contract/organization-hint.ts'
import type { Principal } from '#contract/principal.ts'
import { Problem, unauthenticated } from '#contract/problem.ts'
import type { Audience } from './audience.ts'

/** Secret scanners recognise the prefix, and a mistyped or made-up token fails its checksum without a query. */
const prefixes = {
  personal: 'openslot_pat_',
  access: 'openslot_at_',
  refresh: 'openslot_rt_',
  client: 'openslot_cs_',
} as const
type SecretKind = keyof typeof prefixes

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 34
const checksumLength = 6

const formOf = (...kinds: readonly SecretKind[]): RegExp =>
  new RegExp(
    `^(?:${kinds.map((kind) => prefixes[kind]).join('|')})(?:[0-9a-f]{8})?[0-9A-Za-z]{${secretLength + checksumLength}}$`,
  )

const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let written = ''
  for (let index = 0; index < checksumLength; index += 1) {
    written = digits[rest % 62] + written
    rest = Math.floor(rest / 62)
  }
  return written
}

/** 34 digits of 62: over 200 bits. Before them stands the hint of an organization, where it belongs to one. */
const newSecret = (kind: SecretKind, hint = ''): string => {
  let secret = ''
  while (secret.length < secretLength) {
    // Bytes above the last multiple of 62 are discarded, so that every digit is equally likely.
    for (const byte of randomBytes(64)) if (byte < 248 && secret.length < secretLength) secret += digits[byte % 62]
  }
  const text = prefixes[kind] + hint + secret
  return text + checksumOf(text)
}

export const newToken = (organizationId: string): string => newSecret('personal', organizationHint(organizationId))
export const newAccessToken = (organizationId: string): string => newSecret('access', organizationHint(organizationId))
export const newRefreshToken = (organizationId: string): string =>
  newSecret('refresh', organizationHint(organizationId))
export const newClientSecret = (): string => newSecret('client')

/** 256 bits in lower case, the form that clients know. */
export const newCode = (): string => randomBytes(32).toString('hex')

/** The key that signs an app's webhooks. */
export const newWebhookKey = (): string => randomBytes(32).toString('base64url')

const bearerForm = formOf('personal', 'access')
const refreshForm = formOf('refresh')

const checks = (text: string): boolean => checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** A valid value behind `Bearer`. */
export const isWellFormed = (token: string): boolean => bearerForm.test(token) && checks(token)

export const isRefreshToken = (token: string): boolean => refreshForm.test(token) && checks(token)

export const isCode = (code: string): boolean => /^[0-9a-f]{64}$/.test(code)

/** A token is looked up by its digest: a random value needs no salt, and nothing secret is compared. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Enough for its owner to recognise it. */
export const hintOf = (token: string): string => `${token.slice(0, token.lastIndexOf('_') + 1)}…${token.slice(-4)}`

export interface PersonalAccessToken {
  readonly id: string
  readonly organizationId: string
  readonly membershipId: string
  readonly name: string
  readonly hint: string
  readonly scopes: readonly string[]
  readonly userEmail: string
  readonly createdAt: Date
  /** Null for most: they work until they are revoked. */
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** A token with its holder, as it is loaded for a request. */
export interface HeldToken extends Omit<Principal, 'scopes' | 'via'> {
  readonly id: string
  readonly scopes: readonly string[]
  readonly audience: Audience
  /** The application it was issued to; null for a personal one. */
  readonly clientId: string | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly membershipEndedAt: Date | null
}

/** The principal of this token at this resource. Throws with the reason when it is not usable. */
export const principalBy = (token: HeldToken | undefined, audience: Audience, now: Date): Principal => {
  if (!token || token.audience !== audience) throw new Problem(unauthenticated)
  if (token.revokedAt || token.membershipEndedAt) throw new Problem(unauthenticated, { reason: 'token_revoked' })
  if (token.expiresAt && token.expiresAt <= now) throw new Problem(unauthenticated, { reason: 'token_expired' })
  const { id, organizationId, membershipId, userId, role, plan, stage, scopes, clientId } = token
  return {
    organizationId,
    membershipId,
    userId,
    role,
    plan,
    stage,
    scopes: new Set(scopes),
    via: { kind: 'token', tokenId: id, clientId },
  }
}
