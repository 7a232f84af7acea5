// seconds: 25
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { aMember } from '../../support/cast.ts'
import { eventually } from '../../support/eventually.ts'
import { privateRedis } from '../../support/private-redis.ts'
import { aType, booking, open, type Reply, slot, startWorld } from '../../support/races.ts'
import { lacking } from '../../support/requirements.ts'

describe('Redis goes and comes under load', { skip: lacking('redis') }, () => {
  test('reads are answered all the time; bookings wait for it with a 503 that says when to come again, and none is lost or doubled', async (t) => {
    const redis = await privateRedis(t)
    const world = await startWorld({
      servers: 2,
      settings: { REDIS_URL: redis.url, OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '1000000' },
    })
    t.after(() => world.stop())
    const host = await aMember(world.app, world.owner)
    const type = await aType(world, host, open())
    const reads: Reply[] = []
    const bookings: Reply[] = []
    let running = true
    let next = 0
    const reader = async (index: number): Promise<void> => {
      while (running) reads.push(await world.send(index, { address: 'GET /users/me', token: host.token }))
    }
    const booker = async (index: number): Promise<void> => {
      for (let mine = next++; running; mine = next++) {
        bookings.push(await world.send(index, booking(type, slot(mine, 30), host)))
        // So often do they book: a pace, not a wait.
        await pause(50)
      }
    }
    const callers = Promise.all([reader(0), reader(1), booker(0), booker(1)])
    const booked = () => bookings.filter(({ status }) => status < 300).length
    const moreAre = (what: string, count: () => number): Promise<void> => {
      const before = count()
      return eventually(what, () => count() >= before + 5)
    }
    const away = () => bookings.filter(({ status }) => status === 503).length

    const pauses: number[] = []
    for (const outage of [1, 2]) {
      await moreAre('bookings are made', booked)
      await redis.kill()
      await moreAre(`outage ${outage} is noticed`, away)
      await moreAre('reads go on', () => reads.length)
      await redis.start()
      const began = performance.now()
      await moreAre('bookings are made again', booked)
      pauses.push(Math.round(performance.now() - began))
    }
    running = false
    await callers

    assert.deepEqual([...new Set(reads.map(({ status }) => status))], [200])
    const refused = bookings.filter(({ status }) => status >= 300)
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [503])
    assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) > 0))
    const list = JSON.parse(
      (
        await world.send(0, {
          address: `GET /scheduled_events?user=${encodeURIComponent(host.uri)}&count=100`,
          token: host.token,
        })
      ).text,
    )
    assert.equal(list.collection.length, Math.min(booked(), 100), 'what was acknowledged is there, and nothing else')
    await world.check()
    const client = new Redis(redis.url)
    assert.ok((await client.keys('openslot:rate:*')).length > 0, 'it counts there again')
    client.disconnect()
    console.log(
      `Redis killed twice: ${reads.length} of ${reads.length} reads answered 200; ${booked()} bookings, ${refused.length} × 503 meanwhile; ` +
        `five bookings after its return within ${pauses.join(' and ')} ms`,
    )
  })
})
