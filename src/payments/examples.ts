import { exampleId, exampleLinks, exampleUri } from '#contract/wire.ts'

export const paymentAccountExample = {
  uri: exampleUri('payment_accounts'),
  service: 'stripe',
  account: 'acct_1OpenslotDemo (test mode)',
  state: 'connected',
  reason: null,
  reason_code: null,
  webhook_url: `${exampleLinks.api}/api/payment_webhooks/stripe/${exampleId('organizations')}`,
  created_at: '2026-03-02T10:00:00.000000Z',
  updated_at: '2026-03-02T10:00:00.000000Z',
} as const

export const paymentExample = {
  uri: exampleUri('payments'),
  ...{ service: 'stripe', state: 'booked', amount: 25, currency: 'EUR', refunded: 0, terms: null },
  external_id: 'ch_3OpenslotDemo',
  invitee: exampleUri('invitees'),
  paid_at: '2026-03-02T10:00:00.000000Z',
  created_at: '2026-03-02T09:58:00.000000Z',
  updated_at: '2026-03-02T10:00:00.000000Z',
} as const
