import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { list } from '#execution/operation.ts'
import { SubscriptionResource, toSubscriptionResource } from '../resources.ts'
import { listSubscriptions } from '../store/subscriptions.ts'

export const listEveryWebhookSubscription = list({
  name: 'list_every_webhook_subscription',
  summary: 'List the webhook subscriptions of an organization, whatever their scope',
  scopes: ['webhooks:read'],
  sorting: { fields: ['created_at'], default: 'created_at:asc' },
  input: z.object({}),
  output: SubscriptionResource,

  async run({ reader, principal, links, page }) {
    if (!isAdmin(principal)) throw refuse('no_permission')
    return mapPage(await listSubscriptions(reader, principal.organizationId, undefined, page), (subscription) =>
      toSubscriptionResource(links, subscription),
    )
  },
})
