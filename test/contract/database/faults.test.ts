import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { DatabaseAway, type Fault, faultOf } from '#platform/db/faults.ts'
import { openTestDatabase } from '../../support/databases.ts'
import { raw } from '../../support/raw.ts'
import { type Trial, trialWith } from '../../support/trial.ts'

let trial: Trial

before(async () => {
  trial = await trialWith({
    folders: 'id integer primary key',
    things: `id integer primary key, small smallint, id_text uuid, at timestamptz(3), subject jsonb, name text not null default 'a' check (name <> ''),
             folder_id integer references folders, span int4range, exclude using gist (span with &&)`,
  })
  await trial.database.write((tx) =>
    raw(tx, sql`insert into ${trial.table('things')} (id, name, span) values (1, 'first', '[0,10)')`),
  )
  await trial.database.session((session) => session.run(`create index on ${trial.name('things')} (name)`))
})

const insert =
  (columns: string, ...values: unknown[]) =>
  () =>
    sql`insert into ${trial.table('things')} (${sql.raw(columns)}) values (${sql.join(values)})`

/** What a value from outside, or another caller, can bring about in a statement of ours. */
const provoked: readonly [code: string, what: string, fault: Fault, statement: () => RawBuilder<unknown>][] = [
  ['22021', 'NUL in a text', 'bad_input', insert('id, name', 100, 'a\u0000b')],
  ['22P02', 'no uuid', 'bad_input', insert('id, id_text', 100, 'not-a-uuid')],
  ['22P05', 'NUL escaped in json', 'bad_input', insert('id, subject', 100, '{"a": "\\u0000"}')],
  ['22P02', 'no json', 'bad_input', insert('id, subject', 100, '{')],
  ['22003', 'too large for its column', 'bad_input', insert('id, small', 100, 40_000)],
  ['22003', 'too large for a parameter', 'bad_input', insert('id', 99_999_999_999)],
  ['22008', '30 February', 'bad_input', insert('id, at', 100, '2026-02-30T00:00:00Z')],
  ['22007', 'no time at all', 'bad_input', insert('id, at', 100, 'later')],
  ['22012', 'a division by zero', 'bad_input', () => sql`select 1 / ${0}::integer`],
  [
    '54000',
    'a text too long for its index',
    'bad_input',
    () =>
      sql`insert into ${trial.table('things')} (id, name) select 100, string_agg(md5(n::text), '') from generate_series(1, 2000) n`,
  ],
  ['23502', 'a missing value', 'bad_input', insert('id, name', 100, null)],
  ['23514', 'a value the table forbids', 'bad_input', insert('id, name', 100, '')],
  ['23505', 'an id that is taken', 'conflict', insert('id', 1)],
  ['23503', 'a folder that is not there', 'conflict', insert('id, folder_id', 100, 77)],
  ['23P01', 'a span that overlaps', 'conflict', insert('id, span', 100, '[5,15)')],
  ['42P01', 'a table that is not there', 'unknown', () => sql`select * from ${sql.raw(trial.name('nowhere'))}`],
  ['42601', 'a syntax error', 'unknown', () => sql`selec 1`],
]

describe('database errors are classified', () => {
  for (const [code, what, fault, statement] of provoked) {
    test(`${code}, ${what}: ${fault}`, async () => {
      let caught: unknown
      const failing = trial.database.write((tx) =>
        raw(tx, statement()).catch((error: unknown) => {
          caught = error
        }),
      )
      await assert.rejects(failing, /Nothing was committed/)
      assert.equal((caught as { code?: unknown }).code, code)
      assert.equal(faultOf(caught), fault)
    })
  }
})

test('a serialization failure or a deadlock begins the transaction anew, a few times; then the database counts as away', async () => {
  const { write } = await openTestDatabase()
  for (const code of ['40001', '40P01']) {
    let attempts = 0
    const winsThirdTime = await write(async (tx) => {
      attempts += 1
      if (attempts < 3)
        await raw(tx, sql.raw(`do $$ begin raise exception 'in the way' using errcode = '${code}'; end $$`))
      return 'done'
    })
    assert.deepEqual([winsThirdTime, attempts], ['done', 3])

    attempts = 0
    const neverWins = write(async (tx) => {
      attempts += 1
      await raw(tx, sql.raw(`do $$ begin raise exception 'in the way' using errcode = '${code}'; end $$`))
    })
    await assert.rejects(neverWins, DatabaseAway)
    assert.equal(attempts, 4)
  }
})

/** As PostgreSQL says it, of a constraint by this name. */
const refused = (code: string, constraint: string, row: unknown) =>
  sql.raw(
    `do $$ begin raise exception 'refused' using errcode = '${code}', constraint = '${constraint}', detail = 'row ${row}'; end $$`,
  )

test('a constraint that is none of our own races is a mistake of ours: it is thrown at once, as it is', async () => {
  for (const [code, statement] of [
    ['23505', insert('id', 1)],
    ['23503', insert('id, folder_id', 100, 77)],
    ['23P01', insert('id, span', 100, '[5,15)')],
  ] as const) {
    let attempts = 0
    const failing = trial.database.write(async (tx) => {
      attempts += 1
      await raw(tx, statement())
    })
    await assert.rejects(failing, (error: { code?: string }) => error.code === code && !(error instanceof DatabaseAway))
    assert.equal(attempts, 1, 'no other transaction can bring it about')
  }
})

test('one of our own races begins the transaction anew', async () => {
  for (const [code, constraint] of [
    ['23505', 'groups_name'],
    ['23503', 'webhook_subscriptions_organization_id_group_id_fkey'],
    ['23P01', 'taken_spans_no_overlap'],
  ] as const) {
    let attempts = 0
    const winsThirdTime = await trial.database.write(async (tx) => {
      attempts += 1
      if (attempts < 3) await raw(tx, refused(code, constraint, 'of another'))
      return 'done'
    })
    assert.deepEqual([winsThirdTime, attempts], ['done', 3])
  }
})

test('the same row in the way of every attempt is a mistake of ours, and the database is not called away', async () => {
  let attempts = 0
  const failing = trial.database.write(async (tx) => {
    attempts += 1
    await raw(tx, refused('23505', 'groups_name', 'always the same'))
  })
  await assert.rejects(
    failing,
    (error: { code?: string }) => error.code === '23505' && !(error instanceof DatabaseAway),
  )
  assert.equal(attempts, 4, 'it may have come meanwhile')
})

test('rows that come one after the other are others at work: then the database counts as away', async () => {
  let attempts = 0
  const failing = trial.database.write(async (tx) => {
    attempts += 1
    await raw(tx, refused('23505', 'groups_name', attempts))
  })
  await assert.rejects(failing, DatabaseAway)
  assert.equal(attempts, 4)
})

/** What only a server in trouble says; from any statement. */
const troubles = [
  '40001',
  '40P01',
  '53100',
  '53200',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '55P03',
  '25006',
  '58030',
  '08006',
  '28000',
]

test('whatever error a failing server sends, a read reports that the database is away', async () => {
  const { reader } = await openTestDatabase()
  for (const code of troubles) {
    await raw(reader, sql.raw(`do $$ begin raise exception 'trouble' using errcode = '${code}'; end $$`)).then(
      () => assert.fail('it was raised'),
      (error: unknown) => {
        assert.ok(error instanceof DatabaseAway, `${code} gives ${error}`)
        assert.equal((error.cause as { code?: unknown }).code, code)
      },
    )
  }
  assert.deepEqual(await raw(reader, sql`select 1 as one`), [{ one: 1 }])
})
