import type { RouteTable } from '#execution/route-table.ts'
import { activateWebhookSubscription } from './operations/activate-webhook-subscription.ts'
import { createWebhookSubscription } from './operations/create-webhook-subscription.ts'
import { deleteWebhookSubscription } from './operations/delete-webhook-subscription.ts'
import { getSampleWebhookData } from './operations/get-sample-webhook-data.ts'
import { getWebhookSubscription } from './operations/get-webhook-subscription.ts'
import { listWebhookSubscriptions } from './operations/list-webhook-subscriptions.ts'

const sample = { operation: getSampleWebhookData, status: 200, isBare: true } as const

export const webhookRoutes: RouteTable = {
  'GET /webhook_subscriptions': listWebhookSubscriptions,
  'POST /webhook_subscriptions': { operation: createWebhookSubscription, status: 201 },
  'GET /webhook_subscriptions/:uuid': getWebhookSubscription,
  'DELETE /webhook_subscriptions/:uuid': deleteWebhookSubscription,
  'POST /webhook_subscriptions/:uuid/activate': activateWebhookSubscription,
  'GET /sample_webhook_data': sample,
  'GET /webhook_subscriptions/sample_data': sample,
}
