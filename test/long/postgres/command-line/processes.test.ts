// seconds: 40
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { runCommand } from '../../../support/command-line.ts'
import { newPostgresDatabase } from '../../../support/databases.ts'
import { eventually } from '../../../support/eventually.ts'
import { freePort, launch, newFolder, openslot, startService } from '../../../support/processes.ts'

const secret = 'a secret that several processes share'

const installation = async (): Promise<Readonly<Record<string, string>>> => ({
  DATABASE_URL: await newPostgresDatabase(),
  OPENSLOT_DATA: await newFolder(),
  OPENSLOT_SECRET: secret,
  PORT: String(await freePort()),
})

const newClient = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** As it was before any release touched it. */
const emptied = async (url: string): Promise<void> => {
  const client = await newClient(url)
  await client.query('drop schema public cascade; create schema public').finally(() => client.end())
}

describe('several processes on one PostgreSQL', () => {
  test('of those that start at once on an empty database, one runs and makes the first organization; the others are refused with the reason', async () => {
    const settings = await installation()
    await emptied(settings.DATABASE_URL ?? '')
    const all = await Promise.all(
      Array.from({ length: 3 }, async () =>
        launch(process.execPath, ['bin/openslot.mjs', 'start'], { ...settings, PORT: String(await freePort()) }),
      ),
    )
    await eventually('one runs and two have ended', () => {
      const ended = all.filter(({ process }) => process.exitCode !== null)
      return ended.length === 2 && all.some((service) => service.stdout().includes('openslot_pat_'))
    })
    for (const service of all.filter(({ process }) => process.exitCode !== null)) {
      assert.deepEqual([(await service.ended).code, service.stdout()], [1, ''])
      assert.match(
        service.stderr(),
        /^error: Another server process runs on this database, and openslot start must be the only one\./m,
      )
    }
    const { stdout } = await runCommand(['organization', 'list', '--json'], settings)
    assert.equal(JSON.parse(stdout).collection.length, 1)
    for (const { process } of all) process.kill('SIGTERM')
    await Promise.all(all.map(({ ended }) => ended))
  })

  test('start and serve refuse each other; serve runs beside serve, and start after a start that was killed', async () => {
    const settings = await installation()
    await runCommand(
      ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme'],
      settings,
    )
    const elsewhere = async () => ({ ...settings, PORT: String(await freePort()) })
    const both = [await startService(settings, ['serve']), await startService(await elsewhere(), ['serve'])]
    const start = await openslot(['start'], await elsewhere())
    assert.equal(start.code, 1)
    assert.match(start.stderr, /^error: Another server process runs on this database/m)
    await Promise.all(both.map((service) => service.stop()))

    const killed = await startService(settings, ['start'])
    killed.process.kill('SIGKILL')
    const only = await startService(await elsewhere(), ['start'])
    const serve = await openslot(['serve'], await elsewhere())
    assert.equal(serve.code, 1)
    assert.match(serve.stderr, /^error: openslot start runs on this database, and must be its only server process\./m)
    assert.equal((await only.stop()).code, 0)
  })

  test('a start that loses its lock, to another server or because nobody answers, says so once, goes on, and says when it has it again', async () => {
    const settings = await installation()
    await runCommand(
      ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme'],
      settings,
    )
    const service = await startService(settings, ['start'])
    const [other, admin] = await Promise.all([
      newClient(settings.DATABASE_URL ?? ''),
      newClient(settings.DATABASE_URL ?? ''),
    ])
    const cut = () =>
      admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'openslot server'",
      )
    const timesSaid = (words: string): number => service.stderr().split(words).length - 1
    const isHeldAgain = 'the server lock is held again'
    // It waits in line, and so has the lock as soon as the connection of the service is gone.
    const taken = other.query('select pg_advisory_lock(7203, 115)')
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await eventually('the other waits', async () => (await admin.query(waiting)).rows.length > 0)
    await cut()
    await taken
    const isTaken = 'another server, which cannot run beside this one, has taken it; this server goes on'
    await eventually('it says so', () => timesSaid(isTaken) > 0)
    assert.equal((await service.ask('/health/ready')).status, 200)
    await other.end()
    await eventually('it says that all is well', () => timesSaid(isHeldAgain) === 1)

    const database = new URL(settings.DATABASE_URL ?? '').pathname.slice(1)
    const outside = await newClient(process.env.OPENSLOT_TEST_POSTGRES ?? '')
    await outside.query(`alter database ${database} allow_connections false`)
    const isAway = 'the database does not respond; this process continues'
    const before = timesSaid(isAway)
    await cut()
    await eventually('it says so', () => timesSaid(isAway) > before)
    await outside.query(`alter database ${database} allow_connections true`)
    await eventually('it says that all is well', () => timesSaid(isHeldAgain) === 2)
    await Promise.all([admin.end(), outside.end()])
    assert.equal((await service.stop()).code, 0)
    assert.deepEqual([isTaken, isAway, isHeldAgain].map(timesSaid), [1, before + 1, 2], service.stderr())
  })

  test('serve and work refuse a database that is not of this release, and run on one that is', async () => {
    const settings = await installation()
    await emptied(settings.DATABASE_URL ?? '')
    for (const command of ['serve', 'work']) {
      const { code, stderr } = await openslot([command], settings)
      assert.deepEqual([code, stderr.trim()], [1, 'error: This database is empty.\ntry: openslot init --help'])
    }
    assert.equal((await runCommand(['migrate'], settings)).code, 0)
    const { stdout } = await runCommand(
      ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme', '--json'],
      settings,
    )
    const service = await startService(settings, ['serve'])
    assert.equal((await service.ask('/users/me', JSON.parse(stdout).token)).status, 200)
    assert.equal((await service.stop()).code, 0)
  })

  test('with another secret, or without the one it was made with, none starts', async () => {
    const settings = await installation()
    await runCommand(
      ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme'],
      settings,
    )
    const { OPENSLOT_SECRET: _, ...without } = settings
    for (const wrong of [without, { ...settings, OPENSLOT_SECRET: `${secret} and another` }]) {
      const { code, stdout, stderr } = await openslot(['start'], wrong)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^error: This database was made with another secret\. Set OPENSLOT_SECRET/m)
    }
    // A new one would be of no use, and look as if it were the right one.
    assert.deepEqual(await readdir(settings.OPENSLOT_DATA ?? ''), [])
  })
})

