import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { asShown, configureEventType, deleteEventType } from '#event-types/index.ts'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  collectionOf,
  denied,
  invalidArgument,
  notFound,
  resourceOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { holdsCode, linkBehind } from '../../support/booking-links.ts'
import { aCast, aMember, aRemovedMember, lastPart, type Person } from '../../support/cast.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { added, factsOf, inventoryOf, wholeDatabase } from '../../support/inventory.ts'

// The clock is set to Monday, 2 March 2026, 10:00; everybody is in Lisbon, where it is the same.
const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider } = cast

const tenDays = { type: 'days_in_future', days: 10, only_weekdays: false }
const aWeek = { type: 'date_range', start_date: '2026-04-06', end_date: '2026-04-10' }
const spot = (start_time: string, end_time: string) => ({ start_time, end_time })
const spots = (...all: object[]) => ({ type: 'spots', spots: all })

const create = (token: string, body: object) => app.ask('POST /one_off_event_types', { token, body })
const panel = (host: Person, more: object = {}) => ({
  name: 'Panel interview',
  host: host.uri,
  duration: 45,
  date_setting: tenDays,
  ...more,
})
const made = async (more: object = {}, by = colleague) => resourceOf(await create(by.token, panel(by, more)))

/** When it can be booked within a week of that day, as the API lists it. */
const timesOf = async ({ uri }: { readonly uri: string }, from: string): Promise<string[]> => {
  const end = new Date(Date.parse(from) + 7 * 86_400_000).toISOString()
  const answer = await app.ask('GET /event_type_available_times', {
    token: owner.token,
    query: { event_type: uri, start_time: from, end_time: end },
  })
  return itemsOf(answer).map(({ start_time }) => start_time)
}

