// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bookThroughLink } from '#bookings/index.ts'
import {
  createOneOffEventType,
  createSchedulingLink,
  createShare,
  deleteEventType,
  setConferenceLink,
} from '#event-types/index.ts'
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
import { codeIn } from '../../support/booking-links.ts'
import {
  aBooking,
  anInviteeNamed,
  aSharedType,
  asRecorded,
  aTypeAsking,
  type Booked,
  bookedAs,
  bookingOf,
  eventOf,
  factsDuring,
  hours,
  inviteeOf,
} from '../../support/bookings.ts'
import { aCast, aMember, lastPart } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { inventoryOf } from '../../support/inventory.ts'

const app = await testApp()
const { owner, colleague, admin, outsider, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()

const move = ({ inviteeId }: Pick<Booked, 'inviteeId'>, body: object, token = colleague.token) =>
  app.ask(`POST /invitees/${inviteeId}/reschedule`, { token, body })
const moved = async (booked: Pick<Booked, 'inviteeId'>, body: object, token = colleague.token) =>
  bookedAs(resourceOf(await move(booked, body, token)))

const refusedTime = (message: string) => ({
  title: 'Invalid Argument',
  message: 'The supplied parameters are invalid.',
  details: [{ parameter: 'event.start_time', message, code: 'already_filled' }],
})
const alreadyFilled = refusedTime('That start time has been filled')
const notOffered = refusedTime(
  'is not a start time of this event type. GET /event_type_available_times lists the available times',
)

describe('POST /invitees/{uuid}/reschedule', () => {
  test('200: a new invitee in a new event; the old one is canceled and refers to it; the details are kept', async () => {
    const eventType = await aTypeAsking(app, colleague, { name: 'Company', required: true })
    const old = await aBooking(app, colleague, eventType, {
      start_time: later(),
      invitee: {
        first_name: 'Demo',
        last_name: 'Invitee',
        email: 'Demo@client.test',
        timezone: 'Asia/Tokyo',
        text_reminder_number: '+46701234567',
      },
      questions_and_answers: [{ question: 'Company', answer: 'Client AB', position: 0 }],
      tracking: { utm_source: 'newsletter', crm_uuid: '003' },
      event_guests: ['boss@client.test'],
    })
    app.clock.advance(60_000)
    const start_time = later()
    const answer = await move(old, { start_time, reason: 'Train is late' })
    assert.equal(answer.status, 200)
    const now = bookedAs(resourceOf(answer))
    assert.notEqual(now.event, old.event)
    const at = '2026-03-02T10:01:00.000000Z'
    assert.deepEqual(now.invitee, {
      ...old.invitee,
      uri: `${now.event}/invitees/${now.inviteeId}`,
      event: now.event,
      created_at: at,
      updated_at: at,
      old_invitee: old.invitee.uri,
      cancel_url: `${app.context.links.site}/cancellations/${now.token}`,
      reschedule_url: `${app.context.links.site}/reschedulings/${now.token}`,
    })
    assert.deepEqual(await inviteeOf(app, colleague, now), now.invitee)

    const cancellation = { canceled_by: colleague.name, reason: 'Train is late', canceler_type: 'host', created_at: at }
    assert.deepEqual(await inviteeOf(app, colleague, old), {
      ...old.invitee,
      status: 'canceled',
      rescheduled: true,
      new_invitee: now.invitee.uri,
      updated_at: at,
      cancellation,
    })
    const before = await eventOf(app, colleague, old)
    assert.deepEqual(
      [before.status, before.cancellation, before.invitees_counter],
      ['canceled', cancellation, { total: 1, active: 0, limit: 1 }],
    )
    const after = await eventOf(app, colleague, now)
    assert.deepEqual(
      [after.status, Date.parse(after.start_time), after.event_guests.length],
      ['active', Date.parse(start_time), 1],
    )
    assert.equal('cancellation' in after, false)
  })

  test('200: a chain: the middle one refers to both', async () => {
    const a = await aBooking(app, colleague, introCall, { start_time: later() })
    const b = await moved(a, { start_time: later() })
    const c = await moved(b, { start_time: later() })
    const middle = await inviteeOf(app, colleague, b)
    assert.deepEqual([middle.old_invitee, middle.new_invitee, middle.rescheduled], [a.invitee.uri, c.invitee.uri, true])
    assert.deepEqual(
      [c.invitee.old_invitee, c.invitee.new_invitee, c.invitee.rescheduled],
      [b.invitee.uri, null, false],
    )
    assertAnswer(await move(b, { start_time: later() }), 403, denied('Event is already canceled'))
    assertAnswer(await move(a, { start_time: later() }), 403, denied('Event is already canceled'))
  })

  test('200: into a time that overlaps its own; the old time is free again', async () => {
    const host = await aMember(app, owner)
    const eventType = await anEventType(app, host, {
      active: true,
      duration: 60,
      scheduling_rules: { buffer_before: 15, start_time_increment: 15 },
    })
    const call = await anEventType(app, host, { active: true })
    const bookCall = (start_time: string) =>
      app.ask('POST /invitees', { token: host.token, body: bookingOf(call, { start_time }) })
    const old = await aBooking(app, host, eventType, { start_time: '2026-03-03T12:00:00Z' })
    assertAnswer(await bookCall('2026-03-03T11:30:00Z'), 400, alreadyFilled)
    await moved(old, { start_time: '2026-03-03T12:30:00Z' }, host.token)
    assertAnswer(await bookCall('2026-03-03T12:00:00Z'), 400, alreadyFilled)
    assertStatus(await bookCall('2026-03-03T11:30:00Z'), 200)
  })

  test('400: to when they meet already', async () => {
    const start_time = later()
    const old = await aBooking(app, colleague, introCall, { start_time })
    assertAnswer(
      await move(old, { start_time }),
      400,
      invalidArgument(['start_time', 'is already the time of this meeting']),
    )
  })

  test('400: a time that is taken, past or never offered; then nothing has changed', async () => {
    const taken = later()
    await aBooking(app, colleague, introCall, { start_time: taken })
    const old = await aBooking(app, colleague, introCall, { start_time: later() })
    const before = await inventoryOf(app, organizationId)
    assertAnswer(await move(old, { start_time: taken }), 400, alreadyFilled)
    assertAnswer(await move(old, { start_time: '2020-03-03T09:00:00Z' }), 400, refusedTime('must be in the future'))
    for (const start_time of ['2026-03-28T09:00:00Z', '2026-03-27T09:10:00Z'])
      assertAnswer(await move(old, { start_time }), 400, notOffered)
    assertAnswer(await move(old, {}), 400, invalidArgument(['start_time', 'is missing']))
    assertAnswer(
      await move(old, { start_time: '2026-02-31T09:00:00Z' }),
      400,
      invalidArgument(['start_time', 'is in invalid format']),
    )
    assertAnswer(
      await move(old, { start_time: later(), reason: 'x'.repeat(10_001) }),
      400,
      invalidArgument(['reason', 'size cannot be greater than 10000']),
    )
    assert.deepEqual(await inventoryOf(app, organizationId), before)
  })

  test('200: a seat in a group moves; the others still meet', async () => {
    const eventType = await aSharedType(app, colleague, 'group', { seats: 2 })
    const [first, second] = [later(), later()]
    const stays = await aBooking(app, colleague, eventType, { start_time: first })
    const goes = await aBooking(app, colleague, eventType, { start_time: first, event_guests: ['boss@client.test'] })
    const there = await aBooking(app, colleague, eventType, { start_time: second })
    const now = await moved(goes, { start_time: second })
    assert.equal(now.event, there.event)
    const [left, joined] = [await eventOf(app, colleague, stays), await eventOf(app, colleague, there)]
    assert.deepEqual(
      [left.status, left.invitees_counter, left.event_guests],
      ['active', { total: 2, active: 1, limit: 2 }, []],
    )
    assert.deepEqual([joined.invitees_counter, joined.event_guests.length], [{ total: 2, active: 2, limit: 2 }, 1])
    assertAnswer(await move(stays, { start_time: second }), 400, alreadyFilled)
    // The seat they left is free again.
    assert.equal((await aBooking(app, colleague, eventType, { start_time: first })).event, stays.event)
  })

  test('200: a round robin keeps its host if they are free, else another one takes it', async () => {
    const hosts = [await aMember(app, owner), await aMember(app, owner)]
    const [one, two] = hosts
    assert.ok(one && two)
    const eventType = await aSharedType(app, owner, 'round_robin', { owner: one.uri, hosts: [two] })
    const hostOf = async (booked: Booked): Promise<string> =>
      (await eventOf(app, owner, booked)).event_memberships[0].user
    const old = await aBooking(app, owner, eventType, { start_time: '2026-03-12T09:00:00Z' })
    const host = await hostOf(old)
    const now = await moved(old, { start_time: '2026-03-12T11:00:00Z' }, owner.token)
    assert.equal(await hostOf(now), host)

    const person = hosts.find(({ uri }) => uri === host)
    assert.ok(person)
    const own = await anEventType(app, person, { active: true })
    await aBooking(app, person, own, { start_time: '2026-03-12T15:00:00Z' })
    const elsewhere = await moved(now, { start_time: '2026-03-12T15:00:00Z' }, owner.token)
    assert.notEqual(await hostOf(elsewhere), host)
  })

  test('200: a round robin that calls the invitee has the number still', async () => {
    const eventType = await aSharedType(app, owner, 'round_robin', { locations: [{ kind: 'outbound_call' }] })
    const location = { kind: 'outbound_call', location: '+351 210 000 000' }
    const now = await moved(
      await aBooking(app, owner, eventType, { start_time: '2026-03-13T09:00:00Z', location }),
      { start_time: '2026-03-13T11:00:00Z' },
      owner.token,
    )
    assert.equal((await eventOf(app, owner, now)).location.location, location.location)
  })

  test('200: collective: all of them, or nothing changes', async () => {
    const [one, two] = [await aMember(app, owner), await aMember(app, owner)]
    const eventType = await aSharedType(app, owner, 'collective', { owner: one.uri, hosts: [two] })
    const old = await aBooking(app, owner, eventType, { start_time: '2026-03-12T09:00:00Z' })
    await aBooking(app, two, await anEventType(app, two, { active: true }), { start_time: '2026-03-12T11:00:00Z' })
    assertAnswer(await move(old, { start_time: '2026-03-12T11:00:00Z' }, one.token), 400, alreadyFilled)
    assert.equal((await eventOf(app, one, old)).status, 'active')
    const now = await moved(old, { start_time: '2026-03-12T13:00:00Z' }, two.token)
    assert.equal((await eventOf(app, one, now)).event_memberships.length, 2)
  })

  test('200: as long as it lasted before, if the type still lasts so', async () => {
    const eventType = await anEventType(app, colleague, { active: true, duration_options: [30, 60] })
    const old = await aBooking(app, colleague, eventType, { start_time: later(), duration: 60 })
    const { start_time, end_time } = await eventOf(app, colleague, await moved(old, { start_time: later() }))
    assert.equal(Date.parse(end_time) - Date.parse(start_time), 3_600_000)
  })

  describe('where', () => {
    const locations = [
      { kind: 'outbound_call' },
      { kind: 'custom', location: 'At the river' },
      { kind: 'zoom_conference' },
    ]

    test('200: where they met before, unless another location is sent', async () => {
      const eventType = await anEventType(app, colleague, { active: true, locations })
      const old = await aBooking(app, colleague, eventType, {
        start_time: later(),
        location: { kind: 'outbound_call', location: '+46701234567' },
      })
      const same = await moved(old, { start_time: later() })
      assert.deepEqual((await eventOf(app, colleague, same)).location, {
        type: 'outbound_call',
        location: '+46701234567',
        status: null,
        join_url: null,
      })
      const changed = await moved(same, { start_time: later(), location: { kind: 'custom', location: 'At the river' } })
      assert.equal((await eventOf(app, colleague, changed)).location.type, 'custom')
    })

    test('200: a conference has the address of the new meeting', async () => {
      await app.run(setConferenceLink, colleague.principal, {
        user: colleague.uri,
        kind: 'zoom_conference',
        url: 'https://meet.acme.test/{uuid}',
      })
      const eventType = await anEventType(app, colleague, { active: true, locations })
      const old = await aBooking(app, colleague, eventType, {
        start_time: later(),
        location: { kind: 'zoom_conference' },
      })
      const now = await moved(old, { start_time: later() })
      assert.equal((await eventOf(app, colleague, now)).location.join_url, `https://meet.acme.test/${now.eventId}`)
      assert.equal((await eventOf(app, colleague, old)).location.status, 'failed')
    })

    test('400: another location that the type does not have', async () => {
      const eventType = await anEventType(app, colleague, { active: true, locations })
      const old = await aBooking(app, colleague, eventType, {
        start_time: later(),
        location: { kind: 'zoom_conference' },
      })
      const answer = await move(old, { start_time: later(), location: { kind: 'physical', location: 'Here' } })
      assert.deepEqual(answer.body.details, [
        {
          parameter: 'event.location_configuration.location',
          message: 'invalid location choice',
          code: 'invalid_location_choice',
        },
      ])
    })
  })

  test('200: an invitee of a share moves under its terms, and spends no link', async () => {
    const eventType = await anEventType(app, colleague, { active: true, duration: 30 })
    const share = await app.run(createShare, colleague.principal, {
      event_type: eventType.uri,
      name: 'One time',
      duration: 45,
      duration_options: [45],
      availability_rule: {
        timezone: 'UTC',
        rules: [{ type: 'wday', wday: 'saturday', intervals: [{ from: '09:00', to: '12:00' }] }],
      },
    })
    const code = codeIn(share.scheduling_links[0].booking_url)
    const old = bookedAs(
      await app.runOpen(bookThroughLink, { code, start_time: '2026-03-07T09:00:00Z', invitee: anInviteeNamed() }),
    )
    assertAnswer(await move(old, { start_time: later() }), 400, notOffered)
    const now = await moved(old, { start_time: '2026-03-07T09:30:00Z' })
    const { name, start_time, end_time } = await eventOf(app, colleague, now)
    assert.deepEqual(
      [name, start_time, end_time],
      ['One time', '2026-03-07T09:30:00.000000Z', '2026-03-07T10:15:00.000000Z'],
    )
    assertStatus(await move(now, { start_time: '2026-03-14T09:00:00Z' }), 200)
  })

  test('200: the one meeting of a one-off type can be moved', async () => {
    const host = await aMember(app, owner)
    const oneOff = await app.run(createOneOffEventType, host.principal, {
      name: 'Panel interview',
      host: host.uri,
      duration: 45,
      date_setting: { type: 'date_range', start_date: '2026-03-03', end_date: '2026-03-05' },
    })
    const code = codeIn(oneOff.scheduling_url)
    const old = bookedAs(
      await app.runOpen(bookThroughLink, { code, start_time: '2026-03-03T15:00:00Z', invitee: anInviteeNamed() }),
    )
    assertStatus(await move(old, { start_time: '2026-03-05T15:00:00Z' }, host.token), 200)
  })

  test('200: an invitee of a link may move after it was spent; with a deleted type no move is possible', async () => {
    const eventType = await anEventType(app, colleague, { active: true })
    const { booking_url } = await app.run(createSchedulingLink, colleague.principal, {
      max_event_count: 1,
      owner: eventType.uri,
      owner_type: 'EventType',
    })
    const old = bookedAs(
      await app.runOpen(bookThroughLink, { code: codeIn(booking_url), start_time: later(), invitee: anInviteeNamed() }),
    )
    const now = await moved(old, { start_time: later() })
    assert.deepEqual([now.invitee.scheduling_method, now.invitee.invitee_scheduled_by], ['api', colleague.uri])
    await app.run(deleteEventType, colleague.principal, { uuid: eventType.id })
    assertAnswer(
      await move(now, { start_time: later() }),
      400,
      refusedTime('belongs to an event type that is turned off or deleted'),
    )
    assert.equal((await eventOf(app, colleague, now)).status, 'active')
  })

  test('one fact, with both invitees and both meetings, and about whom', async () => {
    const old = await aBooking(app, colleague, introCall, { start_time: later() })
    let now: Booked | undefined
    const facts = await factsDuring(app, organizationId, async () => {
      now = await moved(old, { start_time: later() })
    })
    assert.ok(now)
    assert.deepEqual(facts, [
      {
        name: 'invitee.rescheduled',
        actor_type: 'user',
        actor_id: colleague.membershipId,
        subject: {
          invitee: asRecorded(now.invitee),
          scheduled_event: await eventOf(app, colleague, now),
          old_invitee: asRecorded(await inviteeOf(app, colleague, old)),
          old_scheduled_event: await eventOf(app, colleague, old),
        },
        person: app.context.persons.of(organizationId, old.invitee.email),
      },
    ])
  })

  test('404: an invitee that is unknown, or of another organization; 403: of a meeting that is not theirs', async () => {
    const foreign = await aBooking(app, outsider, await anEventType(app, outsider, { active: true }))
    const body = { start_time: later() }
    const answer = await move(foreign, body)
    assertAnswer(answer, 404, notFound)
    assertAlike(answer, await move({ inviteeId: lastPart(introCall.uri) }, body))
    assertAlike(answer, await move({ inviteeId: 'nonsense' }, body))
    const admins = await aBooking(app, admin, await anEventType(app, admin, { active: true }))
    assertAnswer(await move(admins, body), 403, denied())
    assertStatus(await move(admins, body, owner.token), 200)
  })

  guardTests(app, colleague, 'scheduled_events:write', 200, async ({ token }) => {
    const booked = await aBooking(app, colleague, introCall, { start_time: later() })
    return app.ask(`POST /invitees/${booked.inviteeId}/reschedule`, { token, body: { start_time: later() } })
  })
})
