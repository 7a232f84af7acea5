import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limiterGuarantees } from '../../../test/support/limiter-guarantees.ts'
import { memoryLimiter } from './memory.ts'

limiterGuarantees(
  'memory',
  async () => {
    const limiter = memoryLimiter()
    return { limiters: [limiter], close: () => limiter.close() }
  },
  { runs: 1000 },
)

const noon = Date.UTC(2026, 2, 2, 12)
const bucket = (key: string, seconds = 60) => [{ key, limit: 3, seconds }]

describe('what the memory limiter keeps', () => {
  test('windows that ended are forgotten, those that run are kept', () => {
    const limiter = memoryLimiter()
    for (let caller = 0; caller < 25_000; caller += 1) limiter.take(bucket(`minute ${caller}`), new Date(noon))
    for (let caller = 0; caller < 10; caller += 1) limiter.take(bucket(`hour ${caller}`, 3600), new Date(noon))
    // A bounded number at a time, so that no request waits for all of them.
    for (let seconds = 60; seconds <= 61; seconds += 0.1) limiter.take(bucket('another'), new Date(noon + seconds * 1000))
    assert.equal(limiter.size(), 11)
    assert.deepEqual(limiter.take(bucket('hour 7', 3600), new Date(noon + 61_000)), { allowed: true, limit: 3, remaining: 1, resetSeconds: 3539 })
  })

  test('a flood of callers pushes out the oldest of the same length, and nobody with a longer window', () => {
    const limiter = memoryLimiter({ capacity: 1000 })
    const now = new Date(noon)
    limiter.take(bucket('booking', 86_400), now)
    for (let caller = 0; caller < 50_000; caller += 1) {
      limiter.take(bucket(`source ${caller}`), now)
      assert.ok(limiter.size() <= 1001)
    }
    assert.equal(limiter.peek(bucket('source 49999'), now).remaining, 2)
    assert.equal(limiter.peek(bucket('source 0'), now).remaining, 3)
    assert.equal(limiter.peek(bucket('booking', 86_400), now).remaining, 2)
  })

  test('a window that starts again is the youngest, not the oldest', () => {
    const limiter = memoryLimiter({ capacity: 17 })
    for (let caller = 0; caller < 16; caller += 1) limiter.take(bucket(`source ${caller}`), new Date(noon + caller))
    // The sweep has just been: it finds nothing that has ended, and does not come again at once.
    limiter.take(bucket('source 1'), new Date(noon + 59_999))
    const later = new Date(noon + 60_000)
    limiter.take(bucket('source 0'), later)
    for (const newcomer of ['newcomer', 'and another']) limiter.take(bucket(newcomer), later)
    assert.equal(limiter.peek(bucket('source 0'), later).remaining, 2)
    assert.equal(limiter.peek(bucket('source 1'), later).remaining, 3, 'it is the oldest now')
  })

  test('what is drained from one and absorbed by another is counted there, and only running windows travel', () => {
    const [from, to] = [memoryLimiter(), memoryLimiter()]
    const now = new Date(noon)
    const later = new Date(noon + 90_000)
    for (const buckets of [bucket('ended'), bucket('kept', 3600), bucket('kept', 3600), bucket('both', 86_400)]) from.take(buckets, now)
    to.take(bucket('both', 86_400), later)
    to.absorb(from.drain(later, 100), later)
    assert.equal(from.size(), 0)
    assert.equal(to.size(), 2)
    assert.deepEqual(to.peek(bucket('kept', 3600), later), { allowed: true, limit: 3, remaining: 1, resetSeconds: 3510 })
    // Of the two that became one, the first request's end holds.
    assert.deepEqual(to.peek(bucket('both', 86_400), later), { allowed: true, limit: 3, remaining: 1, resetSeconds: 86_310 })
  })

  test('of more than may be drained, the longest lasting are', () => {
    const limiter = memoryLimiter()
    for (const [key, seconds] of [
      ['minute', 60],
      ['day', 86_400],
      ['hour', 3600],
    ] as const)
      limiter.take(bucket(key, seconds), new Date(noon))
    assert.deepEqual(
      limiter.drain(new Date(noon), 2).map(({ key }) => key),
      ['day', 'hour'],
    )
  })
})
