// seconds: 2
import assert from 'node:assert/strict'
import type { EventEmitter } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { DescribedOnce } from '#platform/db/described-once.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { newPostgresDatabase } from '../support/databases.ts'
import { raw } from '../support/raw.ts'

// A server sends one RowDescription for each Describe that it gets, so they are counted where they arrive.

interface Counted {
  readonly client: pg.Client
  /** Since the last time. */
  described(): number
}

let url: string
const opened: pg.Client[] = []

const connect = async (): Promise<Counted> => {
  const client = new pg.Client({ connectionString: url })
  opened.push(client)
  await client.connect()
  let count = 0
  ;(client as unknown as { connection: EventEmitter }).connection.on('rowDescription', () => {
    count += 1
  })
  return {
    client,
    described: () => {
      const seen = count
      count = 0
      return seen
    },
  }
}

const ask = ({ client }: Counted, text: string, values: unknown[] = [], name?: string): Promise<pg.QueryResult> =>
  new Promise((done, fail) => {
    const query = new DescribedOnce(text, values, (error: Error | undefined, result: pg.QueryResult) => (error ? fail(error) : done(result)))
    client.query(name === undefined ? query : Object.assign(query, { name }))
  })

before(async () => {
  url = await newPostgresDatabase()
})
after(() => Promise.all(opened.map((client) => client.end())))

const row = 'select $1::integer as number, $2::text as word, now() as instant'

describe('the rows of a statement', () => {
  test('are described once on each connection, and read alike every time', async () => {
    for (const connection of [await connect(), await connect()]) {
      const read: unknown[] = []
      for (let number = 1; number <= 5; number += 1) {
        const { rows, fields } = await ask(connection, row, [number, 'one'], 'row')
        assert.ok(rows[0].instant instanceof Date)
        read.push([rows[0].number, rows[0].word, fields.map(({ name }) => name)])
      }
      assert.deepEqual(
        read,
        [1, 2, 3, 4, 5].map((number) => [number, 'one', ['number', 'word', 'instant']]),
      )
      assert.equal(connection.described(), 1)
    }
  })

  test('are described once for each statement, whatever order they come in', async () => {
    const connection = await connect()
    for (let round = 0; round < 3; round += 1) {
      assert.deepEqual((await ask(connection, 'select 1 as one', [], 'one')).rows, [{ one: 1 }])
      assert.deepEqual((await ask(connection, "select 'b' as two, 3 as three", [], 'two')).rows, [{ two: 'b', three: 3 }])
    }
    assert.equal(connection.described(), 2)
  })

  test('are described every time where a statement has no name', async () => {
    const connection = await connect()
    for (let round = 0; round < 3; round += 1) assert.deepEqual((await ask(connection, 'select $1::integer as one', [round])).rows, [{ one: round }])
    assert.equal(connection.described(), 3)
  })

  test('are known also when there were none, and when the statement gives none', async () => {
    const connection = await connect()
    const some = 'select n as number from generate_series(1, $1::integer) as n'
    assert.deepEqual((await ask(connection, some, [0], 'some')).rows, [])
    assert.deepEqual((await ask(connection, some, [2], 'some')).rows, [{ number: 1 }, { number: 2 }])
    assert.equal(connection.described(), 1)
    await ask(connection, 'create temporary table things (n integer)')
    for (let round = 0; round < 3; round += 1)
      assert.deepEqual(await ask(connection, 'insert into things values ($1)', [round], 'insert').then(({ rows, rowCount }) => [rows, rowCount]), [[], 1])
    assert.equal(connection.described(), 0)
  })

  test('are not taken for known after a failure', async () => {
    const connection = await connect()
    const quotient = 'select 6 / $1::integer as quotient'
    await assert.rejects(ask(connection, quotient, [0], 'quotient'), { code: '22012' })
    for (const by of [2, 3]) assert.deepEqual((await ask(connection, quotient, [by], 'quotient')).rows, [{ quotient: 6 / by }])
    await assert.rejects(ask(connection, quotient, [0], 'quotient'), { code: '22012' })
    assert.deepEqual((await ask(connection, quotient, [1], 'quotient')).rows, [{ quotient: 6 }])
    assert.ok(connection.described() <= 2)
  })
})

test('a database describes a statement once on each of its connections, in reads and in transactions', async (t) => {
  const connections = pg.Connection.prototype as unknown as { describe(message: object): void }
  const { describe: describing } = connections
  const sent = new Map<object, number>()
  connections.describe = function (this: object, message) {
    sent.set(this, (sent.get(this) ?? 0) + 1)
    describing.call(this, message)
  }
  t.after(() => {
    connections.describe = describing
  })
  const database = openPostgres(url, () => {})
  t.after(() => database.close())
  for (let round = 0; round < 40; round += 1) {
    assert.deepEqual(await raw(database.reader, sql`select ${round}::integer as round`), [{ round }])
    assert.deepEqual(await database.write((tx) => raw(tx, sql`select ${round}::integer as written`)), [{ written: round }])
  }
  assert.ok(sent.size >= 2 && sent.size <= 10, `${sent.size} connections`)
  assert.deepEqual(new Set(sent.values()), new Set([1]))
})
