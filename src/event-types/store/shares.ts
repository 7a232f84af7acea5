import { sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { findFirst, type Reader, type Tx } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import type { Share } from '../share.ts'
import type { ShareTerms } from '../terms.ts'
import { isHost } from './event-types.ts'

const shares = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('booking_links as share')
    .select([
      'share.id',
      'share.organization_id as organizationId',
      'share.event_type_id as eventTypeId',
      'share.created_by as createdBy',
      'share.created_at as createdAt',
      'share.expires_at as expiresAt',
      'share.used_at as usedAt',
    ])
    .select(sql<string>`share.terms`.as('terms'))
    .where('share.organization_id', '=', organizationId)
    .where('share.terms', 'is not', null)
    .where('share.deleted_at', 'is', null)

const shareFrom = (row: Omit<Share, 'terms'> & { readonly terms: string }): Share => ({
  ...row,
  terms: JSON.parse(row.terms) as ShareTerms,
})

export const findShare = (reader: Reader, organizationId: string, shareId: string): Promise<Share | undefined> =>
  findFirst(shares(reader, organizationId).where('share.id', '=', shareId), shareFrom)

/** Locked until the transaction ends: nobody can book through it or change it meanwhile. */
export const lockShare = (tx: Tx, organizationId: string, shareId: string): Promise<Share | undefined> =>
  findFirst(shares(tx, organizationId).where('share.id', '=', shareId).forUpdate(), shareFrom)

export interface ShareFilter {
  /** Shares that this member created, and those of event types that they own or host. */
  readonly membershipId: string
  readonly eventTypeId?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export const listShares = async (
  reader: Reader,
  organizationId: string,
  { membershipId, eventTypeId, from, to }: ShareFilter,
  page: PageRequest,
): Promise<Page<Share>> => {
  let query = shares(reader, organizationId).where(
    sql<boolean>`(share.created_by = ${membershipId} or exists (
      select from event_types
      where event_types.organization_id = share.organization_id and event_types.id = share.event_type_id
        and (event_types.owner_id = ${membershipId} or ${isHost(membershipId)})
    ))`,
  )
  if (eventTypeId !== undefined) query = query.where('share.event_type_id', '=', eventTypeId)
  if (from !== undefined) query = query.where('share.created_at', '>=', from)
  if (to !== undefined) query = query.where('share.created_at', '<=', to)
  return mapPage(await readPage(query, page, byCreation('share')), shareFrom)
}

export const updateShareTerms = async (
  tx: Tx,
  organizationId: string,
  shareId: string,
  terms: ShareTerms,
): Promise<void> => {
  await tx
    .updateTable('booking_links')
    .set({ terms: JSON.stringify(terms) })
    .where(({ and }) => and({ organization_id: organizationId, id: shareId }))
    .execute()
}

export const markShareDeleted = async (tx: Tx, organizationId: string, shareId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('booking_links')
    .set({ deleted_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', shareId)
    .execute()
}
