// seconds: 7
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { DatabaseAway } from '#platform/db/faults.ts'
import { newDataFolder } from '../../support/databases.ts'
import { raw } from '../../support/raw.ts'

const insert = (database: Database, id: number) => database.write((tx) => raw(tx, sql`insert into rows values (${id})`))

const idsIn = async (database: Database): Promise<number[]> =>
  (await raw(database.reader, sql<{ id: number }>`select id from rows order by id`)).map(({ id }) => id)

/** What the database answers to the next message, once. */
const answerOnce = (answer: () => Promise<[]>) => {
  const planted = mock.method(PGlite.prototype, 'execProtocolRawStream', () => {
    planted.mock.restore()
    return answer()
  })
}

const uses = {
  read: idsIn,
  write: (database: Database) => insert(database, 2),
  session: (database: Database) => database.session((session) => session.query('select 1')),
}

describe('one broken caller blocks no other', () => {
  // One database, what it said of itself, and a hand on its clock: it looks every second whether anything moves. One
  // that was given up leaves a timer behind, which would keep this process from its end; here it is not a real one.
  let database: Database
  const losses: Error[] = []
  const pass = (seconds: number) => mock.timers.tick(seconds * 1000)
  before(async () => {
    mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
    database = await openEmbedded(await newDataFolder(), (error) => losses.push(error))
    await database.session((session) => session.run('create table rows (id integer primary key)'))
  })
  beforeEach(async () => {
    await database.session((session) => session.run('delete from rows'))
    losses.length = 0
  })
  after(async () => {
    await database.close()
    mock.timers.reset()
  })

  test('long work of many statements is not taken for stuck', async () => {
    await database.write(async (tx) => {
      for (let id = 1; id <= 30; id += 1) {
        await raw(tx, sql`insert into rows values (${id})`)
        pass(9)
      }
    })
    assert.equal((await idsIn(database)).length, 30)
    assert.deepEqual(losses, [])
  })

  for (const [name, answer, cause] of [
    ['an answer that has no end', async (): Promise<[]> => [], /without an end/],
    [
      'an error of the machine below',
      async (): Promise<[]> => Promise.reject(new Error('memory access out of bounds')),
      /out of bounds/,
    ],
  ] as const)
    test(`${name}: the read, write or session fails, and the next one finds a database that lives, with all its rows`, async () => {
      await insert(database, 1)
      for (const [kind, use] of Object.entries(uses)) {
        answerOnce(answer)
        await assert.rejects(use(database), DatabaseAway, kind)
        assert.deepEqual(await idsIn(database), [1])
      }
      assert.equal(losses.length, 3)
      for (const loss of losses) assert.match(String(loss.cause), cause)
    })

  test('an answer that never arrives is given up after ten seconds; waiting callers fail after five, and later ones are served', async () => {
    await insert(database, 1)
    answerOnce(() => new Promise(() => {}))
    const stuck = assert.rejects(idsIn(database), DatabaseAway)
    await nextRound()
    const waiting = assert.rejects(idsIn(database), DatabaseAway)
    pass(9)
    await waiting
    assert.equal(losses.length, 0)
    pass(2)
    await stuck
    assert.deepEqual(await idsIn(database), [1])
    assert.equal(losses.length, 1)
  })

  test('a transaction that waits for something else for ten seconds is undone, and can do nothing more', async () => {
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isInside = () => {}
    const inside = new Promise<void>((resolve) => {
      isInside = resolve
    })
    const transaction = database.write(async (tx) => {
      await raw(tx, sql`insert into rows values (1)`)
      isInside()
      await waiting
      await raw(tx, sql`insert into rows values (2)`)
    })
    await inside
    pass(11)
    assert.deepEqual(await idsIn(database), [])
    goOn()
    await assert.rejects(transaction, DatabaseAway)
    await insert(database, 3)
    assert.deepEqual(await idsIn(database), [3])
    assert.equal(losses.length, 1)
  })

  test('a value that cannot be read fails alone: the database goes on', async () => {
    await assert.rejects(raw(database.reader, sql`select 'infinity'::timestamptz`), /only years 1 to 9999/)
    await assert.rejects(
      database.write(async (tx) => {
        await raw(tx, sql`insert into rows values (1)`)
        await raw(tx, sql`select 'infinity'::timestamptz`)
      }),
      /only years 1 to 9999/,
    )
    assert.deepEqual(await idsIn(database), [])
    assert.deepEqual(losses, [])
  })
})
