import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import { isRefusedStatement } from '#platform/db/faults.ts'
import type { CommitTiming } from '#platform/db/last-statement.ts'
import { preparedTexts } from '#platform/db/prepared.ts'
import { raw } from '../../support/raw.ts'
import { type Trial, trialWith } from '../../support/trial.ts'

let trial: Trial

before(async () => {
  trial = await trialWith({ seats: 'number integer primary key, pair integer unique deferrable initially deferred' })
})

const inserts = preparedTexts<{ number: number; pair: number }, unknown>()

/** Fails by itself where the pair is zero. */
const takeLast = (tx: Tx, number: number, pair = number, commit: CommitTiming = 'with_last_statement') =>
  inserts.runLast(tx, commit, '', { number, pair }, (given) => ({
    compile: () =>
      sql`with taken as (insert into ${trial.table('seats')} (number, pair) values (${given.number}, ${given.pair}) returning pair)
        select refuse_statement() from taken where pair = 0`.compile(tx),
  }))

const take = (tx: Tx, number: number) => raw(tx, sql`insert into ${trial.table('seats')} (number) values (${number})`)

const isTaken = async (number: number): Promise<boolean> =>
  (await raw(trial.database.reader, sql`select from ${trial.table('seats')} where number = ${number}`)).length === 1

describe('the last statement of a transaction that ends with its work', () => {
  test('takes the commit along, alone and after others', async () => {
    await trial.database.write((tx) => takeLast(tx, 1))
    await trial.database.write(async (tx) => {
      await take(tx, 2)
      await takeLast(tx, 3)
    })
    assert.deepEqual(await Promise.all([1, 2, 3].map(isTaken)), [true, true, true])
  })

  test('is the last: later statements are refused, and its effect stays', async () => {
    const late = trial.database.write(async (tx) => {
      await takeLast(tx, 10)
      await take(tx, 11)
    })
    await assert.rejects(late, /The transaction has ended/)
    assert.deepEqual(await Promise.all([10, 11].map(isTaken)), [true, false])
  })

  test('keeps nothing where it fails by itself, also of what came before', async () => {
    for (let again = 0; again < 20; again += 1) {
      const refused = trial.database.write(async (tx) => {
        await take(tx, 20)
        await takeLast(tx, 21, 0)
      })
      await assert.rejects(refused, isRefusedStatement)
    }
    assert.deepEqual(await Promise.all([20, 21].map(isTaken)), [false, false])
    await trial.database.write((tx) => takeLast(tx, 20))
    assert.equal(await isTaken(20), true)
  })

  test('whose error is caught cannot end in a commit', async () => {
    const caught = trial.database.write(async (tx) => {
      await take(tx, 30)
      await takeLast(tx, 31, 0).catch(() => {})
    })
    await assert.rejects(caught, /Nothing was committed/)
    assert.deepEqual(await Promise.all([30, 31].map(isTaken)), [false, false])
  })

  test('is an error where the database refuses the commit', async () => {
    await trial.database.write((tx) => takeLast(tx, 40, 7))
    await assert.rejects(trial.database.write((tx) => takeLast(tx, 41, 7)))
    assert.equal(await isTaken(41), false)
  })
})

test('with more work after it, its last statement is an ordinary one', async () => {
  const changed = trial.database.write(async (tx) => {
    await takeLast(tx, 50, 50, 'after_work')
    await take(tx, 51)
    throw new Error('changed my mind')
  })
  await assert.rejects(changed, /changed my mind/)
  assert.deepEqual(await Promise.all([50, 51].map(isTaken)), [false, false])
})
