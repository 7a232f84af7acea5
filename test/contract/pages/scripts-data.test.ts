// seconds: 3
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  configureEventType,
  createOneOffEventType,
  createSchedulingLink,
  createShare,
  deleteEventType,
} from '#event-types/index.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { codeIn } from '../../support/booking-links.ts'
import { aBooking, aSharedType, aTypeAsking, tuesday } from '../../support/bookings.ts'
import { aCast, aMember, lastPart, type Made, type Person } from '../../support/cast.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, outsider } = await aCast(app)

/** A person of their own for each test: nobody else books their time. */
const aHost = (): Promise<Person> => aMember(app, owner)

const aPlace = async (traits: Readonly<Record<string, unknown>> = {}) => {
  const host = await aHost()
  return { host, type: await anEventType(app, host, { active: true, ...traits }) }
}

const slugsOf = async ({ uri }: Made, { token }: Person) => {
  const { body } = await app.ask(`GET ${uri}`, { token })
  const [profile_slug = '', event_type_slug = ''] = new URL(body.resource.scheduling_url).pathname.slice(1).split('/')
  return { profile_slug, event_type_slug }
}

const lookUp = (query: Readonly<Record<string, string>>): Promise<Answer> =>
  app.ask('GET /api/booking/event_types/lookup', { query })

const asked = { timezone: 'Europe/Lisbon', diagnostics: 'false', range_start: '2026-03-03', range_end: '2026-03-10' }

