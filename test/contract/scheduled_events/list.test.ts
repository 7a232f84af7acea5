import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  assertAnswer,
  assertStatus,
  collectionOf,
  denied,
  invalidArgument,
  notFound,
  onlyPage,
  urisOf,
} from '../../support/answers.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { aBooking, anInviteeNamed, aSharedType, type Booked, eventOf } from '../../support/bookings.ts'
import { aCast, aGroup, aMember, aRemovedMember, inGroup, type Made, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, outsiderOrganization } = await aCast(app)

type Query = Readonly<Record<string, string>>
const list = (person: Person, query: Query = {}) => app.ask('GET /scheduled_events', { token: person.token, query })
const uris = async (person: Person, query: Query = {}): Promise<string[]> =>
  urisOf(collectionOf(await list(person, { count: '100', ...query })))
const eventsOf = (...booked: readonly Booked[]): string[] => booked.map(({ event }) => event)

describe('GET /scheduled_events', () => {
  // In the order in which they were booked, which is not the one in which they take place.
  let late: Booked
  let early: Booked
  let middle: Booked
  let canceled: Booked
  let admins: Booked
  let shared: Booked
  let member: Person
  let group: Made
  let groupAdmin: Person

  before(async () => {
    member = await aMember(app, owner)
    groupAdmin = await aMember(app, owner)
    group = await aGroup(app, owner)
    await inGroup(app, owner, group, { membership: member.membershipUri })
    await inGroup(app, owner, group, { membership: groupAdmin.membershipUri }, 'admin')
    const introCall = await anEventType(app, colleague, { active: true })
    const book = async (by: Person, eventType: Made, start_time: string, name: string) => {
      app.clock.advance(1_000)
      return aBooking(app, by, eventType, {
        start_time,
        invitee: { ...anInviteeNamed(name), email: `${name}@Client.test` },
      })
    }
    late = await book(colleague, introCall, '2026-03-10T09:00:00Z', 'Regular')
    early = await book(colleague, introCall, '2026-03-04T09:00:00Z', 'Regular')
    canceled = await book(colleague, introCall, '2026-03-06T09:00:00Z', 'Regular')
    middle = await book(colleague, introCall, '2026-03-06T10:00:00Z', 'other')
    assertStatus(await app.ask(`POST ${canceled.event}/cancellation`, { token: colleague.token }), 200)
    admins = await book(admin, await anEventType(app, admin, { active: true }), '2026-03-05T09:00:00Z', 'Regular')
    shared = await book(
      owner,
      await aSharedType(app, owner, 'collective', { hosts: [member] }),
      '2026-03-09T09:00:00Z',
      'other',
    )
    await aBooking(app, outsider, await anEventType(app, outsider, { active: true }), {
      invitee: { ...anInviteeNamed('Regular'), email: 'Regular@Client.test' },
    })
  })

  test('200: whole events, as each is shown alone, in the order they were booked', async () => {
    const answer = await list(colleague)
    const events = collectionOf(answer)
    assert.deepEqual(answer.body.pagination, onlyPage(4))
    assert.deepEqual(urisOf(events), eventsOf(late, early, canceled, middle))
    for (const event of events) assert.deepEqual(event, await eventOf(app, colleague, { event: event.uri }))
  })

  test('200: without a filter an owner or admin sees all of the organization, others what they host', async () => {
    const all = eventsOf(late, early, canceled, middle, admins, shared)
    assert.deepEqual(await uris(owner), all)
    assert.deepEqual(await uris(admin), all)
    assert.deepEqual(await uris(owner, { organization }), all)
    assert.deepEqual(await uris(member), eventsOf(shared))
    assert.deepEqual(await uris(await aMember(app, owner)), [])
  })

  test('user: oneself always; another only for an owner or admin, with or without organization', async () => {
    assert.deepEqual(await uris(colleague, { user: colleague.uri }), eventsOf(late, early, canceled, middle))
    assert.deepEqual(
      await uris(colleague, { user: colleague.uri, organization }),
      eventsOf(late, early, canceled, middle),
    )
    assert.deepEqual(await uris(owner, { user: member.uri, organization }), eventsOf(shared))
    assert.deepEqual(await uris(owner, { user: owner.uri }), eventsOf(shared))
    assert.deepEqual(await uris(admin, { user: member.uri }), eventsOf(shared))
    assertAnswer(await list(colleague, { user: member.uri }), 403, denied())
    assertAnswer(await list(colleague, { user: member.uri, organization }), 403, denied())
    assertAnswer(
      await list(owner, { user: (await aRemovedMember(app, owner)).uri, organization }),
      403,
      denied('This user is not in your organization'),
    )
    assertAnswer(await list(owner, { user: outsider.uri, organization }), 404, notFound)
  })

  test('organization: for owners and admins; another one is unknown', async () => {
    assertAnswer(await list(colleague, { organization }), 403, denied())
    assertAnswer(await list(owner, { organization: outsiderOrganization }), 404, notFound)
    assertAnswer(
      await list(owner, { organization: 'https://example.test/what' }),
      400,
      invalidArgument(['organization', 'invalid']),
    )
  })

  test('group: for its admins, and for owners and admins, with or without organization', async () => {
    assert.deepEqual(await uris(groupAdmin, { group: group.uri }), eventsOf(shared))
    assert.deepEqual(await uris(owner, { group: group.uri, organization }), eventsOf(shared))
    assert.deepEqual(await uris(groupAdmin, { group: group.uri, user: member.uri }), eventsOf(shared))
    assert.deepEqual(await uris(groupAdmin, { group: group.uri, user: colleague.uri }), [])
    assert.deepEqual(await uris(owner, { group: group.uri }), eventsOf(shared))
    assertAnswer(await list(member, { group: group.uri }), 403, denied('You do not have permission'))
    assertAnswer(await list(owner, { group: (await aGroup(app, outsider)).uri, organization }), 404, notFound)
  })

  test('invitee_email: case-insensitive, canceled invitees included', async () => {
    assert.deepEqual(await uris(colleague, { invitee_email: 'rEGULAR@client.TEST' }), eventsOf(late, early, canceled))
    assert.deepEqual(
      await uris(owner, { invitee_email: 'regular@client.test' }),
      eventsOf(late, early, canceled, admins),
    )
    assert.deepEqual(
      await uris(owner, { invitee_email: 'regular@client.test', status: 'active' }),
      eventsOf(late, early, admins),
    )
    assert.deepEqual(await uris(owner, { invitee_email: 'egular@client.test' }), [])
    assertAnswer(
      await list(owner, { invitee_email: 'regular' }),
      400,
      invalidArgument(['invitee_email', 'is in invalid format']),
    )
  })

  test('status: only those that are canceled, or only the others', async () => {
    assert.deepEqual(await uris(colleague, { status: 'canceled' }), eventsOf(canceled))
    assert.deepEqual(await uris(colleague, { status: 'active' }), eventsOf(late, early, middle))
    assert.deepEqual(await uris(owner, { status: 'canceled' }), eventsOf(canceled))
    assertAnswer(
      await list(owner, { status: 'past' }),
      400,
      invalidArgument(['status', 'must be one of: active, canceled']),
    )
  })

  test('min_start_time and max_start_time: both ends belong to it', async () => {
    for (const person of [colleague, owner]) {
      const range = { user: colleague.uri, ...(person === owner ? { organization } : {}) }
      assert.deepEqual(
        await uris(person, {
          ...range,
          min_start_time: '2026-03-04T09:00:00Z',
          max_start_time: '2026-03-06T09:00:00Z',
        }),
        eventsOf(early, canceled),
      )
      assert.deepEqual(
        await uris(person, {
          ...range,
          min_start_time: '2026-03-04T09:00:00.001Z',
          max_start_time: '2026-03-06T08:59:59.999Z',
        }),
        [],
      )
    }
    assert.deepEqual(
      await uris(owner, { min_start_time: '2026-03-09T10:00:00+01:00', max_start_time: '2026-03-10T09:00:00Z' }),
      eventsOf(late, shared),
    )
    assert.deepEqual(
      await uris(owner, { min_start_time: '2026-03-09T09:00:00.001Z', max_start_time: '2026-03-10T08:59:59.999Z' }),
      [],
    )
    assertAnswer(
      await list(owner, { min_start_time: '2026-02-31T09:00:00Z' }),
      400,
      invalidArgument(['min_start_time', 'is in invalid format']),
    )
  })

  test('sort: start_time in both directions', async () => {
    assert.deepEqual(await uris(colleague, { sort: 'start_time:asc' }), eventsOf(early, canceled, middle, late))
    assert.deepEqual(
      await uris(owner, { sort: 'start_time:desc' }),
      eventsOf(late, shared, middle, canceled, admins, early),
    )
    assert.deepEqual(await uris(owner, { sort: 'start_time:desc', status: 'canceled' }), eventsOf(canceled))
    for (const sort of ['name:asc', 'start_time:up'])
      assertAnswer(await list(owner, { sort }), 400, invalidArgument(['sort', 'invalid']))
  })

  test('pages: forward and back, in every order, with their filters; nothing twice and nothing lost', async () => {
    for (const query of [
      {},
      { sort: 'start_time:asc' },
      { sort: 'start_time:desc' },
      { invitee_email: 'regular@client.test' },
    ] as Query[])
      for (const person of [owner, colleague]) {
        const whole = await uris(person, query)
        const seen: string[] = []
        let address: string | null = null
        let back: string | null = null
        do {
          const answer: Answer = address
            ? await app.ask(`GET ${address}`, { token: person.token })
            : await list(person, { ...query, count: '2' })
          seen.push(...urisOf(collectionOf(answer)))
          ;({ next_page: address, previous_page: back } = answer.body.pagination)
        } while (address)
        assert.deepEqual(seen, whole)
        if (whole.length > 2) {
          const answer = await app.ask(`GET ${back}`, { token: person.token })
          const lastFull = Math.floor((whole.length - 1) / 2) * 2
          assert.deepEqual(urisOf(collectionOf(answer)), whole.slice(lastFull - 2, lastFull))
        }
      }
  })

  test('pages: what is booked or canceled between two of them moves nothing else', async () => {
    const host = await aMember(app, owner)
    const eventType = await anEventType(app, host, { active: true })
    const booked: Booked[] = []
    for (const time of ['09:00', '10:00', '11:00', '12:00'])
      booked.push(await aBooking(app, host, eventType, { start_time: `2026-03-03T${time}:00Z` }))
    const first = await list(host, { count: '2', sort: 'start_time:asc' })
    await aBooking(app, host, eventType, { start_time: '2026-03-03T09:30:00Z' })
    assertStatus(await app.ask(`POST ${booked[0]?.event}/cancellation`, { token: host.token }), 200)
    const second = await app.ask(`GET ${first.body.pagination.next_page}`, { token: host.token })
    assert.deepEqual(
      [urisOf(collectionOf(first)), urisOf(collectionOf(second))],
      [eventsOf(...booked.slice(0, 2)), eventsOf(...booked.slice(2))],
    )
  })

  guardTests(app, colleague, 'scheduled_events:read', 200, ({ token }) => app.ask('GET /scheduled_events', { token }))
})
