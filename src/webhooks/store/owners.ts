import { sql } from 'kysely'
import { type Reader, withinTenant } from '#platform/db/database.ts'

const subscriptionsWithCreators = (reader: Reader, organizationId: string, subscriptionId: string) =>
  reader
    .selectFrom('webhook_subscriptions as subscriptions')
    .innerJoin('organization_memberships as creators', withinTenant('creators.id', 'subscriptions.creator_id'))
    .innerJoin('users', 'users.id', 'creators.user_id')
    .where('subscriptions.organization_id', '=', organizationId)
    .where('subscriptions.id', '=', subscriptionId)

/** The creator of a subscription, and its URL; undefined once they have left. */
export const findSubscriptionOwner = async (reader: Reader, organizationId: string, subscriptionId: string) =>
  subscriptionsWithCreators(reader, organizationId, subscriptionId)
    .select(['subscriptions.url', 'creators.id as membershipId', 'users.name', 'users.email', 'users.locale'])
    .where('creators.ended_at', 'is', null)
    .executeTakeFirst()

/** The name of the creator, who may have left, and the URL. */
export const findSubscriptionCreator = async (reader: Reader, organizationId: string, subscriptionId: string) =>
  subscriptionsWithCreators(reader, organizationId, subscriptionId)
    .select(['subscriptions.url', sql<string>`coalesce(creators.former_name, users.name)`.as('creator')])
    .executeTakeFirst()
