import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecovery, laneOf, nextAttempt } from './delivery.ts'

const at = (hours: number): Date => new Date(hours * 3_600_000)

test('a failed delivery is retried for a day, the last time at the end of the day', () => {
  assert.deepEqual(nextAttempt(at(0), at(0), 60_000), new Date(60_000))
  assert.deepEqual(nextAttempt(at(0), at(22), 3_600_000), at(23))
  assert.deepEqual(nextAttempt(at(0), at(23.5), 3_600_000), at(24))
  assert.equal(nextAttempt(at(0), at(24), 3_600_000), undefined)
  assert.equal(nextAttempt(at(0), at(30), 60_000), undefined)
})

test('a lane is one host of one organization', () => {
  assert.equal(laneOf('o', 'https://hooks.client.test/a'), laneOf('o', 'https://HOOKS.client.test:443/b?c'))
  assert.notEqual(laneOf('o', 'https://hooks.client.test/a'), laneOf('p', 'https://hooks.client.test/a'))
  assert.notEqual(laneOf('o', 'https://hooks.client.test/a'), laneOf('o', 'https://hooks.client.test:8443/a'))
})

test('a success soon after a failure is no recovery: a single message may fail on a healthy receiver', () => {
  assert.equal(isRecovery(at(0), new Date(59_999)), false)
  assert.equal(isRecovery(at(0), new Date(60_000)), true)
})
