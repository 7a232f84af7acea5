import { exampleUri } from '#contract/wire.ts'

const created_at = '2026-03-01T12:00:00.973000Z'

export const accountExample = {
  uri: exampleUri('conference_accounts'),
  service: 'webhook',
  kind: 'zoom_conference',
  account: 'meetings.client.test',
  user: null,
  is_used: true,
  is_lost: false,
  reason: null,
  reason_code: null,
  created_at,
  updated_at: created_at,
} as const

export const accountRequestExample = {
  kind: 'zoom_conference',
  url: 'https://meetings.client.test/openslot',
  signing_key: 'a key of at least 16 characters',
} as const
