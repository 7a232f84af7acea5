import { createHash } from 'node:crypto'
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
export const isOpenLink = ({ expiresAt, usedAt }: Pick<BookingLink, 'expiresAt' | 'usedAt'>, now: Date): boolean => usedAt === null && expiresAt > now

/** The code in the URL. It is derived from the link's id, so it can be shown again; only its digest is stored. */
export const linkCode = (codes: Codes, linkId: string): string => codes.shortOf('booking link', linkId)

export const linkCodeHash = (code: string): Buffer => createHash('sha256').update(`booking link ${code}`).digest()

/** The holder of this URL may book once. */
export const linkAddress = (links: Links, codes: Codes, linkId: string, slug: string): string => `${links.site}/d/${linkCode(codes, linkId)}/${slug}`

/** When a link that is made now stops working. */
export const linkExpiry = ({ linkDays }: Links, now: Date): Date => new Date(now.getTime() + linkDays * day)
