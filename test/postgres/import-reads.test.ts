import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { compareRows, readMeetingStates, readMeetingTimes } from '#imports/store/compared-rows.ts'
import { findMeetingsOfInvitees, linkMoves } from '#imports/store/meetings.ts'
import { findLocalIds, findMembershipsOfUsers } from '#imports/store/records.ts'
import type { Tx } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { testApp } from '../support/app.ts'
import { aBooking, hours } from '../support/bookings.ts'
import { aCast, lastPart } from '../support/cast.ts'
import { newPostgresDatabase } from '../support/databases.ts'
import { anEventType } from '../support/event-types.ts'
import { raw } from '../support/raw.ts'

const imported = 5000
const portion = 50

// Of its own, and never analyzed: an import fills empty tables, and PostgreSQL has no statistics of them.
const database = openPostgres(await newPostgresDatabase(), () => {})
const app = await testApp({ through: () => database })
const { colleague, organization } = await aCast(app)
const organizationId = lastPart(organization)
const { inviteeId } = await aBooking(app, colleague, await anEventType(app, colleague, { active: true }), {
  start_time: hours(30)(),
})

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

// Two neighbours are a move, from the even one to the odd one.
await database.session((session) =>
  session.run(`
    insert into imports (organization_id, id, kind, source, reach, started_by, takes_over, invites, state, run, step, remarks, started_at, finished_at, created_at, updated_at)
    select organization_id, '${id(0)}', 'calendly', 'https://api.test', '{}', id, false, false, 'finished', 1, '', '[]', now(), now(), now(), now()
    from organization_memberships where organization_id = '${organizationId}' limit 1;
    insert into invitees
    select (jsonb_populate_record(one, jsonb_build_object('id', given.id)
      || case when number % 2 = 0 then jsonb_build_object('status', 'canceled', 'canceled_at', now(), 'canceler_type', 'host') else '{}' end)).*
    from invitees as one
    cross join generate_series(1, ${imported}) as number
    cross join lateral (select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid as id) as given
    where one.id = '${inviteeId}';
    insert into import_records (organization_id, import_id, kind, foreign_id, local_id, digest, created_run, changed_run, seen_run)
    select '${organizationId}', '${id(0)}', kind, number, ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, '', 1, 1, 1
    from generate_series(1, ${imported}) as number cross join unnest(array['invitees', 'users', 'scheduled_events']) as kind`),
)

const some = Array.from({ length: portion }, (_, index) => String(2000 + 10 * index))

/** How many rows of a table are read. What is written is rolled back. */
const rowsRead = async (table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> => {
  const counted = async (tx: Tx): Promise<number> => {
    const [row] = await raw(
      tx,
      sql<{
        count: number
      }>`select (seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables where relname = ${table}`,
    )
    return row?.count ?? 0
  }
  let count = 0
  const undone = database.write(async (tx) => {
    const before = await counted(tx)
    await work(tx)
    count = (await counted(tx)) - before
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  return count
}

describe(`a portion of ${portion} reads no more rows when ${imported} have come before, without statistics`, () => {
  after(() => database.close())

  test('to find which ids they have here', async () => {
    let found = 0
    const find = async (tx: Tx) => {
      found = (await findLocalIds(tx, organizationId, 'invitees', some)).size
    }
    assert.equal(await rowsRead('import_records', find), portion)
    assert.equal(found, portion)
  })

  test('to find the members', async () => {
    assert.equal(await rowsRead('import_records', (tx) => findMembershipsOfUsers(tx, organizationId, some)), portion)
  })

  test('to compare meetings with what is here', async () => {
    const ids = some.map((number) => id(Number(number)))
    const rows = ids.map((one) => ({ id: one, name: 'Other' }))
    assert.ok((await rowsRead('invitees', (tx) => findMeetingsOfInvitees(tx, organizationId, ids, ids))) <= 2 * portion)
    assert.equal(await rowsRead('scheduled_events', (tx) => readMeetingStates(tx, organizationId, ids)), 0)
    assert.equal(await rowsRead('scheduled_events', (tx) => readMeetingTimes(tx, organizationId, ids)), 0)
    assert.ok((await rowsRead('invitees', (tx) => compareRows(tx, organizationId, 'invitees', rows))) <= portion)
  })

  test('to connect the bookings of moves', async () => {
    const moves = some.map((from) => ({ from, to: String(Number(from) + 1) }))
    const link = (tx: Tx) => linkMoves(tx, organizationId, moves)
    assert.equal(await rowsRead('import_records', link), 2 * portion)
    const invitees = await rowsRead('invitees', link)
    assert.ok(invitees <= 10 * portion, String(invitees))
  })
})
