import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { OpenCall } from '#execution/operation.ts'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { writeInstant } from '#platform/time/instant.ts'
import type { Account } from '../account.ts'
import { hashOfLink, type LinkPurpose, linkLifetimeMilliseconds } from '../account-link.ts'
import type { SentLink } from '../resources.ts'

export interface AccountLink extends Account {
  readonly id: string
  /** The address it was sent to. */
  readonly email: string
}

/** A new link, in place of those for the same purpose, as it is shown: without the code that makes it work. */
export const issueLink = async (
  { tx, codes, now }: Pick<OpenCall, 'tx' | 'codes' | 'now'>,
  { organizationId, membershipId, userId }: Account,
  purpose: LinkPurpose,
  email: string,
  lifetimeMilliseconds = linkLifetimeMilliseconds,
): Promise<z.output<typeof SentLink>> => {
  await withdrawLinks(tx, userId, [purpose], now)
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + lifetimeMilliseconds)
  const hash = hashOfLink(codes, purpose, id)
  await tx
    .insertInto('account_links')
    .values({
      id,
      organization_id: organizationId,
      membership_id: membershipId,
      purpose,
      email,
      hash,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { uuid: id, email, expires_at: writeInstant(expiresAt) }
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
export const withdrawLinks = async (
  tx: Tx,
  userId: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where(
      sql<boolean>`(organization_id, membership_id) in (select organization_id, id from organization_memberships where user_id = ${userId})`,
    )
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes a batch of expired links, and returns how many. */
export const deleteExpiredLinks = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, 'account_links', 'id', sql`expires_at <= ${now}`)
