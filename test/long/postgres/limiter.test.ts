// seconds: 6
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { OwnConnection } from '#platform/db/own-connection.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { countingSettings, deleteEndedWindows } from '#platform/db/rate-windows.ts'
import { type Limiter, LimiterAway } from '#platform/limits/limiter.ts'
import { openLimiter } from '#platform/limits/open-limiter.ts'
import { postgresWindows } from '#platform/limits/postgres.ts'
import { limiterOver } from '#platform/limits/window-store.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { freezingProxy } from '../../support/freezing-proxy.ts'
import { limiterGuarantees } from '../../support/limiter-guarantees.ts'
import { raceOnOneWindow } from '../../support/limiter-race.ts'
import { recordedLog } from '../../support/recorded-log.ts'

// The machine may be busy with other tests, so waiting is cut short only where that is what is tested.
const answerMilliseconds = 20_000
const shortPatience = 1000

limiterGuarantees(
  'PostgreSQL',
  async () => {
    const url = await newPostgresDatabase()
    const connections = [1, 2].map(
      () => new OwnConnection(url, { purpose: 'limits', answerMilliseconds, settings: countingSettings }),
    )
    const [first, second] = connections.map((connection) =>
      limiterOver(postgresWindows(connection, answerMilliseconds)),
    ) as [Limiter, Limiter]
    return {
      limiters: [first, second],
      close: async () => void (await Promise.all(connections.map((connection) => connection.close()))),
    }
  },
  { runs: 200 },
)

test('I1: four processes on one PostgreSQL let exactly the limit pass', async (t) =>
  raceOnOneWindow(t, 'postgres', await newPostgresDatabase()))

test('requests that share windows in any order never block each other, and what one bucket refuses none counts', async (t) => {
  const url = await newPostgresDatabase()
  const connections = Array.from(
    { length: 6 },
    () => new OwnConnection(url, { purpose: 'limits', answerMilliseconds, settings: countingSettings }),
  )
  t.after(() => Promise.all(connections.map((connection) => connection.close())))
  const [narrow, ...wide] = [50, 400, 400, 400].map((limit, index) => ({ key: `window ${index}`, limit, seconds: 60 }))
  const now = new Date()
  const tallies = await Promise.all(
    connections.flatMap((connection, index) =>
      Array.from({ length: 50 }, (_, request) => {
        // Each names them in another order, and on their first use too.
        const buckets = [...wide.slice((index + request) % 3), ...wide.slice(0, (index + request) % 3)]
        const all = narrow ? [...buckets.slice(0, request % 4), narrow, ...buckets.slice(request % 4)] : buckets
        return postgresWindows(connection, answerMilliseconds).count(all, now)
      }),
    ),
  )
  assert.equal(tallies.filter(({ allowed }) => allowed).length, 50)
  const [connection] = connections
  assert.deepEqual(
    await connection?.query('used', "select distinct used from rate_windows where key like 'window %'", []),
    [{ used: 50 }],
  )
})

test('the only server of a database counts in memory; one of several counts in the table, which outlives it', async (t) => {
  const url = await newPostgresDatabase()
  const buckets = [{ key: randomUUID(), limit: 5, seconds: 86_400 }]
  const now = new Date()
  const only = await openLimiter({
    config: { redisUrl: undefined, databaseDirectUrl: url },
    isOnlyServer: true,
    log: recordedLog(),
  })
  assert.equal((await only.take(buckets, now)).remaining, 4)
  for (const left of [4, 3, 2]) {
    const { limiter, close } = await openOn(t, url)
    assert.equal((await limiter.take(buckets, now)).remaining, left)
    await close()
  }
})

