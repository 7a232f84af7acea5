// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  denied,
  invalidArgument,
  notFound,
  resourceOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, asRecorded, factsDuring, hours, inviteeOf } from '../../support/bookings.ts'
import { aCast, aGroup, inGroup } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()

const create = (invitee: unknown, token = colleague.token) =>
  app.ask('POST /invitee_no_shows', { token, body: { invitee } })
const booked = () => aBooking(app, colleague, introCall, { start_time: later() })

describe('POST /invitee_no_shows', () => {
  test('201: the mark, with its Location; the invitee has it, and keeps their status', async () => {
    const one = await booked()
    const answer = await create(one.invitee.uri)
    assert.equal(answer.status, 201)
    const { uri, ...rest } = resourceOf(answer)
    assert.equal(answer.headers.location, uri)
    assert.match(uri, /\/invitee_no_shows\/[0-9a-f-]{36}$/)
    const created_at = app.clock.now().toISOString().replace('Z', '000Z')
    assert.deepEqual(rest, { invitee: one.invitee.uri, created_at })
    const { no_show, status } = await inviteeOf(app, colleague, one)
    assert.deepEqual([no_show, status], [{ uri, created_at }, 'active'])
    assert.deepEqual(resourceOf(await app.ask(`GET ${uri}`, { token: colleague.token })), { uri, ...rest })
  })

  test('201: by a URI of any host, without its event, or by the bare id', async () => {
    for (const form of [
      (uri: string) => uri.replace(app.context.links.api, 'https://api.elsewhere.test/v2'),
      (uri: string) => uri.replace(/scheduled_events\/[^/]+\//, ''),
      (uri: string) => uri.split('/').at(-1),
    ])
      assertStatus(await create(form((await booked()).invitee.uri)), 201)
  })

  test('404: where the event in the URI is not the one of the invitee', async () => {
    const [one, other] = [await booked(), await booked()]
    assertAnswer(await create(`${other.event}/invitees/${one.inviteeId}`), 404, notFound)
    assertStatus(await create(`${one.event}/invitees/${one.inviteeId}`), 201)
  })

  test('400: a second time, here or where the specification has it', async () => {
    const one = await booked()
    assertStatus(await create(one.invitee.uri), 201)
    const twice = invalidArgument(['base', 'Invitee is already marked as no show'])
    assertAnswer(await create(one.invitee.uri), 400, twice)
    const other = await booked()
    assertStatus(await app.ask(`POST /invitees/${other.inviteeId}/no_show`, { token: colleague.token }), 200)
    assertAnswer(await create(other.invitee.uri), 400, twice)
  })

  test('400: a canceled invitee, none, or a malformed one', async () => {
    const one = await booked()
    assertStatus(await app.ask(`POST ${one.event}/cancellation`, { token: colleague.token }), 200)
    assertAnswer(await create(one.invitee.uri), 400, invalidArgument(['base', 'Invitee is canceled']))
    assertAnswer(await create(undefined), 400, invalidArgument(['invitee', 'is missing']))
    assertAnswer(await create('https://example.test/what'), 400, invalidArgument(['invitee', 'invalid']))
    assertAnswer(await create(introCall.uri), 400, invalidArgument(['invitee', 'invalid']))
  })

  test('one fact is recorded, about the invitee', async () => {
    const one = await booked()
    const [fact, ...others] = await factsDuring(app, organizationId, () => create(one.invitee.uri))
    assert.deepEqual(
      [fact?.name, fact?.subject.invitee, others],
      ['invitee_no_show.created', asRecorded(await inviteeOf(app, colleague, one)), []],
    )
    assert.deepEqual(fact?.person, app.context.persons.of(organizationId, one.invitee.email))
  })

  test('404: of another organization; 403: of a meeting that is not theirs', async () => {
    const foreign = await aBooking(app, outsider, await anEventType(app, outsider, { active: true }), {
      start_time: later(),
    })
    const answer = await create(foreign.invitee.uri)
    assertAnswer(answer, 404, notFound)
    assertAlike(answer, await create('/invitees/2f2f0c1e-2a54-4cf7-b6c5-2d5d0f1e7d11'))
    const admins = await aBooking(app, admin, await anEventType(app, admin, { active: true }), { start_time: later() })
    assertAnswer(await create(admins.invitee.uri), 403, denied())
    assertStatus(await create(admins.invitee.uri, owner.token), 201)
  })

  guardTests(app, colleague, 'scheduled_events:write', 201, async ({ token }) =>
    app.ask('POST /invitee_no_shows', { token, body: { invitee: (await booked()).invitee.uri } }),
  )
})

describe('GET and DELETE /invitee_no_shows/{uuid}', () => {
  const marked = async (): Promise<string> => resourceOf(await create((await booked()).invitee.uri)).uri
  const remove = (uri: string, token = colleague.token) => app.ask(`DELETE ${uri}`, { token })
  const get = (uri: string, token = colleague.token) => app.ask(`GET ${uri}`, { token })

  test('204: no body, and the mark is gone; then it is unknown', async () => {
    const one = await booked()
    const { uri } = resourceOf(await create(one.invitee.uri))
    const facts = await factsDuring(app, organizationId, async () => assertAnswer(await remove(uri), 204))
    assert.deepEqual(
      facts.map(({ name, subject }) => [name, subject.invitee.no_show]),
      [['invitee_no_show.deleted', null]],
    )
    assert.equal((await inviteeOf(app, colleague, one)).no_show, null)
    assertAnswer(await get(uri), 404, notFound)
    assertAnswer(await remove(uri), 404, notFound)
    // An invitee who is marked again is not unmarked by the previous id.
    assertStatus(await create(one.invitee.uri), 201)
    assertAnswer(await remove(uri), 404, notFound)
  })

  test('404: of another organization; 403: of a meeting that is not theirs', async () => {
    const foreign = await aBooking(app, outsider, await anEventType(app, outsider, { active: true }), {
      start_time: later(),
    })
    const { uri } = resourceOf(await create(foreign.invitee.uri, outsider.token))
    assertAnswer(await get(uri), 404, notFound)
    assertAnswer(await remove(uri), 404, notFound)
    const admins = await aBooking(app, admin, await anEventType(app, admin, { active: true }), { start_time: later() })
    const { uri: own } = resourceOf(await create(admins.invitee.uri, admin.token))
    assertAnswer(await get(own), 403, denied())
    assertAnswer(await remove(own), 403, denied())
    assertStatus(await get(own, owner.token), 200)
    assertStatus(await remove(own, owner.token), 204)
  })

  test('200: for the admin of a group of the host too', async () => {
    const group = await aGroup(app, owner)
    await inGroup(app, owner, group, { membership: admin.membershipUri })
    await inGroup(app, owner, group, { membership: colleague.membershipUri }, 'admin')
    const admins = await aBooking(app, admin, await anEventType(app, admin, { active: true }), { start_time: later() })
    const { uri } = resourceOf(await create(admins.invitee.uri, admin.token))
    assertStatus(await get(uri), 200)
    assertAnswer(await remove(uri), 403, denied())
  })

  describe('GET', () =>
    guardTests(app, colleague, 'scheduled_events:read', 200, async ({ token }) =>
      app.ask(`GET ${await marked()}`, { token }),
    ))
  describe('DELETE', () =>
    guardTests(app, colleague, 'scheduled_events:write', 204, async ({ token }) =>
      app.ask(`DELETE ${await marked()}`, { token }),
    ))
})
