import { sql } from 'kysely'
import { findFirst, type Reader, type Tx } from '#platform/db/database.ts'
import { type BookingLink, isHintRight, linkCodeHash } from '../booking-link.ts'
import type { ShareTerms } from '../terms.ts'

interface NewBookingLink extends Omit<BookingLink, 'organizationId' | 'usedAt'> {
  /** Of the member who made it. */
  readonly createdBy: string
  readonly codeHash: Buffer
}

export const insertBookingLink = async (
  tx: Tx,
  organizationId: string,
  link: NewBookingLink,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('booking_links')
    .values({
      id: link.id,
      organization_id: organizationId,
      event_type_id: link.eventTypeId,
      created_by: link.createdBy,
      code_hash: link.codeHash,
      terms: link.terms && JSON.stringify(link.terms),
      created_at: now,
      expires_at: link.expiresAt,
    })
    .execute()
}

const links = (reader: Reader) =>
  reader
    .selectFrom('booking_links')
    .select([
      'id',
      'organization_id as organizationId',
      'event_type_id as eventTypeId',
      'terms',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])

const linkFrom = (row: Omit<BookingLink, 'terms'> & { readonly terms: string | null }): BookingLink => ({
  ...row,
  terms: row.terms === null ? null : (JSON.parse(row.terms) as ShareTerms),
})

/** The code alone identifies the link, so this query has no tenant. Used and expired links too, deleted ones not. */
export const findLinkByCode = async (reader: Reader, code: string): Promise<BookingLink | undefined> => {
  const hash = linkCodeHash(code)
  const kept = links(reader).where('deleted_at', 'is', null)
  const link =
    (await findFirst(kept.where('code_hash', '=', hash), linkFrom)) ??
    (await findFirst(
      kept.where(sql<boolean>`former_codes <> '{}' and former_codes @> array[${hash.toString('hex')}]`),
      linkFrom,
    ))
  return link && isHintRight(code, link) ? link : undefined
}

export const findBookingLink = (
  reader: Reader,
  organizationId: string,
  linkId: string,
): Promise<BookingLink | undefined> =>
  findFirst(links(reader).where('organization_id', '=', organizationId).where('id', '=', linkId), linkFrom)

/** Several at once, in no particular order. */
export const findBookingLinks = async (
  reader: Reader,
  organizationId: string,
  linkIds: readonly string[],
): Promise<BookingLink[]> => {
  if (linkIds.length === 0) return []
  const rows = await links(reader)
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${[...linkIds]}::uuid[])`)
    .execute()
  return rows.map(linkFrom)
}