describe('I3: when PostgreSQL', () => {
  test('takes no connections, reads go on in memory, the rest is refused, it is logged once, and all is well afterwards', async (t) => {
    const url = await newPostgresDatabase()
    const { limiter, log, outcomes } = await openOn(t, url)
    const buckets = [{ key: randomUUID(), limit: 3, seconds: 60 }]
    await limiter.take(buckets, new Date())
    const before = log.lines.length

    await asAdmin(url, async (admin, name) => {
      await admin.query(`alter database ${name} allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    })
    const verdicts = []
    for (let requests = 0; requests < 5; requests += 1)
      verdicts.push(await limiter.take(buckets, new Date(), { whenAway: 'memory' }))
    assert.deepEqual(
      verdicts.map(({ allowed }) => allowed),
      [true, true, true, false, false],
    )
    for (let requests = 0; requests < 20; requests += 1)
      await assert.rejects(async () => limiter.take(buckets, new Date()), LimiterAway)
    assert.equal(limiter.isAway(), true)
    assert.equal(outcomes.length, 25)
    assert.deepEqual(
      log.lines.slice(before).map(({ level }) => level),
      ['error'],
    )

    await asAdmin(url, (admin, name) => admin.query(`alter database ${name} allow_connections true`))
    await eventually('PostgreSQL is used again', () => !limiter.isAway())
    assert.equal((await limiter.take(buckets, new Date())).remaining, 1, 'the table kept what was counted there')
    assert.deepEqual(
      log.lines.slice(before).map(({ level }) => level),
      ['error', 'info'],
    )
  })

  test('cuts the connection, counting goes on over a new one', async (t) => {
    const url = await newPostgresDatabase()
    const { limiter, log } = await openOn(t, url)
    const buckets = [{ key: randomUUID(), limit: 50, seconds: 60 }]
    await limiter.take(buckets, new Date())
    await asAdmin(url, (admin, name) =>
      admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'openslot limits'",
        [name],
      ),
    )
    await eventually('it counts on', async () => {
      try {
        return (await limiter.take(buckets, new Date())).remaining < 49
      } catch {
        return false
      }
    })
    assert.equal(limiter.isAway(), false)
    assert.equal(log.lines.filter(({ level }) => level === 'warn').length, 0)
  })

  test('is held up by a lock on a window, the request is answered all the same', async (t) => {
    const url = await newPostgresDatabase()
    const { limiter, database } = await openOn(t, url, shortPatience)
    // Its connection is made: only the lock is to be waited for.
    await limiter.take([{ key: 'first', limit: 1, seconds: 60 }], new Date())
    const buckets = [{ key: 'locked', limit: 50, seconds: 60 }]
    await database.write(async (tx) => {
      await sql`insert into rate_windows values ('locked:60', 1, now() + interval '1 minute')`.execute(tx)
      const began = performance.now()
      assert.equal((await limiter.take(buckets, new Date(), { whenAway: 'memory' })).allowed, true)
      t.diagnostic(`answered after ${Math.round(performance.now() - began)} ms`)
    })
    await eventually('PostgreSQL is used again', () => !limiter.isAway())
  })

  test('falls silent, the request is answered all the same, and a new connection is made', async (t) => {
    const url = await newPostgresDatabase()
    const { proxy, proxyUrl } = await throughProxy(t, url)
    const { limiter, log, outcomes } = await openOn(t, proxyUrl, shortPatience)
    await limiter.take([{ key: 'first', limit: 1, seconds: 60 }], new Date())
    const buckets = [{ key: randomUUID(), limit: 1000, seconds: 60 }]

    proxy.freeze()
    const began = performance.now()
    const verdicts = await Promise.all(
      Array.from({ length: 50 }, () => limiter.take(buckets, new Date(), { whenAway: 'memory' })),
    )
    t.diagnostic(`50 requests answered after ${Math.round(performance.now() - began)} ms`)
    assert.ok(verdicts.every(({ allowed }) => allowed))
    assert.equal(outcomes.length, 50)
    assert.equal(limiter.isAway(), true)
    assert.ok(log.lines.some(({ level }) => level === 'error'))

    proxy.thaw()
    await eventually('PostgreSQL is used again', () => !limiter.isAway())
    assert.equal((await limiter.take(buckets, new Date())).remaining, 999)
  })
})

test('windows that ended ten minutes ago are deleted, the others are not', async (t) => {
  const url = await newPostgresDatabase()
  const database = openPostgres(url, () => {})
  const connection = new OwnConnection(url, { purpose: 'limits', answerMilliseconds, settings: countingSettings })
  t.after(() => Promise.all([connection.close(), database.close()]))
  const store = postgresWindows(connection, answerMilliseconds)
  const noon = Date.UTC(2026, 2, 2, 12)
  for (const seconds of [60, 120, 3600]) await store.count([{ key: 'caller', limit: 5, seconds }], new Date(noon))
  const left = async () =>
    (await connection.query<{ key: string }>('left', 'select key from rate_windows order by key', [])).map(
      ({ key }) => key,
    )
  assert.equal(await database.write((tx) => deleteEndedWindows(tx, new Date(noon + 659_999))), 0)
  assert.equal(await database.write((tx) => deleteEndedWindows(tx, new Date(noon + 660_000))), 1)
  assert.deepEqual(await left(), ['caller:120', 'caller:3600'])
})

const openOn = async (t: TestContext, url: string, patience = answerMilliseconds) => {
  const database = openPostgres(url, () => {})
  const log = recordedLog()
  const outcomes: string[] = []
  const limiter = await openLimiter({
    config: { redisUrl: undefined, databaseDirectUrl: url },
    isOnlyServer: false,
    log,
    onAway: (outcome) => void outcomes.push(outcome),
    answerMilliseconds: patience,
  })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= limiter.close().then(() => database.close())
    return closing
  }
  t.after(close)
  return { limiter, log, outcomes, database, close }
}

const throughProxy = async (t: TestContext, url: string) => {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  const proxy = await freezingProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  t.after(() => proxy.close())
  const proxyUrl = new URL(`postgres://127.0.0.1:${proxy.port}/${database}`)
  proxyUrl.username = user ?? ''
  proxyUrl.password = typeof password === 'string' ? password : ''
  return { proxy, proxyUrl: proxyUrl.href }
}

/** From another database of the same server. */
const asAdmin = async (url: string, work: (admin: pg.Client, name: string) => Promise<unknown>): Promise<void> => {
  const address = new URL(url)
  const name = address.pathname.slice(1)
  address.pathname = '/postgres'
  const admin = new pg.Client({ connectionString: address.href })
  await admin.connect()
  await work(admin, name).finally(() => admin.end())
}
