// seconds: 55
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { Redis } from 'ioredis'
import { aMember } from '../../support/cast.ts'
import { childrenOf, isAlive } from '../../support/children.ts'
import { eventually } from '../../support/eventually.ts'
import { keepAsking } from '../../support/kept-connections.ts'
import { privateRedis } from '../../support/private-redis.ts'
import { freePort, launchCommand, newFolder, openslot, type Service, startService } from '../../support/processes.ts'
import { type Reply, sendTo, startWorld, times, type World } from '../../support/races.ts'
import { lacking } from '../../support/requirements.ts'

describe('serve --workers', () => {
  let world: World
  let service: Service
  let metricsPort: string
  const limit = 60
  const limits = { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: String(limit) }
  // A connection for each request, so that all workers get some.
  const agent = new Agent({ keepAlive: false })

  /** Three, each of which answers. */
  const startThree = async (more: Readonly<Record<string, string>>): Promise<Service> => {
    const started = await startService({ ...world.settings, ...limits, PORT: String(await freePort()), ...more }, [
      'serve',
      '--workers',
      '3',
    ])
    await eventually(
      'all are ready',
      async () => (await numberOf('openslot_build_info', more.OPENSLOT_METRICS_PORT)) === 3,
    )
    return started
  }

  before(async () => {
    world = await startWorld({ servers: 1 })
    metricsPort = String(await freePort())
    service = await startThree({ OPENSLOT_METRICS_PORT: metricsPort })
  })
  after(async () => {
    agent.destroy()
    await service?.stop()
    await world?.stop()
  })

  /** Asks two and a half times as often as one may, and gives what was answered, and for how many minutes. */
  const askBeyondTheLimit = async (
    asked: Service,
  ): Promise<{ readonly replies: readonly Reply[]; readonly minutes: number }> => {
    const { token } = await aMember(world.app, world.owner)
    const [began, said] = [performance.now(), asked.stderr().length]
    const replies: Reply[] = []
    for (let round = 0; round < 15; round += 1)
      replies.push(
        ...(await Promise.all(times(10, () => sendTo(asked.address, agent, { address: 'GET /users/me', token })))),
      )
    // Where the store takes too long, on a busy machine, each process counts for itself.
    if (asked.stderr().slice(said).includes('The rate limit store is unavailable')) return askBeyondTheLimit(asked)
    return { replies, minutes: 1 + Math.floor((performance.now() - began) / 60_000) }
  }
  /** Every number of requests that can be left is told once a minute, whichever worker tells it. */
  const assertExact = ({
    replies,
    minutes,
  }: {
    readonly replies: readonly Reply[]
    readonly minutes: number
  }): void => {
    const left = replies
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    const counts = times(limit, (number) => left.filter((one) => one === number).length)
    assert.ok(
      counts.every((count) => count >= 1 && count <= minutes),
      `${left.length} were answered: ${counts}`,
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 429]))
  }
  const metrics = async (port: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const numberOf = async (start: string, port = metricsPort): Promise<number> =>
    Number(
      (await metrics(port))
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
    assert.equal(stderr.split('PostgreSQL rejected the connection').length, 2, stderr)
  })

  test('their metrics are read at one address, added up', async () => {
    const { token } = await aMember(world.app, world.owner)
    const replies = await Promise.all(
      times(30, () => sendTo(service.address, agent, { address: 'GET /users/me', token })),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.equal(await numberOf('openslot_http_request_seconds_count{method="GET",route="/users/me",status="200"}'), 30)
    assert.equal(await numberOf('openslot_build_info'), 3)
  })

  test('a limit lets exactly as many through as one process would, counted in PostgreSQL', async () =>
    assertExact(await askBeyondTheLimit(service)))

  test('a limit lets exactly as many through as one process would, counted in Redis', {
    skip: lacking('redis'),
  }, async (t) => {
    const { url } = await privateRedis(t)
    const counting = await startThree({ OPENSLOT_METRICS_PORT: String(await freePort()), REDIS_URL: url })
    t.after(() => counting.stop())
    assertExact(await askBeyondTheLimit(counting))
    const redis = new Redis(url)
    const keys = await redis.keys('openslot:rate:*')
    redis.disconnect()
    assert.notDeepEqual(keys, [], 'it is Redis that counts')
  })

  test('one that is killed is replaced; the others go on', async () => {
    const [victim = 0, ...others] = childrenOf(service.pid)
    process.kill(victim, 'SIGKILL')
    // Connections that it had are lost with it.
    await eventually('its end is noticed', () => /a worker ended; another is started/.test(service.stderr()))
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${service.address}/health/live`)).status),
    )
    assert.deepEqual([...new Set(statuses)], [200])
    await eventually('another is there, and counted', async () => (await numberOf('openslot_build_info')) === 3)
    const now = childrenOf(service.pid)
    assert.ok(others.every((pid) => now.includes(pid)) && !now.includes(victim), `${others} are in ${now}`)
  })

  test('a supervisor that is killed leaves no worker behind', async () => {
    const doomed = await startService({ ...world.settings, PORT: String(await freePort()) }, [
      'serve',
      '--workers',
      '2',
    ])
    await eventually('both have started', () => childrenOf(doomed.pid).length === 2)
    const pids = childrenOf(doomed.pid)
    doomed.process.kill('SIGKILL')
    await eventually('the workers are gone', () => pids.every((pid) => !isAlive(pid)))
  })

  test('a worker that takes no signal any more is killed with the others, before its supervisor is', async () => {
    const doomed = await startService({ ...world.settings, PORT: String(await freePort()) }, [
      'serve',
      '--workers',
      '2',
    ])
    await eventually('both have started', () => childrenOf(doomed.pid).length === 2)
    const pids = childrenOf(doomed.pid)
    process.kill(pids[0] ?? 0, 'SIGSTOP')
    doomed.process.kill('SIGTERM')
    // Not until its output is closed: one that is left holds it open.
    const [code, signal] = await once(doomed.process, 'exit')
    assert.deepEqual({ code, signal, left: pids.filter(isAlive) }, { code: 1, signal: null, left: [] })
  })

  test('asked to stop before the first is ready, it starts no other, and ends with 0', async () => {
    const running = launchCommand(['serve', '--workers', '3'], { ...world.settings, PORT: String(await freePort()) })
    await eventually('the first begins', () => childrenOf(running.pid).length === 1)
    running.process.kill('SIGTERM')
    const { code, stdout, stderr } = await running.ended
    assert.equal(code, 0, stderr)
    assert.equal(stdout, '')
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
    console.log(
      `3 workers stopped in ${Math.round(performance.now() - began)} ms, ${statuses.length} requests answered`,
    )
    assert.equal(code, 0)
    assert.deepEqual(
      outcomes.flatMap((outcome) => outcome.dropped),
      [],
    )
    assert.deepEqual([...new Set(statuses)], [200])
    assert.ok(pids.every((pid) => !isAlive(pid)))
  })
})
