// on: embedded
// seconds: 3
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  confirmationCode,
  confirmOwnAddress,
  decideWithLink,
  requestEventType,
  withdrawOwnRequest,
} from '#bookings/index.ts'
import type { DatabaseCommand } from '#cli/command.ts'
import { commands } from '#cli/commands/booking.ts'
import { configureEventType } from '#event-types/index.ts'
import { readConfig } from '#platform/config.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aRequest, aTypeWithApproval, letExpire } from '../../support/booking-requests.ts'
import { aBooking, aSharedType, type Booked, bookingOf, factsDuring, hours } from '../../support/bookings.ts'
import { aCast, lastPart, type Made } from '../../support/cast.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { assertInvariants } from '../../support/invariants.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, organizationId } = await aCast(app)
const later = hours()
const withApproval = await aTypeWithApproval(app, colleague)

const read = (id: string, token = colleague.token) => app.ask(`GET /booking_requests/${id}`, { token })
const accept = (id: string, token = colleague.token) => app.ask(`POST /booking_requests/${id}/acceptance`, { token })
const decline = (id: string, body: object = {}, token = colleague.token) =>
  app.ask(`POST /booking_requests/${id}/decline`, { token, body })
const book = (eventType: Made, start_time: string) =>
  app.ask('POST /invitees', { token: colleague.token, body: bookingOf(eventType, { start_time }) })
const isOpenAt = async (eventType: Made, start_time: string): Promise<boolean> => {
  const end_time = new Date(Date.parse(start_time) + 60_000).toISOString()
  const query = { event_type: eventType.uri, start_time, end_time }
  const times = itemsOf(await app.ask('GET /event_type_available_times', { token: colleague.token, query }))
  return times.length > 0
}