describe('a PostgreSQL that cannot be used', () => {
  test('is refused with one sentence: when it does not let us in, and when it may lose what it has confirmed', async () => {
    const settings = await installation()
    const nowhere = Object.assign(new URL(settings.DATABASE_URL ?? ''), { pathname: '/there_is_none' }).href
    const refused = await openslot(['start'], { ...settings, DATABASE_URL: nowhere })
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(
      refused.stderr,
      /^error: PostgreSQL rejected the connection: database "there_is_none" does not exist\. Check .* DATABASE_URL\.$/m,
    )

    const careless = new URL(settings.DATABASE_URL ?? '')
    careless.searchParams.set('options', '-c synchronous_commit=off')
    const unsafe = await openslot(['start'], {
      ...settings,
      DATABASE_URL: careless.href,
      OPENSLOT_ALLOW_UNSAFE_DATABASE: 'off',
    })
    assert.deepEqual([unsafe.code, unsafe.stdout], [1, ''])
    assert.match(
      unsafe.stderr,
      /^error: PostgreSQL runs with synchronous_commit = off and may lose what it has confirmed\./m,
    )
  })

  test('is waited for, and said so once; a stop meanwhile is obeyed', async () => {
    const settings = await installation()
    const port = await freePort()
    const running = launch(process.execPath, ['bin/openslot.mjs', 'start'], {
      ...settings,
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/x`,
    })
    await eventually('it says that it waits', () => running.stderr().includes('does not respond yet'))
    // Time enough for two more tries.
    await pause(1_500)
    assert.equal(running.stderr().trim().split('\n').length, 1)
    running.process.kill('SIGTERM')
    assert.equal((await running.ended).code, 0)
  })
})
