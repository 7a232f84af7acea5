import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from './entry.ts'
import { besideOf } from './resources.ts'

const entry: Entry = {
  id: 'a',
  occurredAt: new Date(1000),
  namespace: 'Groups',
  action: 'Created',
  actorType: 'system',
  actor: null,
  details: {},
}

test('ten thousand are counted, and beyond that only "more"', () => {
  assert.deepEqual(besideOf([], 10_000, 10_000), {
    last_event_time: null,
    total_count: 10_000,
    exceeds_max_total_count: false,
  })
  assert.deepEqual(besideOf([entry], 10_001, 10_000), {
    last_event_time: '1970-01-01T00:00:01Z',
    total_count: 10_000,
    exceeds_max_total_count: true,
  })
})
