import { sql } from 'kysely'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import type { Account } from '../account.ts'
import type { LinkPurpose } from '../account-link.ts'

export interface AccountLink extends Account {
  readonly id: string
  /** The address it was sent to. */
  readonly email: string
}

export interface NewLink {
  readonly id: string
  readonly membershipId: string
  readonly purpose: LinkPurpose
  readonly email: string
  readonly hash: Buffer
  readonly expiresAt: Date
}

export const insertLink = async (tx: Tx, organizationId: string, { id, membershipId, purpose, email, hash, expiresAt }: NewLink, now: Date): Promise<void> => {
  await tx
    .insertInto('account_links')
    .values({ id, organization_id: organizationId, membership_id: membershipId, purpose, email, hash, created_at: now, expires_at: expiresAt })
    .execute()
}

/** A link that is neither used nor expired. Without a tenant: the code alone identifies the account. */
export const findLink = async (reader: Reader, hash: Buffer, now: Date): Promise<AccountLink | undefined> =>
  reader
    .selectFrom('account_links')
    .innerJoin('organization_memberships as membership', (join) =>
      join
        .onRef('membership.organization_id', '=', 'account_links.organization_id')
        .onRef('membership.id', '=', 'account_links.membership_id')
        .on('membership.ended_at', 'is', null),
    )
    .select([
      'account_links.id',
      'account_links.organization_id as organizationId',
      'account_links.membership_id as membershipId',
      'account_links.email',
      'membership.user_id as userId',
    ])
    .where('account_links.hash', '=', hash)
    .where('account_links.used_at', 'is', null)
    .where('account_links.expires_at', '>', now)
    .executeTakeFirst()

/** One statement, so that a link works once: false when it was used or has expired meanwhile. */
export const spendLink = (tx: Tx, organizationId: string, linkId: string, now: Date): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('account_links')
      .set({ used_at: now })
      .where(({ and }) => and({ organization_id: organizationId, id: linkId, used_at: null }))
      .where('expires_at', '>', now),
  )

/** Ends a user's links, because a new one was requested or because their purpose is fulfilled. */
export const withdrawLinks = async (tx: Tx, userId: string, purposes: readonly LinkPurpose[], now: Date): Promise<void> => {
  await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where(sql<boolean>`(organization_id, membership_id) in (select organization_id, id from organization_memberships where user_id = ${userId})`)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes a batch of expired links, and returns how many. */
export const deleteExpiredLinks = (tx: Tx, now: Date): Promise<number> => deletePortion(tx, 'account_links', 'id', sql`expires_at <= ${now}`)
