import { idOf } from '#contract/wire.ts'
import { UsageError } from '#process/operator-error.ts'
import { listEveryWebhookSubscription, listWebhookDeliveries, replayWebhookDeliveries } from '#webhooks/index.ts'
import { minuteOf } from '../columns.ts'
import { orRefuse } from '../or-refuse.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const list = listCommand({
  name: 'webhooks list',
  summary: 'List the webhook subscriptions of an organization',
  list: (tenant) => tenant.collect(listEveryWebhookSubscription, {}),
  none: 'No subscriptions.',
  headings: ['id', 'state', 'failing since', 'scope', 'address', 'events'],
  row: (subscription) => [
    idOf(subscription),
    subscription.state,
    subscription.retry_started_at === null ? '' : minuteOf(subscription.retry_started_at),
    subscription.scope,
    subscription.callback_url,
    subscription.events.join(', '),
  ],
})

const deliveries = listCommand({
  name: 'webhooks deliveries',
  summary: 'List webhook deliveries of the last 30 days, newest first',
  description:
    'Lists up to 100 deliveries. A delivery that will be retried is pending; one that was given up is failed.',
  options: {
    subscription: { value: 'ID', summary: 'Only deliveries of this subscription, as shown by `webhooks list`' },
    status: {
      value: 'STATUS',
      summary: 'Only deliveries with this status',
      choices: ['pending', 'delivered', 'failed', 'erased'],
    },
  },
  example: '--status failed',
  list: (tenant, { subscription, status }) => tenant.gather(listWebhookDeliveries, { subscription, status }),
  none: 'No deliveries.',
  headings: ['id', 'created', 'event', 'status', 'attempts', 'last outcome', 'address'],
  row: ({ uuid, created_at, event, status, attempts, outcome, callback_url }) => [
    uuid,
    minuteOf(created_at),
    event,
    status,
    String(attempts),
    outcome ?? '',
    callback_url,
  ],
})

const replay = tenantCommand({
  name: 'webhooks replay',
  summary: 'Replay deliveries with the same IDs and bodies',
  description:
    'Use --delivery for one delivery, or --subscription for all deliveries of a subscription, optionally only those with a status or from a time. Pending deliveries are sent immediately. A disabled subscription receives nothing: activate it first in the console, or replay to another subscription with --to. Up to 10,000 deliveries at a time.',
  options: {
    delivery: { value: 'ID', summary: 'The ID of the delivery, as shown by `webhooks deliveries`' },
    subscription: { value: 'ID', summary: 'Deliveries of this subscription' },
    status: {
      value: 'STATUS',
      summary: 'Only deliveries with this status',
      choices: ['pending', 'delivered', 'failed'],
    },
    from: { value: 'TIME', summary: 'Only deliveries created at this time or later, such as 2026-03-01T00:00:00Z' },
    to: { value: 'ID', summary: 'Replay to this subscription instead of the original one' },
  },
  example: '--subscription ID --status failed',
  check: ({ delivery, subscription }) => {
    if ((delivery === undefined) === (subscription === undefined))
      throw new UsageError('Give either --delivery or --subscription.')
  },
  run: async (tenant, { delivery, subscription, status, from, to }) => {
    return orRefuse(
      tenant.act(replayWebhookDeliveries, { delivery, subscription, status, since: from, to }),
      `"${tenant.organization.name}" has no such ${to === undefined && delivery !== undefined ? 'delivery' : 'subscription'}. See: openslot webhooks list`,
    )
  },
  show: ({ replayed }) => `${replayed === 1 ? '1 delivery' : `${replayed} deliveries`} will be replayed.`,
})

export const commands = [list, deliveries, replay]
