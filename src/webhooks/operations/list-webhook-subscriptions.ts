import { z } from 'zod'
import { list } from '#contract/operation.ts'
import { mapPage } from '#contract/page.ts'
import { reachFields, reachFrom, SubscriptionResource, toSubscriptionResource } from '../resources.ts'
import { findReach } from '../store/reach.ts'
import { listSubscriptions } from '../store/subscriptions.ts'

export const listWebhookSubscriptions = list({
  name: 'list_webhook_subscriptions',
  summary: 'List webhook subscriptions of an organization, a user or a group',
  description: 'Those of the scope that is named, and no others: an organization has subscriptions of its own, beside those of its members and groups.',
  scopes: ['webhooks:read'],
  sorting: { fields: ['created_at'], default: 'created_at:asc' },
  input: z.object(reachFields).transform(reachFrom),
  output: SubscriptionResource,

  async run({ reader, principal, links, page }, asked) {
    const reach = await findReach(reader, principal, asked)
    return mapPage(await listSubscriptions(reader, principal.organizationId, reach, page), (subscription) => toSubscriptionResource(links, subscription))
  },
})
