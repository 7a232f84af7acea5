import { z } from 'zod'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { SubscriptionResource, toSubscriptionResource } from '../resources.ts'
import { loadManaged } from '../store/managed.ts'

export const getWebhookSubscription = read({
  name: 'get_webhook_subscription',
  summary: 'Get a webhook subscription',
  description: 'For users who can create a subscription with this scope.',
  scopes: ['webhooks:read'],
  input: z.object({ uuid: pathId }),
  output: SubscriptionResource,

  async run({ reader, principal, links }, { uuid }) {
    return toSubscriptionResource(links, await loadManaged(reader, principal, uuid))
  },
})
