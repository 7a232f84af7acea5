import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import { raw } from '../../support/raw.ts'
import { type Trial, trialWith } from '../../support/trial.ts'

let trial: Trial

before(async () => {
  trial = await trialWith({
    seats: 'number integer primary key, taken_by text not null, pair integer unique deferrable initially deferred',
    accounts: 'id integer primary key, balance integer not null check (balance >= 0)',
  })
})

const take = (tx: Tx, number: number, takenBy = 'somebody', pair: number | null = null) =>
  raw(tx, sql`insert into ${trial.table('seats')} (number, taken_by, pair) values (${number}, ${takenBy}, ${pair})`)

const takenSeats = async (from: number, to: number): Promise<number[]> => {
  const rows = await raw(
    trial.database.reader,
    sql<{
      number: number
    }>`select number from ${trial.table('seats')} where number between ${from} and ${to} order by number`,
  )
  return rows.map(({ number }) => number)
}

test('what is thrown in a transaction is thrown on, and nothing is kept', async () => {
  const mine = new Error('changed my mind')
  const failing = trial.database.write(async (tx) => {
    await take(tx, 1)
    throw mine
  })
  await assert.rejects(failing, mine)
  assert.deepEqual(await takenSeats(1, 1), [])
})

test('a commit that the database refuses is an error, and nothing is kept', async () => {
  const failing = trial.database.write(async (tx) => {
    await take(tx, 10, 'first', 5)
    await take(tx, 11, 'second', 5)
  })
  await assert.rejects(failing)
  assert.deepEqual(await takenSeats(10, 11), [])
})

test('a statement that failed and whose error was caught cannot end in a commit', async () => {
  await trial.database.write((tx) => take(tx, 20))
  const failing = trial.database.write(async (tx) => {
    await take(tx, 21)
    await take(tx, 20).catch(() => {})
  })
  await assert.rejects(failing, /Nothing was committed/)
  assert.deepEqual(await takenSeats(20, 21), [20])
})

test('a read during a transaction does not see what is not committed yet', async () => {
  const seen: Promise<number[]>[] = []
  await trial.database
    .write(async (tx) => {
      await take(tx, 30)
      // Not awaited in here: on the embedded database they have their turn when this is over.
      seen.push(takenSeats(30, 31))
      await nextTurn()
      await take(tx, 31)
      if (trial.database.kind === 'postgres') assert.deepEqual(await seen[0], [])
      throw new Error('none of it happened')
    })
    .catch(() => {})
  for (const numbers of await Promise.all(seen)) assert.deepEqual(numbers, [])
  assert.deepEqual(await takenSeats(30, 31), [])
})

describe('errors', () => {
  const mistakes: readonly [string, () => Promise<unknown>][] = [
    ['a unique violation', () => trial.database.write((tx) => take(tx, 50).catch(() => {}))],
    ['a syntax error', () => raw(trial.database.reader, sql`selec 1`)],
    ['a division by zero', () => raw(trial.database.reader, sql`select 1 / ${0}::integer`)],
    [
      'a table that is not there',
      () => trial.database.write((tx) => raw(tx, sql`select * from ${trial.table('nowhere')}`)),
    ],
    ['a value that cannot be read', () => raw(trial.database.reader, sql`select timestamptz 'infinity' as instant`)],
    [
      'a parameter that cannot be sent',
      () => raw(trial.database.reader, sql`select ${{ toPostgres: () => assert.fail('not sent') }}::text`),
    ],
  ]

  test('300 in a row leave the connections well', async () => {
    await trial.database.write((tx) => take(tx, 50))
    for (let round = 0; round < 50; round += 1) {
      for (const [name, make] of mistakes) await assert.rejects(make(), `${name} must fail`)
    }
    assert.deepEqual(await takenSeats(50, 50), [50])
    await trial.database.write((tx) => take(tx, 51))
    assert.deepEqual(await takenSeats(50, 51), [50, 51])
  })

  test('each hits its own caller only, of many that are under way at once', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        raw(
          trial.database.reader,
          sql<{
            answer: number
          }>`select ${1000}::integer / ${index % 4}::integer as answer, ${index}::integer as place`,
        ),
      ),
    )
    answers.forEach((answer, index) => {
      if (index % 4 === 0) assert.equal(answer.status === 'rejected' && answer.reason.code, '22012', `number ${index}`)
      else
        assert.deepEqual(answer.status === 'fulfilled' && answer.value, [
          { answer: Math.trunc(1000 / (index % 4)), place: index },
        ])
    })
  })
})

test('600 mixed operations, 24 at a time: money moves, and the sum is right to the last', async () => {
  const accounts = trial.table('accounts')
  await trial.database.write((tx) =>
    raw(tx, sql`insert into ${accounts} select number, 100 from generate_series(1, 8) number`),
  )
  const move = (from: number, to: number, amount: number) =>
    trial.database.write(async (tx) => {
      // In the same order everywhere, so that no two wait for each other.
      await raw(tx, sql`select from ${accounts} where id in (${from}, ${to}) order by id for update`)
      await raw(tx, sql`update ${accounts} set balance = balance + ${amount} where id = ${to}`)
      await raw(tx, sql`update ${accounts} set balance = balance - ${amount} where id = ${from}`)
    })
  const sum = async () =>
    (await raw(trial.database.reader, sql<{ sum: number }>`select sum(balance)::bigint as sum from ${accounts}`))[0]
      ?.sum
  const outcomes = { moved: 0, refused: 0, summed: 0 }
  const operate = async (index: number): Promise<keyof typeof outcomes> => {
    if (index % 3 === 0) {
      assert.equal(await sum(), 800, 'a read never sees half a transfer')
      return 'summed'
    }
    try {
      await move(1 + (index % 8), 1 + ((index * 5 + 3) % 8), 1 + (index % 60))
      return 'moved'
    } catch (error) {
      assert.equal((error as { code?: string }).code, '23514', String(error))
      return 'refused'
    }
  }
  const began = performance.now()
  const places = Array.from({ length: 600 }, (_, index) => index)
  const worker = async () => {
    for (let place = places.shift(); place !== undefined; place = places.shift()) outcomes[await operate(place)] += 1
  }
  await Promise.all(Array.from({ length: 24 }, worker))
  console.log(
    `600 operations on ${trial.database.kind}: ${(performance.now() - began).toFixed(0)} ms, ${JSON.stringify(outcomes)}`,
  )
  assert.equal(outcomes.summed, 200)
  assert.equal(outcomes.moved + outcomes.refused, 400)
  assert.ok(outcomes.moved > 0 && outcomes.refused > 0, 'both kinds were among them')
  assert.equal(await sum(), 800)
})

test('a statement whose table changed since it was prepared still works, alone and in a transaction', async () => {
  const changing = await trialWith({ changing: 'id integer' })
  const table = changing.table('changing')
  const read = () => raw(changing.database.reader, sql`select * from ${table}`)
  const readInTransaction = () => changing.database.write((tx) => raw(tx, sql`select * from ${table} as t`))
  await changing.database.write((tx) => raw(tx, sql`insert into ${table} values (1)`))
  // Often enough that every connection has prepared it.
  await Promise.all(Array.from({ length: 30 }, () => Promise.all([read(), readInTransaction()])))
  await changing.database.write((tx) => raw(tx, sql`alter table ${table} add column name text default 'new'`))
  const answers = await Promise.all(Array.from({ length: 30 }, () => Promise.all([read(), readInTransaction()])))
  for (const answer of answers.flat()) assert.deepEqual(answer, [{ id: 1, name: 'new' }])
})
