import { createHash } from 'node:crypto'
import type { Links } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { day, hour } from '#platform/time/durations.ts'

/** What a link lets its holder do: it was sent to an address, or printed for the operator. */
export const linkPurposes = ['password_reset', 'email_change', 'sign_in'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** Whoever asked for a link waits for it. */
export const linkLifetimeMilliseconds = hour
/** Who did not ask may read the mail days later. */
export const firstLinkLifetimeMilliseconds = 7 * day

/** Derived from the link's id, so that the code that renders the mail can make it again; only a digest is stored. */
const codeOf = (codes: Codes, purpose: LinkPurpose, linkId: string): string => codes.of(purpose, linkId)

export const linkHash = (purpose: LinkPurpose, code: string): Buffer =>
  createHash('sha256').update(`${purpose} ${code}`).digest()

export const hashOfLink = (codes: Codes, purpose: LinkPurpose, linkId: string): Buffer =>
  linkHash(purpose, codeOf(codes, purpose, linkId))

const paths: Readonly<Record<LinkPurpose, string>> = {
  password_reset: 'password',
  email_change: 'email',
  sign_in: 'app/welcome',
}

/** The URL to set a new password, to confirm an address, or to sign in. Its holder may do so once. */
export const accountLink = (links: Links, codes: Codes, purpose: LinkPurpose, linkId: string): string =>
  `${links.site}/${paths[purpose]}/${codeOf(codes, purpose, linkId)}`
