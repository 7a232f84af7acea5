// seconds: 3
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database, DatabaseSession } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { tidy, Upkeep } from '#platform/db/upkeep.ts'
import { newDataFolder } from '../../support/databases.ts'

const analyzedRows = async (database: Database): Promise<number> => {
  // Behind the upkeep, which queues like every caller.
  for (let turn = 0; turn < 5; turn += 1) await database.session((session) => session.query('select 1'))
  const [row] = await database.session((session) =>
    session.query<{ rows: number }>("select reltuples as rows from pg_class where relname = 'rows'"),
  )
  return row?.rows ?? 0
}

test('the log is cut when it has grown, and dead rows are removed', async (t) => {
  const database = await openEmbedded(await newDataFolder())
  t.after(() => database.close())
  const statistics = async (session: DatabaseSession) => {
    // The database counts in its memory first, and tells the others about once a second.
    await session.query('select pg_stat_force_next_flush()')
    const [row] = await session.query<{ dead: number; isAnalyzed: boolean; bytes: number }>(`
      select n_dead_tup as dead, last_analyze is not null as "isAnalyzed",
        (select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint from pg_control_checkpoint()) as bytes
      from pg_stat_user_tables where relname = 'rows'`)
    return row
  }

  await database.session((session) => session.run('create table rows (id integer primary key, padding text)'))
  await database.session((session) =>
    session.run(
      "insert into rows select n, repeat('x', 1000) from generate_series(1, 30000) n; update rows set padding = 'y'",
    ),
  )
  const before = await database.session(statistics)
  assert.ok(
    before && before.dead >= 30_000 && !before.isAnalyzed && before.bytes > 32 * 1024 * 1024,
    JSON.stringify(before),
  )

  const began = performance.now()
  await database.session(tidy)
  console.log(
    `tidied 30,000 dead rows and ${Math.round(before.bytes / 1_048_576)} MB of log in ${(performance.now() - began).toFixed(0)} ms`,
  )
  const after = await database.session(statistics)
  assert.equal(after?.dead, 0)
  assert.equal(after?.isAnalyzed, true)
  assert.ok(after && after.bytes < 1024 * 1024, `${after?.bytes} bytes would have to be read again after a crash`)

  const quiet: string[] = []
  await database.session((session) => tidy({ ...session, run: async (script) => void quiet.push(script) }))
  assert.deepEqual(quiet, [], 'and then there is nothing to do')
})

test('a table has statistics after its first tens of rows', async (t) => {
  const database = await openEmbedded(await newDataFolder())
  t.after(() => database.close())
  await database.session((session) => session.run('create table rows (id integer primary key)'))
  const add = () => database.write((tx) => sql`insert into rows select count(*) + 1 from rows`.execute(tx))
  for (let write = 0; write < 50; write += 1) await add()
  assert.equal(await analyzedRows(database), -1, 'fifty rows need none')
  for (let write = 0; write < 51; write += 1) await add()
  assert.ok((await analyzedRows(database)) > 50)
})

test('what a restore filled has statistics after the first write of the next start', async (t) => {
  const folder = await newDataFolder()
  const before = await openEmbedded(folder)
  await before.session((session) => session.run('create table rows as select n as id from generate_series(1, 3000) n'))
  await before.close()
  const database = await openEmbedded(folder)
  t.after(() => database.close())
  await database.write((tx) => sql`insert into rows values (3001)`.execute(tx))
  assert.equal(await analyzedRows(database), 3001)
})

test('it checks with the first write, then after every fifty, and not twice at once', async () => {
  let checks = 0
  let end = () => {}
  const session = () => {
    checks += 1
    return new Promise<never>((_, reject) => {
      end = () => reject(new Error('the disk is full'))
    })
  }
  const failures: Error[] = []
  const upkeep = new Upkeep(session, (error) => failures.push(error))
  const write = (times: number) => {
    for (let count = 0; count < times; count += 1) upkeep.wrote()
  }
  write(1)
  assert.equal(checks, 1)
  write(200)
  assert.equal(checks, 1)
  end()
  await new Promise((resolve) => setImmediate(resolve))
  assert.match(String(failures), /the disk is full/)
  write(1)
  assert.equal(checks, 2)
  end()
  await new Promise((resolve) => setImmediate(resolve))
  write(49)
  assert.equal(checks, 2)
  write(1)
  assert.equal(checks, 3)
  upkeep.stop()
})
