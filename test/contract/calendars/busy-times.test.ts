// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteAllBusySpans } from '#availability/index.ts'
import { assertAnswer, assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, aSharedType, bookingOf, eventOf } from '../../support/bookings.ts'
import { knowCalendarsUntil, makeBusy } from '../../support/busy-time.ts'
import { aCast, aMember, type Made, type Person } from '../../support/cast.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'

const app = await testApp()
const { owner, organizationId } = await aCast(app)
const traits = { duration: 60, timezone: 'UTC', scheduling_rules: { start_time_increment: 60 } }
const aType = (host: Person, more: object = {}) => anEventType(app, host, { active: true, ...traits, ...more })
const day = { start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-04T00:00:00Z' }
const at = (hour: string): string => `2026-03-03T${hour}:00:00Z`
const offered = async ({ uri }: Made): Promise<string[]> =>
  itemsOf(
    await app.ask('GET /event_type_available_times', { token: owner.token, query: { event_type: uri, ...day } }),
  ).map(({ start_time }) => start_time.slice(11, 13))
const book = (type: Made, hour: string) =>
  app.ask('POST /invitees', { token: owner.token, body: bookingOf(type, { start_time: at(hour) }) })
const hours = ['09', '10', '11', '12', '13', '14', '15', '16']

describe('a time at which a calendar of the host says busy', () => {
  test('is neither offered nor booked, buffers included; what is offered can be booked', async () => {
    const host = await aMember(app, owner)
    const type = await aType(host, { scheduling_rules: { start_time_increment: 60, buffer_after: 30 } })
    await makeBusy(app, host, '2026-03-03T11:15:00Z', '2026-03-03T11:45:00Z')
    assert.deepEqual(await offered(type), ['09', '12', '13', '14', '15', '16'])
    for (const hour of ['10', '11']) assertStatus(await book(type, hour), 400)
    assertStatus(await book(type, '12'), 200)
  })

  test('counts for every type of the host and for nobody else', async () => {
    const [busy, other] = [await aMember(app, owner), await aMember(app, owner)]
    await makeBusy(app, busy, at('09'), at('12'))
    assert.deepEqual(await offered(await aType(busy)), hours.slice(3))
    assert.deepEqual(await offered(await aType(busy, { name: 'Another' })), hours.slice(3))
    assert.deepEqual(await offered(await aType(other)), hours)
  })

  test('leads a round robin to the other host, and closes a collective type', async () => {
    const [busy, free] = [await aMember(app, owner), await aMember(app, owner)]
    await makeBusy(app, busy, at('09'), at('17'))
    const turns = await aSharedType(app, owner, 'round_robin', { owner: busy.uri, hosts: [free], ...traits })
    const both = await aSharedType(app, owner, 'collective', { owner: busy.uri, hosts: [free], ...traits })
    assert.deepEqual(await offered(both), [])
    assertStatus(await book(both, '10'), 400)
    assert.deepEqual(await offered(turns), hours)
    for (const hour of ['09', '10', '11']) {
      const booking = await aBooking(app, owner, turns, { start_time: at(hour) })
      assert.deepEqual(
        (await eventOf(app, owner, booking)).event_memberships.map(({ user }: { user: string }) => user),
        [free.uri],
      )
    }
  })

  test('does not keep others out of a group meeting that has begun to fill', async () => {
    const host = await aMember(app, owner)
    const group = await aSharedType(app, host, 'group', { seats: 3, ...traits })
    await aBooking(app, owner, group, { start_time: at('10') })
    await makeBusy(app, host, at('10'), at('12'))
    assert.deepEqual(
      await offered(group),
      hours.filter((hour) => hour !== '11'),
    )
    assertStatus(await book(group, '10'), 200)
    assertStatus(await book(group, '11'), 400)
  })

  test('refuses a move into it', async () => {
    const host = await aMember(app, owner)
    const type = await aType(host)
    const { invitee } = await aBooking(app, owner, type, { start_time: at('09') })
    await makeBusy(app, host, at('11'), at('12'))
    const move = (hour: string) =>
      app.ask(`POST ${invitee.uri}/reschedule`.replace(/\/scheduled_events\/[^/]+/, ''), {
        token: owner.token,
        body: { start_time: at(hour) },
      })
    assertStatus(await move('11'), 400)
    assertStatus(await move('12'), 200)
  })

  test('does not count as one of the meetings that a day may have', async () => {
    const host = await aMember(app, owner)
    const type = await aType(host, { scheduling_rules: { start_time_increment: 60, max_per_day: 1 } })
    await makeBusy(app, host, at('09'), at('10'))
    assert.deepEqual(await offered(type), hours.slice(1))
    assertStatus(await book(type, '12'), 200)
    assert.deepEqual(await offered(type), [])
  })

  test('is offered again once the calendar does not count any more', async () => {
    const host = await aMember(app, owner)
    const type = await aType(host)
    const { calendarId } = await makeBusy(app, host, at('09'), at('16'))
    assert.deepEqual(await offered(type), ['16'])
    await app.context.database.write((tx) =>
      deleteAllBusySpans(tx, { organizationId, membershipId: host.membershipId, calendarId }),
    )
    assert.deepEqual(await offered(type), hours)
  })
})

describe('time that the calendars say nothing of', () => {
  test('is neither offered nor booked', async () => {
    const host = await aMember(app, owner)
    const type = await aType(host)
    await knowCalendarsUntil(app, host, at('12'))
    assert.deepEqual(await offered(type), ['09', '10', '11'])
    assertStatus(await book(type, '12'), 400)
    assertStatus(await book(type, '11'), 200)
    await knowCalendarsUntil(app, host, '2026-03-01T00:00:00Z')
    assert.deepEqual(await offered(type), [])
    assertStatus(await book(type, '09'), 400)
  })
})

describe('GET /user_busy_times', () => {
  const list = (user: Person) =>
    app.ask('GET /user_busy_times', { token: owner.token, query: { user: user.uri, ...day } })

  test('200: external times have a start and an end, and nothing else', async () => {
    const host = await aMember(app, owner)
    await makeBusy(app, host, at('11'), at('12'))
    assert.deepEqual(itemsOf(await list(host)), [
      { type: 'external', start_time: '2026-03-03T11:00:00.000000Z', end_time: '2026-03-03T12:00:00.000000Z' },
    ])
  })

  test('424: while the calendars cannot be read', async () => {
    const host = await aMember(app, owner)
    await knowCalendarsUntil(app, host, '2026-03-01T00:00:00Z')
    assertAnswer(await list(host), 424, {
      title: 'External Calendar Error',
      message: 'There is a problem accessing your calendar.',
    })
  })
})
