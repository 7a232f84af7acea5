import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectOfSignal } from './signals.ts'

test('the first signal stops in order; its echo from npm does nothing; a later one ends the process at once', () => {
  assert.equal(effectOfSignal(undefined, 5_000), 'stop')
  assert.equal(effectOfSignal(5_000, 5_000), 'nothing')
  assert.equal(effectOfSignal(5_000, 6_000), 'nothing')
  assert.equal(effectOfSignal(5_000, 6_001), 'exit')
})
