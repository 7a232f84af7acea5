import { idOf } from '#contract/wire.ts'
import { counted } from '#platform/counted.ts'
import { UsageError } from '#process/operator-error.ts'
import { listEveryWebhookSubscription, listWebhookDeliveries, replayWebhookDeliveries } from '#webhooks/index.ts'
import { minuteOf } from '../columns.ts'
import { orRefuse } from '../or-refuse.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const list = listCommand({
  name: 'webhooks list',
  summary: 'List the subscriptions of an organization, whatever their scope',
  list: (tenant) => tenant.collect(listEveryWebhookSubscription, {}),
  none: 'There are no subscriptions.',
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
  summary: 'List messages of the last 30 days, the newest first, and what became of each',
  description: 'At most a hundred. A message that waits to be tried again is pending; one that was given up is failed.',
  options: {
    subscription: { value: 'ID', summary: 'Only those of this subscription, as `webhooks list` shows it' },
    status: {
      value: 'STATUS',
      summary: 'Only those that are so',
      choices: ['pending', 'delivered', 'failed', 'erased'],
    },
  },
  example: '--status failed',
  list: (tenant, { subscription, status }) => tenant.gather(listWebhookDeliveries, { subscription, status }),
  none: 'There are no such messages.',
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
  summary: 'Send messages again, with the same ids and the same bodies',
  description:
    'Say which with --delivery for one, or with --subscription for all of a subscription, or those that failed, or those since a time. One that waits to be tried again is sent at once. A subscription that was disabled is replaced by a new one: name that one with --to. At most ten thousand at a time.',
  options: {
    delivery: { value: 'ID', summary: 'This one, as `webhooks deliveries` shows it' },
    subscription: { value: 'ID', summary: 'Those of this subscription' },
    status: { value: 'STATUS', summary: 'Only those that are so', choices: ['pending', 'delivered', 'failed'] },
    from: { value: 'TIME', summary: 'Only those that were made then or later, like 2026-03-01T00:00:00Z' },
    to: { value: 'ID', summary: 'To this subscription, instead of the one they were for' },
  },
  example: '--subscription ID --status failed',
  check: ({ delivery, subscription }) => {
    if ((delivery === undefined) === (subscription === undefined))
      throw new UsageError('Give exactly one of --delivery and --subscription.')
  },
  run: async (tenant, { delivery, subscription, status, from, to }) => {
    return orRefuse(
      tenant.act(replayWebhookDeliveries, { delivery, subscription, status, since: from, to }),
      `"${tenant.organization.name}" has no such ${to === undefined && delivery !== undefined ? 'message' : 'subscription'} any more. See: openslot webhooks list`,
    )
  },
  show: ({ replayed }) => `${counted(replayed, 'message')} will be sent again.`,
})

export const commands = [list, deliveries, replay]
