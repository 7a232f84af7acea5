// seconds: 3
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dumpTables, loadTables } from '#instance/store/dump.ts'
import { dumpTenant } from '#organizations/store/tenant-dump.ts'
import type { Database } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { testApp } from '../support/app.ts'
import { aBooking, type Booked, hours } from '../support/bookings.ts'
import { aFounder } from '../support/cast.ts'
import { newPostgresDatabase } from '../support/databases.ts'
import { anEventType } from '../support/event-types.ts'
import { assertInvariants } from '../support/invariants.ts'

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

const aDatabase = async (): Promise<Database> => {
  const database = openPostgres(await newPostgresDatabase(), () => {})
  after(() => database.close())
  return database
}

const bookedIn = async ({ reader }: Database): Promise<string[]> => {
  const rows = await reader.selectFrom('invitees').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test('B8: a backup and an export that are made while others book are of one moment: what is in them is whole, and loaded elsewhere it is all there is', async () => {
  const [here, there] = [await aDatabase(), await aDatabase()]
  const app = await testApp({ through: () => here })
  const host = await aFounder(app)
  const eventType = await anEventType(app, host, { active: true })
  const next = hours(30)
  const book = (): Promise<Booked> => aBooking(app, host, eventType, { start_time: next() })
  const before = [await book(), await book(), await book()]
  let during = 0
  /** A booking is made when a table has begun. */
  const writtenWhileBooking = async (
    dump: (sink: (line: string) => Promise<void>) => Promise<Readonly<Record<string, number>>>,
  ) => {
    const lines: string[] = []
    let table = ''
    const counts = await dump(async (line) => {
      lines.push(line)
      const [named = ''] = /^\w+\t|^\{"table":"\w+"/.exec(line) ?? []
      if (named === table) return
      table = named
      await book()
      during += 1
    })
    return { lines, counts }
  }

  const { lines, counts } = await writtenWhileBooking((sink) => dumpTables(here, sink))
  const booked = before.length + during
  assert.ok(during > 10, `${during} have booked meanwhile`)
  assert.deepEqual(
    await loadTables(there, each(lines), async () => {}),
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  )
  assert.deepEqual(await bookedIn(there), before.map(({ inviteeId }) => inviteeId).sort())
  await assertInvariants(there)
  const [analyzed] = await there.session((session) =>
    session.query<{ rows: number }>("select reltuples as rows from pg_class where oid = 'invitees'::regclass"),
  )
  assert.equal(analyzed?.rows, before.length, 'what was loaded has statistics at once')
  assert.equal((await bookedIn(here)).length, booked)

  const exported = await writtenWhileBooking((sink) => dumpTenant(here, host.principal.organizationId, sink))
  const rows = exported.lines.map((line) => JSON.parse(line) as { table: string; row: { name?: string } })
  const tables = ['facts', 'invitees', 'scheduled_events', 'taken_spans'].map(
    (wanted) =>
      rows.filter(({ table, row }) => table === wanted && (wanted !== 'facts' || row.name === 'invitee.created'))
        .length,
  )
  assert.deepEqual(tables, Array(4).fill(booked))
})
