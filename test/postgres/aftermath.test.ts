// seconds: 3
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import type { Database, Tx } from '#platform/db/database.ts'
import { aBooking, hours } from '../support/bookings.ts'
import { aCast } from '../support/cast.ts'
import { anEventType } from '../support/event-types.ts'
import { mailApp } from '../support/mail.ts'
import { ownWork } from '../support/own-work.ts'
import { raw } from '../support/raw.ts'

/** The queue's tables, and what each booking adds to. */
const tables = ['jobs', 'mails', 'facts', 'webhook_deliveries', 'reminders', 'activity_log']

interface Seen {
  statements: number
  readonly scans: Map<string, number>
}

/** Counts the statements of transactions, and the sequential scans that they made. */
const watching = (database: Database, seen: Seen): Database => {
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen.statements += 1
      return result
    },
  }
  const scansOf = async (tx: Tx): Promise<Map<string, number>> => {
    const rows = await raw(tx, sql<{ table: string; scans: number }>`select relname as table, seq_scan::integer as scans from pg_stat_xact_user_tables`)
    return new Map(rows.map(({ table, scans }) => [table, scans]))
  }
  const watched =
    (write: Database['write']): Database['write'] =>
    (work) =>
      write(async (tx) => {
        const before = await scansOf(tx)
        const result = await work((tx as unknown as { withPlugin(plugin: KyselyPlugin): Tx }).withPlugin(counting))
        for (const [table, scans] of await scansOf(tx)) seen.scans.set(table, (seen.scans.get(table) ?? 0) + scans - (before.get(table) ?? 0))
        return result
      })
  return { ...database, write: watched(database.write), writeFirst: watched(database.writeFirst) }
}

const app = await mailApp()
const { colleague } = await aCast(app)
const type = await anEventType(app, colleague, { active: true })
const later = hours(30)

describe('what follows from bookings', () => {
  test('costs few statements, for twenty bookings together less than for five alone, and no sequential scan of the queue', async () => {
    const seen: Seen = { statements: 0, scans: new Map() }
    const own = await ownWork(app, { ...app.context, database: watching(app.context.database, seen) })
    await own.work()
    const statementsFor = async (bookings: number): Promise<number> => {
      for (let count = 0; count < bookings; count += 1) await aBooking(app, colleague, type, { start_time: later() })
      seen.statements = 0
      await own.work()
      return seen.statements
    }
    const one = await statementsFor(1)
    const twenty = await statementsFor(20)
    assert.ok(one <= 30, `${one} statements for one booking`)
    assert.ok(twenty < 5 * one, `${twenty} statements for twenty bookings, ${one} for one`)
    assert.deepEqual(
      tables.map((table) => [table, seen.scans.get(table) ?? 0]),
      tables.map((table) => [table, 0]),
    )
  })
})
