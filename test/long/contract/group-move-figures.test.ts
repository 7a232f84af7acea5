// seconds: 60
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createInvitee, rescheduleScheduledEvent } from '#bookings/index.ts'
import { perform } from '#execution/perform.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { testApp } from '../../support/app.ts'
import { anInviteeNamed, aSharedType, hours } from '../../support/bookings.ts'
import { aFounder, lastPart } from '../../support/cast.ts'
import { databaseKind, newDataFolder, newPostgresDatabase } from '../../support/databases.ts'

// Figures are printed: what is asserted holds on any machine. The database is its own, without the triggers of tests.

test('a meeting of 1,000 guests is moved as one', async (t) => {
  const database =
    databaseKind === 'postgres'
      ? openPostgres(await newPostgresDatabase(), () => {})
      : await openEmbedded(await newDataFolder())
  t.after(() => database.close())
  await database.session((session) => session.run('drop schema test_support cascade'))
  const { context, run, ...app } = await testApp({ through: () => database })
  const founder = await aFounder({ context, run, ...app })
  const type = await aSharedType({ context, run, ...app }, founder, 'group', { seats: 1000 })
  const later = hours()
  for (const guests of [1, 100, 1000]) {
    const start_time = later()
    let event = ''
    for (let guest = 0; guest < guests; guest += 1) {
      const body = { event_type: type.uri, start_time, invitee: anInviteeNamed() }
      const performed = await perform(context, createInvitee, founder.principal, { path: {}, query: {}, body })
      event = (performed as { result: { event: string } }).result.event
    }
    // A server does it by itself, within a minute.
    await database.session((session) => session.run('analyze'))
    const began = performance.now()
    const input = { path: {}, query: {}, body: { uuid: lastPart(event), start_time: later() } }
    const performed = await perform(context, rescheduleScheduledEvent, founder.principal, input)
    console.log(
      `${databaseKind}: a meeting of ${guests} guests was moved in ${(performance.now() - began).toFixed(0)} ms`,
    )
    const { invitees } = (performed as { result: { invitees: { event: string }[] } }).result
    assert.equal(invitees.length, guests)
    const { rows } = await sql`
      select invitees_total, invitees_active, (select count(*)::integer from invitees where scheduled_event_id = scheduled_events.id) as written,
        (select count(distinct subject #> '{scheduled_event,invitees_counter,active}')::integer from facts
          where name = 'invitee.rescheduled' and subject #>> '{scheduled_event,uri}' = ${invitees[0]?.event}) as told
      from scheduled_events where id = ${lastPart(invitees[0]?.event ?? '')}`.execute(database.reader as never)
    assert.deepEqual(
      rows,
      [{ invitees_total: guests, invitees_active: guests, written: guests, told: guests }],
      'each has a seat, and a fact that counts it',
    )
  }
})
