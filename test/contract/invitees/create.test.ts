// seconds: 3
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  configureEventType,
  createOneOffEventType,
  deleteEventType,
  grantEventTypePermission,
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
  sixDigits,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import {
  aBooking,
  anInviteeNamed,
  aSharedType,
  asRecorded,
  aTypeAsking,
  bookedAs,
  bookingOf,
  eventOf,
  factsDuring,
  hours,
  inviteeOf,
} from '../../support/bookings.ts'
import { aCast, aFounder, aMember, lastPart, type Made } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { inventoryOf } from '../../support/inventory.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider, organizationId } = cast
const introCall = await anEventType(app, colleague, { active: true })
/** An hour in which nobody of these tests meets. */
const later = hours()

const book = (body: object, token = colleague.token) => app.ask('POST /invitees', { token, body })
const bookType = (eventType: Made, more: object = {}, token = colleague.token) =>
  book(bookingOf(eventType, { start_time: later(), ...more }), token)

const refusedTime = (message: string) => ({
  title: 'Invalid Argument',
  message: 'The supplied parameters are invalid.',
  details: [{ parameter: 'event.start_time', message, code: 'already_filled' }],
})
const alreadyFilled = refusedTime('That start time has been filled')
const wrongLocation = {
  title: 'Invalid Argument',
  message: 'Specified location kind is not configured for this event type.',
  details: [
    {
      parameter: 'event.location_configuration.location',
      message: 'invalid location choice',
      code: 'invalid_location_choice',
    },
  ],
}

