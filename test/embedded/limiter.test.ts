import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openLimiter } from '#platform/limits/open-limiter.ts'
import { recordedLog } from '../support/recorded-log.ts'

test('on the embedded database requests are counted in memory, whichever kind of server it is', async () => {
  const log = recordedLog()
  const buckets = [{ key: randomUUID(), limit: 5, seconds: 86_400 }]
  const now = new Date()
  for (const isOnlyServer of [true, false]) {
    const limiter = await openLimiter({
      config: { redisUrl: undefined, databaseDirectUrl: undefined },
      isOnlyServer,
      log,
    })
    assert.deepEqual(limiter.take(buckets, now), { allowed: true, limit: 5, remaining: 4, resetSeconds: 86_400 })
    await limiter.close()
  }
  assert.deepEqual(log.lines, [])
})
