import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayAfter, nextAttempt } from './back-off.ts'

test('each pause is twice the last, and none longer than an hour', () => {
  const minutes = Array.from({ length: 9 }, (_, index) => delayAfter(index + 1, 0) / 60_000)
  assert.deepEqual(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60])
  assert.equal(delayAfter(10_000, 0), 3_600_000)
})

test('a day holds 28 tries or so', () => {
  let tries = 1
  for (let at = 0; at < 24 * 3_600_000; tries += 1) at += delayAfter(tries, 0)
  assert.ok(tries >= 28 && tries <= 31, String(tries))
})

test('no two pauses are alike, and all are within a tenth', () => {
  const pauses = new Set(Array.from({ length: 50 }, () => delayAfter(3)))
  assert.ok(pauses.size > 10)
  for (const pause of pauses) assert.ok(pause >= 216_000 && pause <= 264_000, String(pause))
})

test('what fails is retried for as long as it may fail, the last time at the end of that', () => {
  const at = (hours: number): Date => new Date(hours * 3_600_000)
  const day = 24 * 3_600_000
  assert.deepEqual(nextAttempt(at(0), at(0), 60_000, day), new Date(60_000))
  assert.deepEqual(nextAttempt(at(0), at(22), 3_600_000, day), at(23))
  assert.deepEqual(nextAttempt(at(0), at(23.5), 3_600_000, day), at(24))
  assert.equal(nextAttempt(at(0), at(24), 3_600_000, day), undefined)
  assert.equal(nextAttempt(at(0), at(30), 60_000, day), undefined)
})
