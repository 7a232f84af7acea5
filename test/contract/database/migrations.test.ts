import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Database } from '#platform/db/database.ts'
import { type Migration, MigrationFailed, migrate, readMigrations, SchemaTooNew } from '#platform/db/migrate.ts'
import { openTestDatabase } from '../../support/databases.ts'

/** As good as an empty database: its sessions see only a schema of their own. */
const emptyDatabase = async (): Promise<Database> => {
  const database = await openTestDatabase()
  const schema = `empty_${randomBytes(4).toString('hex')}`
  await database.session((session) => session.run(`create schema ${schema}`))
  return {
    ...database,
    session: (work) =>
      database.session(async (session) => {
        await session.run(`set search_path to ${schema}`)
        return work(session).finally(() => session.run('set search_path to default'))
      }),
  }
}

const first: Migration = {
  version: 1,
  name: 'first',
  script: "create table names (name text); insert into names values ('first')",
}
const second: Migration = {
  version: 2,
  name: 'second',
  script: "insert into names values ('second') -- and no semicolon",
}
const broken: Migration = {
  version: 3,
  name: 'broken',
  script: "insert into names values ('broken'); create table half (id integer); insert into nowhere values (1)",
}

const namesIn = (database: Database) =>
  database.session(async (session) =>
    (await session.query<{ name: string }>('select name from names order by name')).map(({ name }) => name),
  )

test('what is missing is applied in order, and a second time there is nothing to do', async () => {
  const database = await emptyDatabase()
  assert.deepEqual(await migrate(database, [first]), { applied: ['0001_first'] })
  assert.deepEqual(await migrate(database, [first, second]), { applied: ['0002_second'] })
  assert.deepEqual(await migrate(database, [first, second]), { applied: [] })
  assert.deepEqual(await namesIn(database), ['first', 'second'])
})

test('one that fails leaves nothing behind and is named; those before it stay, and those after it wait', async () => {
  const database = await emptyDatabase()
  const never: Migration = { version: 4, name: 'never', script: "insert into names values ('never')" }
  await assert.rejects(migrate(database, [first, second, broken, never]), (error) => {
    assert.ok(error instanceof MigrationFailed)
    assert.match(error.message, /0003_broken failed and was rolled back: .*nowhere/)
    return true
  })
  assert.deepEqual(await namesIn(database), ['first', 'second'])
  const halves = await database.session((session) => session.query("select to_regclass('half') is null as gone"))
  assert.deepEqual(halves, [{ gone: true }])
  const repaired = { ...broken, script: "insert into names values ('repaired')" }
  assert.deepEqual(await migrate(database, [first, second, repaired]), { applied: ['0003_broken'] })
})

test('a schema that is newer than this release is refused with a sentence, and nothing is applied', async () => {
  const database = await emptyDatabase()
  await migrate(database, [first, second])
  const older: Migration[] = [{ ...first, version: 0, name: 'other' }, first]
  await assert.rejects(migrate(database, older), (error) => {
    assert.ok(error instanceof SchemaTooNew)
    assert.match(
      error.message,
      /schema version 2, but this release of Openslot supports only 1\. Start the newer release/,
    )
    return true
  })
  assert.deepEqual(await namesIn(database), ['first', 'second'])
})

test('a migration gives up its wait for a lock after a second, but may itself take its time', async () => {
  const database = await emptyDatabase()
  await migrate(database, [
    {
      version: 1,
      name: 'settings',
      script:
        "create table settings as select current_setting('lock_timeout') as lock_timeout, current_setting('statement_timeout') as statement_timeout",
    },
  ])
  assert.deepEqual(await database.session((session) => session.query('select * from settings')), [
    { lock_timeout: '1s', statement_timeout: '0' },
  ])
})

test('the files of this release have a version each, without gaps', async () => {
  const migrations = await readMigrations()
  assert.ok(migrations.length > 0)
  assert.deepEqual(
    migrations.map(({ version }) => version),
    migrations.map((_, index) => index + 1),
  )
})
