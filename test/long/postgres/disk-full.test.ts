// seconds: 40
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { aMember } from '../../support/cast.ts'
import { startCluster } from '../../support/cluster.ts'
import { openslot } from '../../support/processes.ts'
import { aType, open, startWorld } from '../../support/races.ts'
import { aSmallDisk, lackingMounts, type SmallDisk } from '../../support/small-disk.ts'
import { bookSteadily, countKept } from '../../support/steady-bookings.ts'

describe('a full disk', { skip: lackingMounts() }, () => {
  let disk: SmallDisk
  before(async () => {
    disk = await aSmallDisk(200)
  })
  after(() => disk.close())

  test('of PostgreSQL: bookings are asked to come again, and go on when there is room; none that was acknowledged is lost', async () => {
    const cluster = await startCluster({ max_wal_size: '64MB' }, ['--wal-segsize=1'], disk.folder)
    assert.equal((await openslot(['migrate'], { DATABASE_URL: cluster.url })).code, 0)
    const world = await startWorld({ servers: 2, url: cluster.url })
    const host = await aMember(world.app, world.owner)
    const load = await bookSteadily(world, { host, type: await aType(world, host, open()) })
    await load.untilBooked(100)
    disk.fill()
    await load.untilBusy(20)
    // How long the disk is full is what is tested.
    await pause(3000)
    disk.free()
    // PostgreSQL ends when it cannot write its log; a service manager would start it again.
    await cluster.start().catch(() => {})
    await load.untilBooked(100)
    const { acknowledged, failures, sentence } = await load.stop()
    console.log(`disk of PostgreSQL full for 3 s: ${sentence}`)
    assert.deepEqual(failures, [])
    assert.equal(await countKept(cluster.url, acknowledged), acknowledged.length, 'acknowledged bookings are lost')
    await world.check()
    await world.stop()
    await cluster.close()
  })
})
