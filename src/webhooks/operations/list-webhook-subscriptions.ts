import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { list } from '#execution/operation.ts'
import { SubscriptionResource, targetFields, targetFrom, toSubscriptionResource } from '../resources.ts'
import { listSubscriptions } from '../store/subscriptions.ts'
import { findTarget } from '../store/target.ts'

export const listWebhookSubscriptions = list({
  name: 'list_webhook_subscriptions',
  summary: 'List the webhook subscriptions of an organization, a user, or a group',
  description:
    "Lists the subscriptions of the given scope only: those of an organization don't include those of its members and groups.",
  scopes: ['webhooks:read'],
  sorting: { fields: ['created_at'], default: 'created_at:asc' },
  input: z.object(targetFields).transform(targetFrom),
  output: SubscriptionResource,

  async run({ reader, principal, links, page }, asked) {
    const target = await findTarget(reader, principal, asked)
    return mapPage(await listSubscriptions(reader, principal.organizationId, target, page), (subscription) =>
      toSubscriptionResource(links, subscription),
    )
  },
})
