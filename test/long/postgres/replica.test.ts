// seconds: 45
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { aFounder } from '../../support/cast.ts'
import { type Cluster, lackingBinaries, type Standby, startCluster } from '../../support/cluster.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort, openslot, type Service, startService } from '../../support/processes.ts'
import { aType, booking, open, sendTo, slot, startWorld, type World } from '../../support/races.ts'

describe('two processes with a replica that is 300 ms behind', { skip: lackingBinaries }, () => {
  let cluster: Cluster
  let standby: Standby
  let world: World
  let second: Service
  let metricsPort: number
  const agent = new Agent({ keepAlive: true })

  before(async () => {
    cluster = await startCluster()
    const { code, stderr } = await openslot(['migrate'], { DATABASE_URL: cluster.url })
    assert.equal(code, 0, stderr)
    standby = await cluster.startStandby({ recovery_min_apply_delay: '300ms' })
    world = await startWorld({ servers: 1, url: cluster.url, settings: { OPENSLOT_DATABASE_REPLICA_URL: standby.url } })
    metricsPort = await freePort()
    second = await startService(
      { ...world.settings, PORT: String(await freePort()), OPENSLOT_METRICS_PORT: String(metricsPort) },
      ['serve'],
    )
  })
  after(async () => {
    agent.destroy()
    await second?.stop()
    await world?.stop()
    await standby?.close()
    await cluster?.close()
  })

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  }
  const served = () => metric('openslot_replica_reads_total{outcome="served"}')
  const listOn = (token: string, address: string) => sendTo(second.address, agent, { address, token })

  test('what was booked through one is in the list of the other at once, thirty times', async () => {
    // Another organization, which rests: its lists come from the replica meanwhile.
    const { owner } = world
    const resting = await aFounder(world.app)
    // The clock of the helpers stands in the past, so everything that they made has rested.
    await eventually('the replica has what the helpers made', async () => {
      await listOn(resting.token, `GET /event_types?user=${encodeURIComponent(resting.uri)}`)
      return (await served()) > 0
    })
    const type = await aType(world, owner, open())
    for (let round = 0; round < 30; round += 1) {
      const booked = await world.send(0, booking(type, slot(round, 30), owner))
      assert.ok(booked.status < 300, booked.text)
      const list = await listOn(owner.token, `GET /scheduled_events?user=${encodeURIComponent(owner.uri)}&count=100`)
      assert.equal(JSON.parse(list.text).collection.length, round + 1)
    }
    const lag = await metric('openslot_replica_lag_seconds')
    assert.ok(lag > 0.2 && lag < 1, `a lag of ${lag} s`)
    const before = await served()
    await listOn(resting.token, `GET /event_types?user=${encodeURIComponent(resting.uri)}`)
    assert.ok((await served()) > before, 'an organization that rests reads from the replica')
    await eventually('so does the other, some seconds later', async () => {
      const then = await served()
      const list = await listOn(owner.token, `GET /scheduled_events?user=${encodeURIComponent(owner.uri)}&count=100`)
      assert.equal(JSON.parse(list.text).collection.length, 30)
      return (await served()) > then
    })
  })

  test('it stops and comes back under a load of lists: every request is answered', async () => {
    const { owner } = world
    let [running, longest] = [true, 0]
    const statuses: number[] = []
    const caller = async (): Promise<void> => {
      while (running) {
        const { status, milliseconds } = await listOn(
          owner.token,
          `GET /scheduled_events?user=${encodeURIComponent(owner.uri)}`,
        )
        statuses.push(status)
        longest = Math.max(longest, milliseconds)
      }
    }
    const callers = Promise.all(Array.from({ length: 10 }, caller))
    await standby.stop('immediate')
    await eventually('it is left aside', async () => (await metric('openslot_replica_lag_seconds')) > 1)
    const aside = await served()
    await standby.start()
    await eventually('it is read from again', async () => (await served()) > aside)
    running = false
    await callers
    assert.deepEqual([...new Set(statuses)], [200])
    console.log(
      `a replica that stops and comes back: ${statuses.length} of ${statuses.length} lists answered 200, the longest in ${Math.round(longest)} ms`,
    )
  })

  test('the doctor says how far behind it is', async () => {
    const { stdout } = await openslot(['doctor'], world.settings)
    assert.match(stdout, /replica\s+It is \d+ ms behind/)
  })
})
