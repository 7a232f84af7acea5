import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecovery, laneOf } from './delivery.ts'

const at = (hours: number): Date => new Date(hours * 3_600_000)

test('a lane is one host of one organization', () => {
  assert.equal(laneOf('o', 'https://hooks.client.test/a'), laneOf('o', 'https://HOOKS.client.test:443/b?c'))
  assert.notEqual(laneOf('o', 'https://hooks.client.test/a'), laneOf('p', 'https://hooks.client.test/a'))
  assert.notEqual(laneOf('o', 'https://hooks.client.test/a'), laneOf('o', 'https://hooks.client.test:8443/a'))
})

test('a success soon after a failure is no recovery: a single message may fail on a healthy receiver', () => {
  assert.equal(isRecovery(at(0), new Date(59_999)), false)
  assert.equal(isRecovery(at(0), new Date(60_000)), true)
})
