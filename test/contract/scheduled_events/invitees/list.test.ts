// seconds: 2
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  collectionOf,
  denied,
  invalidArgument,
  notFound,
  onlyPage,
  urisOf,
} from '../../../support/answers.ts'
import { testApp } from '../../../support/app.ts'
import { aBooking, aSharedType, type Booked, hours, inviteeOf } from '../../../support/bookings.ts'
import { aCast, aGroup, aMember, inGroup, type Person } from '../../../support/cast.ts'
import { guardTests } from '../../../support/guards.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)

describe('GET /scheduled_events/{uuid}/invitees', () => {
  let event: string
  let all: Booked[]
  const list = (query: Readonly<Record<string, string>> = {}, person: Person = colleague, of = event) =>
    app.ask(`GET ${of}/invitees`, { token: person.token, query })
  const uris = async (query: Readonly<Record<string, string>> = {}) => urisOf(collectionOf(await list(query)))
  const urisIn = (...booked: readonly (Booked | undefined)[]) => booked.map((one) => one?.invitee.uri)

  before(async () => {
    const eventType = await aSharedType(app, colleague, 'group', { seats: 10 })
    const later = hours()
    const start_time = later()
    all = []
    for (const name of ['c', 'a', 'b']) {
      app.clock.advance(1_000)
      all.push(
        await aBooking(app, colleague, eventType, {
          start_time,
          invitee: { name, email: `${name}@Client.test`, timezone: 'UTC' },
        }),
      )
    }
    // Somebody else's meeting, with the same address.
    await aBooking(app, colleague, eventType, {
      start_time: later(),
      invitee: { name: 'c', email: 'c@Client.test', timezone: 'UTC' },
    })
    event = all[0]?.event ?? ''
    assertStatus(await app.ask(`POST /invitees/${all[1]?.inviteeId}/cancellation`, { token: colleague.token }), 200)
  })

  test('200: whole invitees, as each is shown alone, in the order they booked; the canceled too', async () => {
    const answer = await list()
    const invitees = collectionOf(answer)
    assert.deepEqual(answer.body.pagination, onlyPage(3))
    assert.deepEqual(urisOf(invitees), urisIn(...all))
    for (const invitee of invitees) assert.deepEqual(invitee, await inviteeOf(app, colleague, { invitee }))
  })

  test('status, email (case-insensitive), and sort', async () => {
    assert.deepEqual(await uris({ status: 'active' }), urisIn(all[0], all[2]))
    assert.deepEqual(await uris({ status: 'canceled' }), urisIn(all[1]))
    assert.deepEqual(await uris({ email: 'C@client.TEST' }), urisIn(all[0]))
    assert.deepEqual(await uris({ email: 'nobody@client.test' }), [])
    assert.deepEqual(await uris({ sort: 'created_at:desc' }), urisIn(all[2], all[1], all[0]))
    assertAnswer(await list({ sort: 'name:asc' }), 400, invalidArgument(['sort', 'invalid']))
    assertAnswer(await list({ status: 'gone' }), 400, invalidArgument(['status', 'must be one of: active, canceled']))
  })

  test('pages, which belong to their event', async () => {
    const first = await list({ count: '2' })
    assert.deepEqual(urisOf(collectionOf(first)), urisIn(all[0], all[1]))
    assert.ok(first.body.pagination.next_page.startsWith(`${event}/invitees?`))
    const second = await app.ask(`GET ${first.body.pagination.next_page}`, { token: colleague.token })
    assert.deepEqual(urisOf(collectionOf(second)), urisIn(all[2]))
  })

  test('403: without access to the event; 200: for owners, and for admins of a group of the host', async () => {
    const member = await aMember(app, owner)
    assertAnswer(await list({}, member), 403, denied('You are not allowed to view this event'))
    assertStatus(await list({}, owner), 200)
    const group = await aGroup(app, owner)
    await inGroup(app, owner, group, { membership: colleague.membershipUri })
    await inGroup(app, owner, group, { membership: member.membershipUri }, 'admin')
    assertStatus(await list({}, member), 200)
  })

  test('404: of an event that is unknown, or of another organization', async () => {
    const answer = await list({}, outsider)
    assertAnswer(answer, 404, notFound)
    assertAlike(answer, await list({}, outsider, '/scheduled_events/2f2f0c1e-2a54-4cf7-b6c5-2d5d0f1e7d11'))
  })

  guardTests(app, colleague, 'scheduled_events:read', 200, ({ token }) => app.ask(`GET ${event}/invitees`, { token }))
})
