// seconds: 6
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Migration, migrate } from '#platform/db/migrate.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { openProgram } from '../../support/programs.ts'
import { raw } from '../../support/raw.ts'

/** A database whose sessions begin in a schema of their own, as if it were empty. */
const emptyPostgres = async (): Promise<string> => {
  const url = await newPostgresDatabase()
  const database = openPostgres(url, () => {})
  await database.session((session) => session.run('create schema empty'))
  await database.close()
  return `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c search_path=empty')}`
}

test('eight processes migrate at once: each file is applied once, by one of them', async (t) => {
  const url = await emptyPostgres()
  const program = openProgram('test/support/migrating-process.ts')
  t.after(() => program.close())
  const processes = Array.from({ length: 8 }, () => program.start(url))
  await Promise.all(processes.map((running) => running.hear()))

  // Slow enough that all of them are there before the first is done; and neither would stand being applied twice.
  const migrations: Migration[] = [1, 2, 3].map((version) => ({
    version,
    name: 'slow',
    script: `create table t${version} (); select pg_sleep(0.2)`,
  }))
  const answers = processes.map((running) => running.hear<{ applied: string[] }>())
  for (const running of processes) running.send(migrations)
  const applied = (await Promise.all(answers)).map((answer) => answer.applied)

  assert.deepEqual(
    applied.flat().sort(),
    migrations.map(({ version }) => `000${version}_slow`),
  )
  assert.equal(applied.filter((files) => files.length === 0).length, 7)
})

test('a migration that waits for a lock lets readers pass, and gets its turn when the lock is free', async (t) => {
  const database = openPostgres(await emptyPostgres(), () => {})
  t.after(() => database.close())
  await migrate(database, [{ version: 1, name: 'first', script: 'create table busy (id integer)' }])

  let letGo = () => {}
  const readerPassed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const isWaiting = async (mode: string, granted: boolean): Promise<boolean> => {
    const locks = await raw(
      database.reader,
      sql`select from pg_locks where relation = 'busy'::regclass and mode = ${mode} and granted = ${granted}`,
    )
    return locks.length > 0
  }
  const holding = database.write(async (tx) => {
    await raw(tx, sql`lock table busy in row exclusive mode`)
    await readerPassed
  })
  await eventually('a transaction holds the table', () => isWaiting('RowExclusiveLock', true))
  const migrating = migrate(database, [
    { version: 1, name: 'first', script: '' },
    { version: 2, name: 'second', script: 'alter table busy add column name text' },
  ])
  await eventually('the migration waits for it', () => isWaiting('AccessExclusiveLock', false))
  // It now stands behind the migration, for as long as that waits; its own patience ends after two seconds.
  assert.deepEqual(await raw(database.reader, sql`select id from busy`), [])
  letGo()
  await holding
  assert.deepEqual(await migrating, { applied: ['0002_second'] })
})
