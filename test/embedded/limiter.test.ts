import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openLimiter } from '#platform/limits/open-limiter.ts'
import { openTestDatabase } from '../support/databases.ts'
import { recordedLog } from '../support/recorded-log.ts'

test('on the embedded database requests are counted in memory, and the counts survive a restart', async () => {
  const database = await openTestDatabase()
  const log = recordedLog()
  const key = randomUUID()
  const buckets = [
    { key, limit: 10, seconds: 60 },
    { key, limit: 5, seconds: 86_400 },
  ]
  const now = new Date()
  for (const left of [4, 3, 2]) {
    const limiter = await openLimiter({ config: { redisUrl: undefined, databaseUrl: undefined }, database, log })
    assert.deepEqual(limiter.standing(), { store: 'memory', away: false })
    assert.deepEqual(limiter.take(buckets, now), { allowed: true, limit: 5, remaining: left, resetSeconds: 86_400 })
    assert.equal((await limiter.peek(buckets.slice(0, 1), now)).remaining, 5 + left)
    await limiter.close()
  }
  assert.deepEqual(log.lines, [])
})
