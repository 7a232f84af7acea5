import { exampleId, exampleLinks, exampleUri } from '#contract/wire.ts'

export const paymentAccountExample = {
  uri: exampleUri('payment_accounts'),
  service: 'stripe',
  account: 'acct_1OpenslotDemo (test mode)',
  state: 'connected',
  reason: null,
  webhook_url: `${exampleLinks.api}/api/payment_webhooks/stripe/${exampleId('organizations')}`,
  created_at: '2026-03-02T10:00:00.000000Z',
  updated_at: '2026-03-02T10:00:00.000000Z',
} as const
