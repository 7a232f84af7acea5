import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { afterWorker } from './workers.ts'

const ended = { code: 1, signal: null, livedMilliseconds: 60_000 }
const serving = { isUp: true, isStopping: false }
const stopping = { isUp: true, isStopping: true }

describe('when a worker ends', () => {
  test('another takes its place; after a pause if it has lived briefly', () => {
    assert.deepEqual(afterWorker(ended, serving), { hasFailed: false, next: 'another' })
    assert.deepEqual(afterWorker({ ...ended, livedMilliseconds: 4_999 }, serving), {
      hasFailed: false,
      next: 'another_after_pause',
    })
  })

  test('nothing follows before one was ready: the settings are wrong, and the first one has said how', () => {
    assert.equal(afterWorker(ended, { isUp: false, isStopping: false }).next, 'nothing')
  })

  test('nothing follows while the service stops, which fails unless the worker ended well or by the signal to stop', () => {
    for (const [code, signal, hasFailed] of [
      [0, null, false],
      [null, 'SIGTERM', false],
      [null, 'SIGKILL', true],
      [1, null, true],
    ] as const)
      assert.deepEqual(afterWorker({ code, signal, livedMilliseconds: 1 }, stopping), { hasFailed, next: 'nothing' })
  })
})
