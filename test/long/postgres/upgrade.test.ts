// seconds: 40
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openPostgres } from '#platform/db/postgres.ts'
import { type Cluster, startCluster } from '../../support/cluster.ts'
import { buildEarlierRelease, lackingEarlierRelease, type Release } from '../../support/earlier-release.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { freePort, newFolder, openslot, startService } from '../../support/processes.ts'
import { sendTo } from '../../support/races.ts'
import { anEndlessType } from '../../support/service-kills.ts'
import { bookSteadily, countKept } from '../../support/steady-bookings.ts'

describe('a new release on the data of the one before', { skip: lackingEarlierRelease() }, () => {
  let earlier: Release
  let cluster: Cluster
  const agent = new Agent({ keepAlive: true })

  const settingsOn = async (databaseUrl: string | undefined) => ({
    PORT: String(await freePort()),
    OPENSLOT_DATA: await newFolder(),
    OPENSLOT_SECRET: 'a secret for tests that is long enough',
    OPENSLOT_RATE_LIMITS: 'off',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })

  before(async () => {
    earlier = await buildEarlierRelease()
    cluster = await startCluster()
  })
  after(async () => {
    agent.destroy()
    await cluster?.close()
  })

  test('on PostgreSQL under bookings: the earlier one goes on while the schema is brought up to date, and none is lost; the way back is a backup', async () => {
    const settings = await settingsOn(cluster.url)
    const first = await earlier.start(['start', '--json'], settings)
    const { token, eventType } = await anEndlessType(first)
    assert.equal((await first.stop()).code, 0)

    const old = await earlier.start(['serve'], settings)
    let address = old.address
    const load = await bookSteadily(
      { send: (_, sending) => sendTo(address, agent, sending) },
      { host: { token }, type: { uri: eventType } },
    )
    await load.untilBooked(50)
    const file = join(await newFolder(), 'before.backup')
    assert.equal((await earlier.launch(['backup', '--to', file], settings).ended).code, 0)
    const began = performance.now()
    assert.equal((await openslot(['migrate'], settings)).code, 0)
    const seconds = (performance.now() - began) / 1000
    await load.untilBooked(50)
    const next = { ...settings, PORT: String(await freePort()) }
    const current = await startService(next, ['serve'])
    address = current.address
    await load.untilBooked(50)
    assert.equal((await old.stop()).code, 0)
    await load.untilBooked(50)
    const { acknowledged, failures, sentence } = await load.stop()
    console.log(`upgrade under bookings: ${sentence}; migrate took ${seconds.toFixed(1)} s`)
    assert.deepEqual(failures, [])
    assert.equal(await countKept(cluster.url, acknowledged), acknowledged.length)
    assert.equal((await current.stop()).code, 0)
    const database = openPostgres(cluster.url, () => {})
    await assertInvariants(database).finally(() => database.close())

    const refused = await earlier.launch(['serve'], settings).ended
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /newer/)

    await cluster.query('create database back owner openslot')
    const back = { ...(await settingsOn(cluster.url.replace(/\/openslot\?/, '/back?'))) }
    const restored = await earlier.launch(['restore', '--from', file], back).ended
    assert.equal(restored.code, 0, restored.stderr)
    const again = await earlier.start(['serve'], back)
    assert.equal((await again.ask('/users/me', token)).status, 200)
    const kept = await countKept(back.DATABASE_URL ?? '', acknowledged)
    assert.ok(kept >= 50 && kept < acknowledged.length, `${kept} of ${acknowledged.length} are from before the backup`)
    assert.equal((await again.stop()).code, 0)
  })

  test('on the embedded database: the same folder, with all that was in it', async () => {
    const settings = await settingsOn(undefined)
    const old = await earlier.start(['start', '--json'], settings)
    const { token, user, eventType } = await anEndlessType(old)
    const load = await bookSteadily(
      { send: (_, sending) => sendTo(old.address, agent, sending) },
      { host: { token }, type: { uri: eventType } },
    )
    await load.untilBooked(30)
    const { acknowledged } = await load.stop()
    assert.equal((await old.stop()).code, 0)
    const current = await startService(settings)
    const { body } = await current.ask(`/scheduled_events?user=${encodeURIComponent(user)}&count=100`, token)
    assert.equal(body.collection.length, acknowledged.length)
    assert.equal((await current.stop()).code, 0)
    const refused = await earlier.launch(['start'], settings).ended
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /newer/)
  })
})
