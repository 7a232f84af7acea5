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
import {
  aBooking,
  aSharedType,
  type Booked,
  bookingOf,
  eventOf,
  factsDuring,
  hours,
  inviteeOf,
} from '../../support/bookings.ts'
import { aCast, aGroup, inGroup } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()

const cancel = ({ eventId }: Pick<Booked, 'eventId'>, body?: object | string, token = colleague.token) =>
  app.ask(`POST /scheduled_events/${eventId}/cancellation`, { token, body })

describe('POST /scheduled_events/{uuid}/cancellation', () => {
  test("200: the event as it is now, with the cancellation in it and, as the real API has it, beside it; the invitee's too; the time is free", async () => {
    const start_time = later()
    const booked = await aBooking(app, colleague, introCall, { start_time, event_guests: ['boss@client.test'] })
    const before = await eventOf(app, colleague, booked)
    app.clock.advance(60_000)
    const at = app.clock.now().toISOString().replace('Z', '000Z')
    const cancellation = { canceled_by: colleague.name, reason: 'Travelling', canceler_type: 'host', created_at: at }
    const canceled = {
      ...before,
      status: 'canceled',
      invitees_counter: { total: 1, active: 0, limit: 1 },
      updated_at: at,
      cancellation,
    }
    const beside = { canceled_by: colleague.name, reason: 'Travelling', canceler_type: 'host' }
    assertAnswer(await cancel(booked, { reason: ' Travelling ' }), 200, { resource: { ...canceled, ...beside } })
    assert.deepEqual(await eventOf(app, colleague, booked), canceled)
    assert.deepEqual(await inviteeOf(app, colleague, booked), {
      ...booked.invitee,
      status: 'canceled',
      updated_at: at,
      cancellation,
    })
    assertStatus(
      await app.ask('POST /invitees', { token: colleague.token, body: bookingOf(introCall, { start_time }) }),
      200,
    )
  })

  test('200: without a body, with an empty one, with a blank reason: the reason is null', async () => {
    for (const body of [undefined, {}, { reason: null }, { reason: '  ' }]) {
      const { reason, cancellation } = resourceOf(
        await cancel(await aBooking(app, colleague, introCall, { start_time: later() }), body),
      )
      assert.deepEqual([reason, cancellation.reason], [null, null])
    }
  })

  test('200: what is past can be canceled', async () => {
    const past = await testApp()
    const booked = await aBooking(past, colleague, introCall, { start_time: later() })
    past.clock.advance(90 * 86_400_000)
    const answer = await past.ask(`POST ${booked.event}/cancellation`, { token: colleague.token })
    assert.equal(resourceOf(answer).status, 'canceled')
  })

  test('403: a second time', async () => {
    const booked = await aBooking(app, colleague, introCall, { start_time: later() })
    assertStatus(await cancel(booked), 200)
    assertAnswer(await cancel(booked, { reason: 'Again' }), 403, denied('Event is already canceled'))
    assert.equal((await eventOf(app, colleague, booked)).cancellation.reason, null)
  })

  test('200: every active invitee of a group; those who had canceled before keep their own reason, and their guests are gone', async () => {
    const eventType = await aSharedType(app, colleague, 'group', { seats: 5 })
    const start_time = later()
    const [one, two, three] = [
      await aBooking(app, colleague, eventType, { start_time, event_guests: ['first@client.test'] }),
      await aBooking(app, colleague, eventType, { start_time, event_guests: ['second@client.test'] }),
      await aBooking(app, colleague, eventType, { start_time }),
    ]
    app.clock.advance(1_000)
    assertStatus(
      await app.ask(`POST /invitees/${one.inviteeId}/cancellation`, {
        token: colleague.token,
        body: { reason: 'Ill' },
      }),
      200,
    )
    app.clock.advance(1_000)
    const resource = resourceOf(await cancel(one, { reason: 'Storm' }))
    assert.deepEqual(resource.invitees_counter, { total: 3, active: 0, limit: 5 })
    const reasons = []
    for (const booked of [one, two, three]) {
      const { status, cancellation, rescheduled } = await inviteeOf(app, colleague, booked)
      reasons.push([status, cancellation.reason, rescheduled])
    }
    assert.deepEqual(reasons, [
      ['canceled', 'Ill', false],
      ['canceled', 'Storm', false],
      ['canceled', 'Storm', false],
    ])
    assert.deepEqual(
      (await eventOf(app, colleague, one)).event_guests.map(({ email }: { email: string }) => email),
      ['second@client.test'],
    )
    // The next who books that time begins another meeting.
    assert.notEqual((await aBooking(app, colleague, eventType, { start_time })).event, one.event)
  })

  test('one fact: the meeting and the ids of its invitees, without personal data', async () => {
    const eventType = await aSharedType(app, colleague, 'group', { seats: 5 })
    const start_time = later()
    const one = await aBooking(app, colleague, eventType, { start_time, event_guests: ['guest.of.one@client.test'] })
    const two = await aBooking(app, colleague, eventType, { start_time })
    const facts = await factsDuring(app, organizationId, () => cancel(one))
    const [fact] = facts
    assert.ok(fact)
    const { invitees, scheduled_event, ...rest } = fact.subject
    assert.deepEqual(
      [facts.length, fact.name, fact.actor_type, fact.actor_id, rest],
      [1, 'scheduled_event.canceled', 'user', colleague.membershipId, {}],
    )
    assert.deepEqual([...invitees].sort(), [one.inviteeId, two.inviteeId].sort())
    assert.deepEqual(scheduled_event, { ...(await eventOf(app, colleague, one)), event_guests: [] })
    for (const address of [one.invitee.email, two.invitee.email, 'guest.of.one@client.test'])
      assert.ok(!JSON.stringify(fact.subject).includes(address))
  })

  test('one fact, about the invitee, when the location contains something about them', async () => {
    const eventType = await anEventType(app, colleague, { active: true, locations: [{ kind: 'outbound_call' }] })
    const location = { kind: 'outbound_call', location: '+46 70 123 45 67' }
    const booked = await aBooking(app, colleague, eventType, { start_time: later(), location })
    const [fact] = await factsDuring(app, organizationId, () => cancel(booked))
    assert.deepEqual(fact?.person, app.context.persons.of(organizationId, booked.invitee.email))
    assert.equal(fact?.subject.scheduled_event.location.location, '+46 70 123 45 67')

    const group = await aSharedType(app, colleague, 'group', { seats: 5, locations: [{ kind: 'outbound_call' }] })
    const start_time = later()
    const several = await aBooking(app, colleague, group, { start_time, location })
    await aBooking(app, colleague, group, { start_time, location })
    const [about] = await factsDuring(app, organizationId, () => cancel(several))
    assert.deepEqual([about?.person, about?.subject.scheduled_event.location.location], [null, null])
  })

  test('400: a reason that is too long, or none that can be read', async () => {
    const booked = await aBooking(app, colleague, introCall, { start_time: later() })
    assertAnswer(
      await cancel(booked, { reason: 'x'.repeat(10_001) }),
      400,
      invalidArgument(['reason', 'size cannot be greater than 10000']),
    )
    assertAnswer(await cancel(booked, { reason: 5 }), 400, invalidArgument(['reason', 'must be a string']))
    assert.equal((await eventOf(app, colleague, booked)).status, 'active')
  })

  test('403: a meeting of others, even for the admin of their group; owners and admins may', async () => {
    const group = await aGroup(app, owner)
    await inGroup(app, owner, group, { membership: admin.membershipUri })
    await inGroup(app, owner, group, { membership: colleague.membershipUri }, 'admin')
    const booked = await aBooking(app, admin, await anEventType(app, admin, { active: true }))
    assertAnswer(await cancel(booked), 403, denied('You are not allowed to cancel this event'))
    assert.equal(resourceOf(await cancel(booked, {}, owner.token)).canceled_by, owner.name)
  })

  test('404: unknown, or of another organization', async () => {
    const foreign = await aBooking(app, outsider, await anEventType(app, outsider, { active: true }))
    const answer = await cancel(foreign)
    assertAnswer(answer, 404, notFound)
    assertAlike(answer, await cancel({ eventId: introCall.id }))
    assert.equal((await eventOf(app, outsider, foreign)).status, 'active')
  })

  guardTests(app, colleague, 'scheduled_events:write', 200, async ({ token }) =>
    app.ask(`POST ${(await aBooking(app, colleague, introCall, { start_time: later() })).event}/cancellation`, {
      token,
    }),
  )
})
