import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { hasEffect, type Reader, type RowOf, type Tx, withinTenant } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import type { Subscription, SubscriptionAccess, SubscriptionTarget } from '../subscription.ts'
import type { SubscriptionScope, WebhookEvent } from '../webhook-event.ts'
import { isEntitled } from './entitlement.ts'

/** Live subscriptions: not deleted, and not those of a former member or a deleted group. */
const subscriptions = (reader: Reader) =>
  reader
    .selectFrom('webhook_subscriptions as subscriptions')
    .innerJoin('organization_memberships as creators', withinTenant('creators.id', 'subscriptions.creator_id'))
    .leftJoin('organization_memberships as members', withinTenant('members.id', 'subscriptions.membership_id'))
    .where('subscriptions.deleted_at', 'is', null)
    .where('members.ended_at', 'is', null)
    .where((is) => is.or([is('subscriptions.scope', '<>', 'group'), is('subscriptions.group_id', 'is not', null)]))

const shownSubscriptions = (reader: Reader) =>
  subscriptions(reader).select([
    'subscriptions.id',
    'subscriptions.organization_id as organizationId',
    'subscriptions.url',
    'subscriptions.events',
    'subscriptions.scope',
    'subscriptions.membership_id as membershipId',
    'members.user_id as userId',
    'subscriptions.group_id as groupId',
    'creators.user_id as creatorUserId',
    'subscriptions.state',
    'subscriptions.retry_started_at as retryStartedAt',
    'subscriptions.created_at as createdAt',
    'subscriptions.updated_at as updatedAt',
  ])

const subscriptionFrom = ({
  scope,
  membershipId,
  userId,
  groupId,
  events,
  ...row
}: RowOf<typeof shownSubscriptions>): Subscription => ({
  ...row,
  events: events as WebhookEvent[],
  target: targetFrom(scope, membershipId, userId, groupId),
})

/** Check constraints on the table guarantee the columns of each scope. */
const targetFrom = (
  scope: SubscriptionScope,
  membershipId: string | null,
  userId: string | null,
  groupId: string | null,
): SubscriptionTarget => {
  if (scope === 'organization') return { scope }
  return scope === 'user'
    ? { scope, membershipId: membershipId ?? '', userId: userId ?? '' }
    : { scope, groupId: groupId ?? '' }
}