describe('POST /invitees', () => {
  test('200: every field, and no other; read again it is the same', async () => {
    const eventType = await aTypeAsking(app, colleague, { name: 'Company' })
    const answer = await book({
      event_type: eventType.uri,
      start_time: '2026-03-03T09:30:00Z',
      invitee: {
        name: 'Demo Invitee',
        email: 'Invitee@Client.test',
        timezone: 'Europe/Stockholm',
        text_reminder_number: '+46701234567',
      },
      questions_and_answers: [{ question: 'Company', answer: 'Client AB', position: 0 }],
      tracking: {
        utm_campaign: 'spring',
        utm_source: 'newsletter',
        utm_medium: null,
        utm_content: null,
        utm_term: null,
        salesforce_uuid: null,
      },
      event_guests: ['boss@client.test'],
    })
    assert.equal(answer.status, 200)
    const { uri, event, ...rest } = resourceOf(answer)
    const id = lastPart(uri)
    const token = lastPart(rest.cancel_url)
    assert.match(token, new RegExp(`^${organizationId.slice(0, 8)}-${id}-[a-z2-7]{26}$`))
    assert.match(uri, /\/scheduled_events\/[0-9a-f-]{36}\/invitees\/[0-9a-f-]{36}$/)
    assert.equal(uri, `${event}/invitees/${id}`)
    assert.deepEqual(rest, {
      email: 'Invitee@Client.test',
      first_name: null,
      last_name: null,
      name: 'Demo Invitee',
      status: 'active',
      questions_and_answers: [{ question: 'Company', answer: 'Client AB', position: 0 }],
      timezone: 'Europe/Stockholm',
      created_at: '2026-03-02T10:00:00.000000Z',
      updated_at: '2026-03-02T10:00:00.000000Z',
      tracking: {
        utm_campaign: 'spring',
        utm_source: 'newsletter',
        utm_medium: null,
        utm_content: null,
        utm_term: null,
        salesforce_uuid: null,
        crm_uuid: null,
      },
      text_reminder_number: '+46701234567',
      rescheduled: false,
      old_invitee: null,
      new_invitee: null,
      cancel_url: `${app.context.links.site}/cancellations/${token}`,
      reschedule_url: `${app.context.links.site}/reschedulings/${token}`,
      routing_form_submission: null,
      payment: null,
      no_show: null,
      reconfirmation: null,
      scheduling_method: 'api',
      invitee_scheduled_by: colleague.uri,
    })
    assert.deepEqual(await inviteeOf(app, colleague, { invitee: { uri } }), { uri, event, ...rest })
  })

  test('200: the meeting, with every field and no other', async () => {
    const eventType = await anEventType(app, colleague, {
      name: 'Buffered',
      active: true,
      duration: 45,
      scheduling_rules: { buffer_before: 15, buffer_after: 10, start_time_increment: 15 },
    })
    const booked = await aBooking(app, colleague, eventType, {
      start_time: '2026-03-03T11:00:00Z',
      event_guests: ['boss@client.test', 'aide@client.test'],
    })
    const since = '2026-03-02T10:00:00.000000Z'
    assert.match(since, sixDigits)
    assert.deepEqual(await eventOf(app, colleague, booked), {
      uri: booked.event,
      name: 'Buffered',
      meeting_notes_plain: null,
      meeting_notes_html: null,
      status: 'active',
      start_time: '2026-03-03T11:00:00.000000Z',
      end_time: '2026-03-03T11:45:00.000000Z',
      event_type: eventType.uri,
      location: { type: null, location: null, status: null, join_url: null },
      invitees_counter: { total: 1, active: 1, limit: 1 },
      created_at: since,
      updated_at: since,
      event_memberships: [
        {
          user: colleague.uri,
          user_email: colleague.email,
          user_name: colleague.name,
          buffered_start_time: '2026-03-03T10:45:00.000000Z',
          buffered_end_time: '2026-03-03T11:55:00.000000Z',
        },
      ],
      event_guests: [
        { email: 'boss@client.test', created_at: since, updated_at: since },
        { email: 'aide@client.test', created_at: since, updated_at: since },
      ],
      calendar_event: null,
    })
    const range = { user: colleague.uri, start_time: '2026-03-03T10:50:00Z', end_time: '2026-03-03T12:00:00Z' }
    const [busy, ...others] = (await app.ask('GET /user_busy_times', { token: colleague.token, query: range })).body
      .collection
    assert.deepEqual([busy.type, busy.event?.uri, others], ['calendly', booked.event, []])
    // The buffers are taken as well, of whatever type of theirs.
    for (const [start_time, status] of [
      ['2026-03-03T10:30:00Z', 400],
      ['2026-03-03T11:30:00Z', 400],
      ['2026-03-03T12:00:00Z', 200],
      ['2026-03-03T10:00:00Z', 200],
    ] as const)
      assertStatus(await bookType(introCall, { start_time }), status)
  })

  test("200: the specification's form: custom_questions, parts of a name, an empty location, crm_uuid", async () => {
    const eventType = await aTypeAsking(
      app,
      colleague,
      { name: 'Company', required: true },
      { name: 'Size' },
      { name: 'Off', enabled: false },
    )
    const answer = await bookType(eventType, {
      invitee: { first_name: 'Demo', last_name: 'Invitee', email: 'invitee@client.test', timezone: 'Europe/Stockholm' },
      custom_questions: [
        { name: 'Company', answer: 'Client AB', position: 0 },
        { value: '12', position: 1 },
      ],
      location: {},
      tracking: { crm_uuid: '003-77' },
    })
    const { name, first_name, last_name, questions_and_answers, tracking } = resourceOf(answer)
    assert.deepEqual([name, first_name, last_name], ['Demo Invitee', 'Demo', 'Invitee'])
    assert.deepEqual(questions_and_answers, [
      { question: 'Company', answer: 'Client AB', position: 0 },
      { question: 'Size', answer: '12', position: 1 },
    ])
    assert.deepEqual(tracking, {
      utm_campaign: null,
      utm_source: null,
      utm_medium: null,
      utm_content: null,
      utm_term: null,
      salesforce_uuid: '003-77',
      crm_uuid: '003-77',
    })
  })

  test('200: salesforce_uuid fills both; crm_uuid wins; what is null or left out is null', async () => {
    const ids = async (tracking: object | null) => {
      const { salesforce_uuid, crm_uuid, utm_source } = resourceOf(await bookType(introCall, { tracking })).tracking
      return [salesforce_uuid, crm_uuid, utm_source]
    }
    assert.deepEqual(await ids({ salesforce_uuid: 's', utm_source: 'x' }), ['s', 's', 'x'])
    assert.deepEqual(await ids({ salesforce_uuid: 's', crm_uuid: 'c' }), ['c', 'c', null])
    assert.deepEqual(await ids(null), [null, null, null])
  })

  test('200: names, as they were sent', async () => {
    const named = async (parts: object) => {
      const answer = await bookType(introCall, { invitee: { email: 'invitee@client.test', timezone: 'UTC', ...parts } })
      const { name, first_name, last_name } = resourceOf(answer)
      return [name, first_name, last_name]
    }
    assert.deepEqual(await named({ name: ' Demo Invitee ' }), ['Demo Invitee', null, null])
    assert.deepEqual(await named({ first_name: 'Demo' }), ['Demo', 'Demo', null])
    assert.deepEqual(await named({ first_name: 'Demo', last_name: 'Invitee' }), ['Demo Invitee', 'Demo', 'Invitee'])
    assert.deepEqual(await named({ name: 'Mx Demo', first_name: 'Demo', last_name: 'Invitee' }), [
      'Mx Demo',
      'Demo',
      'Invitee',
    ])
    assert.deepEqual(await named({ name: '', first_name: 'Demo', last_name: null }), ['Demo', 'Demo', null])
  })

  test('200: a zone in any case is kept as tzdata spells it', async () => {
    const { timezone } = resourceOf(
      await bookType(introCall, { invitee: { email: 'invitee@client.test', name: 'Demo', timezone: 'europe/LISBON' } }),
    )
    assert.equal(timezone, 'Europe/Lisbon')
  })

  test('200: with an offset and with a fraction it is the same instant; a host of their own in the URI does no harm', async () => {
    const at = async (start_time: string) =>
      (await eventOf(app, colleague, bookedAs(resourceOf(await bookType(introCall, { start_time }))))).start_time
    assert.equal(await at('2026-03-27T18:00:00+02:00'), '2026-03-27T16:00:00.000000Z')
    assert.equal(await at('2026-03-27T15:00:00.000Z'), '2026-03-27T15:00:00.000000Z')
    assertStatus(
      await book(
        bookingOf({ uri: `https://api.example.test/event_types/${introCall.id}`, id: '' }, { start_time: later() }),
      ),
      200,
    )
  })

  describe('who meets', () => {
    test('group: bookings of the same time share one event, until it is full', async () => {
      const eventType = await aSharedType(app, colleague, 'group', { seats: 3 })
      const start_time = later()
      const first = await aBooking(app, colleague, eventType, { start_time, event_guests: ['boss@client.test'] })
      app.clock.advance(1_000)
      const twice = { name: 'Comes Twice', email: 'twice@client.test', timezone: 'UTC' }
      const second = await aBooking(app, colleague, eventType, { start_time, invitee: twice })
      const third = await aBooking(app, colleague, eventType, {
        start_time,
        invitee: twice,
        event_guests: ['aide@client.test'],
      })
      assert.deepEqual([second.event, third.event], [first.event, first.event])
      assert.equal(new Set([first.inviteeId, second.inviteeId, third.inviteeId]).size, 3)
      const event = await eventOf(app, colleague, first)
      assert.deepEqual(event.invitees_counter, { total: 3, active: 3, limit: 3 })
      assert.deepEqual(
        event.event_guests.map(({ email }: { email: string }) => email),
        ['boss@client.test', 'aide@client.test'],
      )
      assert.notEqual(event.updated_at, event.created_at)
      assertAnswer(await bookType(eventType, { start_time }), 400, alreadyFilled)
      // Another time is another meeting.
      assert.notEqual((await aBooking(app, colleague, eventType, { start_time: later() })).event, first.event)
    })

    test('group: joining takes no further time of the host, so buffers set meanwhile do not conflict', async () => {
      const founder = await aFounder(app)
      const eventType = await aSharedType(app, founder, 'group', { seats: 3, duration: 30 })
      await aBooking(app, founder, eventType, { start_time: '2026-03-12T09:30:00Z' })
      const start_time = '2026-03-12T10:00:00Z'
      const first = await aBooking(app, founder, eventType, { start_time })
      const scheduling_rules = { start_time_increment: 15, buffer_before: 15 }
      await app.run(configureEventType, founder.principal, { uuid: eventType.id, scheduling_rules })
      assert.equal((await aBooking(app, founder, eventType, { start_time })).event, first.event)
    })

    test('collective: all hosts, or none', async () => {
      const [one, two] = [await aMember(app, owner), await aMember(app, owner)]
      const both = await aSharedType(app, owner, 'collective', { owner: one.uri, hosts: [two] })
      const start_time = '2026-03-12T10:00:00Z'
      const booked = await aBooking(app, owner, both, { start_time })
      const { event_memberships, invitees_counter } = await eventOf(app, two, booked)
      assert.deepEqual(
        event_memberships.map(({ user }: { user: string }) => user),
        [one.uri, two.uri],
      )
      assert.equal(invitees_counter.limit, 1)
      // The second host alone is taken half an hour later: then nobody meets.
      const alone = await anEventType(app, two, { active: true })
      await aBooking(app, two, alone, { start_time: '2026-03-12T11:00:00Z' })
      assertAnswer(await book(bookingOf(both, { start_time: '2026-03-12T11:00:00Z' }), owner.token), 400, alreadyFilled)
      assertStatus(
        await book(
          bookingOf(await anEventType(app, one, { active: true }), { start_time: '2026-03-12T11:00:00Z' }),
          one.token,
        ),
        200,
      )
    })

    test('round robin: one of them, and the meetings are spread evenly', async () => {
      const hosts = [await aMember(app, owner), await aMember(app, owner), await aMember(app, owner)]
      const [first, ...others] = hosts
      assert.ok(first)
      const eventType = await aSharedType(app, owner, 'round_robin', { owner: first.uri, hosts: others })
      const held = new Map<string, number>()
      const next = hours()
      for (let index = 0; index < 6; index += 1) {
        const { event_memberships, invitees_counter } = await eventOf(
          app,
          owner,
          await aBooking(app, owner, eventType, { start_time: next() }),
        )
        assert.equal(event_memberships.length, 1)
        assert.equal(invitees_counter.limit, 1)
        const [{ user }] = event_memberships
        held.set(user, (held.get(user) ?? 0) + 1)
      }
      assert.deepEqual(Object.fromEntries(held), Object.fromEntries(hosts.map(({ uri }) => [uri, 2])))

      // At one time as often as there are hosts.
      const start_time = next()
      const users = []
      for (let index = 0; index < 3; index += 1)
        users.push(
          (await eventOf(app, owner, await aBooking(app, owner, eventType, { start_time }))).event_memberships[0].user,
        )
      assert.deepEqual(users.sort(), hosts.map(({ uri }) => uri).sort())
      assertAnswer(await book(bookingOf(eventType, { start_time }), owner.token), 400, alreadyFilled)
    })

    test('round robin: the host with the highest priority, while they are free', async () => {
      const [low, high] = [await aMember(app, owner), await aMember(app, owner)]
      const eventType = await aSharedType(app, owner, 'round_robin', {
        owner: low.uri,
        hosts: [{ user: high.uri, priority: 5 }],
      })
      const hostAt = async (start_time: string) =>
        (await eventOf(app, owner, await aBooking(app, owner, eventType, { start_time }))).event_memberships[0].user
      assert.equal(await hostAt('2026-03-12T09:00:00Z'), high.uri)
      assert.equal(await hostAt('2026-03-12T10:00:00Z'), high.uri)
      assert.equal(await hostAt('2026-03-12T10:00:00Z'), low.uri)
    })

    test('a canceled meeting of a round robin counts no more', async () => {
      const [one, two] = [await aMember(app, owner), await aMember(app, owner)]
      const eventType = await aSharedType(app, owner, 'round_robin', { owner: one.uri, hosts: [two] })
      const first = await aBooking(app, owner, eventType, { start_time: '2026-03-12T09:00:00Z' })
      const [{ user: before }] = (await eventOf(app, owner, first)).event_memberships
      assertStatus(await app.ask(`POST ${first.event}/cancellation`, { token: owner.token }), 200)
      const [{ user: after }] = (
        await eventOf(app, owner, await aBooking(app, owner, eventType, { start_time: '2026-03-12T12:00:00Z' }))
      ).event_memberships
      assert.equal(after, before)
    })
  })

  test('200: a one-off type, once; then it is off', async () => {
    const host = await aMember(app, owner)
    const oneOff = await app.run(createOneOffEventType, host.principal, {
      name: 'Panel interview',
      host: host.uri,
      duration: 45,
      date_setting: { type: 'date_range', start_date: '2026-03-03', end_date: '2026-03-05' },
    })
    const eventType = { uri: oneOff.uri, id: lastPart(oneOff.uri) }
    await aBooking(app, host, eventType, { start_time: '2026-03-03T15:00:00Z' })
    assertAnswer(
      await book(bookingOf(eventType, { start_time: '2026-03-04T15:00:00Z' }), host.token),
      400,
      alreadyFilled,
    )
    assert.equal(resourceOf(await app.ask(`GET ${oneOff.uri}`, { token: host.token })).active, false)
  })

  test('group: a requested duration must be that of the existing meeting', async () => {
    const eventType = await aSharedType(app, colleague, 'group', { seats: 3, duration: 30, duration_options: [30, 60] })
    const start_time = later()
    const first = await aBooking(app, colleague, eventType, { start_time, duration: 60 })
    assertAnswer(await bookType(eventType, { start_time, duration: 30 }), 400, alreadyFilled)
    assert.equal((await aBooking(app, colleague, eventType, { start_time })).event, first.event)
  })

  describe('where', () => {
    const of = async (locations: readonly object[], sent?: object) =>
      bookType(await anEventType(app, colleague, { active: true, locations }), sent ? { location: sent } : {})
    const placeAt = async (locations: readonly object[], sent?: object) => {
      const answer = await of(locations, sent)
      return (await eventOf(app, colleague, bookedAs(resourceOf(answer)))).location
    }

    test('200: each kind, with the same four fields and those of its own', async () => {
      const physical = { kind: 'physical', location: 'Rua Nova 1', additional_info: 'Ring twice' }
      const plain = { status: null, join_url: null }
      assert.deepEqual(await placeAt([physical]), {
        type: 'physical',
        location: 'Rua Nova 1',
        ...plain,
        additional_info: 'Ring twice',
      })
      assert.deepEqual(await placeAt([{ kind: 'custom', location: 'At the river' }]), {
        type: 'custom',
        location: 'At the river',
        ...plain,
      })
      const inbound = { kind: 'inbound_call', phone_number: '+351210000000' }
      assert.deepEqual(await placeAt([inbound]), {
        type: 'inbound_call',
        location: '+351210000000',
        ...plain,
        additional_info: null,
      })
      assert.deepEqual(await placeAt([inbound], { kind: 'inbound_call' }), {
        type: 'inbound_call',
        location: '+351210000000',
        ...plain,
        additional_info: null,
      })
      assert.deepEqual(
        await placeAt([{ kind: 'outbound_call' }], { kind: 'outbound_call', location: '+46 70 123 45 67' }),
        {
          type: 'outbound_call',
          location: '+46 70 123 45 67',
          ...plain,
        },
      )
      assert.deepEqual(await placeAt([{ kind: 'ask_invitee' }], { kind: 'ask_invitee', location: 'My office' }), {
        type: 'ask_invitee',
        location: 'My office',
        ...plain,
      })
      const two = [physical, { ...physical, location: 'Rua Velha 2' }, { kind: 'outbound_call' }]
      assert.equal((await placeAt(two, { kind: 'physical', location: 'Rua Velha 2' })).location, 'Rua Velha 2')
    })

    test('200: a conference without a room of the host has failed; with one it is pushed, each meeting with its own address', async () => {
      const kinds = [
        ['google_conference', 'google_conference'],
        ['zoom_conference', 'zoom'],
        ['gotomeeting_conference', 'gotomeeting'],
        ['microsoft_teams_conference', 'microsoft_teams_conference'],
        ['webex_conference', 'webex_conference'],
      ] as const
      for (const [kind, type] of kinds) {
        const data = kind === 'google_conference' ? {} : { data: null }
        assert.deepEqual(await placeAt([{ kind }], { kind, location: null }), {
          type,
          location: null,
          status: 'failed',
          join_url: null,
          ...data,
        })
        await app.run(setConferenceLink, colleague.principal, {
          user: colleague.uri,
          kind,
          url: 'https://meet.acme.test/{uuid}',
        })
        const booked = bookedAs(resourceOf(await of([{ kind }])))
        const join_url = `https://meet.acme.test/${booked.eventId}`
        assert.deepEqual((await eventOf(app, colleague, booked)).location, {
          type,
          location: null,
          status: 'pushed',
          join_url,
          ...data,
        })
        assertStatus(await app.ask(`POST ${booked.event}/cancellation`, { token: colleague.token }), 200)
        assert.deepEqual((await eventOf(app, colleague, booked)).location, {
          type,
          location: null,
          status: 'failed',
          join_url: null,
          ...data,
        })
      }
    })

    test('400 invalid_location_choice: none of the type, none chosen of several, or one without the required text', async () => {
      const zoom = { kind: 'zoom_conference' }
      assertAnswer(await of([zoom], { kind: 'google_conference' }), 400, wrongLocation)
      assertAnswer(await of([zoom, { kind: 'outbound_call' }]), 400, wrongLocation)
      assertAnswer(await of([{ kind: 'ask_invitee' }]), 400, wrongLocation)
      assertAnswer(await of([{ kind: 'outbound_call' }], {}), 400, wrongLocation)
      assertAnswer(
        await of([{ kind: 'physical', location: 'Rua Nova 1' }], { kind: 'physical', location: 'Elsewhere' }),
        400,
        wrongLocation,
      )
      assertAnswer(
        await bookType(introCall, { location: { kind: 'physical', location: 'Elsewhere' } }),
        400,
        wrongLocation,
      )
      assertAnswer(await bookType(introCall, { location: { kind: 'nowhere' } }), 400, wrongLocation)
    })

    test('400: a location that the invitee must provide', async () => {
      const call = [{ kind: 'outbound_call' }]
      assertAnswer(await of(call, { kind: 'outbound_call' }), 400, invalidArgument(['location.location', 'is missing']))
      assertAnswer(
        await of(call, { kind: 'outbound_call', location: 'call me' }),
        400,
        invalidArgument(['location.location', 'is not a valid phone number']),
      )
      assertAnswer(
        await of([{ kind: 'ask_invitee' }], { kind: 'ask_invitee' }),
        400,
        invalidArgument(['location.location', 'is missing']),
      )
      assertAnswer(await of(call, { location: '+46701234567' }), 400, invalidArgument(['location.kind', 'is missing']))
    })

    test('a round robin uses its first location; none may be sent', async () => {
      const eventType = await aSharedType(app, owner, 'round_robin', {
        locations: [
          { kind: 'custom', location: 'Here' },
          { kind: 'custom', location: 'There' },
        ],
      })
      const start_time = later()
      const sent = { start_time, location: { kind: 'custom', location: 'There' } }
      assertAnswer(
        await bookType(eventType, sent, owner.token),
        400,
        invalidArgument(['location', 'must not be sent for a round robin event type']),
      )
      const booked = await aBooking(app, owner, eventType, { start_time })
      assert.equal((await eventOf(app, owner, booked)).location.location, 'Here')
    })

    test('joining a group keeps its location', async () => {
      const locations = [
        { kind: 'custom', location: 'Here' },
        { kind: 'custom', location: 'There' },
      ]
      const eventType = await aSharedType(app, owner, 'group', { seats: 3, locations })
      const start_time = later()
      await aBooking(app, owner, eventType, { start_time, location: { kind: 'custom', location: 'Here' } })
      const joined = await aBooking(app, owner, eventType, {
        start_time,
        location: { kind: 'custom', location: 'There' },
      })
      assert.equal((await eventOf(app, owner, joined)).location.location, 'Here')
    })
  })

  describe('answers', () => {
    const questions = [
      { name: 'Line', type: 'string' },
      { name: 'Text', type: 'text' },
      { name: 'Phone', type: 'phone_number' },
      { name: 'One', type: 'single_select', answer_choices: ['a', 'b'] },
      { name: 'Some', type: 'multi_select', answer_choices: ['a', 'b', 'c'] },
      { name: 'Or other', type: 'single_select', answer_choices: ['a'], include_other: true },
    ]

    test('200: each kind; blank ones count as none; they are in the order of the questions', async () => {
      const eventType = await aTypeAsking(app, colleague, ...questions)
      const questions_and_answers = [
        { question: 'Or other', answer: 'something else', position: 5 },
        { question: 'Some', answer: 'c\na', position: 4 },
        { question: 'One', answer: 'b', position: 3 },
        { question: 'Phone', answer: '+46 70 123 45 67', position: 2 },
        { question: 'Text', answer: 'two\nlines', position: 1 },
        { question: 'Line', answer: '  ', position: 0 },
      ]
      const { questions_and_answers: kept } = resourceOf(await bookType(eventType, { questions_and_answers }))
      assert.deepEqual(kept, questions_and_answers.slice(0, -1).reverse())
    })

    test('400: what is wrong with an answer, in the words clients know', async () => {
      const eventType = await aTypeAsking(app, colleague, { name: 'Company', required: true }, ...questions)
      const company = { question: 'Company', answer: 'Client AB', position: 0 }
      const refused = async (sent: unknown, ...details: readonly (readonly [string, string])[]) =>
        assertAnswer(await bookType(eventType, { questions_and_answers: sent }), 400, invalidArgument(...details))
      const blank = ['questions_and_answers', 'Required Questions and Answers cannot be blank.'] as const
      assertAnswer(await bookType(eventType), 400, invalidArgument(blank))
      await refused([], blank)
      await refused([{ ...company, answer: ' ' }], blank)
      await refused([{ answer: 'x', position: 0 }], ['questions_and_answers[0].question', 'is missing'])
      await refused([{ question: 'Company', position: 0 }], ['questions_and_answers[0].answer', 'is missing'])
      await refused(
        [company, { question: 'company', answer: 'x', position: 0 }],
        ['questions_and_answers[1].question', 'is not a question of this event type'],
      )
      await refused([company, company], ['questions_and_answers[1].question', 'is answered twice'])
      await refused(
        [company, { question: 'Phone', answer: 'none', position: 3 }],
        ['questions_and_answers', 'Phone is not a valid phone number'],
      )
      await refused(
        [company, { question: 'One', answer: 'z', position: 4 }],
        ['questions_and_answers', 'One is not one of the answer choices'],
      )
      await refused(
        [company, { question: 'Some', answer: 'a\nz', position: 5 }],
        ['questions_and_answers', 'Some has an answer that is not one of the answer choices'],
      )
      await refused(
        [company, { question: 'Text', answer: 'x'.repeat(10_001), position: 2 }],
        ['questions_and_answers[1].answer', 'size cannot be greater than 10000'],
      )
      await refused('Client AB', ['questions_and_answers', 'must be an array'])
    })

    test('400: a question that is not asked any more has no answer', async () => {
      const eventType = await aTypeAsking(app, colleague, { name: 'Off', enabled: false, required: true })
      assertStatus(await bookType(eventType), 200)
      const answer = await bookType(eventType, { custom_questions: [{ position: 0, answer: 'x' }] })
      assertAnswer(
        answer,
        400,
        invalidArgument(['custom_questions[0].question', 'is not a question of this event type']),
      )
    })
  })

  describe('when', () => {
    test('400 already_filled: taken, past, too soon, off the grid, outside the hours, beyond the window', async () => {
      const start_time = later()
      await aBooking(app, colleague, introCall, { start_time })
      const half = new Date(Date.parse(start_time) + 1_800_000).toISOString()
      const notOffered =
        'is not a start time of this event type. GET /event_type_available_times lists the available times'
      const outside = 'is outside the minimum notice or the date range of this event type'
      for (const [wrong, message] of [
        [start_time, 'That start time has been filled'],
        ['2020-03-03T09:00:00Z', 'must be in the future'],
        ['2026-03-02T11:00:00Z', outside],
        ['2026-03-26T09:10:00Z', notOffered],
        ['2026-03-26T09:00:00.001Z', notOffered],
        ['2026-03-26T08:30:00Z', notOffered],
        ['2026-03-26T17:00:00Z', notOffered],
        ['2026-03-28T09:00:00Z', notOffered],
        ['2026-05-04T09:00:00Z', outside],
        ['9999-12-31T23:30:00Z', notOffered],
      ] as const)
        assertAnswer(await bookType(introCall, { start_time: wrong }), 400, refusedTime(message))
      assertStatus(await bookType(introCall, { start_time: half }), 200)
    })

    test('400 already_filled: as many of a type a day as it may have', async () => {
      const host = await aMember(app, owner)
      const eventType = await anEventType(app, host, { active: true, scheduling_rules: { max_per_day: 1 } })
      await aBooking(app, host, eventType)
      assertAnswer(
        await book(bookingOf(eventType, { start_time: '2026-03-03T15:00:00Z' }), host.token),
        400,
        alreadyFilled,
      )
      assertStatus(await book(bookingOf(eventType, { start_time: '2026-03-04T15:00:00Z' }), host.token), 200)
    })

    test('400 already_filled: of a type that is not active, or deleted', async () => {
      const alreadyFilled = refusedTime('belongs to an event type that is turned off or deleted')
      assertAnswer(await bookType(await anEventType(app, colleague)), 400, alreadyFilled)
      const deleted = await anEventType(app, colleague, { active: true })
      await app.run(deleteEventType, colleague.principal, { uuid: deleted.id })
      assertAnswer(await bookType(deleted), 400, alreadyFilled)
    })

    test('200: one of the durations of the type; without a word, its own', async () => {
      const eventType = await anEventType(app, colleague, { active: true, duration: 30, duration_options: [30, 60] })
      const minutes = async (more: object) => {
        const { start_time, end_time } = await eventOf(
          app,
          colleague,
          bookedAs(resourceOf(await bookType(eventType, more))),
        )
        return (Date.parse(end_time) - Date.parse(start_time)) / 60_000
      }
      assert.equal(await minutes({}), 30)
      assert.equal(await minutes({ duration: 60 }), 60)
      assertAnswer(
        await bookType(eventType, { duration: 45 }),
        400,
        invalidArgument(['duration', 'must be one of: 30, 60']),
      )
      assertAnswer(
        await bookType(introCall, { duration: 45 }),
        400,
        invalidArgument(['duration', 'must be one of: 30']),
      )
    })
  })

  describe('400: what is missing or cannot be read is named, and nothing changes', () => {
    const invitee = anInviteeNamed()
    let asking: Made
    let untouched: readonly string[]
    before(async () => {
      asking = await aTypeAsking(app, colleague, { name: 'Company' })
      untouched = await inventoryOf(app, organizationId)
    })
    after(async () => assert.deepEqual(await inventoryOf(app, organizationId), untouched))

    const wrong: Readonly<Record<string, readonly [more: object, ...details: (readonly [string, string])[]]>> = {
      'nothing at all': [
        { event_type: undefined, start_time: undefined, invitee: undefined },
        ['event_type', 'is missing'],
        ['start_time', 'is missing'],
        ['invitee', 'is missing'],
      ],
      'no event type': [{ event_type: 'https://example.test/what' }, ['event_type', 'invalid']],
      'no time': [{ start_time: 'soon' }, ['start_time', 'is in invalid format']],
      '31 February': [{ start_time: '2026-02-31T09:00:00Z' }, ['start_time', 'is in invalid format']],
      'a time without a zone': [{ start_time: '2026-03-26T09:00:00' }, ['start_time', 'is in invalid format']],
      'a number': [{ start_time: 1 }, ['start_time', 'must be a string']],
      'no address': [{ invitee: { ...invitee, email: 'nobody' } }, ['invitee.email', 'is in invalid format']],
      'no name': [
        { invitee: { ...invitee, name: undefined } },
        ['invitee', 'either name or first_name must be filled'],
      ],
      'a blank name': [
        { invitee: { ...invitee, name: '  ', last_name: 'Invitee' } },
        ['invitee', 'either name or first_name must be filled'],
      ],
      'a name of two lines': [
        { invitee: { ...invitee, name: 'Demo\nInvitee' } },
        ['invitee.name', 'is in invalid format'],
      ],
      'a name with a line separator, on its way into the header of a mail': [
        { invitee: { ...invitee, name: 'Demo\u2028Bcc: invitee@client.test' } },
        ['invitee.name', 'is in invalid format'],
      ],
      'a name with a control character of the second kind': [
        { invitee: { ...invitee, name: 'Demo\u0085Invitee' } },
        ['invitee.name', 'is in invalid format'],
      ],
      'a name that nobody can see': [
        { invitee: { ...invitee, name: '\u200b\u202e' } },
        ['invitee.name', 'is in invalid format'],
      ],
      'an address with a sign that nobody can see': [
        { invitee: { ...invitee, email: 'in\u200bvitee@client.test' } },
        ['invitee.email', 'is in invalid format'],
      ],
      'an endless name': [
        { invitee: { ...invitee, name: 'x'.repeat(256) } },
        ['invitee.name', 'size cannot be greater than 255'],
      ],
      'no zone': [{ invitee: { ...invitee, timezone: undefined } }, ['invitee.timezone', 'is missing']],
      'an unknown zone': [
        { invitee: { ...invitee, timezone: 'Europe/Atlantis' } },
        ['invitee.timezone', 'must be an IANA time zone, such as Europe/Lisbon'],
      ],
      'no phone number': [
        { invitee: { ...invitee, text_reminder_number: 'ring' } },
        ['invitee.text_reminder_number', 'is not a valid phone number'],
      ],
      'an invitee that is a text': [{ invitee: 'Demo' }, ['invitee', 'must be an object']],
      'a location that is a text': [{ location: 'Here' }, ['location', 'must be an object']],
      'eleven guests': [
        { event_guests: Array.from({ length: 11 }, (_, index) => `g${index}@client.test`) },
        ['event_guests', 'size cannot be greater than 10'],
      ],
      'a guest without an address': [{ event_guests: ['boss'] }, ['event_guests[0]', 'is in invalid format']],
      'an endless campaign': [
        { tracking: { utm_content: 'x'.repeat(256) } },
        ['tracking.utm_content', 'size cannot be greater than 255'],
      ],
      'tracking that is a text': [{ tracking: 'x' }, ['tracking', 'must be an object']],
      'a duration that is none': [{ duration: 'long' }, ['duration', 'must be an integer']],
    }
    for (const [what, [more, ...details]] of Object.entries(wrong))
      test(what, async () => assertAnswer(await bookType(introCall, more), 400, invalidArgument(...details)))

    test('a NUL byte, in any field', async () => {
      for (const more of [
        { invitee: { ...invitee, name: 'Demo\u0000' } },
        { invitee: { ...invitee, email: 'a\u0000@client.test' } },
        { questions_and_answers: [{ question: 'Company', answer: 'x\u0000', position: 0 }] },
        { tracking: { utm_source: '\u0000' } },
      ])
        assertStatus(await bookType(asking, more), 400)
    })

    test('413: a megabyte of answers', async () => {
      const questions_and_answers = Array.from({ length: 20 }, () => ({
        question: 'Company',
        answer: 'x'.repeat(60_000),
        position: 0,
      }))
      assertStatus(await bookType(introCall, { questions_and_answers }), 413)
    })
  })

  test('200: guests, each once, and never the invitee', async () => {
    const invitee = anInviteeNamed('invitee first')
    const booked = bookedAs(
      resourceOf(
        await bookType(introCall, {
          invitee,
          event_guests: ['a@client.test', 'A@client.test', 'INVITEE.first@client.test', 'b@client.test'],
        }),
      ),
    )
    const { event_guests } = await eventOf(app, colleague, booked)
    assert.deepEqual(
      event_guests.map(({ email }: { email: string }) => email),
      ['a@client.test', 'b@client.test'],
    )
    assertStatus(
      await bookType(introCall, { event_guests: Array.from({ length: 10 }, (_, index) => `g${index}@client.test`) }),
      200,
    )
  })

  test('one fact, with the invitee and the meeting as answered, its actor and its person', async () => {
    let invitee: ReturnType<typeof resourceOf>
    const facts = await factsDuring(app, organizationId, async () => {
      invitee = resourceOf(await bookType(introCall, { event_guests: ['boss@client.test'] }))
    })
    const event = await eventOf(app, colleague, invitee)
    assert.deepEqual(facts, [
      {
        name: 'invitee.created',
        actor_type: 'user',
        actor_id: colleague.membershipId,
        subject: { invitee: asRecorded(invitee), scheduled_event: event },
        person: app.context.persons.of(organizationId, invitee.email.toUpperCase()),
      },
    ])
  })

  test('a fact about one invitee of a group has nothing about the others', async () => {
    const eventType = await aSharedType(app, colleague, 'group', { seats: 5, locations: [{ kind: 'ask_invitee' }] })
    const start_time = later()
    const location = { kind: 'ask_invitee', location: 'At the home of the first' }
    const first = await aBooking(app, colleague, eventType, {
      start_time,
      location,
      event_guests: ['first.guest@client.test'],
    })
    let second = first
    const path = () => `/invitees/${second.inviteeId}`
    const as = { token: colleague.token }
    const facts = await factsDuring(app, organizationId, async () => {
      second = await aBooking(app, colleague, eventType, {
        start_time,
        location,
        event_guests: ['second.guest@client.test'],
      })
      await app.ask(`POST ${path()}/no_show`, as)
      await app.ask(`DELETE ${path()}/no_show`, as)
      await app.ask('POST /invitee_no_shows', { ...as, body: { invitee: second.invitee.uri } })
      await app.ask(`DELETE ${(await inviteeOf(app, colleague, second)).no_show.uri}`, as)
      second = bookedAs(
        resourceOf(await app.ask(`POST ${path()}/reschedule`, { ...as, body: { start_time: later(), location } })),
      )
      await app.ask(`POST ${path()}/cancellation`, as)
    })
    assert.equal(facts.length, 7)
    for (const { name, subject } of facts) {
      assert.ok(JSON.stringify(subject).includes('second.guest@client.test'), name)
      for (const others of [first.invitee.email, 'first.guest@client.test', 'At the home'])
        assert.ok(!JSON.stringify(subject).includes(others), `${name}: ${others}`)
    }
  })

  test('404: an event type that is unknown, or of another organization', async () => {
    const foreign = await anEventType(app, outsider, { active: true })
    const answer = await bookType(foreign)
    assertAnswer(answer, 404, notFound)
    assertAlike(answer, await bookType({ uri: '/event_types/2f2f0c1e-2a54-4cf7-b6c5-2d5d0f1e7d11', id: '' }))
  })

  test("403: a colleague's type, unless one is an admin or was given permission", async () => {
    const foreign = await anEventType(app, admin, { active: true })
    const answer = await bookType(foreign)
    assertAnswer(answer, 403, denied())
    assertStatus(await bookType(foreign, {}, owner.token), 200)
    await app.run(grantEventTypePermission, admin.principal, { event_type: foreign.uri, user: colleague.uri })
    assertStatus(await bookType(foreign), 200)
  })

  test('200: fields in the query string are read too', async () => {
    const { event_type, ...rest } = bookingOf(introCall, { start_time: later() })
    assertStatus(await app.ask('POST /invitees', { token: colleague.token, query: { event_type }, body: rest }), 200)
  })

  guardTests(app, colleague, 'scheduled_events:write', 200, ({ token }) =>
    app.ask('POST /invitees', { token, body: bookingOf(introCall, { start_time: later() }) }),
  )
})
