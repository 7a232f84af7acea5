// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { bookThroughLink } from '#bookings/index.ts'
import {
  configureEventType,
  createSchedulingLink,
  deleteEventType,
  grantEventTypePermission,
  withdrawEventTypePermission,
} from '#event-types/index.ts'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  collectionOf,
  denied,
  invalidArgument,
  notFound,
  resourceOf,
  urisOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { codeIn, holdsCode } from '../../support/booking-links.ts'
import { anInviteeNamed, hours } from '../../support/bookings.ts'
import { aCast, aMember, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { added, factsOf, inventoryOf, wholeDatabase } from '../../support/inventory.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider } = cast
const later = hours()

// Each with types of their own, so that no test sees another's shares.
const aHost = async () => {
  const host = await aMember(app, owner)
  const type = await anEventType(app, host, {
    active: true,
    duration: 30,
    duration_options: [15, 30],
    locations: [{ kind: 'custom', location: 'The bench' }],
  })
  return { host, type }
}
const share = async (by: Person, type: { uri: string }, body: object = {}) =>
  resourceOf(await app.ask('POST /shares', { token: by.token, body: { event_type: type.uri, ...body } }))
const get = (by: Person, uri: string) => app.ask(`GET ${uri}`, { token: by.token })
const patch = (by: Person, uri: string, body: object) => app.ask(`PATCH ${uri}`, { token: by.token, body })
const remove = (by: Person, uri: string) => app.ask(`DELETE ${uri}`, { token: by.token })
const list = (by: Person, query: Readonly<Record<string, string>>) => app.ask('GET /shares', { token: by.token, query })
const book = (made: { scheduling_links: { booking_url: string }[] }) =>
  app.runOpen(bookThroughLink, {
    code: codeIn(made.scheduling_links[0]?.booking_url ?? ''),
    start_time: later(),
    invitee: anInviteeNamed(),
  })
const unchanged = async (work: () => Promise<void>) => {
  const before = await inventoryOf(app, cast.organizationId)
  await work()
  assert.deepEqual(await inventoryOf(app, cast.organizationId), before)
}
const factsAddedBy = async (work: () => Promise<unknown>) => {
  const before = await factsOf(app, cast.organizationId)
  await work()
  return added(before, await factsOf(app, cast.organizationId))
}

const { host: standingHost, type: standingType } = await aHost()
const standing = await share(standingHost, standingType)
const guarded: string[] = []
for (let count = 0; count < 4; count += 1) guarded.push((await share(standingHost, standingType)).uri)

describe('GET /shares/{uuid}', () => {
  test('200: as it was made, with its link; 201 names where it is', async () => {
    const { host, type } = await aHost()
    const made = await app.ask('POST /shares', { token: host.token, body: { event_type: type.uri, name: 'For you' } })
    assert.equal(made.headers.location, resourceOf(made).uri)
    for (const person of [host, admin, owner]) assertAnswer(await get(person, resourceOf(made).uri), 200, made.body)
  })

  test('200: booked after a booking through it, expired when its days are over', async () => {
    const { host, type } = await aHost()
    const [booked, left] = [await share(host, type), await share(host, type)]
    await book(booked)
    assert.equal(resourceOf(await get(host, booked.uri)).status, 'booked')
    const future = await testApp()
    future.clock.advance(91 * 86_400_000)
    const asked = await future.ask(`GET ${left.uri}`, { token: host.token })
    assert.deepEqual(resourceOf(asked), { ...left, status: 'expired' })
    assertAnswer(
      await future.ask(`PATCH ${left.uri}`, { token: host.token, body: { name: 'Late' } }),
      403,
      denied('Share is expired'),
    )
    assertStatus(await future.ask(`DELETE ${left.uri}`, { token: host.token }), 204)
  })

  test('200: for its creator, even for the type of another; 403: for any other plain user', async () => {
    const { host, type } = await aHost()
    const maker = await aMember(app, owner)
    await app.run(grantEventTypePermission, owner.principal, { event_type: type.uri, user: maker.uri })
    const made = await share(maker, type)
    for (const person of [maker, host]) assertStatus(await get(person, made.uri), 200)
    assertAnswer(await get(colleague, made.uri), 403, denied())
  })

  test("404: unknown, deleted, a plain link, and another organization's look the same", async () => {
    const { host, type } = await aHost()
    const unknown = await get(host, `/shares/${randomUUID()}`)
    assertAnswer(unknown, 404, notFound)
    const { uri } = await share(host, type)
    for (const ask of [get, remove]) assertAlike(await ask(outsider, uri), unknown)
    assertAlike(await patch(outsider, uri, { name: 'Theirs' }), unknown)
    assertStatus(await remove(host, uri), 204)
    for (const ask of [get, remove]) assertAlike(await ask(host, uri), unknown)
    assertAlike(await patch(host, uri, { name: 'Gone' }), unknown)
    await app.run(createSchedulingLink, host.principal, {
      max_event_count: 1,
      owner: type.uri,
      owner_type: 'EventType',
    })
    const { rows } = await app.context.database.reader
      .selectFrom('booking_links')
      .select('id')
      .where('event_type_id', '=', type.id)
      .where('terms', 'is', null)
      .execute()
      .then((rows) => ({ rows }))
    assertAlike(await get(host, `/shares/${rows[0]?.id}`), unknown)
  })

  guardTests(app, standingHost, 'shares:read', 200, ({ token }) => app.ask(`GET ${standing.uri}`, { token }))
})

describe('GET /shares', () => {
  test('200: what a user made and what was made of their types, the newest first; deleted ones are left out', async () => {
    const { host, type } = await aHost()
    const other = await aHost()
    await app.run(grantEventTypePermission, owner.principal, { event_type: other.type.uri, user: host.uri })
    const made = []
    for (const [by, of] of [
      [host, type],
      [owner, type],
      [host, other.type],
      [other.host, other.type],
      [host, type],
    ] as const) {
      made.push(await share(by, of))
      app.clock.advance(1_000)
    }
    const [first, byOwner, ofOther, , last] = made
    const uris = (query: Readonly<Record<string, string>> = {}, by = host) =>
      list(by, { user: host.uri, ...query }).then((answer) => urisOf(collectionOf(answer)))
    assert.deepEqual(await uris(), [last.uri, ofOther.uri, byOwner.uri, first.uri])
    assert.deepEqual(await uris({}, admin), [last.uri, ofOther.uri, byOwner.uri, first.uri])
    assert.deepEqual(await uris({ sort: 'created_at:asc' }), [first.uri, byOwner.uri, ofOther.uri, last.uri])
    assert.deepEqual(await uris({ event_type: type.uri }), [last.uri, byOwner.uri, first.uri])
    assert.deepEqual(await uris({ min_created_at: byOwner.created_at, max_created_at: ofOther.created_at }), [
      ofOther.uri,
      byOwner.uri,
    ])
    assert.deepEqual((await list(host, { user: host.uri })).body.collection[0], last)
    await remove(host, ofOther.uri)
    assert.deepEqual(await uris(), [last.uri, byOwner.uri, first.uri])
    const page = await list(host, { user: host.uri, count: '2' })
    assert.deepEqual(urisOf(page.body.collection), [last.uri, byOwner.uri])
    assert.deepEqual(
      urisOf((await app.ask(`GET ${page.body.pagination.next_page}`, { token: host.token })).body.collection),
      [first.uri],
    )
  })

  test('400: without a user, and what cannot be read', async () => {
    assertAnswer(await list(owner, {}), 400, invalidArgument(['user', 'is missing']))
    assertAnswer(
      await list(owner, { user: owner.uri, min_created_at: 'yesterday' }),
      400,
      invalidArgument(['min_created_at', 'is in invalid format']),
    )
    assertStatus(await list(owner, { user: owner.uri, sort: 'name:asc' }), 400)
  })

  test("403: of another user, for a plain user; 404: another organization's user looks nonexistent, and of a type that is not ours there are none", async () => {
    assertAnswer(await list(colleague, { user: owner.uri }), 403, denied())
    const unknown = await list(owner, { user: `/users/${randomUUID()}` })
    assertAnswer(unknown, 404, notFound)
    assertAlike(await list(owner, { user: outsider.uri }), unknown)
    const theirs = await anEventType(app, outsider)
    for (const event_type of [theirs.uri, `/event_types/${randomUUID()}`])
      assert.deepEqual((await list(owner, { user: owner.uri, event_type })).body.collection, [])
  })

  guardTests(app, standingHost, 'shares:read', 200, ({ token }) =>
    app.ask('GET /shares', { token, query: { user: standingHost.uri } }),
  )
})

describe('PATCH /shares/{uuid}', () => {
  test('200: what is sent changes, the rest and the code of the link stay; one fact without the code', async () => {
    const { host, type } = await aHost()
    const before = await share(host, type, { name: 'For you' })
    const change = { name: 'For you alone', duration: 15, period_type: 'unlimited', min_booking_time: 0 }
    let after = before
    const facts = await factsAddedBy(async () => {
      after = resourceOf(await patch(host, before.uri, change))
    })
    assert.deepEqual(facts, ['share.updated'])
    assert.deepEqual(after.share_override, { ...before.share_override, ...change, max_booking_time: null })
    assert.equal(codeIn(after.scheduling_links[0].booking_url), codeIn(before.scheduling_links[0].booking_url))
    assertAnswer(await get(host, before.uri), 200, { resource: after })
    assert.ok(!holdsCode(await wholeDatabase(app), after.scheduling_links[0].booking_url))
  })

  test('200: what can be booked follows: a share with less notice is open sooner', async () => {
    const { host, type } = await aHost()
    const made = await share(host, type)
    const open = async () => {
      const code = codeIn(made.scheduling_links[0].booking_url)
      const query = {
        timezone: 'Europe/Lisbon',
        range_start: '2026-03-02',
        range_end: '2026-03-02',
        single_use_link_uuid: code,
      }
      const { body } = await app.ask(`GET /api/booking/event_types/${type.id}/calendar/range`, { query })
      return body.days[0]?.spots[0]?.start_time.slice(0, 19)
    }
    assert.equal(await open(), '2026-03-02T14:30:00')
    await patch(host, made.uri, { min_booking_time: 60 })
    assert.equal(await open(), '2026-03-02T11:30:00')
  })

  test('200: null takes what the type has now, for that field alone', async () => {
    const { host, type } = await aHost()
    const made = await share(host, type, {
      name: 'For you',
      duration: 45,
      duration_options: [45, 60],
      min_booking_time: 10,
      period_type: 'unlimited',
    })
    await app.ask(`PATCH ${type.uri}`, {
      token: host.token,
      body: { name: 'Renamed', scheduling_rules: { minimum_notice: 120 } },
    })
    const named = resourceOf(await patch(host, made.uri, { name: null }))
    assert.deepEqual(named.share_override, { ...made.share_override, name: 'Renamed' })
    const all = Object.fromEntries(Object.keys(made.share_override).map((name) => [name, null]))
    const { share_override } = resourceOf(await patch(host, made.uri, all))
    assert.deepEqual(share_override, (await share(host, type)).share_override)
  })

  test('200: sent back as it was read, nothing changes and no fact is recorded', async () => {
    const { host, type } = await aHost()
    const terms = {
      period_type: 'fixed',
      max_booking_time: 7200,
      hide_location: true,
      availability_rule: { timezone: 'UTC', rules: [] },
    }
    for (const body of [
      {},
      terms,
      {
        location_configurations: [
          { kind: 'physical', location: 'Rua Nova 1' },
          { kind: 'inbound_call', phone_number: '+1' },
        ],
      },
    ]) {
      const made = await share(host, type, body)
      const nextDay = await testApp()
      nextDay.clock.advance(86_400_000)
      await unchanged(async () => {
        for (const sent of [made, made.share_override, {}])
          assertAnswer(await nextDay.ask(`PATCH ${made.uri}`, { token: host.token, body: sent }), 200, {
            resource: made,
          })
      })
    }
  })

  test('200: read, changed inside share_override, and sent back whole', async () => {
    const { host, type } = await aHost()
    const made = await share(host, type)
    const changed = { ...made, share_override: { ...made.share_override, max_booking_time: 14_400 } }
    assert.deepEqual(resourceOf(await patch(host, made.uri, changed)).share_override, changed.share_override)
  })

  test('400: what POST refuses; nothing is changed', async () => {
    const { host, type } = await aHost()
    const { uri } = await share(host, type)
    const wrong: [body: object, parameter: string, message: string][] = [
      [{ duration: 45 }, 'duration', 'must be one of: 15, 30'],
      [{ share_override: { duration: 45 } }, 'duration', 'must be one of: 15, 30'],
      [{ name: '' }, 'name', 'must be filled'],
      [{ min_booking_time: -1 }, 'min_booking_time', 'must be greater than or equal to 0'],
      [
        { period_type: 'fixed', start_date: '2026-04-02', end_date: '2026-04-01' },
        'end_date',
        'must not be before start_date',
      ],
    ]
    await unchanged(async () => {
      for (const [body, parameter, message] of wrong)
        assertAnswer(await patch(host, uri, body), 400, invalidArgument([parameter, message]))
    })
  })

  test('403: once it is booked, also for admins; by others; by its creator without permission any more', async () => {
    const { host, type } = await aHost()
    const booked = await share(host, type)
    await book(booked)
    await unchanged(async () => {
      for (const person of [host, owner])
        assertAnswer(await patch(person, booked.uri, { name: 'Late' }), 403, denied('Share is already booked'))
      assertAnswer(await patch(colleague, booked.uri, { name: 'Theirs' }), 403, denied())
    })
    const maker = await aMember(app, owner)
    const permission = { event_type: type.uri, user: maker.uri }
    await app.run(grantEventTypePermission, owner.principal, permission)
    const made = await share(maker, type)
    assertStatus(await patch(maker, made.uri, { name: 'Mine' }), 200)
    await app.run(withdrawEventTypePermission, owner.principal, permission)
    assertAnswer(await patch(maker, made.uri, { name: 'Still mine' }), 403, denied('You do not have permission'))
    assertStatus(await remove(maker, made.uri), 204)
  })

  test('403: of a managed type on other terms, for a plain user; 200: back to those of the type', async () => {
    const { host, type } = await aHost()
    const made = await share(host, type, { name: 'Before it was managed' })
    await app.run(configureEventType, admin.principal, { uuid: type.id, admin_managed: true })
    await unchanged(async () =>
      assertAnswer(await patch(host, made.uri, { duration: 15 }), 403, denied('You do not have permission')),
    )
    assert.equal(resourceOf(await patch(host, made.uri, { name: null })).share_override.name, 'Intro call')
    assertStatus(await patch(admin, made.uri, { duration: 15 }), 200)
  })

  guardTests(app, standingHost, 'shares:write', 200, ({ token }) =>
    app.ask(`PATCH ${standing.uri}`, { token, body: { name: 'For you' } }),
  )
})

describe('DELETE /shares/{uuid}', () => {
  test('204: its link stops working, for viewing and booking; one fact', async () => {
    const { host, type } = await aHost()
    const made = await share(host, type)
    const page = () => app.ask(`GET ${made.scheduling_links[0].booking_url.replace(app.context.links.site, '')}`, {})
    assert.equal((await page()).status, 200)
    assert.deepEqual(await factsAddedBy(() => remove(host, made.uri)), ['share.deleted'])
    assert.equal((await page()).status, 404)
    await assert.rejects(book(made), { message: notFound.message })
  })

  test('403: once it is booked, and by others; the meeting stays', async () => {
    const { host, type } = await aHost()
    const made = await share(host, type)
    assertAnswer(await remove(colleague, made.uri), 403, denied())
    await book(made)
    await unchanged(async () => assertAnswer(await remove(host, made.uri), 403, denied('Share is already booked')))
  })

  test('204: also when its event type was deleted', async () => {
    const { host, type } = await aHost()
    const made = await share(host, type)
    await app.run(deleteEventType, owner.principal, { uuid: type.id })
    assert.equal(lastPart(resourceOf(await get(host, made.uri)).uri), lastPart(made.uri))
    assertStatus(await remove(host, made.uri), 204)
  })

  test('of a concurrent booking and deletion, one wins', async () => {
    const { host, type } = await aHost()
    for (let round = 0; round < 5; round += 1) {
      const made = await share(host, type)
      const [booked, removed] = await Promise.allSettled([book(made), remove(host, made.uri)])
      const isRemoved = removed.status === 'fulfilled' && removed.value.status === 204
      assert.notEqual(booked.status === 'fulfilled', isRemoved, JSON.stringify([booked, removed]))
    }
  })

  guardTests(app, standingHost, 'shares:write', 204, ({ token }) => app.ask(`DELETE ${guarded.pop()}`, { token }))
})
