// seconds: 10
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { Redis } from 'ioredis'
import { type GuardedLimiter, LimiterAway } from '#platform/limits/limiter.ts'
import { openLimiter } from '#platform/limits/open-limiter.ts'
import { openRedisWindows } from '#platform/limits/redis.ts'
import { limiterOver } from '#platform/limits/window-store.ts'
import { redisUrl } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { freezingProxy } from '../../support/freezing-proxy.ts'
import { limiterGuarantees } from '../../support/limiter-guarantees.ts'
import { raceOnOneWindow } from '../../support/limiter-race.ts'
import { privateRedis } from '../../support/private-redis.ts'
import { recordedLog } from '../../support/recorded-log.ts'

if (redisUrl === undefined) throw new Error('These tests need a Redis: the test command starts one.')
const url = redisUrl

// The machine may be busy with other tests, so waiting is cut short only where that is what is tested.
const answerMilliseconds = 20_000
const shortPatience = 1000

limiterGuarantees(
  'Redis',
  async () => {
    const stores = await Promise.all([
      openRedisWindows(url, answerMilliseconds),
      openRedisWindows(url, answerMilliseconds),
    ])
    const [first, second] = stores.map(limiterOver) as [ReturnType<typeof limiterOver>, ReturnType<typeof limiterOver>]
    return {
      limiters: [first, second],
      close: async () => void (await Promise.all(stores.map((store) => store.close()))),
    }
  },
  { runs: 300 },
)

test('I1: four processes on one Redis let exactly the limit pass', (t) => raceOnOneWindow(t, 'redis', url))

test('every key goes away by itself, a minute after its window', async (t) => {
  const store = await openRedisWindows(url, answerMilliseconds)
  const redis = new Redis(url)
  t.after(async () => {
    redis.disconnect()
    await store.close()
  })
  const key = randomUUID()
  await store.count(
    [60, 3600].map((seconds) => ({ key, limit: 5, seconds })),
    new Date(),
  )
  const found = (await redis.keys(`openslot:rate:${key}*`)).sort()
  assert.deepEqual(found, [`openslot:rate:${key}:3600`, `openslot:rate:${key}:60`])
  for (const [index, seconds] of [3600, 60].entries()) {
    const left = await redis.pttl(found[index] as string)
    assert.ok(left > seconds * 1000 && left <= (seconds + 60) * 1000, `${found[index]} has ${left} ms left`)
  }
})

test('a Redis that forgot our script is told it again', async (t) => {
  const store = await openRedisWindows(url, answerMilliseconds)
  const redis = new Redis(url)
  t.after(async () => {
    redis.disconnect()
    await store.close()
  })
  const buckets = [{ key: randomUUID(), limit: 5, seconds: 60 }]
  await store.count(buckets, new Date())
  await redis.script('FLUSH')
  assert.equal((await store.count(buckets, new Date())).windows[0]?.used, 2)
})

