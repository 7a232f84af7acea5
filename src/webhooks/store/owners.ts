import { type Reader, withinTenant } from '#platform/db/database.ts'

/** The creator of a subscription, and its URL; undefined once they have left. */
export const findSubscriptionOwner = async (reader: Reader, organizationId: string, subscriptionId: string) =>
  reader
    .selectFrom('webhook_subscriptions as subscriptions')
    .innerJoin('organization_memberships as creators', withinTenant('creators.id', 'subscriptions.creator_id'))
    .innerJoin('users', 'users.id', 'creators.user_id')
    .select(['subscriptions.url', 'users.name', 'users.email', 'users.locale'])
    .where('subscriptions.organization_id', '=', organizationId)
    .where('subscriptions.id', '=', subscriptionId)
    .where('creators.ended_at', 'is', null)
    .executeTakeFirst()
