import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadCalendarsToSync, refreshKnownUntil, saveSync } from '#calendars/store/calendars.ts'
import { testApp } from '../support/app.ts'
import { aConnectionOf } from '../support/calendars.ts'
import { aFounder } from '../support/cast.ts'
import { eventually } from '../support/eventually.ts'
import { raw } from '../support/raw.ts'

const app = await testApp()

test('of two syncs of calendars of one host that end at once, the second knows what the first has read: the host is offered as far as both are known', async () => {
  const { database } = app.context
  const person = await aFounder(app)
  const { membershipId } = person
  const { organizationId } = person.principal
  const now = app.clock.now()
  const connections = [await aConnectionOf(app, person), await aConnectionOf(app, person)]
  await database.write((tx) =>
    tx.updateTable('calendars').set({ checks_conflicts: true }).where('membership_id', '=', membershipId).execute(),
  )
  const [first, second] = await Promise.all(
    connections.map(async ({ connection }) => (await loadCalendarsToSync(database.reader, [connection]))[0]),
  )
  assert.ok(first && second)
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
  const settle = (calendar: typeof first, knownUntil: Date, atEnd: () => Promise<void> = async () => {}) =>
    database.write(async (tx) => {
      await sql`set local application_name = 'settling a sync'`.execute(tx)
      const zones = { timeZone: null, expandedZone: 'UTC' }
      await saveSync(
        tx,
        organizationId,
        calendar,
        { cursor: null, knownUntil, isComplete: true, isComparison: true, ...zones },
        now,
      )
      await refreshKnownUntil(tx, organizationId, membershipId, now)
      await atEnd()
    })
  await settle(first, days(100))
  await settle(second, days(200))

  let letGo = (): void => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  let hasRefreshed = (): void => {}
  const refreshed = new Promise<void>((done) => {
    hasRefreshed = done
  })
  const one = settle(first, days(400), async () => {
    hasRefreshed()
    await held
  })
  await refreshed
  const other = settle(second, days(300))
  await eventually('the second waits for the first', async () => {
    const waiting = sql`select 1 from pg_stat_activity where application_name = 'settling a sync' and wait_event_type = 'Lock'`
    return (await raw(database.reader, waiting)).length > 0
  }).finally(letGo)
  await Promise.all([one, other])

  const known = sql<{
    until: Date
  }>`select lower(span) as until from busy_spans where membership_id = ${membershipId} and kind = 'unknown'`
  assert.deepEqual(await raw(database.reader, known), [{ until: days(300) }])
})