describe('a request for a type whose hosts confirm each booking', () => {
  test('keeps its time from everybody, and is no scheduled event', async () => {
    const start_time = later()
    const request = await aRequest(app, withApproval, { start_time })
    assert.deepEqual([request.state, request.waits_for, request.scheduled_event], ['open', 'approval', null])
    assert.equal(await isOpenAt(withApproval, start_time), false)
    const taken = await book(withApproval, start_time)
    assert.deepEqual([taken.status, taken.body.details[0].code], [400, 'already_filled'])
    const other = await anEventType(app, colleague, { active: true })
    assert.equal((await book(other, start_time)).status, 400)
    const events = await app.ask('GET /scheduled_events', {
      token: colleague.token,
      query: { min_start_time: start_time, max_start_time: start_time },
    })
    assert.deepEqual(events.body.collection, [])
    const busy = await app.ask('GET /user_busy_times', {
      token: colleague.token,
      query: { user: colleague.uri, start_time, end_time: new Date(Date.parse(start_time) + 3_600_000).toISOString() },
    })
    assert.deepEqual(
      busy.body.collection.map(({ type }: { type: string }) => type),
      ['reserved'],
    )
    await assertInvariants(app.context.database, organizationId)
  })

  test('that is accepted is booked as it was requested, with one fact about the invitee', async () => {
    const start_time = later()
    const request = await aRequest(app, withApproval, { start_time, event_guests: ['boss@client.test'] })
    const facts = await factsDuring(app, organizationId, async () => {
      const accepted = resourceOf(await accept(request.id))
      assert.deepEqual([accepted.state, accepted.waits_for, accepted.next], ['confirmed', null, null])
      const event = resourceOf(await app.ask(`GET ${accepted.scheduled_event}`, { token: colleague.token }))
      assert.deepEqual([event.status, Date.parse(event.start_time)], ['active', Date.parse(start_time)])
      const invitee = resourceOf(await app.ask(`GET ${accepted.invitee.uri}`, { token: colleague.token }))
      assert.deepEqual(
        [invitee.email, invitee.name, invitee.scheduling_method],
        [request.invitee.email, request.invitee.name, null],
      )
    })
    assert.deepEqual(facts.map(({ name }) => name).sort(), ['booking_request.confirmed', 'invitee.created'])
    assert.equal((await book(withApproval, start_time)).status, 400)
    await assertInvariants(app.context.database, organizationId)
  })

  test('is decided once: whoever comes second is told how', async () => {
    const request = await aRequest(app, withApproval, { start_time: later() })
    assertStatus(await accept(request.id), 200)
    for (const answer of [await accept(request.id), await decline(request.id)]) {
      assert.equal(answer.status, 403)
      assert.match(answer.body.message, /confirmed already/)
    }
  })

  test('that is declined frees its time at once, and keeps what the host said', async () => {
    const start_time = later()
    const request = await aRequest(app, withApproval, { start_time })
    const declined = resourceOf(await decline(request.id, { reason: '  Not that week ' }))
    assert.deepEqual([declined.state, declined.reason, declined.next], ['declined', 'Not that week', null])
    assert.equal(await isOpenAt(withApproval, start_time), true)
    await aBooking(app, colleague, withApproval, { start_time })
    await assertInvariants(app.context.database, organizationId)
  })

  test('that is withdrawn, by the invitee or on their behalf, frees its time at once', async () => {
    for (const withdraw of [
      (request: { id: string }) => app.ask(`DELETE /booking_requests/${request.id}`, { token: colleague.token }),
      ({ token }: { token: string }) => app.runOpen(withdrawOwnRequest, { token }),
    ]) {
      const start_time = later()
      const request = await aRequest(app, withApproval, { start_time })
      await withdraw(request)
      assert.equal(resourceOf(await read(request.id)).state, 'withdrawn')
      await aBooking(app, colleague, withApproval, { start_time })
    }
    await assertInvariants(app.context.database, organizationId)
  })

  test('that has expired reads so at once, cannot be accepted, and is in nobody’s way', async () => {
    const start_time = later()
    const request = await aRequest(app, withApproval, { start_time })
    await letExpire(app, request.id)
    assert.equal(resourceOf(await read(request.id)).state, 'expired')
    assert.equal(await isOpenAt(withApproval, start_time), true)
    assert.equal((await accept(request.id)).status, 403)
    await aBooking(app, colleague, withApproval, { start_time })
    await assertInvariants(app.context.database, organizationId)
  })

  test('is the same one when its form is sent twice', async () => {
    const inviteeId = '0190f6a0-1111-4111-8111-111111111111'
    const body = bookingOf(withApproval, { start_time: later(), invitee_id: inviteeId })
    const [one, two] = [await app.runOpen(requestEventType, body), await app.runOpen(requestEventType, body)]
    assert.equal(one.uri, two.uri)
    assert.equal(lastPart(one.uri), inviteeId)
  })

  test('cannot be made in place of a booking by those who need not ask: members book at once', async () => {
    const booked = await aBooking(app, colleague, withApproval, { start_time: later() })
    assert.equal(booked.invitee.status, 'active')
  })

  test('waits until the notice of its type at most, and an hour at least', async () => {
    const remaining = ({ expires_at }: { expires_at: string }): number =>
      Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)
    const host = (await aCast(app)).colleague
    const near = await anEventType(app, host, {
      active: true,
      booking_rules: { approval: { hours: 168 } },
      scheduling_rules: { minimum_notice: 22 * 60 },
    })
    assert.equal(remaining(await aRequest(app, near, { start_time: '2026-03-03T16:00:00Z' })), 8)
    assert.equal(remaining(await aRequest(app, near, { start_time: '2026-03-03T09:00:00Z' })), 1)
  })

  test('no host has more than twenty of them open', async () => {
    const host = await aCast(app)
    const eventType = await aTypeWithApproval(app, host.colleague)
    const next = hours()
    for (let index = 0; index < 20; index += 1) await aRequest(app, eventType, { start_time: next() })
    await assert.rejects(aRequest(app, eventType, { start_time: next() }), /too many open requests/)
  })
})

