// seconds: 2
// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPersonalAccessToken, listPersonalAccessTokens } from '#oauth/index.ts'
import type { Database } from '#platform/db/database.ts'
import { testApp } from '../../support/app.ts'
import { aBooking } from '../../support/bookings.ts'
import { aFounder } from '../../support/cast.ts'
import { countingDatabase } from '../../support/counting-database.ts'
import { anEventType } from '../../support/event-types.ts'

const settling = 15_000
const replica = { reads: 0, writes: 0 }
const state = { isCurrent: true }

/** The same database once more, as its own replica. */
const besideItself = (database: Database): Database => ({
  ...database,
  replica: {
    reader: countingDatabase(replica)(database).reader,
    isCurrent: () => state.isCurrent,
    ageMilliseconds: () => 0,
    counts: () => ({ served: 0, repeated: 0 }),
    watch: () => {},
  },
})

const app = await testApp({ through: besideItself })
const owner = await aFounder(app)
const eventType = await anEventType(app, owner, { active: true })
const { slug: typeSlug, scheduling_url } = (await app.ask(`GET ${eventType.uri}`, { token: owner.token })).body.resource
const page = new URL(scheduling_url).pathname

/** How many statements went to the replica. */
const readsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = replica.reads
  await work()
  return replica.reads - before
}

const meetings = () => app.ask('GET /scheduled_events', { token: owner.token, query: { user: owner.uri } })
const openTimes = () =>
  app.ask('GET /event_type_available_times', {
    token: owner.token,
    query: { event_type: eventType.uri, start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-04T00:00:00Z' },
  })

describe('with a replica', () => {
  test('lists, open times and public pages are read from it once the organization has rested; tokens, single resources and bookings never', async () => {
    app.clock.advance(settling + 1)
    assert.ok((await readsOf(meetings)) > 0, 'lists')
    assert.ok((await readsOf(openTimes)) > 0, 'open times')
    assert.ok((await readsOf(() => app.ask(`GET ${page}`))) > 0, `the page of ${typeSlug}`)
    assert.ok(
      (await readsOf(() => app.ask(`GET ${page.split('/').slice(0, 2).join('/')}`))) > 0,
      'the page of a member',
    )
    assert.equal(await readsOf(() => app.run(listPersonalAccessTokens, owner.principal)), 0, 'tokens')
    assert.equal(await readsOf(() => app.ask('GET /users/me', { token: owner.token })), 0, 'one resource')
    assert.equal(await readsOf(() => aBooking(app, owner, eventType)), 0, 'a booking')
  })

  test('an organization that has just changed something reads from the primary, and others do not', async () => {
    const other = await aFounder(app)
    app.clock.advance(settling + 1)
    await app.run(createPersonalAccessToken, other.principal, { name: 'just now', scopes: ['users:read'] })
    const others = () => app.ask('GET /event_types', { token: other.token, query: { user: other.uri } })
    assert.equal(await readsOf(others), 0)
    assert.ok((await readsOf(meetings)) > 0)
    app.clock.advance(settling - 1)
    assert.equal(await readsOf(others), 0)
    app.clock.advance(2)
    assert.ok((await readsOf(others)) > 0)
  })

  test('one that lags is not read from', async () => {
    app.clock.advance(settling + 1)
    state.isCurrent = false
    assert.equal(await readsOf(meetings), 0)
    state.isCurrent = true
    assert.ok((await readsOf(meetings)) > 0)
  })
})
