import { createHash } from 'node:crypto'
import { organizationHint } from '#contract/organization-hint.ts'
import type { Links } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import { day } from '#platform/time/durations.ts'
import type { ShareTerms } from './terms.ts'

/** A URL through which a type can be booked once. */
export interface BookingLink {
  readonly id: string
  readonly organizationId: string
  readonly eventTypeId: string
  /** Null: those of the type, as they are at the time of booking. */
  readonly terms: ShareTerms | null
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

/** The type must be active as well. */
export const isOpenLink = ({ expiresAt, usedAt }: Pick<BookingLink, 'expiresAt' | 'usedAt'>, now: Date): boolean =>
  usedAt === null && expiresAt > now

type Identity = Pick<BookingLink, 'id' | 'organizationId'>

/**
 * The code in the URL: `{organization hint}-{secret}`. The secret is derived from the link's id, so it can be shown
 * again; only its digest is stored.
 */
export const linkCode = (codes: Codes, { id, organizationId }: Identity): string =>
  `${organizationHint(organizationId)}-${codes.shortOf('booking link', id)}`

const hintedCode = /^([0-9a-f]{8})-([a-z2-7]{26})$/

/** Of the secret alone: codes from before had no hint. */
export const linkCodeHash = (code: string): Buffer =>
  createHash('sha256')
    .update(`booking link ${hintedCode.exec(code)?.[2] ?? code}`)
    .digest()

/** Whether a code that leads to the link names no other organization. */
export const isHintRight = (code: string, { organizationId }: Pick<BookingLink, 'organizationId'>): boolean => {
  const hint = hintedCode.exec(code)?.[1]
  return hint === undefined || hint === organizationHint(organizationId)
}

/** The holder of this URL may book once. */
export const linkAddress = (links: Links, codes: Codes, link: Identity, slug: string): string =>
  `${links.site}/d/${linkCode(codes, link)}/${slug}`

/** When a link that is made now stops working. */
export const linkExpiry = ({ linkDays }: Links, now: Date): Date => new Date(now.getTime() + linkDays * day)