describe('I3: when Redis', () => {
  test('dies, reads go on in memory, the rest is refused, it is told once, and all is well when it is back', async (t) => {
    const machine = await privateRedis(t)
    const { limiter, log, outcomes } = await openOn(t, machine.url)
    await assertShared(limiter)

    await machine.kill()
    const read = [{ key: randomUUID(), limit: 3, seconds: 60 }]
    const verdicts = []
    for (let requests = 0; requests < 5; requests += 1)
      verdicts.push(await limiter.take(read, new Date(), { whenAway: 'memory' }))
    assert.deepEqual(
      verdicts.map(({ allowed }) => allowed),
      [true, true, true, false, false],
      'memory has the same limit',
    )
    for (let requests = 0; requests < 20; requests += 1) {
      await assert.rejects(async () => limiter.take(read, new Date(), { whenAway: 'refuse' }), LimiterAway)
      await assert.rejects(async () => limiter.take(read, new Date()), LimiterAway, 'refusing is the default')
    }
    assert.equal(limiter.isAway(), true)
    assert.deepEqual(tally(outcomes), { counted_in_memory: 5, refused: 40 })
    assert.deepEqual(
      log.lines.map(({ level }) => level),
      ['error'],
      JSON.stringify(log.lines),
    )

    await machine.start()
    await eventually('Redis is used again', () => !limiter.isAway())
    await assertShared(limiter)
    assert.deepEqual(
      log.lines.map(({ level }) => level),
      ['error', 'info'],
    )
    assert.equal(outcomes.length, 45)
  })

  test('does not answer, the first callers wait a moment and the others not at all', async (t) => {
    const machine = await privateRedis(t)
    const { limiter, log } = await openOn(t, machine.url, shortPatience)
    await assertShared(limiter)

    machine.process().kill('SIGSTOP')
    const buckets = [{ key: randomUUID(), limit: 1000, seconds: 60 }]
    const began = performance.now()
    const first = await Promise.all(
      Array.from({ length: 50 }, () => limiter.take(buckets, new Date(), { whenAway: 'memory' })),
    )
    const waited = performance.now() - began
    assert.ok(first.every(({ allowed }) => allowed))
    assert.equal(limiter.isAway(), true)
    const then = performance.now()
    for (let requests = 0; requests < 1000 && limiter.isAway(); requests += 1)
      await limiter.take(buckets, new Date(), { whenAway: 'memory' })
    t.diagnostic(
      `the first 50 waited ${Math.round(waited)} ms, the next 1,000 together ${Math.round(performance.now() - then)} ms`,
    )
    await assert.rejects(async () => limiter.take(buckets, new Date()), LimiterAway)

    machine.process().kill('SIGCONT')
    await eventually('Redis is used again', () => !limiter.isAway())
    await assertShared(limiter)
    assert.deepEqual(
      log.lines.map(({ level }) => level),
      ['error', 'info'],
    )
  })

  test('falls silent, the request is answered all the same, and a new connection is made', async (t) => {
    const { hostname, port } = new URL(url)
    const proxy = await freezingProxy({ host: hostname, port: Number(port) })
    t.after(() => proxy.close())
    const { limiter } = await openOn(t, `redis://127.0.0.1:${proxy.port}`, shortPatience)
    await assertShared(limiter)
    proxy.freeze()
    const buckets = [{ key: randomUUID(), limit: 5, seconds: 60 }]
    assert.equal((await limiter.take(buckets, new Date(), { whenAway: 'memory' })).allowed, true)
    assert.equal(limiter.isAway(), true)
    proxy.thaw()
    await eventually('Redis is used again', () => !limiter.isAway())
    await assertShared(limiter)
  })

  test('is not there at the start, the service starts without it and uses it when it comes', async (t) => {
    const machine = await privateRedis(t)
    await machine.kill()
    const { limiter } = await openOn(t, machine.url)
    await assert.rejects(async () => limiter.take([{ key: 'early', limit: 5, seconds: 60 }], new Date()), LimiterAway)
    await machine.start()
    await eventually('Redis is used', () => !limiter.isAway())
    await assertShared(limiter)
  })
})

const assertShared = async (limiter: GuardedLimiter): Promise<void> => {
  const verdict = await limiter.take([{ key: randomUUID(), limit: 5, seconds: 60 }], new Date(), { whenAway: 'refuse' })
  assert.deepEqual(verdict, { allowed: true, limit: 5, remaining: 4, resetSeconds: 60 })
  assert.equal(limiter.isAway(), false)
}

const openOn = async (t: TestContext, address: string, patience = answerMilliseconds) => {
  const log = recordedLog()
  const outcomes: string[] = []
  const limiter = await openLimiter({
    config: { redisUrl: address, databaseDirectUrl: undefined },
    isOnlyServer: false,
    log,
    onAway: (outcome) => void outcomes.push(outcome),
    answerMilliseconds: patience,
  })
  t.after(() => limiter.close())
  return { limiter, log, outcomes }
}

const tally = (outcomes: readonly string[]) => ({
  counted_in_memory: outcomes.filter((outcome) => outcome === 'counted_in_memory').length,
  refused: outcomes.filter((outcome) => outcome === 'refused').length,
})
