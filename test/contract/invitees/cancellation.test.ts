// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, assertStatus, denied, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import {
  aBooking,
  aSharedType,
  asRecorded,
  type Booked,
  bookingOf,
  eventOf,
  factsDuring,
  hours,
  inviteeOf,
} from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()

const cancel = ({ inviteeId }: Pick<Booked, 'inviteeId'>, body?: object, token = colleague.token) =>
  app.ask(`POST /invitees/${inviteeId}/cancellation`, { token, body })

describe('POST /invitees/{uuid}/cancellation', () => {
  test('200: one invitee of a group cancels; the others stay; the seat is free', async () => {
    const eventType = await aSharedType(app, colleague, 'group', { seats: 2 })
    const start_time = later()
    const stays = await aBooking(app, colleague, eventType, { start_time, event_guests: ['boss@client.test'] })
    const goes = await aBooking(app, colleague, eventType, { start_time, event_guests: ['aide@client.test'] })
    app.clock.advance(1_000)
    const at = app.clock.now().toISOString().replace('Z', '000Z')
    const canceled = {
      ...goes.invitee,
      status: 'canceled',
      updated_at: at,
      cancellation: { canceled_by: colleague.name, reason: 'Ill', canceler_type: 'host', created_at: at },
    }
    assertAnswer(await cancel(goes, { reason: 'Ill' }), 200, { resource: canceled })
    assert.deepEqual(await inviteeOf(app, colleague, goes), canceled)
    const event = await eventOf(app, colleague, stays)
    assert.deepEqual(
      [event.status, event.invitees_counter, event.updated_at],
      ['active', { total: 2, active: 1, limit: 2 }, at],
    )
    assert.deepEqual(
      event.event_guests.map(({ email }: { email: string }) => email),
      ['boss@client.test'],
    )
    const { collection } = (
      await app.ask('GET /event_type_available_times', {
        token: colleague.token,
        query: {
          event_type: eventType.uri,
          start_time,
          end_time: new Date(Date.parse(start_time) + 1_800_000).toISOString(),
        },
      })
    ).body
    assert.deepEqual(
      collection.map(({ invitees_remaining }: { invitees_remaining: number }) => invitees_remaining),
      [1],
    )
    assert.equal((await aBooking(app, colleague, eventType, { start_time })).event, stays.event)
  })

  test('200: with the last of them the event is canceled, and its time is free', async () => {
    const start_time = later()
    const booked = await aBooking(app, colleague, introCall, { start_time })
    assertStatus(await cancel(booked, { reason: 'Ill' }), 200)
    const event = await eventOf(app, colleague, booked)
    assert.deepEqual(
      [event.status, event.cancellation.reason, event.invitees_counter],
      ['canceled', 'Ill', { total: 1, active: 0, limit: 1 }],
    )
    assertStatus(
      await app.ask('POST /invitees', { token: colleague.token, body: bookingOf(introCall, { start_time }) }),
      200,
    )
    assertAnswer(await cancel(booked), 403, denied('Event is already canceled'))
  })

  test('one fact, with the invitee and what is left of the meeting, and about whom', async () => {
    const booked = await aBooking(app, colleague, introCall, { start_time: later() })
    const facts = await factsDuring(app, organizationId, () => cancel(booked))
    assert.deepEqual(facts, [
      {
        name: 'invitee.canceled',
        actor_type: 'user',
        actor_id: colleague.membershipId,
        subject: {
          invitee: asRecorded(await inviteeOf(app, colleague, booked)),
          scheduled_event: await eventOf(app, colleague, booked),
        },
        person: app.context.persons.of(organizationId, booked.invitee.email),
      },
    ])
  })

  test('404: unknown, or of another organization; 403: of a meeting that is not theirs', async () => {
    const foreign = await aBooking(app, outsider, await anEventType(app, outsider, { active: true }))
    const answer = await cancel(foreign)
    assertAnswer(answer, 404, notFound)
    assertAlike(answer, await cancel({ inviteeId: introCall.id }))
    const admins = await aBooking(app, admin, await anEventType(app, admin, { active: true }))
    assertAnswer(await cancel(admins), 403, denied('You are not allowed to cancel this event'))
    assert.equal(resourceOf(await cancel(admins, {}, owner.token)).cancellation.canceled_by, owner.name)
  })

  guardTests(app, colleague, 'scheduled_events:write', 200, async ({ token }) =>
    app.ask(
      `POST /invitees/${(await aBooking(app, colleague, introCall, { start_time: later() })).inviteeId}/cancellation`,
      { token },
    ),
  )
})
