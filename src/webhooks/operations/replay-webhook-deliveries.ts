import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, missing } from '#contract/problem.ts'
import { instant, referenceTo, uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { findSubscriptionOf, replayDeliveries } from '../store/deliveries.ts'
import { loadManaged } from '../store/managed.ts'

const mostAtOnce = 10_000

export const replayWebhookDeliveries = write({
  name: 'replay_webhook_deliveries',
  summary: 'Send messages again, with the same ids and the same bodies',
  scopes: ['webhooks:write'],
  input: z
    .object({
      to: referenceTo('webhook_subscriptions').optional(),
      subscription: referenceTo('webhook_subscriptions').optional(),
      delivery: referenceTo('webhook_deliveries').optional(),
      status: z.enum(['pending', 'delivered', 'failed']).optional(),
      since: instant.optional(),
    })
    .transform(({ to, subscription, delivery, status, since }) => ({
      to,
      subscriptionId: subscription,
      deliveryId: delivery,
      status,
      since,
    })),
  output: z.object({ replayed: z.number().int() }),

  async run({ tx, principal, links, now }, { to, ...chosen }) {
    const { organizationId } = principal
    const { subscriptionId, deliveryId } = chosen
    const own =
      subscriptionId ??
      (deliveryId === undefined ? undefined : await findSubscriptionOf(tx, organizationId, deliveryId))
    if (subscriptionId === undefined && deliveryId === undefined)
      throw invalid({ parameter: 'subscription', reason: 'missing' })
    if (own === undefined) throw missing()
    // A deleted subscription has no managers any more: its messages are for owners and admins to send elsewhere.
    if (!isAdmin(principal)) await loadManaged(tx, principal, own)
    const { id, url, state } = await loadManaged(tx, principal, to ?? own)
    if (state !== 'active') throw invalid({ parameter: 'to', reason: 'replay_to_disabled' })
    const replayed = await replayDeliveries(tx, organizationId, { target: { id, url }, ...chosen }, mostAtOnce, now)
    // Nothing was changed, so no fact is recorded.
    if (replayed === 0) return { replayed }
    await recordChange({ tx, principal, now }, 'webhook_subscription.replayed', {
      uri: uriOf(links, 'webhook_subscriptions', id),
      replayed,
    })
    return { replayed }
  },
})
