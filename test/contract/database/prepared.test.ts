import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import { prepared } from '#platform/db/prepared.ts'
import { openTestDatabase } from '../../support/databases.ts'

/** The numbers from 1 to 9 that fit all the conditions which are given. */
const numbers = () => {
  let built = 0
  const run = prepared(
    (
      reader,
      {
        above,
        below,
        among,
      }: { above?: number | undefined; below?: number | undefined; among?: readonly string[] | undefined },
    ) => {
      built += 1
      let query = reader
        .selectFrom(sql<{ number: number }>`generate_series(1, 9)`.as<'series'>(sql`series(number)`))
        .select('series.number')
      if (above !== undefined) query = query.where('series.number', '>', above)
      if (below !== undefined) query = query.where('series.number', '<', below)
      if (among !== undefined) query = query.where(sql<boolean>`series.number::text = any(${among})`)
      return query
    },
  )
  return {
    built: () => built,
    find: async (reader: Reader, values: Parameters<typeof run>[1]) =>
      (await run(reader, values)).map(({ number }) => number),
  }
}

describe('a prepared query', () => {
  test('is built once for each set of values, and run with those of each caller', async () => {
    const { reader } = await openTestDatabase()
    const { find, built } = numbers()
    assert.deepEqual(await find(reader, { above: 7 }), [8, 9])
    assert.deepEqual(await find(reader, { above: 5, below: 8 }), [6, 7])
    assert.deepEqual(await find(reader, { below: 3 }), [1, 2])
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => find(reader, { above: index % 9, below: undefined })),
    )
    for (const [index, answer] of answers.entries()) assert.equal(answer[0], (index % 9) + 1)
    assert.deepEqual(await find(reader, { among: ['2', '4'], above: 2 }), [4])
    assert.equal(built(), 4)
  })

  test('runs in a transaction as well, and sees what it did', async () => {
    const { write } = await openTestDatabase()
    const { find } = numbers()
    assert.deepEqual(await write((tx) => find(tx, { above: 8 })), [9])
    const setting = prepared((reader, { name }: { name: string }) =>
      reader.selectNoFrom(sql<string>`current_setting(${name})`.as('value')),
    )
    const seen = await write(async (tx) => {
      await sql`select set_config('openslot.trial', 'inside', true)`.execute(tx)
      return setting(tx, { name: 'openslot.trial' })
    })
    assert.deepEqual(seen, [{ value: 'inside' }])
  })

  test('whose value is inspected instead of passed on is refused', async () => {
    const { reader } = await openTestDatabase()
    const nosy = prepared((reader, { name }: { name: string }) =>
      reader.selectNoFrom(sql<boolean>`${name === 'somebody'}::boolean`.as('known')),
    )
    await assert.rejects(() => nosy(reader, { name: 'somebody' }), /name was not passed on/)
  })
})
