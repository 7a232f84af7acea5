// seconds: 40
import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import pg from 'pg'
import { findReplica } from '#instance/store/inspect.ts'
import { countOrganizations } from '#organizations/index.ts'
import { inspectPooling } from '#platform/db/pooler.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { aMember } from '../../support/cast.ts'
import { lackingBinaries, startCluster } from '../../support/cluster.ts'
import { runCommand } from '../../support/command-line.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { startPgbouncer } from '../../support/pgbouncer.ts'
import { freePort, newFolder, openslot } from '../../support/processes.ts'
import { assertTally, aType, booking, open, slot, startWorld, timed } from '../../support/races.ts'
import { lacking } from '../../support/requirements.ts'

describe('PgBouncer in transaction mode between us and PostgreSQL', { skip: lacking('packages') }, () => {
  let url: string
  let through: string

  before(async () => {
    url = await newPostgresDatabase()
    through = await startPgbouncer(url)
  })

  test('is noticed by the start and by every command that migrates, which says what to set', async () => {
    const settings = { DATABASE_URL: through, PORT: String(await freePort()), OPENSLOT_DATA: await newFolder() }
    for (const words of [
      ['start'],
      ['migrate'],
      ['init', '--email', 'owner@example.com', '--name', 'Owner', '--organization', 'Example', '--timezone', 'UTC'],
    ]) {
      const { code, stderr } = await openslot(words, settings)
      assert.equal(code, 1, words[0])
      assert.match(
        stderr,
        /DATABASE_URL leads through a pooler .* Set OPENSLOT_DATABASE_DIRECT_URL to the address of PostgreSQL itself/,
      )
    }
    assert.deepEqual(await inspectPooling(url, url), [])
  })

  test('is noticed by restore and by move, before anything is written', async () => {
    const elsewhere = { OPENSLOT_DATA: await newFolder(), DATABASE_URL: await newPostgresDatabase() }
    const backup = join(await newFolder(), 'all.backup')
    const founding = [
      'init',
      '--email',
      'owner@example.com',
      '--name',
      'Owner',
      '--organization',
      'Example',
      '--timezone',
      'UTC',
    ]
    for (const words of [founding, ['backup', '--to', backup]])
      assert.equal((await runCommand(words, elsewhere)).code, 0)
    const restored = await runCommand(['restore', '--from', backup], { ...elsewhere, DATABASE_URL: through })
    assert.equal(restored.code, 1, restored.stdout)
    assert.match(
      restored.stderr,
      /DATABASE_URL leads through a pooler .* Set OPENSLOT_DATABASE_DIRECT_URL to the address of PostgreSQL itself/,
    )
    const moved = await runCommand(['move', '--to', through], elsewhere)
    assert.equal(moved.code, 1, moved.stdout)
    assert.match(moved.stderr, /--to leads through a pooler\. Give the address of PostgreSQL itself\./)
    const database = openPostgres(url, () => {})
    assert.equal(await countOrganizations(database.reader).finally(() => database.close()), 0)
  })

  test('is noticed as well when it hands out its connections in turn', async () => {
    const inTurn = await startPgbouncer(url, { server_round_robin: 1, default_pool_size: 2, min_pool_size: 2 })
    await fillPool(inTurn)
    assert.match(
      (await inspectPooling(inTurn, inTurn)).join(),
      /^DATABASE_URL leads through a pooler that lends connections for a transaction/,
    )
  })

  test('lending connections for a session, it is refused where it drops our settings', async () => {
    const ofSessions = await startPgbouncer(url, { pool_mode: 'session' })
    assert.match(
      (await inspectPooling(ofSessions, ofSessions)).join(),
      /^The pooler does not pass on our settings.* alter role \S+ set lock_timeout = '2000ms'/,
    )
  })

  test('with a direct address that is a pooler too, or another database, the start is refused', async () => {
    assert.match(
      (await inspectPooling(through, `${through}?application_name=other`)).join(),
      /^OPENSLOT_DATABASE_DIRECT_URL leads through a pooler/,
    )
    assert.match(
      (await inspectPooling(through, await newPostgresDatabase())).join(),
      /^OPENSLOT_DATABASE_DIRECT_URL leads to another database/,
    )
  })

  test('that is set up in a way in which requests would fail now and then is refused, and the sentence says what to set there', async () => {
    const ofStatements = await startPgbouncer(url, { pool_mode: 'statement' })
    assert.match(
      (await inspectPooling(ofStatements, url)).join(),
      /^DATABASE_URL leads through a pooler that lends .* Set pool_mode = transaction/,
    )
    const forgetful = await startPgbouncer(url, { max_prepared_statements: 0 })
    assert.match(
      (await inspectPooling(forgetful, url))[0] ?? '',
      /prepared statements.* Set max_prepared_statements = 500/,
    )
    const strict = await startPgbouncer(url, { ignore_startup_parameters: '' })
    for (const direct of [{ OPENSLOT_DATABASE_DIRECT_URL: url }, {}]) {
      const settings = {
        DATABASE_URL: strict,
        ...direct,
        PORT: String(await freePort()),
        OPENSLOT_DATA: await newFolder(),
      }
      const { code, stderr } = await openslot(['start'], settings)
      assert.equal(code, 1)
      assert.match(
        stderr,
        /does not take our settings: unsupported startup parameter.* Give it ignore_startup_parameters = options,/,
      )
    }
  })

  test('in front of a replica is refused as well where it drops our settings', { skip: lackingBinaries }, async () => {
    const cluster = await startCluster()
    const standby = await cluster.startStandby()
    const database = openPostgres(cluster.url, () => {})
    try {
      // PgBouncer runs as another user.
      await chmod(new URL(standby.url).searchParams.get('host') ?? '', 0o755)
      const found = await findReplica(database, { databaseReplicaUrl: await startPgbouncer(standby.url) })
      assert.match(
        JSON.stringify(found),
        /OPENSLOT_DATABASE_REPLICA_URL: The pooler does not pass on our settings.* alter role openslot set lock_timeout/,
      )
      assert.equal((await findReplica(database, { databaseReplicaUrl: standby.url }))?.kind, 'follows')
    } finally {
      await database.close()
      await standby.close()
      await cluster.close()
    }
  })

  test('the settings that it does not pass on are named as statements, and once the role has them, all is well', async () => {
    const [sentence = ''] = await inspectPooling(through, url)
    const statements = /Run: (.*)\. Then restart/.exec(sentence)?.[1]?.split('; ') ?? []
    assert.ok(
      statements.some((statement) => /^alter role \S+ set lock_timeout = '2000ms'$/.test(statement)),
      sentence,
    )
    // For this database alone: other tests use the same role.
    const database = new URL(url).pathname.slice(1)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const statement of statements)
      await client.query(statement.replace(/^alter role (\S+) set/, `alter role $1 in database ${database} set`))
    await client.end()
    through = await startPgbouncer(url)
    assert.deepEqual(await inspectPooling(through, url), [])
  })

  test('two hundred requests for one time through it: one books, and limits count every request once', async () => {
    const pooled = { DATABASE_URL: through, OPENSLOT_DATABASE_DIRECT_URL: url }
    const world = await startWorld({ servers: 2, url, settings: pooled })
    try {
      const host = await aMember(world.app, world.owner)
      const type = await aType(world, host, open())
      const replies = await timed(
        'through PgBouncer',
        world,
        Array.from({ length: 200 }, () => booking(type, slot(0, 30), host)),
      )
      assert.equal(replies.filter(({ status }) => status < 300).length, 1)
      const many = await timed(
        'different times through PgBouncer',
        world,
        Array.from({ length: 400 }, (_, index) => booking(type, slot(index + 1, 30), host)),
      )
      assertTally(many, { 200: 400 })
      await world.check()
    } finally {
      await world.stop()
    }
    const limited = await startWorld({
      servers: 2,
      url,
      settings: { ...pooled, OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '50' },
    })
    try {
      const member = await aMember(limited.app, limited.owner)
      const replies = await limited.race(
        Array.from({ length: 120 }, () => ({ address: 'GET /users/me', token: member.token })),
      )
      // Within one minute, or at the turn of two.
      const answered = replies.filter(({ status }) => status === 200).length
      assert.ok(answered === 50 || answered === 100, `${answered} were answered`)
    } finally {
      await limited.stop()
    }
  })
})

/** Until it has two connections. */
const fillPool = async (url: string): Promise<void> => {
  const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  for (const client of clients) {
    await client.connect()
    await client.query('begin')
  }
  for (const client of clients) {
    await client.query('rollback')
    await client.end()
  }
}
