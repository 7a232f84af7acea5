import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid } from '#contract/problem.ts'
import { pathId, uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { sampleMessage } from '../examples.ts'
import { bodyOf } from '../message.ts'
import { toSubscriptionResource } from '../resources.ts'
import { insertDeliveries } from '../store/deliveries.ts'
import { loadManaged } from '../store/managed.ts'

export const testWebhookSubscription = write({
  name: 'test_webhook_subscription',
  summary: 'Send a message with invented data to a subscription, as a real one is sent',
  scopes: ['webhooks:write'],
  input: z.object({ uuid: pathId }),
  output: z.object({ delivery: z.string() }),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId, userId } = principal
    const subscription = await loadManaged(tx, principal, uuid)
    const { url, state, events } = subscription
    const [event] = events
    if (state !== 'active' || event === undefined) throw invalid({ parameter: 'base', reason: 'subscription_disabled' })
    const body = bodyOf(sampleMessage(links, event), writeInstant(now), uriOf(links, 'users', userId))
    const id = randomUUID()
    // It follows from no fact, and is about nobody.
    await insertDeliveries(
      tx,
      [{ id, organizationId, subscriptionId: uuid, url, factId: randomUUID(), event, body, person: null }],
      now,
    )
    await recordChange(
      { tx, principal, now },
      'webhook_subscription.tested',
      toSubscriptionResource(links, subscription),
    )
    return { delivery: id }
  },
})
