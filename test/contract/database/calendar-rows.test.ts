// seconds: 4
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { loadExport } from '#imports/index.ts'
import { moveTables } from '#instance/store/move.ts'
import { writeExport } from '#organizations/index.ts'
import type { Database } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { testApp } from '../../support/app.ts'
import { atEnd } from '../../support/at-end.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import { databaseKind, newDataFolder, newPostgresDatabase } from '../../support/databases.ts'
import { anEventType } from '../../support/event-types.ts'

const app = await testApp()

type Row = Readonly<Record<string, unknown>>

const newDatabase = async (): Promise<Database> => {
  const database =
    databaseKind === 'postgres'
      ? await openPostgres(await newPostgresDatabase(), () => {})
      : await openEmbedded(await newDataFolder())
  atEnd(() => database.close())
  return database
}

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly initial: string | null
}

/**
 * Of the tables about calendars, those that come included: what begins so, and the busy times that are read from them.
 */
const calendarColumns = (): Promise<readonly Column[]> =>
  app.context.database.session((session) =>
    session.query<Column>(
      `select table_name as "table", column_name as "column", udt_name as type, column_default as initial from information_schema.columns
       where table_schema = current_schema() and (table_name like 'calendar%' or table_name = 'busy_spans') order by 1, ordinal_position`,
    ),
  )

const rowsIn = async (database: Database, table: string, organizationId: string): Promise<readonly Row[]> =>
  (
    await database.session((session) =>
      session.query<{ row: string }>(
        `select to_jsonb(one)::text as row from "${table}" as one where organization_id = '${organizationId}' order by 1`,
      ),
    )
  ).map(({ row }) => JSON.parse(row) as Row)

describe('every column of every table about calendars', () => {
  let person: Person
  let columns: readonly Column[]
  let planted: Readonly<Record<string, Row>>

  before(async () => {
    person = await aFounder(app)
    const type = await anEventType(app, person, { active: true })
    const { eventId } = await aBooking(app, person, type, { start_time: hours()() })
    const { organizationId: organization_id, membershipId: membership_id } = person.principal
    const [connection_id, calendar_id] = [randomUUID(), randomUUID()]
    const at = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 10, minute)).toISOString()
    planted = {
      calendar_connections: {
        ...{
          organization_id,
          id: connection_id,
          membership_id,
          kind: 'google',
          account: 'host@client.test',
          server: 'calendar.test',
          credentials: '\\x0102',
        },
        ...{
          own_addresses: ['host@client.test', 'other@client.test'],
          stays_open: true,
          is_lost: true,
          fault: 'revoked',
          looked_at: at(1),
          notified_at: at(2),
          discovered_at: at(18),
        },
        ...{ created_at: at(3), updated_at: at(4) },
      },
      calendars: {
        ...{
          organization_id,
          id: calendar_id,
          connection_id,
          membership_id,
          foreign_id: 'primary',
          name: 'Work',
          time_zone: 'Europe/Lisbon',
          is_writable: true,
        },
        ...{
          checks_conflicts: true,
          counts_tentative: false,
          takes_meetings: true,
          cursor: 'token',
          known_until: at(5),
          looked_at: at(6),
          compared_at: at(7),
        },
        ...{ is_own: false, is_new: true, fault: 'gone', expanded_zone: 'Europe/Lisbon' },
        ...{ created_at: at(8), updated_at: at(9) },
      },
      calendar_items: {
        organization_id,
        calendar_id,
        item_key: 'one',
        etag: 'etag',
        events: [{ uid: 'one' }],
        is_opaque: true,
        is_postponed: true,
      },
      busy_spans: {
        organization_id,
        membership_id,
        calendar_id,
        item_key: 'one',
        kind: 'unknown',
        span: `["${at(10)}","${at(11)}")`,
      },
      calendar_tokens: { organization_id, connection_id, tokens: '\\x0304', refreshing_until: at(12) },
      calendar_channels: {
        ...{
          organization_id,
          id: randomUUID(),
          connection_id,
          resource: 'primary',
          foreign_id: 'channel',
          ends_at: at(13),
          tried_at: at(14),
          pushed_at: at(15),
        },
      },
      calendar_entries: {
        ...{
          organization_id,
          id: randomUUID(),
          membership_id,
          uid: 'meeting@openslot.test',
          scheduled_event_id: eventId,
          wanted: 'present',
          calendar_id,
        },
        ...{
          foreign_id: 'entry',
          etag: 'etag',
          written: '\\x0506',
          ends_at: at(16),
          updated_at: at(17),
          generation: 3,
          host_change: { kind: 'deleted' },
          is_seen: true,
          sequence: 4,
        },
      },
    }
    columns = await calendarColumns()
    await app.context.database.session(async (session) => {
      for (const [table, row] of Object.entries(planted))
        await session.query(
          `insert into "${table}" select * from jsonb_populate_record(null::"${table}", $1::jsonb) returning 1`,
          [JSON.stringify(row)],
        )
    })
  })

  test('is planted here, with another value than it begins with: a new one must be added', () => {
    assert.deepEqual([...new Set(columns.map(({ table }) => table))].sort(), Object.keys(planted).sort())
    for (const { table, column, initial } of columns) {
      const value = planted[table]?.[column]
      assert.ok(value !== undefined && value !== null, `${table}.${column} is not planted`)
      assert.notEqual(
        String(value),
        initial?.replace(/^'(.*)'::\w+$/, '$1'),
        `${table}.${column} has the value that it begins with`,
      )
    }
  })

  test('is in a backup, and the same after it was restored', async () => {
    const restored = await newDatabase()
    await moveTables(app.context.database, restored)
    for (const table of Object.keys(planted)) {
      const rows = await rowsIn(app.context.database, table, person.principal.organizationId)
      assert.equal(rows.length, 1, table)
      assert.deepEqual(await rowsIn(restored, table, person.principal.organizationId), rows, table)
    }
  })

  test('is in an export and the same after it was imported, but for what is encrypted and what is read again from the calendar', async () => {
    const lines: string[] = []
    await writeExport(
      app.context,
      { id: person.principal.organizationId, name: 'Exported' },
      async (line) => void lines.push(line),
    )
    const imported = await newDatabase()
    const read = async function* (): AsyncGenerator<string> {
      yield* lines.slice(1)
    }
    await loadExport({ ...app.context, database: imported }, person.principal.organizationId, read())
    for (const table of Object.keys(planted)) {
      const isReadAgain = ['calendar_items', 'calendar_channels', 'busy_spans'].includes(table)
      const readable = columns
        .filter((column) => column.table === table && column.type !== 'bytea')
        .map(({ column }) => column)
      const shown = async (database: Database): Promise<readonly Row[]> =>
        (await rowsIn(database, table, person.principal.organizationId)).map((row) =>
          Object.fromEntries(readable.map((column) => [column, row[column]])),
        )
      assert.deepEqual(await shown(imported), isReadAgain ? [] : await shown(app.context.database), table)
    }
  })
})
