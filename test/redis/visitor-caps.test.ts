import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { countAttempt } from '#pages/too-many-attempts.ts'
import { countVisitorWrite } from '#pages/visitor-caps.ts'
import { openRedisWindows } from '#platform/limits/redis.ts'
import { limiterOver } from '#platform/limits/window-store.ts'
import { testApp } from '../support/app.ts'
import { redisUrl } from '../support/databases.ts'

if (redisUrl === undefined) throw new Error('These tests need a Redis: the test command starts one.')
const url = redisUrl

test('the caps of visitors are one for all processes (I5): of many at once, exactly five reach one mailbox', async (t) => {
  const { context } = await testApp()
  const stores = await Promise.all([1, 2, 3].map(() => openRedisWindows(url, 20_000)))
  t.after(() => Promise.all(stores.map((store) => store.close())))
  const limiters = stores.map(limiterOver)
  const now = new Date()
  const victim = `${randomUUID()}@x.test`
  const answers = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => {
      const count = (...buckets: Parameters<typeof countAttempt>[1]) => countAttempt(limiters[index % 3], buckets, now)
      const recipients = index % 2 === 0 ? [victim] : [`${randomUUID()}@x.test`, victim]
      return countVisitorWrite(
        { context, source: `2001:db8:0:${index.toString(16)}::1`, count },
        { eventTypeId: randomUUID(), recipients },
      )
    }),
  )
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 5)
})