describe('a source', () => {
  test('has three open requests at most, also of many at once, until their addresses are confirmed', async () => {
    const asks = await Promise.allSettled(
      Array.from({ length: 6 }, () => aRequest(app, withApproval, { start_time: later(), source: '203.0.113.7' })),
    )
    assert.equal(asks.filter(({ status }) => status === 'fulfilled').length, 3)
    await assert.rejects(aRequest(app, withApproval, { start_time: later(), source: '203.0.113.7' }), {
      reason: { reason: 'too_many_from_source', values: undefined },
    })
    await aRequest(app, withApproval, { start_time: later(), source: '203.0.113.8' })
    const [made] = asks.flatMap((ask) => (ask.status === 'fulfilled' ? [ask.value] : []))
    assertStatus(await decline(made?.id ?? ''), 200)
    const again = await aRequest(app, withApproval, { start_time: later(), source: '203.0.113.7' })
    for (const { id } of [...asks.flatMap((ask) => (ask.status === 'fulfilled' ? [ask.value] : [])), again].slice(1))
      await decline(id)
  })

  test('has room again for each request whose address is confirmed', async () => {
    const confirmed = await anEventType(app, colleague, {
      active: true,
      booking_rules: { approval: { hours: 24 }, email_confirmation: true },
    })
    for (const name of ['a', 'b', 'c', 'd']) {
      const email = `${name}@network.test`
      const invitee = { name: 'A Visitor', email, timezone: 'UTC' }
      const { token, id } = await aRequest(app, confirmed, { start_time: later(), source: '203.0.113.9', invitee })
      const code = confirmationCode(app.context.codes, { organizationId, id })
      await app.runOpen(confirmOwnAddress, { token, code })
    }
  })
})

describe('who may see and decide a request', () => {
  test('its hosts, admins and owners; nobody else, and for others it does not exist', async () => {
    const request = await aRequest(app, await aTypeWithApproval(app, owner), { start_time: later() })
    assert.deepEqual(
      [
        (await read(request.id, owner.token)).status,
        (await read(request.id, admin.token)).status,
        (await read(request.id, colleague.token)).status,
        (await read(request.id, outsider.token)).status,
        (await accept(request.id, colleague.token)).status,
        (await decline(request.id, {}, outsider.token)).status,
        (await accept(request.id, admin.token)).status,
      ],
      [200, 200, 403, 404, 403, 404, 200],
    )
  })

  test('any host of a round robin or collective type that was chosen', async () => {
    const eventType = await aSharedType(app, owner, 'collective', {
      hosts: [colleague],
      booking_rules: { approval: { hours: 24 } },
    })
    const request = await aRequest(app, eventType, { start_time: later() })
    assert.equal(request.event_memberships.length, 2)
    assert.equal(resourceOf(await accept(request.id)).state, 'confirmed')
    await assertInvariants(app.context.database, organizationId)
  })

  test('a list has those of the caller, and all of them for an admin', async () => {
    const query = { state: 'open' }
    const own = await app.ask('GET /booking_requests', { token: colleague.token, query })
    const all = await app.ask('GET /booking_requests', { token: admin.token, query })
    assert.ok(own.body.collection.length > 0)
    assert.ok(all.body.collection.length >= own.body.collection.length)
    const others = await app.ask('GET /booking_requests', { token: outsider.token, query })
    assert.deepEqual(others.body.collection, [])
    const foreign = await app.ask('GET /booking_requests', {
      token: outsider.token,
      query: { organization },
    })
    assert.equal(foreign.status, 404)
  })
})

