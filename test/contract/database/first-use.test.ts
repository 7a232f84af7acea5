import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../support/databases.ts'
import { raw } from '../../support/raw.ts'
import { trialWith } from '../../support/trial.ts'

test('a statement whose first use failed works afterwards, one after the other and at once', async () => {
  const { reader, write } = await openTestDatabase()
  const divided = (by: number) => sql<{ result: number }>`select 12 / ${by}::integer as result, 'first use' as what`
  const results = async (by: number[]) =>
    (await Promise.allSettled(by.map((one) => raw(reader, divided(one))))).map((settled) =>
      settled.status === 'fulfilled' ? settled.value[0]?.result : 'failed',
    )
  for (let round = 0; round < 4; round += 1) assert.deepEqual(await results([0]), ['failed'])
  assert.deepEqual(await results([3]), [4])
  assert.deepEqual(await results([0, 2, 0, 3, 0, 4]), ['failed', 6, 'failed', 4, 'failed', 3])
  assert.deepEqual(await results([6, 12]), [2, 1])

  // In one transaction that goes on after a savepoint.
  const inTransaction = await write(async (tx) => {
    await raw(tx, sql`savepoint before`)
    await assert.rejects(raw(tx, sql`select 24 / ${0}::integer as result`))
    await raw(tx, sql`rollback to savepoint before`)
    return raw(tx, sql<{ result: number }>`select 24 / ${2}::integer as result`)
  })
  assert.deepEqual(inTransaction, [{ result: 12 }])
})

test('a statement on a table that is made later works then', async () => {
  const trial = await trialWith({ things: 'id integer primary key' })
  const named = `${trial.name('things')}_later`
  const count = () =>
    raw(trial.database.reader, sql<{ count: number }>`select count(*)::integer as count from ${sql.raw(named)}`)
  for (let round = 0; round < 4; round += 1) await assert.rejects(count())
  await trial.database.session((session) => session.run(`create table ${named} (id integer)`))
  for (let round = 0; round < 4; round += 1) assert.deepEqual(await count(), [{ count: 0 }])
})

test('a statement that the server did not understand is prepared when it is used again, in the same transaction', async () => {
  const trial = await trialWith({ things: 'id integer primary key' })
  const named = `${trial.name('things')}_soon`
  let attempts = 0
  const counted = await trial.database.write(async (tx) => {
    attempts += 1
    const count = () => raw(tx, sql<{ count: number }>`select count(*)::integer as count from ${sql.raw(named)}`)
    await raw(tx, sql`savepoint before`)
    await assert.rejects(count())
    await raw(tx, sql`rollback to savepoint before`)
    await raw(tx, sql`create table ${sql.raw(named)} (id integer)`)
    return count()
  })
  assert.deepEqual([counted, attempts], [[{ count: 0 }], 1])
})