describe('POST /one_off_event_types', () => {
  test("201: a type for one meeting, with its Location: active, on no one's page, behind a link", async () => {
    const place = { kind: 'physical', location: 'Rua Nova 1', additional_info: '2nd floor' }
    const answer = await create(colleague.token, panel(colleague, { location: place }))
    assert.equal(answer.status, 201)
    const resource = resourceOf(answer)
    assert.equal(answer.headers.location, resource.uri)
    const {
      name,
      slug,
      active,
      type,
      kind,
      pooling_type,
      duration,
      duration_options,
      secret,
      locations,
      profile,
      scheduling_url,
    } = resource
    assert.deepEqual(
      { name, slug, active, type, kind, pooling_type, duration, duration_options, secret, locations },
      {
        name: 'Panel interview',
        slug: 'panel-interview',
        active: true,
        type: 'AdhocEventType',
        kind: 'solo',
        pooling_type: null,
        duration: 45,
        duration_options: null,
        secret: true,
        locations: [place],
      },
    )
    assert.equal(profile.owner, colleague.uri)
    assert.deepEqual([resource.start_time_increment, resource.scheduling_rules.start_time_increment], [null, null])
    assert.match(scheduling_url, new RegExp(`^${app.context.links.site}/d/[0-9a-f]{8}-[a-z2-7]{26}/panel-interview$`))
  })

  test('201: null is as good as not sent', async () => {
    const { pooling_type, locations } = await made({ co_hosts: null, timezone: null, location: null })
    assert.deepEqual({ pooling_type, locations }, { pooling_type: null, locations: null })
  })

  test('its address is shown again whenever it is read, and leads to it', async () => {
    const resource = await made()
    assert.deepEqual(resourceOf(await app.ask(`GET ${resource.uri}`, { token: admin.token })), resource)
    const listed = collectionOf(
      await app.ask('GET /event_types', { token: colleague.token, query: { user: colleague.uri, count: '100' } }),
    )
    assert.deepEqual(
      listed.find(({ uri }) => uri === resource.uri),
      resource,
    )
    const [held] = collectionOf(
      await app.ask('GET /event_type_memberships', { token: colleague.token, query: { event_type: resource.uri } }),
    )
    assert.deepEqual(held.event_type, resource)
    const query = { event_type: resource.uri, start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-04T00:00:00Z' }
    const [first] = itemsOf(await app.ask('GET /event_type_available_times', { token: colleague.token, query }))
    assert.equal(first.scheduling_url, `${resource.scheduling_url}/${first.start_time}`)

    const link = await linkBehind(app, resource.scheduling_url)
    const { id: _, ...behind } = link ?? {}
    const expiresAt = new Date(app.clock.now().getTime() + 90 * 86_400_000)
    assert.deepEqual(behind, {
      organizationId: cast.organizationId,
      eventTypeId: lastPart(resource.uri),
      terms: null,
      expiresAt,
      usedAt: null,
    })
  })

  test('201: two of one name have the same slug, and neither takes it from a type on the page', async () => {
    const [one, other] = [await made({ name: 'Same name' }), await made({ name: 'Same name' })]
    assert.deepEqual([one.slug, other.slug], ['same-name', 'same-name'])
    assert.notEqual(one.scheduling_url, other.scheduling_url)
    const standard = await anEventType(app, colleague, { name: 'Same name' })
    assert.equal(resourceOf(await app.ask(`GET ${standard.uri}`, { token: colleague.token })).slug, 'same-name')
  })

  test('201: one fact; and no fact about it ever holds its code, nor does anything else in the database', async () => {
    const before = await factsOf(app, cast.organizationId)
    const { uri, scheduling_url } = await made()
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['event_type.created'])
    await app.run(configureEventType, owner.principal, { uuid: lastPart(uri), name: 'Renamed' })
    await app.run(deleteEventType, owner.principal, { uuid: lastPart(uri) })
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), [
      'event_type.created',
      'event_type.deleted',
      'event_type.updated',
    ])
    const everything = await wholeDatabase(app)
    assert.ok(everything.includes(uri))
    assert.ok(!holdsCode(everything, scheduling_url))
  })

  test('what a fact holds of it can be shown again, as the client saw it', async () => {
    const resource = await made()
    const fact = await app.context.database.reader
      .selectFrom('facts')
      .select('subject')
      .where('organization_id', '=', cast.organizationId)
      .where('name', '=', 'event_type.created')
      .where(sql<string>`subject ->> 'uri'`, '=', resource.uri)
      .executeTakeFirstOrThrow()
    assert.deepEqual(asShown(app.context, JSON.parse(fact.subject), cast.organizationId), resource)
    const { link: _, ...recorded } = JSON.parse(fact.subject)
    assert.deepEqual(recorded, { ...resource, scheduling_url: null })
  })

  test('200: PATCH changes a one-off type, too', async () => {
    const { uri } = await made()
    const { name } = resourceOf(await app.ask(`PATCH ${uri}`, { token: colleague.token, body: { name: 'Other' } }))
    assert.equal(name, 'Other')
  })

  test('400: a start time increment in either place, which a one-off type shows as null and takes as null', async () => {
    const resource = await made()
    const patch = (body: object) => app.ask(`PATCH ${resource.uri}`, { token: colleague.token, body })
    const { scheduling_rules, start_time_increment } = resource
    assertStatus(await patch({ scheduling_rules, start_time_increment }), 200)
    for (const [parameter, body] of [
      ['start_time_increment', { start_time_increment: 15 }],
      ['scheduling_rules.start_time_increment', { scheduling_rules: { start_time_increment: 15 } }],
    ] as const)
      assertAnswer(await patch(body), 400, invalidArgument([parameter, 'cannot be changed']))
    const standard = await anEventType(app, colleague)
    const answer = await app.ask(`PATCH ${standard.uri}`, {
      token: colleague.token,
      body: { scheduling_rules: { start_time_increment: null } },
    })
    assertStatus(answer, 400)
  })

  describe('hosts', () => {
    test('201: several meet together, in the order in which they are named', async () => {
      const co_hosts = [colleague.uri, owner.uri]
      const resource = resourceOf(await create(admin.token, panel(admin, { co_hosts })))
      assert.equal(resource.pooling_type, 'collective')
      assert.equal(resource.profile.owner, admin.uri)
      const hosts = collectionOf(
        await app.ask('GET /event_type_memberships', { token: admin.token, query: { event_type: resource.uri } }),
      )
      assert.deepEqual(
        hosts.map(({ member }) => member.uri),
        [admin.uri, ...co_hosts],
      )
    })

    test('ten at most', async () => {
      const others = await Promise.all(Array.from({ length: 10 }, () => aMember(app, owner)))
      const uris = others.map(({ uri }) => uri)
      assertStatus(await create(owner.token, panel(owner, { co_hosts: uris.slice(0, 9) })), 201)
      assertAnswer(
        await create(owner.token, panel(owner, { co_hosts: uris })),
        400,
        invalidArgument(['co_hosts', 'size cannot be greater than 9']),
      )
    })

    test('400: a host twice', async () => {
      for (const co_hosts of [[owner.uri], [admin.uri, admin.uri]])
        assertAnswer(
          await create(owner.token, panel(owner, { co_hosts })),
          400,
          invalidArgument(['co_hosts', 'must be unique']),
        )
    })

    test('403: a plain user can name only themselves; nobody can name a former member', async () => {
      assertAnswer(await create(colleague.token, panel(owner)), 403, denied())
      assertAnswer(await create(colleague.token, panel(colleague, { co_hosts: [admin.uri] })), 403, denied())
      const gone = await aRemovedMember(app, owner)
      assertAnswer(await create(owner.token, panel(gone)), 403, denied('This user is not in your organization'))
      assertAnswer(
        await create(owner.token, panel(owner, { co_hosts: [gone.uri] })),
        403,
        denied('This user is not in your organization'),
      )
    })

    test("404: another organization's user looks nonexistent, as host and as co-host", async () => {
      const nobody = { ...owner, uri: `https://api.calendly.com/users/${randomUUID()}` }
      for (const body of [(who: Person) => panel(who), (who: Person) => panel(owner, { co_hosts: [who.uri] })]) {
        const foreign = await create(owner.token, body(outsider))
        assertAnswer(foreign, 404, notFound)
        assertAlike(foreign, await create(owner.token, body(nobody)))
      }
    })
  })

  describe('between two dates', () => {
    test('201: within the hours of the host, on these days and no other', async () => {
      const resource = await made({ date_setting: { ...aWeek, start_date: '2026-04-09' }, duration: 240 })
      assert.deepEqual(resource.scheduling_rules.booking_window, {
        type: 'fixed',
        days: null,
        start_date: '2026-04-09',
        end_date: '2026-04-10',
      })
      // Lisbon is an hour ahead by then.
      const nine = ['08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00']
      assert.deepEqual(
        await timesOf(resource, '2026-04-06T00:00:00Z'),
        ['2026-04-09', '2026-04-10'].flatMap((date) => nine.map((time) => `${date}T${time}:00Z`)),
      )
    })

    test('201: in the zone that is named', async () => {
      const date_setting = { type: 'date_range', start_date: '2026-04-09', end_date: '2026-04-10' }
      const resource = await made({ date_setting, duration: 480, timezone: 'America/New_York' })
      assert.deepEqual(await timesOf(resource, '2026-04-06T00:00:00Z'), [
        '2026-04-09T13:00:00Z',
        '2026-04-10T13:00:00Z',
      ])
    })

    test('its link works until the last of them, whatever the lifetime of links', async () => {
      for (const [start_date, end_date, last] of [
        ['2026-12-01', '2026-12-24', '2026-12-25T00:00:00.000Z'],
        ['2026-03-03', '2026-03-10', '2026-03-11T00:00:00.000Z'],
      ] as const) {
        const { scheduling_url } = await made({ date_setting: { type: 'date_range', start_date, end_date } })
        assert.equal((await linkBehind(app, scheduling_url))?.expiresAt.toISOString(), last)
      }
    })
  })

  describe('days ahead', () => {
    test('201: calendar days, or Mondays to Fridays', async () => {
      const windowOf = async (days: number, only_weekdays: boolean) =>
        (await made({ date_setting: { type: 'days_in_future', days, only_weekdays } })).scheduling_rules.booking_window
      assert.deepEqual(await windowOf(0, false), { type: 'moving', days: 0, start_date: null, end_date: null })
      assert.deepEqual(await windowOf(365, true), {
        type: 'available_moving',
        days: 365,
        start_date: null,
        end_date: null,
      })
    })

    test('none ahead is today', async () => {
      const resource = await made({
        date_setting: { type: 'days_in_future', days: 0, only_weekdays: false },
        duration: 60,
      })
      // With four hours of notice, and hours until 17:00.
      assert.deepEqual(
        await timesOf(resource, '2026-03-02T10:01:00Z'),
        ['14', '14', '15', '15', '16'].map((hour, index) => `2026-03-02T${hour}:${index % 2 ? '30' : '00'}:00Z`),
      )
    })
  })

  describe('spots', () => {
    test('201: exactly these, regardless of the hours of its hosts, without notice, one across midnight included', async () => {
      const date_setting = spots(
        spot('2026-03-07T23:30:00Z', '2026-03-08T00:15:00Z'),
        spot('2026-03-02T10:30:00Z', '2026-03-02T11:15:00Z'),
        spot('2026-03-04T03:00:00+01:00', '2026-03-04T04:30:00+01:00'),
      )
      for (const more of [{}, { co_hosts: [owner.uri, colleague.uri] }]) {
        const resource = await made({ date_setting, timezone: 'Asia/Tokyo', ...more }, admin)
        assert.equal(resource.scheduling_rules.minimum_notice, 0)
        assert.deepEqual(await timesOf(resource, '2026-03-02T10:01:00Z'), [
          '2026-03-02T10:30:00Z',
          '2026-03-04T02:00:00Z',
          '2026-03-04T02:30:00Z',
          '2026-03-07T23:30:00Z',
        ])
        assert.deepEqual(await timesOf(resource, '2026-03-09T00:00:00Z'), [])
      }
    })

    test('its link works until the last of them', async () => {
      const { scheduling_url } = await made({
        date_setting: spots(spot('2026-09-01T10:00:00Z', '2026-09-01T11:00:00Z')),
      })
      assert.equal((await linkBehind(app, scheduling_url))?.expiresAt.toISOString(), '2026-09-01T11:00:00.000Z')
    })
  })

  describe('what is refused changes nothing', () => {
    const nine = '2026-03-03T09:00:00Z'
    const ten = '2026-03-03T10:00:00Z'
    const wrong: readonly (readonly [body: object, parameter: string, message: string])[] = [
      [{ name: 'x'.repeat(56) }, 'name', 'size cannot be greater than 55'],
      [{ host: 'no uri' }, 'host', 'invalid'],
      [{ co_hosts: 'no list' }, 'co_hosts', 'must be an array'],
      [{ co_hosts: ['no uri'] }, 'co_hosts[0]', 'invalid'],
      [{ duration: 0 }, 'duration', 'must be greater than or equal to 1'],
      [{ duration: 721 }, 'duration', 'must be less than or equal to 720'],
      [{ timezone: 'Europe/Atlantis' }, 'timezone', 'must be an IANA time zone, such as Europe/Lisbon'],
      [{ location: { kind: 'inbound_call' } }, 'location.phone_number', 'is missing'],
      [{ date_setting: { type: 'someday' } }, 'date_setting.type', 'invalid'],
      [{ date_setting: { ...aWeek, end_date: undefined } }, 'date_setting.end_date', 'is missing'],
      [{ date_setting: { ...aWeek, end_date: '2026-04-31' } }, 'date_setting.end_date', 'is in invalid format'],
      [{ date_setting: { ...aWeek, end_date: aWeek.start_date } }, 'date_setting.end_date', 'must be after start_date'],
      [
        { date_setting: { ...aWeek, end_date: '2027-04-06' } },
        'date_setting.end_date',
        'must be less than 365 days after start_date',
      ],
      [
        { date_setting: { ...aWeek, start_date: '2026-02-20', end_date: '2026-03-01' } },
        'date_setting.end_date',
        'must be in the future',
      ],
      [{ date_setting: { ...tenDays, days: undefined } }, 'date_setting.days', 'is missing'],
      [{ date_setting: { ...tenDays, only_weekdays: undefined } }, 'date_setting.only_weekdays', 'is missing'],
      [{ date_setting: { ...tenDays, days: 366 } }, 'date_setting.days', 'must be less than or equal to 365'],
      [{ date_setting: { ...tenDays, days: -1 } }, 'date_setting.days', 'must be greater than or equal to 0'],
      [{ date_setting: spots() }, 'date_setting.spots', 'size cannot be less than 1'],
      [{ date_setting: spots({ start_time: nine }) }, 'date_setting.spots[0].end_time', 'is missing'],
      [{ date_setting: spots(spot(ten, nine)) }, 'date_setting.spots[0].end_time', 'must be after start_time'],
      [
        { date_setting: spots(spot('2026-03-03T09:00:30Z', ten)) },
        'date_setting.spots[0].start_time',
        'must be a whole minute',
      ],
      [
        { date_setting: spots(spot(nine, '2026-03-04T09:01:00Z')) },
        'date_setting.spots[0].end_time',
        'must be at most 24 hours after start_time',
      ],
      [
        { date_setting: spots(spot('2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z')) },
        'date_setting.spots[0].start_time',
        'must be in the future',
      ],
      [
        { date_setting: spots(spot('2036-03-03T09:00:00Z', '2036-03-03T10:00:00Z')) },
        'date_setting.spots[0].end_time',
        'is too far in the future',
      ],
      [
        { date_setting: spots(spot(nine, '2026-03-03T09:44:00Z')) },
        'date_setting.spots[0].end_time',
        'must be at least 45 minutes after start_time',
      ],
      [
        { date_setting: spots(spot(ten, '2026-03-03T11:00:00Z'), spot(nine, '2026-03-03T10:01:00Z')) },
        'date_setting.spots[0].start_time',
        'overlaps with another spot',
      ],
    ]
    for (const [body, parameter, message] of wrong)
      test(`400: ${JSON.stringify(body).slice(0, 100)} ${message}`, async () => {
        const before = await inventoryOf(app, cast.organizationId)
        assertAnswer(await create(colleague.token, panel(colleague, body)), 400, invalidArgument([parameter, message]))
        assert.deepEqual(await inventoryOf(app, cast.organizationId), before)
      })

    test('400: names each field that is missing', async () => {
      const fields = ['name', 'host', 'duration', 'date_setting']
      assertAnswer(
        await create(colleague.token, {}),
        400,
        invalidArgument(...fields.map((field) => [field, 'is missing'] as const)),
      )
    })
  })

  guardTests(app, colleague, 'event_types:write', 201, ({ token }) =>
    app.ask('POST /one_off_event_types', { token, body: panel(colleague) }),
  )
})
