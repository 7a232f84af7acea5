// seconds: 3
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DatabaseSession } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { tidy, Upkeep } from '#platform/db/upkeep.ts'
import { newDataFolder } from '../support/databases.ts'

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
    session.run("insert into rows select n, repeat('x', 1000) from generate_series(1, 30000) n; update rows set padding = 'y'"),
  )
  const before = await database.session(statistics)
  assert.ok(before && before.dead >= 30_000 && !before.isAnalyzed && before.bytes > 32 * 1024 * 1024, JSON.stringify(before))

  const began = performance.now()
  await database.session(tidy)
  console.log(`tidied 30,000 dead rows and ${Math.round(before.bytes / 1_048_576)} MB of log in ${(performance.now() - began).toFixed(0)} ms`)
  const after = await database.session(statistics)
  assert.equal(after?.dead, 0)
  assert.equal(after?.isAnalyzed, true)
  assert.ok(after && after.bytes < 1024 * 1024, `${after?.bytes} bytes would have to be read again after a crash`)

  const quiet: string[] = []
  await database.session((session) => tidy({ ...session, run: async (script) => void quiet.push(script) }))
  assert.deepEqual(quiet, [], 'and then there is nothing to do')
})

test('it checks after every thousand writes, not before, and not twice at once', async () => {
  let looks = 0
  let end = () => {}
  const session = () => {
    looks += 1
    return new Promise<never>((_, reject) => {
      end = () => reject(new Error('the disk is full'))
    })
  }
  const failures: Error[] = []
  const upkeep = new Upkeep(session, (error) => failures.push(error))
  const write = (times: number) => {
    for (let count = 0; count < times; count += 1) upkeep.wrote()
  }
  write(999)
  assert.equal(looks, 0)
  write(1)
  assert.equal(looks, 1)
  write(2_000)
  assert.equal(looks, 1)
  end()
  await new Promise((resolve) => setImmediate(resolve))
  assert.match(String(failures), /the disk is full/)
  write(1_000)
  assert.equal(looks, 2)
  upkeep.stop()
})
