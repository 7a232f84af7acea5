import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { deliveryStatuses } from '../delivery.ts'
import { DeliveryResource, toDeliveryResource } from '../resources.ts'
import { listDeliveries } from '../store/deliveries.ts'
import { loadManaged } from '../store/managed.ts'

export const listWebhookDeliveries = list({
  name: 'list_webhook_deliveries',
  summary: 'List the messages of the last 30 days, and what became of each',
  description: 'Of a subscription, for its managers; without one, for owners and admins.',
  scopes: ['webhooks:read'],
  sorting: { fields: ['created_at'], default: 'created_at:desc' },
  input: z.object({
    subscription: referenceTo('webhook_subscriptions').optional(),
    status: z.enum(deliveryStatuses).optional(),
  }),
  output: DeliveryResource,

  async run({ reader, principal, page }, { subscription, status }) {
    if (subscription !== undefined) await loadManaged(reader, principal, subscription)
    else if (!isAdmin(principal)) throw refuse('no_permission')
    return mapPage(
      await listDeliveries(reader, principal.organizationId, { subscriptionId: subscription, status }, page),
      toDeliveryResource,
    )
  },
})