/** A subscription, and the calling member's relation to it. */
export const findSubscriptionSeenBy = async (
  reader: Reader,
  organizationId: string,
  id: string,
  membershipId: string,
): Promise<{ readonly subscription: Subscription; readonly access: SubscriptionAccess } | undefined> => {
  const row = await shownSubscriptions(reader)
    .select(
      sql<boolean>`exists (select from group_relationships as own where own.organization_id = subscriptions.organization_id
        and own.group_id = subscriptions.group_id and own.membership_id = ${membershipId}::uuid and own.role = 'admin')`.as(
        'isGroupAdmin',
      ),
    )
    .where('subscriptions.organization_id', '=', organizationId)
    .where('subscriptions.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { isGroupAdmin, ...found } = row
  return {
    subscription: subscriptionFrom(found),
    access: { isOwnUser: row.membershipId === membershipId, isGroupAdmin },
  }
}

export const listSubscriptions = async (
  reader: Reader,
  organizationId: string,
  target: SubscriptionTarget | undefined,
  page: PageRequest,
): Promise<Page<Subscription>> => {
  let query = shownSubscriptions(reader).where('subscriptions.organization_id', '=', organizationId)
  if (target) query = query.where('subscriptions.scope', '=', target.scope)
  if (target?.scope === 'user') query = query.where('subscriptions.membership_id', '=', target.membershipId)
  if (target?.scope === 'group') query = query.where('subscriptions.group_id', '=', target.groupId)
  return mapPage(await readPage(query, page, byCreation('subscriptions')), subscriptionFrom)
}

/** How many have exactly this target, disabled ones included. */
export const countSubscriptions = async (
  reader: Reader,
  organizationId: string,
  target: SubscriptionTarget,
): Promise<number> => {
  let query = subscriptions(reader)
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('subscriptions.organization_id', '=', organizationId)
    .where('subscriptions.scope', '=', target.scope)
  if (target.scope === 'user') query = query.where('subscriptions.membership_id', '=', target.membershipId)
  if (target.scope === 'group') query = query.where('subscriptions.group_id', '=', target.groupId)
  const { count } = await query.executeTakeFirstOrThrow()
  return count
}

interface NewSubscription extends Pick<Subscription, 'id' | 'url' | 'events' | 'target'> {
  readonly creatorId: string
  readonly clientId: string | null
  readonly signingKey: Buffer | null
}

/** False when there is one for the same URL and target. */
export const insertSubscription = async (
  tx: Tx,
  organizationId: string,
  subscription: NewSubscription,
  now: Date,
): Promise<boolean> => {
  const { id, url, events, target, creatorId, clientId, signingKey } = subscription
  const insertion = tx
    .insertInto('webhook_subscriptions')
    .values({
      id,
      organization_id: organizationId,
      url,
      url_hash: createHash('sha256').update(url).digest(),
      events: [...events],
      scope: target.scope,
      membership_id: target.scope === 'user' ? target.membershipId : null,
      group_id: target.scope === 'group' ? target.groupId : null,
      creator_id: creatorId,
      client_id: clientId,
      signing_key: signingKey,
      state: 'active',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
  return hasEffect(insertion)
}

/**
 * Who turns it on becomes its creator: what it receives from now on is theirs to have. False when it is active already.
 */
export const activateSubscription = (
  tx: Tx,
  organizationId: string,
  id: string,
  {
    signingKey,
    creatorId,
    clientId,
  }: Pick<NewSubscription, 'creatorId' | 'clientId'> & { readonly signingKey: Buffer },
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('webhook_subscriptions')
      .set({
        state: 'active',
        signing_key: signingKey,
        creator_id: creatorId,
        client_id: clientId,
        retry_started_at: null,
        updated_at: now,
      })
      .where(({ and }) => and({ organization_id: organizationId, id, state: 'disabled', deleted_at: null })),
  )

/** False when it was deleted meanwhile. */
export const markSubscriptionDeleted = (tx: Tx, organizationId: string, id: string, now: Date): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('webhook_subscriptions')
      .set({ deleted_at: now, updated_at: now, signing_key: null, client_id: null })
      .where(({ and }) => and({ organization_id: organizationId, id, deleted_at: null })),
  )

/** The parts of a subscription that decide which messages it gets, and its creator. */
export interface Recipient extends Pick<Subscription, 'id' | 'organizationId' | 'url' | 'events' | 'creatorUserId'> {
  readonly scope: SubscriptionScope
  /** The accounts whose events it receives; empty for the scope of an organization, which gets all. */
  readonly userIds: readonly string[]
}

/**
 * Every active subscription of these organizations that wants one of these events, and whose creator may still have
 * them.
 */
export const listRecipients = async (
  reader: Reader,
  organizationIds: readonly string[],
  events: readonly WebhookEvent[],
): Promise<readonly Recipient[]> => {
  const rows = await shownSubscriptions(reader)
    .select(
      sql<string[]>`array(select belonging.user_id::text from group_relationships as related
        join organization_memberships as belonging on belonging.organization_id = related.organization_id and belonging.id = related.membership_id
        where related.organization_id = subscriptions.organization_id and related.group_id = subscriptions.group_id
          and related.role = 'member' and belonging.ended_at is null)`.as('groupUserIds'),
    )
    .where('subscriptions.organization_id', '=', sql<string>`any(${[...organizationIds]}::uuid[])`)
    .where('subscriptions.state', '=', 'active')
    .where(isEntitled)
    .where(sql<boolean>`subscriptions.events && ${[...events]}::text[]`)
    .execute()
  return rows.map(({ id, organizationId, url, events: wanted, scope, userId, groupUserIds, creatorUserId }) => ({
    id,
    organizationId,
    url,
    events: wanted as WebhookEvent[],
    scope,
    userIds: scope === 'user' && userId !== null ? [userId] : groupUserIds,
    creatorUserId,
  }))
}

/**
 * Clears the failure time of subscriptions that work again, and returns since when they had failed. Others are not
 * touched.
 */
export const clearFailures = async (
  tx: Tx,
  ids: readonly string[],
): Promise<readonly { readonly url: string; readonly organizationId: string; readonly since: Date }[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ url: string; organizationId: string; since: Date }>`
    with failing as (
      select id, retry_started_at from webhook_subscriptions where id = any(${[...ids]}::uuid[]) and retry_started_at is not null order by id for update
    )
    update webhook_subscriptions set retry_started_at = null from failing where webhook_subscriptions.id = failing.id
    returning webhook_subscriptions.url, webhook_subscriptions.organization_id as "organizationId", failing.retry_started_at as since`.execute(
    tx,
  )
  return rows
}

/** Records failures. Subscriptions that have failed since before `limit` are disabled and returned. */
export const recordFailures = async (
  tx: Tx,
  ids: readonly string[],
  now: Date,
  limit: Date,
): Promise<readonly { readonly id: string; readonly organizationId: string }[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; organizationId: string; state: string }>`
    with failing as (
      select id from webhook_subscriptions where id = any(${[...ids]}::uuid[]) and state = 'active'
        and (retry_started_at is null or retry_started_at <= ${limit}) order by id for update
    )
    update webhook_subscriptions set
      retry_started_at = coalesce(retry_started_at, ${now}),
      state = case when retry_started_at <= ${limit} then 'disabled' else state end,
      updated_at = case when retry_started_at <= ${limit} then ${now}::timestamptz else updated_at end
    from failing where webhook_subscriptions.id = failing.id
    returning webhook_subscriptions.id, organization_id as "organizationId", state`.execute(tx)
  return rows.filter(({ state }) => state === 'disabled').map(({ id, organizationId }) => ({ id, organizationId }))
}

/** Deletes the subscriptions of deleted groups: nobody can see them, and their keys sign nothing. */
export const deleteSubscriptionsWithoutGroup = async (tx: Tx, now: Date): Promise<void> => {
  await tx
    .updateTable('webhook_subscriptions')
    .set({ deleted_at: now, updated_at: now, signing_key: null, client_id: null })
    .where(({ and }) => and({ scope: 'group', group_id: null, deleted_at: null }))
    .execute()
}

/** Deletes the rows of deleted subscriptions without pending deliveries and without history. */
export const deleteOldSubscriptions = async (tx: Tx, before: Date): Promise<void> => {
  await tx
    .deleteFrom('webhook_subscriptions')
    .where('deleted_at', '<', before)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('webhook_deliveries')
            .select('webhook_deliveries.id')
            .whereRef('webhook_deliveries.organization_id', '=', 'webhook_subscriptions.organization_id')
            .whereRef('webhook_deliveries.subscription_id', '=', 'webhook_subscriptions.id'),
        ),
      ),
    )
    .execute()
}