describe('a group type', () => {
  const aGroup = (seats: number) =>
    aSharedType(app, colleague, 'group', { seats, booking_rules: { approval: { hours: 24 } } })

  test('holds a seat for each request; the first that is accepted makes the meeting', async () => {
    const eventType = await aGroup(2)
    const start_time = later()
    const one = await aRequest(app, eventType, { start_time })
    const two = await aRequest(app, eventType, { start_time })
    await assert.rejects(aRequest(app, eventType, { start_time }), /invalid/)
    assert.equal((await book(eventType, start_time)).status, 400)
    const first = resourceOf(await accept(two.id))
    await assertInvariants(app.context.database, organizationId)
    assert.equal((await book(eventType, start_time)).status, 400)
    const second = resourceOf(await accept(one.id))
    assert.equal(first.scheduled_event, second.scheduled_event)
    await assertInvariants(app.context.database, organizationId)
  })

  test('gives back the seat of a request that is declined or has expired', async () => {
    const eventType = await aGroup(2)
    const start_time = later()
    const one = await aRequest(app, eventType, { start_time })
    const two = await aRequest(app, eventType, { start_time })
    assertStatus(await decline(one.id), 200)
    const booked = await aBooking(app, colleague, eventType, { start_time })
    assert.equal((await book(eventType, start_time)).status, 400)
    await letExpire(app, two.id)
    assert.equal((await aBooking(app, colleague, eventType, { start_time })).event, booked.event)
    await assertInvariants(app.context.database, organizationId)
  })

  for (const [ends, end] of [
    ['its host cancels', ({ event }: Booked) => `POST ${event}/cancellation`],
    ['its last invitee leaves', ({ inviteeId }: Booked) => `POST /invitees/${inviteeId}/cancellation`],
    ['its last invitee moves', ({ inviteeId }: Booked) => `POST /invitees/${inviteeId}/reschedule`],
  ] as const)
    test(`whose meeting ${ends} keeps the time for those who still wait`, async () => {
      const eventType = await aGroup(3)
      const start_time = later()
      const waiting = await aRequest(app, eventType, { start_time })
      const booked = await aBooking(app, colleague, eventType, { start_time })
      const ended = { token: colleague.token, body: ends.endsWith('moves') ? { start_time: later() } : {} }
      assertStatus(await app.ask(end(booked), ended), 200)
      await assertInvariants(app.context.database, organizationId)
      assert.equal((await book(withApproval, start_time)).status, 400)
      const accepted = resourceOf(await accept(waiting.id))
      assert.notEqual(accepted.scheduled_event, booked.event)
      await assertInvariants(app.context.database, organizationId)
    })

  test('whose buffers grow takes no more time for what was promised before', async () => {
    const eventType = await aGroup(2)
    const start_time = later()
    const request = await aRequest(app, eventType, { start_time })
    const rightBefore = new Date(Date.parse(start_time) - 30 * 60_000).toISOString()
    await aBooking(app, colleague, await anEventType(app, colleague, { active: true }), { start_time: rightBefore })
    const id = lastPart(eventType.uri)
    await app.run(configureEventType, colleague.principal, { uuid: id, scheduling_rules: { buffer_before: 30 } })
    await aBooking(app, colleague, eventType, { start_time })
    assertStatus(await accept(request.id), 200)
    await assertInvariants(app.context.database, organizationId)
  })

  test('with only expired requests is free for other meetings', async () => {
    const start_time = later()
    const request = await aRequest(app, await aGroup(5), { start_time })
    await letExpire(app, request.id)
    await aBooking(app, colleague, withApproval, { start_time })
    await assertInvariants(app.context.database, organizationId)
  })
})

describe('POST /booking_requests', () => {
  const create = (eventType: Made, more: object = {}) =>
    app.ask('POST /booking_requests', {
      token: colleague.token,
      body: bookingOf(eventType, { start_time: later(), ...more }),
    })

  test('201: makes a request that must pass what visitors must', async () => {
    const answer = await create(withApproval)
    assert.equal(answer.status, 201)
    assert.deepEqual([answer.body.resource.state, answer.body.resource.waits_for], ['open', 'approval'])
    assertStatus(await accept(lastPart(answer.body.resource.uri)), 200)
  })

  test('201: books at once where the type asks for nothing', async () => {
    const { status, body } = await create(await anEventType(app, colleague, { active: true }))
    assert.deepEqual([status, body.resource.state], [201, 'confirmed'])
    assert.equal(resourceOf(await read(lastPart(body.resource.uri))).scheduled_event, body.resource.scheduled_event)
    const invitee = resourceOf(await app.ask(`GET ${body.resource.invitee.uri}`, { token: colleague.token }))
    assert.equal(invitee.scheduling_method, 'api')
    await assertInvariants(app.context.database, organizationId)
  })
})

