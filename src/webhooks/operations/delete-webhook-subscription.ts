import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { toSubscriptionResource } from '../resources.ts'
import { failPending } from '../store/deliveries.ts'
import { loadManaged } from '../store/managed.ts'
import { markSubscriptionDeleted } from '../store/subscriptions.ts'

export const deleteWebhookSubscription = write({
  name: 'delete_webhook_subscription',
  summary: 'Delete a webhook subscription',
  description: 'For users who can create a subscription with this scope. Pending deliveries are not sent.',
  scopes: ['webhooks:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId } = principal
    const subscription = await loadManaged(tx, principal, uuid)
    if (!(await markSubscriptionDeleted(tx, organizationId, uuid, now))) throw missing()
    await failPending(tx, organizationId, uuid)
    await recordChange(
      { tx, principal, now },
      'webhook_subscription.deleted',
      toSubscriptionResource(links, subscription),
    )
  },
})
