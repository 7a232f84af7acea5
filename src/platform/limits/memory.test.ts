import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limiterGuarantees } from '../../../test/support/limiter-guarantees.ts'
import { MemoryLimiter } from './memory.ts'

limiterGuarantees(
  'memory',
  async () => {
    const limiter = new MemoryLimiter()
    return { limiters: [limiter], close: () => limiter.close() }
  },
  { runs: 1000 },
)

const noon = Date.UTC(2026, 2, 2, 12)
const bucket = (key: string, seconds = 60) => [{ key, limit: 3, seconds }]

describe('what the memory limiter keeps', () => {
  test('windows that ended are forgotten, those that run are kept', () => {
    const limiter = new MemoryLimiter()
    for (let caller = 0; caller < 25_000; caller += 1) limiter.take(bucket(`minute ${caller}`), new Date(noon))
    for (let caller = 0; caller < 10; caller += 1) limiter.take(bucket(`hour ${caller}`, 3600), new Date(noon))
    limiter.take(bucket('another'), new Date(noon + 61_000))
    assert.equal(limiter.size(), 11)
    assert.deepEqual(limiter.take(bucket('hour 7', 3600), new Date(noon + 61_000)), {
      allowed: true,
      limit: 3,
      remaining: 1,
      resetSeconds: 3539,
    })
  })

  test('a flood of callers pushes out the oldest of the same length, and nobody with a longer window', () => {
    const limiter = new MemoryLimiter({ capacity: 1000 })
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
    const limiter = new MemoryLimiter({ capacity: 17 })
    for (let caller = 0; caller < 16; caller += 1) limiter.take(bucket(`source ${caller}`), new Date(noon + caller))
    // The sweep has just been: it finds nothing that has ended, and does not come again at once.
    limiter.take(bucket('source 1'), new Date(noon + 59_999))
    const later = new Date(noon + 60_000)
    limiter.take(bucket('source 0'), later)
    for (const newcomer of ['newcomer', 'and another']) limiter.take(bucket(newcomer), later)
    assert.equal(limiter.peek(bucket('source 0'), later).remaining, 2)
    assert.equal(limiter.peek(bucket('source 1'), later).remaining, 3, 'it is the oldest now')
  })
})
