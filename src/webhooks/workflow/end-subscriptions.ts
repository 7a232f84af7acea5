import { recordFact, system } from '#activity/index.ts'
import { type Links, uriOf } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import { failPending } from '../store/deliveries.ts'
import { endedAtOnce, endUnentitled, type SubscriptionChoice } from '../store/entitlement.ts'

/**
 * Ends a batch of subscriptions whose creator or application lost access, and says so. Returns whether there may be
 * more.
 */
export const endSubscriptions = async (
  tx: Tx,
  links: Links,
  chosen: SubscriptionChoice,
  now: Date,
): Promise<{ readonly more: boolean }> => {
  const ended = await endUnentitled(tx, chosen, now)
  for (const { id, organizationId, url, reason } of ended) {
    await failPending(tx, organizationId, id)
    const subject = { uri: uriOf(links, 'webhook_subscriptions', id), callback_url: url, state: 'disabled', reason }
    const name = reason === 'app' ? 'webhook_subscription.deleted' : 'webhook_subscription.disabled'
    await recordFact(tx, { name, organizationId, actor: system, subject, occurredAt: now })
  }
  return { more: ended.length === endedAtOnce }
}
