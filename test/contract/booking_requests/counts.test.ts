// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { deleteOldRequests, getInsights, overviewOfRequests } from '#bookings/index.ts'
import { openMetrics } from '#metrics.ts'
import { testApp } from '../../support/app.ts'
import { aRequest, aTypeWithApproval, letExpire } from '../../support/booking-requests.ts'
import { hours } from '../../support/bookings.ts'
import { aFounder, aMember, type Person } from '../../support/cast.ts'
import { raw } from '../../support/raw.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp()
const later = hours()
const month = 30 * 86_400_000

/** One of each: open, accepted, declined, expired. */
const requestsOf = async (host: Person) => {
  const type = await aTypeWithApproval(app, host)
  const [open, accepted, declined, expired] = [
    await aRequest(app, type, { start_time: later() }),
    await aRequest(app, type, { start_time: later() }),
    await aRequest(app, type, { start_time: later() }),
    await aRequest(app, type, { start_time: later() }),
  ]
  await app.ask(`POST /booking_requests/${accepted.id}/acceptance`, { token: host.token })
  await app.ask(`POST /booking_requests/${declined.id}/decline`, { token: host.token, body: {} })
  await letExpire(app, expired.id)
  return { open, accepted, declined, expired }
}

describe('booking requests are counted', () => {
  test('in the metrics, by state; one that has expired and was told to nobody is overdue after a quarter of an hour', async () => {
    const before = await overviewOfRequests(app.context.database.reader)
    const { expired } = await requestsOf(await aFounder(app))
    const { states, overdue } = await overviewOfRequests(app.context.database.reader)
    for (const state of ['open', 'confirmed', 'declined', 'expired'] as const)
      assert.equal(states[state], before.states[state] + 1, state)
    assert.equal(overdue, before.overdue)
    assert.match(
      await (await openMetrics(app.context)).text(),
      new RegExp(`openslot_booking_requests_declined ${states.declined}\\n`),
    )
    await app.context.database.write((tx) =>
      raw(tx, sql`update booking_requests set expires_at = now() - interval '16 minutes' where id = ${expired.id}`),
    )
    assert.equal((await overviewOfRequests(app.context.database.reader)).overdue, before.overdue + 1)
  })

  test('for 400 days after they end, and are deleted then; meetings that came of them stay', async () => {
    const host = await aFounder(app)
    const { accepted } = await requestsOf(host)
    const { organizationId } = host.principal
    const left = async () =>
      app.context.database.reader
        .selectFrom('booking_requests')
        .select('id')
        .where('organization_id', '=', organizationId)
        .execute()
    // Of other tests of this database, none is as old.
    const endedAgo = (days: number) =>
      app.context.database.write(async (tx) => {
        const ended = sql`now() - make_interval(days => ${days})`
        await raw(
          tx,
          sql`update booking_requests set updated_at = ${ended}, expires_at = ${ended}, ends_at = ${ended} where organization_id = ${organizationId}`,
        )
        await deleteOldRequests(tx, new Date())
      })
    await endedAgo(399)
    assert.equal((await left()).length, 4)
    await endedAgo(401)
    assert.equal((await left()).length, 0)
    const meetings = await app.context.database.reader
      .selectFrom('invitees')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute()
    assert.deepEqual(meetings, [{ id: accepted.id }])
  })

  test('in Insights: those that wait, and those that were accepted, declined, or have expired, of the own hosts', async () => {
    const owner = await aFounder(app)
    const host = await aMember(app, owner)
    const { expired } = await requestsOf(host)
    const counted = async (by: Person) =>
      (await app.run(getInsights, by.principal, { days: 7, timezone: 'UTC' })).requests
    // Recorded as expired, by the clock of the tests.
    const now = app.clock.now()
    await app.context.database.write((tx) =>
      raw(tx, sql`update booking_requests set state = 'expired', updated_at = ${now} where id = ${expired.id}`),
    )
    const one = { open: 1, accepted: 1, declined: 1, expired: 1 }
    assert.deepEqual([await counted(host), await counted(owner)], [one, one])
    assert.deepEqual(await counted(await aMember(app, owner)), { open: 0, accepted: 0, declined: 0, expired: 0 })
    const visitor = await signedInAs(app, host)
    const { text } = await visitor.get('/app/insights')
    for (const name of ['Open requests', 'Requests accepted', 'Requests declined', 'Requests expired'])
      assert.ok(text.includes(name), name)
    assert.ok((await visitor.get('/app/insights?locale=de')).text.includes('Angenommene Anfragen'))
    app.clock.advance(month)
    assert.deepEqual(await counted(host), { open: 1, accepted: 0, declined: 0, expired: 0 })
  })
})
