// seconds: 3
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import type { Database, Tx } from '#platform/db/database.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { newDatabase } from '../../support/databases.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'
import { raw } from '../../support/raw.ts'

/** The queue's tables, and what each booking adds to. */
const tables = ['jobs', 'mails', 'facts', 'webhook_deliveries', 'reminders', 'activity_log']

interface Seen {
  statements: number
  readonly scans: Map<string, number>
  /** Rows that were read through an index. */
  readonly rows: Map<string, number>
}

/**
 * Counts the statements of transactions, the sequential scans that they made, and the rows that they read through
 * indexes.
 */
const watching = (database: Database, seen: Seen): Database => {
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen.statements += 1
      return result
    },
  }
  const countsOf = async (tx: Tx): Promise<Map<string, { scans: number; rows: number }>> => {
    const tables = await raw(
      tx,
      sql<{ table: string; scans: number; rows: number }>`
        select relname as table, seq_scan::integer as scans, idx_tup_fetch::integer as rows from pg_stat_xact_user_tables where idx_tup_fetch is not null`,
    )
    return new Map(tables.map(({ table, scans, rows }) => [table, { scans, rows }]))
  }
  const watched =
    (write: Database['write']): Database['write'] =>
    (work) =>
      write(async (tx) => {
        const before = await countsOf(tx)
        const result = await work((tx as unknown as { withPlugin(plugin: KyselyPlugin): Tx }).withPlugin(counting))
        for (const [table, { scans, rows }] of await countsOf(tx)) {
          seen.scans.set(table, (seen.scans.get(table) ?? 0) + scans - (before.get(table)?.scans ?? 0))
          seen.rows.set(table, (seen.rows.get(table) ?? 0) + rows - (before.get(table)?.rows ?? 0))
        }
        return result
      })
  return { ...database, write: watched(database.write), writeFirst: watched(database.writeFirst) }
}

// What other tests leave in the queue would be read as well.
const apart = await newDatabase()
after(() => apart.close())
const app = await mailApp({ through: () => apart })
const { colleague } = await aCast(app)
const type = await anEventType(app, colleague, { active: true })
const later = hours(30)

const seen: Seen = { statements: 0, scans: new Map(), rows: new Map() }
const own = await ownWork(app, { ...app.context, database: watching(app.context.database, seen) })
await own.work()

const workAfter = async (bookings: number): Promise<void> => {
  for (let count = 0; count < bookings; count += 1) await aBooking(app, colleague, type, { start_time: later() })
  seen.statements = 0
  seen.rows.clear()
  await own.work()
}

/** What years leave behind: mails and deliveries that were sent, facts that were announced, reminders that wait. */
const addHistory = (rows: number): Promise<unknown> =>
  app.context.database.write(async (tx) => {
    // On a busy machine so many rows may take longer than a request may.
    await sql`set local statement_timeout = 0`.execute(tx)
    const again = sql`cross join generate_series(1, ${rows}::integer)`
    await sql`
      insert into mails (id, organization_id, kind, recipient, persons, status, sent_at, created_at)
      select gen_random_uuid(), organization_id, kind, recipient, persons, status, sent_at, created_at
      from (select * from mails where status = 'sent' limit 1) as one ${again}`.execute(tx)
    await sql`
      insert into jobs (organization_id, kind, lane, subject_id, run_at, created_at)
      select organization_id, kind, lane, gen_random_uuid(), run_at + interval '10 years', created_at
      from (select distinct on (lane) * from jobs) as one ${again}`.execute(tx)
    await sql`
      insert into facts (id, organization_id, name, actor_type, actor_id, subject, person, occurred_at, announce_at, log_at)
      select gen_random_uuid(), organization_id, name, actor_type, actor_id, subject, person, occurred_at, null, null
      from (select * from facts where announce_at is null limit 1) as one ${again}`.execute(tx)
  })

describe('what follows from bookings', () => {
  test('costs few statements, for twenty bookings together less than for five alone, and no sequential scan of the queue', async () => {
    await workAfter(1)
    const one = seen.statements
    await workAfter(20)
    const twenty = seen.statements
    assert.ok(one <= 30, `${one} statements for one booking`)
    assert.ok(twenty < 5 * one, `${twenty} statements for twenty bookings, ${one} for one`)
    assert.deepEqual(
      tables.map((table) => [table, seen.scans.get(table) ?? 0]),
      tables.map((table) => [table, 0]),
    )
  })

  test('reads few rows, also by plans that were made while there was no history', async () => {
    // After five times PostgreSQL keeps the plan of a statement.
    for (let time = 0; time < 6; time += 1) await workAfter(1)
    await addHistory(1000)
    await workAfter(1)
    for (const table of tables)
      assert.ok((seen.rows.get(table) ?? 0) <= 120, `${seen.rows.get(table)} rows of ${table} for one booking`)
  })
})
