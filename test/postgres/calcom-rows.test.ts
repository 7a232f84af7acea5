import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { SourceFault } from '#imports/source-fault.ts'
import { CalcomTables } from '#imports/store/calcom-tables.ts'
import { newPostgresDatabase } from '../support/databases.ts'

test('rows of a Cal.com that belong to one page: 50,000 are read, one more ends the import', async () => {
  const url = await newPostgresDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const add = (from: number, to: number) =>
    client.query(`insert into "Attendee" select n, 7 from generate_series(${from}, ${to}) as n`)
  try {
    await client.query('create table "Attendee" (id integer, "bookingId" integer)')
    await add(1, 50_000)
    const tables = await CalcomTables.open(url)
    try {
      assert.equal((await tables.related('Attendee', 'bookingId', [7])).length, 50_000)
      await add(50_001, 50_001)
      await assert.rejects(
        tables.related('Attendee', 'bookingId', [7]),
        (error: Error) =>
          error instanceof SourceFault && error.kind === 'oversized' && /more than 50000 rows/.test(error.message),
      )
    } finally {
      await tables.close()
    }
  } finally {
    await client.end()
  }
})
