// seconds: 7
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { DatabaseAway } from '#platform/db/faults.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { raw } from '../../support/raw.ts'

let database: Database

before(async () => {
  database = openPostgres(await newPostgresDatabase(), () => {})
  await database.session((session) =>
    session.run(
      'create schema trial; create table trial.rows (id integer primary key, n integer not null default 0); insert into trial.rows values (1), (2)',
    ),
  )
})
after(() => database.close())

const causeOf = (error: unknown): unknown => {
  assert.ok(error instanceof DatabaseAway, `refused with: ${error}`)
  return (error.cause as { code?: unknown }).code
}

test('D6: a read that takes too long is canceled, and it alone', async () => {
  const slow = raw(database.reader, sql`select pg_sleep(60)`).then(() => assert.fail('not canceled'), causeOf)
  const others = await Promise.all(
    Array.from({ length: 50 }, (_, index) => raw(database.reader, sql`select ${index}::integer as place`)),
  )
  assert.deepEqual(
    others,
    others.map((_, index) => [{ place: index }]),
  )
  assert.equal(await slow, '57014')
  assert.deepEqual(await raw(database.reader, sql`select 1 as one`), [{ one: 1 }])
})

test('D6: while slow reads are under way, those that come later pass them', async () => {
  const order: string[] = []
  const slow = Promise.all(
    [1, 2].map(() => raw(database.reader, sql`select pg_sleep(4)`).then(() => order.push('slow'))),
  )
  // Longer than the patience of a pipeline: by now both have one in front that stands still.
  await pause(300)
  for (let round = 0; round < 10; round += 1)
    await Promise.all(
      Array.from({ length: 20 }, () => raw(database.reader, sql`select 1`).then(() => order.push('quick'))),
    )
  await slow
  assert.deepEqual(order, [...Array<string>(200).fill('quick'), 'slow', 'slow'])
})

test('D6: one row locked for long: who wants it is refused in time, and all others are served', async (t) => {
  let letGo = () => {}
  const done = new Promise<void>((resolve) => {
    letGo = resolve
  })
  t.after(() => letGo())
  const holding = database.write(async (tx) => {
    await raw(tx, sql`update trial.rows set n = n + 1 where id = 1`)
    await done
  })
  await eventually(
    'the row is locked',
    async () =>
      (
        await raw(
          database.reader,
          sql`select from pg_locks where relation = 'trial.rows'::regclass and mode = 'RowExclusiveLock'`,
        )
      ).length > 0,
  )
  const began = performance.now()
  const waiting = database
    .write((tx) => raw(tx, sql`update trial.rows set n = n + 1 where id = 1`))
    .then(() => assert.fail('it was locked'), causeOf)
  for (let round = 0; round < 20; round += 1)
    await database.write((tx) => raw(tx, sql`update trial.rows set n = n + 1 where id = 2`))
  console.log(`20 writes beside the lock: ${(performance.now() - began).toFixed(0)} ms`)
  assert.equal(await waiting, '55P03')
  console.log(`refused after ${(performance.now() - began).toFixed(0)} ms`)
  letGo()
  await holding
  assert.deepEqual(await raw(database.reader, sql`select id, n from trial.rows order by id`), [
    { id: 1, n: 1 },
    { id: 2, n: 20 },
  ])
})

describe('with every connection for transactions taken', () => {
  test('D6: a write is refused in time, a read is served, and the count is shown', async (t) => {
    let letGo = () => {}
    const done = new Promise<void>((resolve) => {
      letGo = resolve
    })
    t.after(() => letGo())
    let held = 0
    const holding = Promise.all(
      Array.from({ length: 10 }, () =>
        database.write(async () => {
          held += 1
          await done
        }),
      ),
    )
    await eventually('all are taken', () => held === 10)
    const began = performance.now()
    const waiting = Promise.all(
      Array.from({ length: 5 }, () =>
        assert.rejects(
          database.write(async () => {}),
          DatabaseAway,
        ),
      ),
    )
    assert.deepEqual(database.pressure(), { busy: 10, idle: 0, waiting: 5 })
    assert.deepEqual(await raw(database.reader, sql`select 1 as one`), [{ one: 1 }])
    await waiting
    console.log(`five refused after ${(performance.now() - began).toFixed(0)} ms`)
    letGo()
    await holding
    await database.write(async () => {})
    assert.equal(database.pressure().busy, 0)
  })
})

test('a read cannot write, whatever it is made of', async () => {
  const sneaky = raw(
    database.reader,
    sql`with written as (insert into trial.rows values (9) returning id) select id from written`,
  )
  assert.equal(await sneaky.then(() => assert.fail('it wrote'), causeOf), '25006')
  assert.deepEqual(await raw(database.reader, sql`select id from trial.rows where id = 9`), [])
})

test('two transactions that lock each other: both are done in the end', async () => {
  let atOnce = 0
  const both = Promise.all(
    [
      [1, 2],
      [2, 1],
    ].map(([first, second]) => {
      let isFirstTime = true
      return database.write(async (tx) => {
        await raw(tx, sql`update trial.rows set n = n + 1 where id = ${first}`)
        if (isFirstTime) {
          isFirstTime = false
          atOnce += 1
          await eventually('both have their first row', () => atOnce === 2)
        }
        await raw(tx, sql`update trial.rows set n = n + 1 where id = ${second}`)
      })
    }),
  )
  await both
  assert.deepEqual(await raw(database.reader, sql`select id, n from trial.rows order by id`), [
    { id: 1, n: 3 },
    { id: 2, n: 22 },
  ])
})

test('what the role or the database is set to does not change how values are read', async (t) => {
  const url = await newPostgresDatabase()
  const setting = openPostgres(url, () => {})
  await setting.session(async (session) => {
    const [row] = await session.query<{ name: string }>('select current_database() as name')
    for (const wrong of ["timezone = 'Asia/Kolkata'", "datestyle = 'German'", "bytea_output = 'escape'"])
      await session.run(`alter database ${row?.name} set ${wrong}`)
  })
  await setting.close()
  const other = openPostgres(
    `${url}&options=${encodeURIComponent('-c timezone=America/New_York -c work_mem=8MB')}`,
    () => {},
  )
  t.after(() => other.close())
  const query = sql`select timestamptz '2026-01-14 09:12:44.018+00' as instant, '\\x00ff'::bytea as bytes, current_setting('work_mem') as work_mem`
  const expected = [{ instant: new Date('2026-01-14T09:12:44.018Z'), bytes: Buffer.from([0, 255]), work_mem: '8MB' }]
  assert.deepEqual(await raw(other.reader, query), expected)
  assert.deepEqual(await other.write((tx) => raw(tx, query)), expected)
})
