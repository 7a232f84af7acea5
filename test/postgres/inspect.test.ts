// seconds: 5
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inspectPostgres, warningsAboutPostgres } from '#instance/store/inspect.ts'
import type { Database } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { type Cluster, lackingBinaries, startCluster } from '../support/cluster.ts'

describe('what PostgreSQL must be like', { skip: lackingBinaries }, () => {
  let cluster: Cluster
  before(async () => {
    cluster = await startCluster({ fsync: 'on' }, ['--data-checksums'])
  })
  after(() => cluster?.close())

  const on = async <T>(url: string, look: (database: Database) => Promise<T>): Promise<T> => {
    const database = openPostgres(url, () => {})
    return look(database).finally(() => database.close())
  }

  test('a plain role that owns its database on a server that keeps its word: nothing to say', async () => {
    assert.deepEqual(await on(cluster.url, inspectPostgres), [])
    assert.deepEqual(await on(cluster.url, warningsAboutPostgres), [])
  })

  test('J9: a superuser is refused, and the sentence says how to make a plain role', async () => {
    const [refusal, ...others] = await on(cluster.superuserUrl, inspectPostgres)
    assert.match(
      refusal ?? '',
      /role postgres in DATABASE_URL is a superuser.*create role openslot.*alter database openslot owner to openslot/,
    )
    assert.deepEqual(others, [])
  })

  test('a role that may not create tables is refused', async () => {
    await cluster.query('create role guest login')
    const [refusal, ...others] = await on(cluster.url.replace('openslot@', 'guest@'), inspectPostgres)
    assert.match(
      refusal ?? '',
      /role guest may not create tables in the schema public.*alter database openslot owner to guest/,
    )
    assert.deepEqual(others, [])
  })

  for (const [setting, value] of [
    ['fsync', 'off'],
    ['full_page_writes', 'off'],
    ['synchronous_commit', 'off'],
  ] as const) {
    test(`B4: ${setting} = ${value} is refused`, async () => {
      await cluster.query(`alter system set ${setting} = ${value}`)
      await cluster.restart('fast')
      const refusals = await on(cluster.url, inspectPostgres)
      await cluster.query(`alter system reset ${setting}`)
      await cluster.restart('fast')
      assert.equal(refusals.length, 1)
      assert.match(refusals[0] ?? '', new RegExp(`${setting} = off and may lose what it has confirmed`))
      assert.deepEqual(await on(cluster.url, inspectPostgres), [])
    })
  }

  test('synchronous_commit = off for the role alone is found too', async () => {
    await cluster.query('alter role openslot set synchronous_commit = off')
    const refusals = await on(cluster.url, inspectPostgres)
    await cluster.query('alter role openslot reset synchronous_commit')
    assert.equal(refusals.length, 1)
  })

  test('a database that cannot hold every name is refused', async () => {
    await cluster.query("create database latin owner openslot encoding 'LATIN1' locale 'C' template template0")
    const refusals = await on(cluster.url.replace('/openslot?', '/latin?'), inspectPostgres)
    assert.equal(refusals.length, 1)
    assert.match(refusals[0] ?? '', /database latin has the encoding LATIN1/)
  })

  test('an old server is refused', async () => {
    // There is none to ask, so this one claims to be.
    const refusals = await on(cluster.url, (database) =>
      inspectPostgres({
        ...database,
        session: (work) =>
          database.session((session) =>
            work({
              ...session,
              query: async (text, values) =>
                (await session.query(text, values)).map((row) => ({ ...row, version: 14 })) as never,
            }),
          ),
      }),
    )
    assert.deepEqual(refusals, [
      'PostgreSQL 15 or newer is needed, and DATABASE_URL leads to 14. Upgrade the server, or use another.',
    ])
  })

  test('without data checksums there is a warning, and no refusal', async (t) => {
    const other = await startCluster({ fsync: 'on' })
    t.after(() => other.close())
    assert.deepEqual(await on(other.url, inspectPostgres), [])
    assert.match((await on(other.url, warningsAboutPostgres)).join(), /Data checksums are off/)
  })
})
