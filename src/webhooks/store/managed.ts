import type { Principal } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import type { Reader } from '#platform/db/database.ts'
import { mayManage, type Subscription } from '../subscription.ts'
import { findSubscriptionSeenBy } from './subscriptions.ts'

/** A live subscription that the caller may manage. */
export const loadManaged = async (reader: Reader, principal: Principal, id: string): Promise<Subscription> => {
  const { subscription, access } = existing(
    await findSubscriptionSeenBy(reader, principal.organizationId, id, principal.membershipId),
  )
  if (!mayManage(principal, subscription.target.scope, access)) throw refuse('no_access')
  return subscription
}
