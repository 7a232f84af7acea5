import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'

const mayManage = sql<boolean>`(
  creators.ended_at is null and (
    creators.role in ('owner', 'admin')
    or (subscriptions.scope = 'user' and subscriptions.membership_id = subscriptions.creator_id)
    or (subscriptions.scope = 'group' and exists (
      select from group_relationships as own where own.organization_id = subscriptions.organization_id
        and own.group_id = subscriptions.group_id and own.membership_id = subscriptions.creator_id and own.role = 'admin'
    ))
  )
)`

const isAppAllowed = sql<boolean>`(
  subscriptions.client_id is null or exists (
    select from oauth_grants as held join oauth_clients as client on client.id = held.client_id
    where held.organization_id = subscriptions.organization_id and held.membership_id = subscriptions.creator_id
      and held.client_id = subscriptions.client_id and held.revoked_at is null and client.deleted_at is null
  )
)`

/**
 * Whether a subscription could still be created by its creator (`mayManage` in SQL), with the application that created
 * it. Asked whenever messages are queued and whenever they are sent, so that access ends in the transaction that ends
 * it.
 */
export const isEntitled = sql<boolean>`(${mayManage} and ${isAppAllowed})`

export type EndReason = 'creator_left' | 'creator_demoted' | 'app'

export interface EndedSubscription {
  readonly id: string
  readonly organizationId: string
  readonly url: string
  readonly reason: EndReason
}

/** Which subscriptions to look at: those of organizations, those of applications, or, with neither, all of them. */
export interface SubscriptionChoice {
  readonly organizationIds?: readonly string[]
  readonly clientIds?: readonly string[]
}

export const endedAtOnce = 500

/**
 * Disables a batch whose creator lost the right to it, and deletes those of applications that lost access. Their keys
 * sign nothing any more.
 */
export const endUnentitled = async (
  tx: Tx,
  { organizationIds, clientIds = [] }: SubscriptionChoice,
  now: Date,
): Promise<readonly EndedSubscription[]> => {
  const chosen = organizationIds
    ? sql`(subscriptions.organization_id = any(${[...organizationIds]}::uuid[]) or subscriptions.client_id = any(${[...clientIds]}::uuid[]))`
    : sql`true`
  const { rows } = await sql<EndedSubscription>`
    with ended as (
      select subscriptions.id,
        case when creators.ended_at is not null then 'creator_left' when not ${mayManage} then 'creator_demoted' else 'app' end as reason
      from webhook_subscriptions as subscriptions
      join organization_memberships as creators
        on creators.organization_id = subscriptions.organization_id and creators.id = subscriptions.creator_id
      where ${chosen} and subscriptions.deleted_at is null
        and (subscriptions.scope <> 'group' or subscriptions.group_id is not null)
        and ((subscriptions.state = 'active' and not ${mayManage}) or not ${isAppAllowed})
      order by subscriptions.id limit ${endedAtOnce} for update of subscriptions
    )
    update webhook_subscriptions set
      state = 'disabled', signing_key = null, client_id = null, updated_at = ${now},
      deleted_at = case when ended.reason = 'app' then ${now}::timestamptz end
    from ended where webhook_subscriptions.id = ended.id
    returning webhook_subscriptions.id, webhook_subscriptions.organization_id as "organizationId", webhook_subscriptions.url, ended.reason`.execute(
    tx,
  )
  return rows
}
