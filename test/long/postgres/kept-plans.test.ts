import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openPostgres } from '#platform/db/postgres.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { aCast, lastPart } from '../../support/cast.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { anEventType } from '../../support/event-types.ts'
import { raw } from '../../support/raw.ts'

// PostgreSQL plans a named statement anew up to five times, and then each time unless a plan that fits all values seems
// as good.
const trials = 5
const requests = 40

interface Planned {
  readonly connection: number
  readonly statement: string
  readonly anew: number
}

// Of its own: of many small organizations and a large one, PostgreSQL goes on planning for the large one.
const database = openPostgres(await newPostgresDatabase(), () => {})
const app = await testApp({ through: () => database })
const { owner, colleague, organization } = await aCast(app)
const type = await anEventType(app, colleague, { active: true })
const later = hours(30)
const booked = await aBooking(app, colleague, type, { start_time: later() })

const id = lastPart(booked.event)

const lists: Readonly<Record<string, readonly [address: string, query: Readonly<Record<string, string>>]>> = {
  'meetings of an organization': ['GET /scheduled_events', { organization }],
  'meetings of an organization, 100 of them': ['GET /scheduled_events', { organization, count: '100' }],
  'meetings of a host': ['GET /scheduled_events', { user: colleague.uri, status: 'active', sort: 'start_time:desc' }],
  'invitees of a meeting': [`GET ${new URL(booked.event).pathname}/invitees`, {}],
  'event types of a user': ['GET /event_types', { user: colleague.uri }],
  'members of an organization': ['GET /organization_memberships', { organization }],
}

/** What the connections for reads know of their statements. */
const planned = async (): Promise<readonly Planned[]> => {
  const rows = await Promise.all(
    Array.from({ length: 8 }, () =>
      raw(
        database.reader,
        sql<Planned>`select pg_backend_pid() as connection, statement, custom_plans::integer as anew from pg_prepared_statements`,
      ),
    ),
  )
  return [...new Map(rows.flat().map((row) => [`${row.connection} ${row.statement}`, row])).values()]
}

describe('a list that is asked for again and again is planned no more', () => {
  // So many that to read a tenth of them, what the planner expects of a page of unknown size, seems much more than to
  // read a page.
  before(async () => {
    // In a session, which may take its time: the others do it within seconds, or not at all.
    await database.session((session) =>
      session.run(`
        insert into scheduled_events
        select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'created_at', one.created_at + number * interval '1 second'))).*
        from scheduled_events as one cross join generate_series(1, 5000) as number where id = '${id}';
        insert into scheduled_event_hosts
        select copy.organization_id, copy.id, host.membership_id, host.position, host.starts_at, copy.created_at
        from scheduled_event_hosts as host join scheduled_events as copy on copy.organization_id = host.organization_id and copy.id <> '${id}'
        where host.scheduled_event_id = '${id}';
        analyze scheduled_events, scheduled_event_hosts`),
    )
  })

  after(() => database.close())

  for (const [name, [address, query]] of Object.entries(lists))
    test(name, async () => {
      const before = new Map(
        (await planned()).map(({ connection, statement, anew }) => [`${connection} ${statement}`, anew]),
      )
      for (let count = 0; count < requests; count += 1)
        assert.equal((await app.ask(address, { token: owner.token, query })).status, 200)
      const again = (await planned()).filter(
        ({ connection, statement, anew }) =>
          !statement.includes('pg_prepared_statements') &&
          anew - (before.get(`${connection} ${statement}`) ?? 0) > trials,
      )
      assert.deepEqual(again, [])
    })
})