describe('a request that waits for its address', () => {
  test('is shown to nobody; the right code passes it on, and five wrong ones end it', async () => {
    const eventType = await anEventType(app, colleague, {
      active: true,
      booking_rules: { email_confirmation: true, approval: { hours: 2 } },
    })
    const start_time = later()
    const request = await aRequest(app, eventType, { start_time })
    assert.equal(request.waits_for, 'email')
    const query = { event_type: eventType.uri }
    const listed = async () =>
      (await app.ask('GET /booking_requests', { token: colleague.token, query })).body.collection
    assert.deepEqual(await listed(), [])
    assert.equal((await accept(request.id)).status, 403)
    assert.equal((await app.runOpen(confirmOwnAddress, { token: request.token, code: '12' })).outcome, 'wrong')
    const code = confirmationCode(app.context.codes, { organizationId, id: request.id })
    assert.equal((await app.runOpen(confirmOwnAddress, { token: request.token, code: ` ${code} ` })).outcome, 'passed')
    assert.deepEqual(
      (await listed()).map(({ waits_for }: { waits_for: string }) => waits_for),
      ['approval'],
    )
    await assertInvariants(app.context.database, organizationId)

    const hasty = await aRequest(app, eventType, { start_time: later() })
    const outcomes = []
    for (let index = 0; index < 5; index += 1)
      outcomes.push((await app.runOpen(confirmOwnAddress, { token: hasty.token, code: '12' })).outcome)
    assert.deepEqual(outcomes, ['wrong', 'wrong', 'wrong', 'wrong', 'over'])
    await aBooking(app, colleague, eventType, { start_time: hasty.start_time })
    await assertInvariants(app.context.database, organizationId)
  })

  test('is replaced by a later one of the same person', async () => {
    const eventType = await anEventType(app, colleague, {
      active: true,
      booking_rules: { email_confirmation: true },
    })
    const invitee = { name: 'Demo Invitee', email: 'twice@client.test', timezone: 'Europe/Lisbon' }
    const [first, second] = [
      await aRequest(app, eventType, { start_time: later(), invitee }),
      await aRequest(app, eventType, { start_time: later(), invitee }),
    ]
    assert.equal(resourceOf(await read(first.id)).state, 'expired')
    assert.equal(resourceOf(await read(second.id)).state, 'open')
    await aBooking(app, colleague, eventType, { start_time: first.start_time })
    await assertInvariants(app.context.database, organizationId)
  })
})

describe('the link of a host', () => {
  test('decides while the request is open, and for nobody who has left', async () => {
    const { decisionUrl } = await import('../../../src/bookings/request-token.ts')
    const request = await aRequest(app, withApproval, { start_time: later() })
    const url = decisionUrl(app.context, { organizationId, id: request.id }, colleague.membershipId)
    const token = lastPart(url)
    await assert.rejects(
      app.runOpen(decideWithLink, { token: token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')), accepts: true }),
      /could not find/,
    )
    const decided = await app.runOpen(decideWithLink, { token, accepts: false, reason: 'Holiday' })
    assert.deepEqual([decided.state, decided.reason], ['declined', 'Holiday'])
    await assert.rejects(app.runOpen(decideWithLink, { token, accepts: true }), /declined already/)
  })
})

describe('on the command line', () => {
  test('requests are listed, accepted, and declined', async () => {
    const { owner: operator, organizationId: own } = await aCast(app)
    const run = async (name: string, values: Record<string, string> = {}) => {
      const command = commands.find((one) => one.name === `booking ${name}`) as DatabaseCommand
      const document = await command.run(app.context, { ...values, organization: own } as never, readConfig({}))
      return command.show(document as never)
    }
    assert.match(await run('requests'), /No requests/)
    const eventType = await aTypeWithApproval(app, operator)
    const [one, two] = [
      await aRequest(app, eventType, { start_time: '2026-03-04T09:00:00Z' }),
      await aRequest(app, eventType, { start_time: '2026-03-04T10:00:00Z' }),
    ]
    const listed = await run('requests', { host: operator.email })
    assert.ok(listed.includes(one.id) && listed.includes(two.id))
    assert.match(await run('accept', { request: one.id }), /confirmed\.$/)
    assert.match(await run('decline', { request: two.id, reason: 'Travelling' }), /declined\.$/)
    assert.match(await run('requests'), /No requests/)
    assert.equal(resourceOf(await read(two.id, operator.token)).reason, 'Travelling')
  })
})
