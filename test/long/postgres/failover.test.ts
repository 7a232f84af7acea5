// seconds: 90
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aMember } from '../../support/cast.ts'
import { type PatroniCluster, startPatroniCluster } from '../../support/patroni.ts'
import { openslot } from '../../support/processes.ts'
import { aType, open, startWorld, type World } from '../../support/races.ts'
import { lacking } from '../../support/requirements.ts'
import { bookSteadily, countKept, type SteadyBookings } from '../../support/steady-bookings.ts'

describe('three PostgreSQL servers under Patroni with a synchronous standby, behind HAProxy', {
  skip: lacking('patroni'),
}, () => {
  let cluster: PatroniCluster
  let world: World

  const book = async (): Promise<SteadyBookings> => {
    const host = await aMember(world.app, world.owner)
    const type = await aType(world, host, open())
    return bookSteadily(world, { host, type })
  }

  /** Every booking that was acknowledged is there, and no time was given twice. */
  const assertNothingLost = async ({
    acknowledged,
    failures,
  }: {
    acknowledged: readonly string[]
    failures: readonly string[]
  }): Promise<void> => {
    assert.deepEqual(failures, [])
    assert.equal(await countKept(cluster.url, acknowledged), acknowledged.length, 'acknowledged bookings are lost')
    await world.check()
  }

  before(async () => {
    cluster = await startPatroniCluster()
    assert.equal((await openslot(['migrate'], { DATABASE_URL: cluster.url })).code, 0)
    world = await startWorld({ servers: 2, url: cluster.url })
  })
  after(async () => {
    await world?.stop()
    await cluster?.close()
  })

  test('the leader dies under bookings: they go on by themselves on the next one, and nothing that was acknowledged is lost', async () => {
    const load = await book()
    await load.untilBooked(200)
    const died = await cluster.leader()
    await cluster.kill(died)
    await load.untilBooked(200)
    const result = await load.stop()
    console.log(`leader killed: ${result.sentence}`)
    await assertNothingLost(result)
    assert.notEqual(await cluster.leader(), died)
    await cluster.revive(died)
  })

  test('a leader that hands over interrupts bookings for a moment only, and loses none', async () => {
    const load = await book()
    await load.untilBooked(200)
    const before = await cluster.leader()
    await cluster.switchOver(before)
    await load.untilBooked(200)
    const result = await load.stop()
    console.log(`leader handed over: ${result.sentence}`)
    await assertNothingLost(result)
    assert.notEqual(await cluster.leader(), before)
  })
})
