import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { openTestDatabase } from '../../support/databases.ts'
import { raw } from '../../support/raw.ts'
import { trialWith } from '../../support/trial.ts'

/** One SELECT on every way there is to the database: alone, in a transaction, and in a session. */
const readEverywhere = async <Row extends object>(query: RawBuilder<Row>, text: string): Promise<Row[][]> => {
  const { reader, write, session } = await openTestDatabase()
  return [await raw(reader, query), await write((tx) => raw(tx, query)), await session((held) => held.query<Row>(text))]
}

const everyType = `
  select
    true as yes, false as no, 7::smallint as small, (-2147483648)::integer as whole, 9007199254740991::bigint as big, 1.5::real as real, 0.1::double precision as double,
    timestamptz '2026-01-14 09:12:44.018+00' as instant, '\\x00ff10'::bytea as bytes, array['\\x00ff'::bytea, ''::bytea] as several_bytes, array[]::bytea[] as none_of_bytes, array['a', 'b,"c"', null, '']::text[] as texts,
    '0f8fad5b-d9cb-469f-a165-70867728950e'::uuid as id, '{"b": [1, 2.50], "a": null}'::jsonb as jsonb, '{"b":1,  "a":2}'::json as json,
    'zoë 🗓'::text as text, count(*) as counted, null::text as no_text, null::timestamptz as no_instant, null::boolean as no_boolean`

const expected = {
  yes: true,
  no: false,
  small: 7,
  whole: -2147483648,
  big: 9007199254740991,
  real: 1.5,
  double: 0.1,
  instant: new Date('2026-01-14T09:12:44.018Z'),
  bytes: Buffer.from([0x00, 0xff, 0x10]),
  several_bytes: [Buffer.from([0x00, 0xff]), Buffer.from([])],
  none_of_bytes: [],
  texts: ['a', 'b,"c"', null, ''],
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  jsonb: '{"a": null, "b": [1, 2.50]}',
  json: '{"b":1,  "a":2}',
  text: 'zoë 🗓',
  counted: 1,
  no_text: null,
  no_instant: null,
  no_boolean: null,
}

test('one SELECT gives the same values on every way to the database', async () => {
  const answers = await readEverywhere(sql.raw<object>(everyType), everyType)
  assert.equal(answers.length, 3)
  for (const rows of answers) assert.deepEqual(rows, [expected])
})

test('a value is read as it was written', async () => {
  const { database, table } = await trialWith({
    things:
      'yes boolean, whole integer, big bigint, instant timestamptz(3), bytes bytea, several_bytes bytea[], texts text[], id uuid, subject jsonb, text text',
  })
  const { yes, whole, big, instant, bytes, several_bytes, texts, id, jsonb, text } = expected
  const written = { yes, whole, big, instant, bytes, several_bytes, texts, id, subject: jsonb, text }
  const nothing = Object.fromEntries(Object.keys(written).map((name) => [name, null]))
  for (const row of [written, nothing]) {
    await database.write((tx) => raw(tx, sql`insert into ${table('things')} values (${sql.join(Object.values(row))})`))
  }
  assert.deepEqual(await raw(database.reader, sql`select * from ${table('things')} order by id nulls last`), [
    written,
    nothing,
  ])
})

describe('times', () => {
  const readTime = (text: string) => {
    const query = `select timestamptz '${text}' as instant`
    return readEverywhere(sql.raw<{ instant: Date }>(query), query)
  }

  for (const text of [
    '0001-01-01T00:00:00.000Z',
    '0099-12-31T23:59:59.999Z',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2024-02-29T12:00:00.100Z',
    '2026-01-14T09:12:44.010Z',
    '9999-12-31T23:59:59.999Z',
  ]) {
    test(`${text} is read exactly`, async () => {
      for (const [row] of await readTime(text)) assert.equal(row?.instant.toISOString(), text)
    })
  }

  test('a fraction finer than milliseconds is cut, not rounded into the next second', async () => {
    for (const [row] of await readTime('2026-01-14 09:12:44.999999+00'))
      assert.equal(row?.instant.toISOString(), '2026-01-14T09:12:44.999Z')
  })

  for (const text of [
    'infinity',
    '-infinity',
    '0044-03-15 12:00:00+00 BC',
    '10000-01-01 00:00:00+00',
    '294276-12-31 23:59:59+00',
  ]) {
    test(`${text} is refused: any Date made of it would be another time`, async () => {
      const { reader, write } = await openTestDatabase()
      const query = sql.raw<object>(`select timestamptz '${text}' as instant`)
      await assert.rejects(raw(reader, query), /only years 1 to 9999/)
      await assert.rejects(
        write((tx) => raw(tx, query)),
        /only years 1 to 9999/,
      )
      assert.deepEqual(await raw(reader, sql`select 1 as one`), [{ one: 1 }], 'and the connection is well')
    })
  }

  test('a Date is written as the same instant in any time zone of the process', async () => {
    const { reader } = await openTestDatabase()
    const instants = [
      '0001-01-01T00:00:00.000Z',
      '1883-11-18T17:00:00.000Z',
      '2026-03-29T01:30:00.500Z',
      '9999-12-31T23:59:59.999Z',
    ].map((text) => new Date(text))
    const zone = process.env.TZ
    for (const name of ['America/New_York', 'Asia/Kolkata', 'UTC']) {
      process.env.TZ = name
      for (const instant of instants)
        assert.deepEqual(
          await raw(reader, sql`select ${instant}::timestamptz as instant`),
          [{ instant }],
          `${instant.toISOString()} in ${name}`,
        )
    }
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
})

test('a count beyond what a number holds exactly is refused, not rounded', async () => {
  const { reader } = await openTestDatabase()
  await assert.rejects(raw(reader, sql`select 9007199254740993::bigint as big`), /more than a number can hold/)
})
