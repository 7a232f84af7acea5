// seconds: 5
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { recordFacts, system } from '#activity/index.ts'
import { uriOf } from '#contract/wire.ts'
import { erasePerson } from '#privacy/store/erasure.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, aSharedType, tuesday } from '../../support/bookings.ts'
import { aFounder } from '../../support/cast.ts'
import { newDatabase } from '../../support/databases.ts'
import { raw } from '../../support/raw.ts'

// Of its own: nobody asked for this erasure, and the log of the shared one must hold.
const own = await newDatabase()
after(() => own.close())
const app = await testApp({ through: () => own })

test('erasing a person reads what is about their own meetings, however many others have notes or were canceled, a portion at a time', async () => {
  const host = await aFounder(app)
  const { organizationId } = host.principal
  const { database, links, persons } = app.context
  const group = await aSharedType(app, host, 'group')
  const invitee = (email: string) => ({ name: 'Ada Present', email, timezone: 'UTC' })
  const booked = await aBooking(app, host, group, { start_time: tuesday(), invitee: invitee('erased@client.test') })
  await aBooking(app, host, group, { start_time: tuesday(), invitee: invitee('other@client.test') })
  const other = persons.of(organizationId, 'other@client.test')
  const notes = (id: string, text: string) => ({
    ...({ name: 'scheduled_event.notes_changed', organizationId, actor: system, occurredAt: app.clock.now() } as const),
    subject: { scheduled_event: { uri: uriOf(links, 'scheduled_events', id), meeting_notes_plain: text } },
  })
  const ofOther = {
    ...notes(booked.eventId, 'Came with erased@client.test'),
    name: 'invitee.canceled' as const,
    person: other,
  }
  await database.write(async (tx) => {
    await recordFacts(
      tx,
      Array.from({ length: 1500 }, () => notes(randomUUID(), 'Nothing')),
    )
    await recordFacts(tx, [
      notes(booked.eventId, 'Ask erased@client.test'),
      ...Array.from({ length: 600 }, () => ofOther),
    ])
  })

  let [rows, most] = [0, 0]
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length
      most = Math.max(most, result.rows.length)
      return result
    },
  }
  const person = persons.of(organizationId, 'erased@client.test')
  await database.write(
    async (tx) =>
      void (await erasePerson(
        tx.withPlugin(counting),
        organizationId,
        person,
        randomUUID(),
        { persons, links },
        app.clock.now(),
      )),
  )
  assert.ok(rows < 1000, `${rows} rows were read`)
  assert.ok(most <= 500, `${most} at once`)
  const [left] = await raw(
    database.reader,
    sql<{
      count: number
    }>`select count(*)::integer as count from facts where organization_id = ${organizationId}::uuid and subject::text like '%erased@client.test%'`,
  )
  assert.equal(left?.count, 0)
})

test('a guest is found among all who brought guests, a portion of them at a time', async () => {
  const host = await aFounder(app)
  const { organizationId } = host.principal
  const { database, links, persons } = app.context
  const group = await aSharedType(app, host, 'group')
  const invitee = { name: 'Ada Present', email: 'other@client.test', timezone: 'UTC' }
  await aBooking(app, host, group, { start_time: tuesday(), invitee, event_guests: ['guest@client.test'] })
  await database.session((session) =>
    session.run(`
      insert into invitees
      select (jsonb_populate_record(invitees, jsonb_build_object('id', gen_random_uuid(), 'guests', array['n' || n || '@client.test']))).*
      from invitees cross join generate_series(1, 1200) as n where organization_id = '${organizationId}'`),
  )
  let most = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      most = Math.max(most, result.rows.length)
      return result
    },
  }
  for (const email of ['guest@client.test', 'n1@client.test', 'n1200@client.test'])
    await database.write(async (tx) => {
      const person = persons.of(organizationId, email)
      await erasePerson(
        tx.withPlugin(counting),
        organizationId,
        person,
        randomUUID(),
        { persons, links },
        app.clock.now(),
      )
    })
  assert.ok(most <= 500, `${most} rows at once`)
  const left = await raw(
    database.reader,
    sql<{ guest: string }>`
      select distinct guest from invitees, unnest(guests) as guest
      where organization_id = ${organizationId}::uuid and guest in ('guest@client.test', 'n1@client.test', 'n1200@client.test')`,
  )
  assert.deepEqual(left, [])
})
