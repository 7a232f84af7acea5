import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareBy, type Entry, pageOf, sortKeysOf } from './entry.ts'
import { besideOf } from './resources.ts'

const entry = (id: string, at: number, action = 'Created'): Entry => ({
  id,
  occurredAt: new Date(at),
  namespace: 'Groups',
  action,
  actorType: 'system',
  actor: null,
  details: {},
})

test('ten thousand are counted; more are more', () => {
  assert.deepEqual(besideOf([], 10_000, 10_000), { last_event_time: null, total_count: 10_000, exceeds_max_total_count: false })
  assert.deepEqual(besideOf([entry('a', 1000)], 10_001, 10_000), {
    last_event_time: '1970-01-01T00:00:01Z',
    total_count: 10_000,
    exceeds_max_total_count: true,
  })
})

test('texts are compared by their bytes, as the database does where it is told to', () => {
  const order = [{ field: 'action', ascending: true }] as const
  assert.ok(compareBy(order, ['Z'], ['a']) < 0)
  assert.ok(compareBy(order, ['\u{ffff}'], ['\u{10000}']) < 0)
})

test('every entry is on one page, in order, both ways', () => {
  const all = ['c', 'a', 'b', 'e', 'd'].map((id, place) => entry(id, place < 3 ? 1 : 2, place % 2 === 0 ? 'Created' : 'Deleted'))
  for (const order of [[{ field: 'occurred_at', direction: 'desc' }], [{ field: 'action', direction: 'asc' }]] as const) {
    const whole = pageOf(all, { size: 10, order, from: undefined }, sortKeysOf({ size: 10, order, from: undefined })).items.map(({ id }) => id)
    const seen: string[] = []
    let request: Parameters<typeof pageOf>[1] = { size: 2, order, from: undefined }
    for (;;) {
      const page = pageOf(all, request, sortKeysOf(request))
      seen.push(...page.items.map(({ id }) => id))
      if (!page.next) break
      request = { ...request, from: page.next }
    }
    assert.deepEqual(seen, whole)
  }
})