const rangeOf = ({ id }: Pick<Made, 'id'>, query: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  app.ask(`GET /api/booking/event_types/${id}/calendar/range`, { query: { ...asked, ...query } })

interface Day {
  readonly date: string
  readonly status: string
  readonly spots: readonly {
    readonly status: string
    readonly start_time: string
    readonly invitees_remaining: number
  }[]
}

const daysOf = ({ status, body, text }: Answer): readonly Day[] => {
  assert.equal(status, 200, text)
  assert.deepEqual(Object.keys(body), ['days'])
  return body.days
}

/** Whatever is hidden looks like what nobody ever made. */
const assertUnknown = async (answer: Answer): Promise<void> => {
  const { status, text } = await rangeOf({ id: randomUUID() })
  assert.equal(status, 404)
  assert.deepEqual([answer.status, answer.text], [status, text])
}

const withLink = async (type: Made, host: Person): Promise<string> =>
  codeIn(
    (
      await app.run(createSchedulingLink, host.principal, {
        owner: type.uri,
        owner_type: 'EventType',
        max_event_count: 1,
      })
    ).booking_url,
  )

describe('the type at an address, for scripts', () => {
  test('200: the questions of its form, with a case-insensitive slug; no personal data', async () => {
    const host = await aHost()
    const choices = { type: 'single_select', answer_choices: ['One', 'Two'], include_other: true, required: true }
    const type = await aTypeAsking(app, host, { name: 'Which?', ...choices }, { name: 'No more', enabled: false })
    await app.run(configureEventType, host.principal, { uuid: type.id, name_format: 'first_and_last' })
    const slugs = await slugsOf(type, host)
    const { status, body, text } = await lookUp({
      profile_slug: slugs.profile_slug.toUpperCase(),
      event_type_slug: slugs.event_type_slug,
    })
    assert.equal(status, 200, text)
    assert.deepEqual(body, {
      uuid: type.id,
      name: 'Intro call',
      duration: 30,
      invitee_name_format: 'first_and_last',
      custom_fields: [
        {
          name: 'Which?',
          format: 'single_select',
          position: 0,
          required: true,
          answer_choices: ['One', 'Two'],
          include_other: true,
        },
      ],
      unavailability_reason: null,
    })
  })

  test('404: no such type, one of another user, one that is off or deleted, and a one-off; all alike. A secret one is found by its address, like its page', async () => {
    const { host, type } = await aPlace()
    const slugs = await slugsOf(type, host)
    assert.equal((await lookUp(slugs)).status, 200)
    const theirs = await slugsOf(await anEventType(app, outsider, { active: true, name: 'Theirs' }), outsider)
    await assertUnknown(await lookUp({ ...slugs, event_type_slug: 'none' }))
    await assertUnknown(await lookUp({ ...slugs, event_type_slug: theirs.event_type_slug }))
    const once = await aOneOff()
    await assertUnknown(
      await lookUp({ ...(await slugsOf(await anEventType(app, once.host), once.host)), event_type_slug: once.slug }),
    )

    await app.run(configureEventType, host.principal, { uuid: type.id, secret: true })
    assert.equal((await lookUp(slugs)).status, 200)
    await app.run(configureEventType, host.principal, { uuid: type.id, secret: false })
    await app.ask(`PATCH ${type.uri}`, { token: host.token, body: { active: false } })
    await assertUnknown(await lookUp(slugs))
    await app.ask(`PATCH ${type.uri}`, { token: host.token, body: { active: true } })
    assert.equal((await lookUp(slugs)).status, 200)
    await app.run(deleteEventType, host.principal, { uuid: type.id })
    await assertUnknown(await lookUp(slugs))
  })

  test('an unknown id', async () => {
    for (const path of ['lookup/calendar/range', 'lookup/months/2026-03'])
      await assertUnknown(await app.ask(`GET /api/booking/event_types/${path}`, { query: asked }))
  })
})

/** A one-off type of a host of its own. */
const aOneOff = async () => {
  const host = await aHost()
  const { uri, scheduling_url } = await app.run(createOneOffEventType, host.principal, {
    name: 'Just once',
    host: host.uri,
    duration: 30,
    date_setting: { type: 'date_range', start_date: '2026-03-03', end_date: '2026-03-10' },
    location: { kind: 'custom', location: 'Here' },
  })
  return { host, id: lastPart(uri), slug: lastPart(scheduling_url), code: codeIn(scheduling_url) }
}

describe('open times of a range of days, for scripts', () => {
  test('200: every day that was asked for, and the times that the API lists; a program that sends no link sends an empty one', async () => {
    const { host, type } = await aPlace()
    await aBooking(app, host, type)
    // Two days are over, the third began before now.
    const days = daysOf(
      await rangeOf(type, {
        range_start: '2026-02-28',
        range_end: '2026-03-31',
        single_use_link_uuid: '',
        embed_domain: 'x.test',
      }),
    )
    assert.deepEqual(
      days.map(({ date }) => date),
      [...Array(32).keys()].map((place) => new Date(Date.UTC(2026, 1, 28 + place)).toISOString().slice(0, 10)),
    )
    for (const { date, status, spots } of days) {
      assert.equal(status, spots.length > 0 ? 'available' : 'unavailable', date)
      for (const spot of spots) assert.ok(spot.start_time.startsWith(date), spot.start_time)
    }
    const listed = await app.ask('GET /event_type_available_times', {
      token: host.token,
      query: { event_type: type.uri, start_time: '2026-03-02T10:00:01Z', end_time: '2026-03-31T23:00:00Z' },
    })
    const spots = days.flatMap((day) => day.spots)
    assert.deepEqual(
      spots.map(({ status, start_time, invitees_remaining }) => [status, Date.parse(start_time), invitees_remaining]),
      itemsOf(listed).map(({ status, start_time, invitees_remaining }) => [
        status,
        Date.parse(start_time),
        invitees_remaining,
      ]),
    )
    assert.ok(spots.length > 200, `${spots.length} times`)
  })

  test('200: by the clock of the zone that was asked for, also on the day that it changes', async () => {
    const { host, type } = await aPlace()
    await app.run(configureEventType, host.principal, {
      uuid: type.id,
      scheduling_rules: { booking_window: { type: 'unlimited' } },
    })
    const [{ uri }] = (
      await app.ask('GET /event_type_availability_schedules', { token: host.token, query: { event_type: type.uri } })
    ).body.collection
    const rules = ['2026-03-29', '2026-10-25'].map((date) => ({
      type: 'date',
      date,
      intervals: [{ from: '00:00', to: '03:00' }],
    }))
    const saved = await app.ask(`PATCH /event_type_availability_schedules/${lastPart(uri)}`, {
      token: host.token,
      body: { availability_rule: { rules, timezone: 'Europe/Lisbon' } },
    })
    assert.equal(saved.status, 200, saved.text)
    const startsOn = async (date: string, timezone = 'Europe/Lisbon') =>
      daysOf(await rangeOf(type, { timezone, range_start: date, range_end: date })).flatMap(({ spots }) =>
        spots.map(({ start_time }) => start_time),
      )
    assert.deepEqual(
      await startsOn('2026-03-29'),
      ['00:00:00+00:00', '00:30:00+00:00', '02:00:00+01:00', '02:30:00+01:00'].map((time) => `2026-03-29T${time}`),
    )
    assert.deepEqual(
      await startsOn('2026-10-25'),
      ['00:00', '00:30', '01:00', '01:30', '01:00', '01:30', '02:00', '02:30'].map(
        (time, index) => `2026-10-25T${time}:00${index < 4 ? '+01:00' : '+00:00'}`,
      ),
    )
    // The same instants, on the day before where it is still Saturday, and at the quarter hour where clocks are so.
    assert.deepEqual((await startsOn('2026-03-28', 'america/st_johns')).slice(0, 2), [
      '2026-03-28T21:30:00-02:30',
      '2026-03-28T22:00:00-02:30',
    ])
    assert.deepEqual((await startsOn('2026-03-29', 'Asia/Kathmandu')).slice(0, 1), ['2026-03-29T05:45:00+05:45'])
  })

  test('200: seats of a group type, and lengths of one that has several', async () => {
    const host = await aHost()
    const together = await aSharedType(app, host, 'group', { seats: 3, hosts: [host] })
    await aBooking(app, host, together)
    const [first] = daysOf(await rangeOf(together))
    assert.deepEqual(first?.spots[0], {
      status: 'available',
      start_time: tuesday().replace('Z', '+00:00'),
      invitees_remaining: 2,
    })
    const { type } = await aPlace({ duration: 30, duration_options: [30, 60] })
    const lastOf = async (query = {}) =>
      daysOf(await rangeOf(type, query))[0]
        ?.spots.at(-1)
        ?.start_time.slice(11, 16)
    assert.deepEqual([await lastOf(), await lastOf({ duration: '60' })], ['16:30', '16:00'])
  })

  test('200: nothing is open in the far future and in the past, even without a booking limit', async () => {
    const { host, type } = await aPlace()
    await app.run(configureEventType, host.principal, {
      uuid: type.id,
      scheduling_rules: { booking_window: { type: 'unlimited' } },
    })
    for (const date of ['1970-01-01', '9999-12-31'])
      assert.deepEqual(daysOf(await rangeOf(type, { range_start: date, range_end: date })), [
        { date, status: 'unavailable', spots: [] },
      ])
  })

  test('200 with the code of a link: one-off types, and a share by its own terms; 404 without it, with that of another, while its type is off, and once it is used', async () => {
    const once = await aOneOff()
    await assertUnknown(await rangeOf(once))
    assert.equal(daysOf(await rangeOf(once, { single_use_link_uuid: once.code })).length, 8)

    const { host, type } = await aPlace()
    const code = await withLink(type, host)
    await assertUnknown(await rangeOf(type, { single_use_link_uuid: once.code }))
    await assertUnknown(await rangeOf(once, { single_use_link_uuid: code }))
    await assertUnknown(await rangeOf(type, { single_use_link_uuid: 'none' }))
    assert.ok(daysOf(await rangeOf(type, { single_use_link_uuid: code }))[0]?.spots.length)

    const shared = await aPlace({ duration: 30 })
    const { scheduling_links } = await app.run(createShare, shared.host.principal, {
      event_type: shared.type.uri,
      duration_options: [60],
      max_event_count: 1,
    })
    const terms = codeIn(scheduling_links[0].booking_url)
    const countOf = async (query = {}) => daysOf(await rangeOf(shared.type, query))[0]?.spots.length
    assert.deepEqual([await countOf(), await countOf({ single_use_link_uuid: terms })], [16, 15])

    await app.ask(`PATCH ${type.uri}`, { token: host.token, body: { active: false } })
    await assertUnknown(await rangeOf(type, { single_use_link_uuid: code }))
    const details = { name: 'A Visitor', email: 'visitor@client.test', timezone: 'UTC' }
    assert.equal((await new Visitor(app).submit(`/d/${terms}/x/${tuesday()}`, details)).status, 303)
    await assertUnknown(await rangeOf(shared.type, { single_use_link_uuid: terms }))
  })

  test('404: no type, another organization’s with a link of ours, one that is off or deleted, or of a former member', async () => {
    const { host, type } = await aPlace()
    const left = await aPlace()
    assert.equal((await app.ask(`DELETE ${left.host.membershipUri}`, { token: owner.token })).status, 204)
    await assertUnknown(await rangeOf(left.type))
    const theirs = await anEventType(app, outsider, { active: true })
    await assertUnknown(await rangeOf(theirs, { single_use_link_uuid: await withLink(type, host) }))
    await assertUnknown(await rangeOf({ id: 'none' }))
    assert.equal((await rangeOf({ id: type.id.toUpperCase() })).status, 200)
    await app.ask(`PATCH ${type.uri}`, { token: host.token, body: { active: false } })
    await assertUnknown(await rangeOf(type))
    await app.ask(`PATCH ${type.uri}`, { token: host.token, body: { active: true } })
    assert.equal((await rangeOf(type)).status, 200)
    await app.run(deleteEventType, host.principal, { uuid: type.id })
    await assertUnknown(await rangeOf(type))
  })
})

const place = await aPlace()

describe('what scripts send', () => {
  for (const [parameter, message, query] of [
    ['timezone', 'must be an IANA time zone, such as Europe/Lisbon', { timezone: 'Mars/Olympus' }],
    ['timezone', 'must be an IANA time zone, such as Europe/Lisbon', { timezone: '' }],
    ['range_start', 'is in invalid format', { range_start: '2026-02-30' }],
    ['range_start', 'is in invalid format', { range_start: '2026-03-03T09:00:00Z' }],
    ['range_end', 'is in invalid format', { range_end: '' }],
    ['range_end', 'must not be before range_start', { range_end: '2026-03-02' }],
    ['range_end', 'date range can be no greater than 62 days', { range_end: '2026-05-04' }],
  ] as const)
    test(`400: ${JSON.stringify(query)}: ${parameter} ${message}`, async () => {
      const { status, body } = await rangeOf(place.type, query)
      assert.deepEqual([status, body.title, body.details], [400, 'Invalid Argument', [{ parameter, message }]])
    })

  test('62 days are not too many', async () => {
    assert.equal(daysOf(await rangeOf(place.type, { range_end: '2026-05-03' })).length, 62)
  })

  test('400: what is missing is named', async () => {
    const missing = (...parameters: string[]) => parameters.map((parameter) => ({ parameter, message: 'is missing' }))
    const range = await app.ask(`GET /api/booking/event_types/${place.type.id}/calendar/range`)
    assert.deepEqual([range.status, range.body.details], [400, missing('timezone', 'range_start', 'range_end')])
    const found = await lookUp({})
    assert.deepEqual([found.status, found.body.details], [400, missing('profile_slug', 'event_type_slug')])
    assert.deepEqual((await lookUp({ profile_slug: '', event_type_slug: 'x' })).body.details, [
      { parameter: 'profile_slug', message: 'must be filled' },
    ])
  })

  test('HEAD: as GET, without the body', async () => {
    const query = new URLSearchParams(asked)
    const slugs = new URLSearchParams(await slugsOf(place.type, place.host))
    for (const url of [
      `/api/booking/event_types/${place.type.id}/calendar/range?${query}`,
      `/api/booking/event_types/lookup?${slugs}`,
    ]) {
      const [got, head] = await Promise.all([app.server.inject({ url }), app.server.inject({ method: 'HEAD', url })])
      assert.deepEqual([got.statusCode, head.statusCode, head.body], [200, 200, ''])
      assert.equal(head.headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(head.headers['content-length'], String(Buffer.byteLength(got.body)))
    }
  })
})
