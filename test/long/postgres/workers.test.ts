// seconds: 40
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { aMember } from '../../support/cast.ts'
import { childrenOf, isAlive } from '../../support/children.ts'
import { eventually } from '../../support/eventually.ts'
import { keepAsking } from '../../support/kept-connections.ts'
import { freePort, newFolder, openslot, type Service, startService } from '../../support/processes.ts'
import { type Reply, sendTo, startWorld, times, type World } from '../../support/races.ts'

describe('serve --workers', () => {
  let world: World
  let service: Service
  let metricsPort: number
  // A connection for each request, so that all workers get some.
  const agent = new Agent({ keepAlive: false })

  before(async () => {
    world = await startWorld({ servers: 1 })
    metricsPort = await freePort()
    service = await startService(
      {
        ...world.settings,
        PORT: String(await freePort()),
        OPENSLOT_METRICS_PORT: String(metricsPort),
        OPENSLOT_RATE_LIMITS: 'on',
        OPENSLOT_RATE_LIMIT: '60',
      },
      ['serve', '--workers', '3'],
    )
    await eventually('all have started', () => childrenOf(service.pid).length === 3)
  })
  after(async () => {
    agent.destroy()
    await service?.stop()
    await world?.stop()
  })

  const ask = (token: string): Promise<Reply> => sendTo(service.address, agent, { address: 'GET /users/me', token })
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const numberOf = async (start: string): Promise<number> =>
    Number(
      (await metrics())
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.split(' ')
        .at(-1),
    )

  test('is refused on the embedded database, and for a number that makes no sense', async () => {
    const settings = { OPENSLOT_DATA: await newFolder(), PORT: String(await freePort()) }
    const embedded = await openslot(['serve', '--workers', '2'], settings)
    assert.equal(embedded.code, 1)
    assert.match(embedded.stderr, /--workers needs PostgreSQL/)
    for (const number of ['0', '65', 'two', '1.5']) {
      const { code, stderr } = await openslot(['serve', '--workers', number], settings)
      assert.equal(code, 2)
      assert.match(stderr, /--workers must be a whole number from 1 to 64/)
    }
  })

  test('says once what is wrong, and ends', async () => {
    const { code, stderr } = await openslot(['serve', '--workers', '4'], {
      ...world.settings,
      DATABASE_URL: world.url.replace(/\/[^/?]*(\?|$)/, '/nowhere$1'),
      PORT: String(await freePort()),
    })
    assert.equal(code, 1)
    assert.equal(stderr.split('PostgreSQL does not let us in').length, 2, stderr)
  })

  test('they share their limits, and their metrics are read at one address, added up', async () => {
    const member = await aMember(world.app, world.owner)
    const replies: Reply[] = []
    // A few at a time: where the store of the limits takes too long, each process counts for itself.
    for (let round = 0; round < 15; round += 1) replies.push(...(await Promise.all(Array.from({ length: 10 }, () => ask(member.token)))))
    // Within one minute, or at the turn of two.
    const answered = replies.filter(({ status }) => status === 200).length
    assert.ok(answered === 60 || answered === 120, `${answered} were answered`)
    assert.equal(await numberOf('openslot_http_request_seconds_count{method="GET",route="/users/me",status="200"}'), answered)
    assert.equal(await numberOf('openslot_build_info'), 3)
  })

  test('one that is killed is replaced; the others go on', async () => {
    const [victim = 0, ...others] = childrenOf(service.pid)
    process.kill(victim, 'SIGKILL')
    // Connections that it had are lost with it.
    await eventually('its end is noticed', () => /a worker ended; another is started/.test(service.stderr()))
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${service.address}/health/live`)).status))
    assert.deepEqual([...new Set(statuses)], [200])
    await eventually('another is there, and counted', async () => (await numberOf('openslot_build_info')) === 3)
    const now = childrenOf(service.pid)
    assert.ok(others.every((pid) => now.includes(pid)) && !now.includes(victim), `${others} are in ${now}`)
  })

  test('a supervisor that is killed leaves no worker behind', async () => {
    const doomed = await startService({ ...world.settings, PORT: String(await freePort()) }, ['serve', '--workers', '2'])
    await eventually('both have started', () => childrenOf(doomed.pid).length === 2)
    const pids = childrenOf(doomed.pid)
    doomed.process.kill('SIGKILL')
    await eventually('the workers are gone', () => pids.every((pid) => !isAlive(pid)))
  })

  test('asked to stop under load, they drop no request on kept connections, and none of them is left', async () => {
    const pids = childrenOf(service.pid)
    let answered = 0
    const asking = times(8, () =>
      keepAsking(`${service.address}/health/live`, '', () => {
        answered += 1
      }),
    )
    await eventually('all are at work', () => answered > 200)
    const began = performance.now()
    const { code } = await service.stop()
    const outcomes = await Promise.all(asking)
    const statuses = outcomes.flatMap((outcome) => outcome.statuses)
    console.log(`3 workers stopped in ${Math.round(performance.now() - began)} ms, ${statuses.length} requests answered`)
    assert.equal(code, 0)
    assert.deepEqual(
      outcomes.flatMap((outcome) => outcome.dropped),
      [],
    )
    assert.deepEqual([...new Set(statuses)], [200])
    assert.ok(pids.every((pid) => !isAlive(pid)))
  })
})
