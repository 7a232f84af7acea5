import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  createOneOffEventType,
  createSharedEventType,
  deleteEventType,
  grantEventTypePermission,
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
import { codeIn, holdsCode, linkBehind } from '../../support/booking-links.ts'
import { aCast, aMember, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { added, factsOf, inventoryOf, wholeDatabase } from '../../support/inventory.ts'
import { workingWeek } from '../../support/working-week.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider } = cast
const introCall = await anEventType(app, colleague, {
  active: true,
  duration: 30,
  duration_options: [15, 30, 60],
  locations: [{ kind: 'physical', location: 'Rua Nova 1', additional_info: 'Ring twice' }, { kind: 'zoom_conference' }],
})
const plain = await anEventType(app, colleague, { name: 'Plain', active: true })

const share = (token: string, body: object) => app.ask('POST /shares', { token, body })
const shared = async (body: object) => resourceOf(await share(colleague.token, { event_type: introCall.uri, ...body }))
const overrideOf = async (body: object) => (await shared(body)).share_override

const standing = {
  name: 'Intro call',
  duration: 30,
  duration_options: [15, 30, 60],
  period_type: 'moving',
  start_date: null,
  end_date: null,
  max_booking_time: 86_400,
  min_booking_time: 240,
  hide_location: false,
  location_configurations: [
    { location: 'Rua Nova 1', additional_info: 'Ring twice', phone_number: null, position: 0, kind: 'physical' },
    { location: null, additional_info: null, phone_number: null, position: 1, kind: 'zoom_conference' },
  ],
  availability_rule: { timezone: 'Europe/Lisbon', rules: workingWeek },
}

const fridays = {
  timezone: 'Europe/Berlin',
  rules: [{ type: 'wday', wday: 'friday', intervals: [{ from: '09:00', to: '11:00' }] }],
}

describe('POST /shares', () => {
  test('201: what is not sent is as the type has it', async () => {
    const { scheduling_links, share_override, uri, ...rest } = await shared({})
    assert.deepEqual(share_override, standing)
    assert.match(uri, new RegExp(`^${app.context.links.api}/shares/[0-9a-f-]{36}$`))
    assert.deepEqual(rest, { contact: null, created_at: '2026-03-02T10:00:00.000000Z', status: 'active' })
    const [{ booking_url, ...link }, ...others] = scheduling_links
    assert.deepEqual([link, others], [{ owner: introCall.uri, owner_type: 'EventType' }, []])
    assert.match(booking_url, new RegExp(`^${app.context.links.site}/d/[0-9a-f]{8}-[a-z2-7]{26}/intro-call$`))
  })

  test('201: null is as good as not sent', async () => {
    assert.deepEqual(
      await overrideOf(Object.fromEntries(Object.keys(standing).map((field) => [field, null]))),
      standing,
    )
  })

  test('201: on terms of its own, all of them', async () => {
    const wanted = {
      name: 'Intro call, one time',
      duration: 45,
      duration_options: [45, 15],
      period_type: 'fixed',
      start_date: '2026-4-1',
      end_date: '2026-04-15',
      min_booking_time: 60,
      hide_location: true,
      location_configurations: [
        { kind: 'custom', location: 'On the bench', position: 0, additional_info: null, phone_number: null },
      ],
      availability_rule: fridays,
    }
    const { scheduling_links, share_override } = await shared(wanted)
    assert.deepEqual(share_override, { ...wanted, start_date: '2026-04-01', max_booking_time: null })
    assert.match(scheduling_links[0].booking_url, /\/intro-call-one-time$/)
    const link = await linkBehind(app, scheduling_links[0].booking_url)
    assert.deepEqual(link?.terms, {
      name: 'Intro call, one time',
      duration: 45,
      durationOptions: [45, 15],
      window: { type: 'fixed', days: null, start_date: '2026-04-01', end_date: '2026-04-15' },
      minimumNotice: 60,
      locations: [{ kind: 'custom', location: 'On the bench' }],
      hideLocation: true,
      hours: fridays,
    })
    const { organizationId, eventTypeId, usedAt, expiresAt } = link ?? {}
    assert.deepEqual(
      { organizationId, eventTypeId, usedAt },
      { organizationId: cast.organizationId, eventTypeId: introCall.id, usedAt: null },
    )
    assert.equal(expiresAt?.getTime(), app.clock.now().getTime() + 90 * 86_400_000)
  })

  test('later changes to the type do not touch it', async () => {
    const type = await anEventType(app, colleague, { name: 'Changing', active: true, duration: 30 })
    const { scheduling_links } = resourceOf(await share(colleague.token, { event_type: type.uri }))
    const before = await linkBehind(app, scheduling_links[0].booking_url)
    assertStatus(
      await app.ask(`PATCH ${type.uri}`, {
        token: colleague.token,
        body: { name: 'Changed', duration: 60, timezone: 'Asia/Tokyo' },
      }),
      200,
    )
    assert.deepEqual(await linkBehind(app, scheduling_links[0].booking_url), before)
    assert.deepEqual(
      { name: before?.terms?.name, duration: before?.terms?.duration },
      { name: 'Changing', duration: 30 },
    )
  })

  test('201: one fact, and the code is stored nowhere in the database', async () => {
    const before = await factsOf(app, cast.organizationId)
    const { scheduling_links } = await shared({})
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['share.created'])
    const everything = await wholeDatabase(app)
    assert.ok(everything.includes('share.created'))
    assert.ok(!holdsCode(everything, scheduling_links[0].booking_url))
  })

  describe('durations', () => {
    test('201: one of the options that are sent, or of those the type has', async () => {
      assert.equal((await overrideOf({ duration: 60 })).duration, 60)
      const { duration, duration_options } = await overrideOf({ duration: 20, duration_options: [20, 40] })
      assert.deepEqual([duration, duration_options], [20, [20, 40]])
      const same = resourceOf(await share(colleague.token, { event_type: plain.uri, duration: 30 }))
      assert.deepEqual([same.share_override.duration, same.share_override.duration_options], [30, null])
    })

    test("201: options alone begin with the type's own duration if it is one of them, or else with the first", async () => {
      assert.equal((await overrideOf({ duration_options: [60, 30] })).duration, 30)
      assert.equal((await overrideOf({ duration_options: [90, 45] })).duration, 90)
    })

    test('400: any other', async () => {
      const wrong = (options: string) => invalidArgument(['duration', `must be one of: ${options}`])
      assertAnswer(await share(colleague.token, { event_type: introCall.uri, duration: 45 }), 400, wrong('15, 30, 60'))
      assertAnswer(
        await share(colleague.token, { event_type: introCall.uri, duration: 30, duration_options: [20, 40] }),
        400,
        wrong('20, 40'),
      )
      assertAnswer(await share(colleague.token, { event_type: plain.uri, duration: 17 }), 400, wrong('30'))
    })
  })

  describe('the period', () => {
    const periodOf = async (body: object) => {
      const { period_type, start_date, end_date, max_booking_time } = await overrideOf(body)
      return [period_type, start_date, end_date, max_booking_time]
    }

    test('201: so many minutes ahead, begun days whole; so many weekdays; between dates; without end', async () => {
      assert.deepEqual(await periodOf({ period_type: 'moving', max_booking_time: 14_400 }), [
        'moving',
        null,
        null,
        14_400,
      ])
      assert.deepEqual(await periodOf({ period_type: 'moving', max_booking_time: 1441 }), ['moving', null, null, 2880])
      assert.deepEqual(await periodOf({ max_booking_time: 1440 }), ['moving', null, null, 1440])
      assert.deepEqual(await periodOf({ period_type: 'available_moving', max_booking_time: 7200 }), [
        'available_moving',
        null,
        null,
        7200,
      ])
      assert.deepEqual(
        await periodOf({
          period_type: 'fixed',
          start_date: '2026-04-01',
          end_date: '2026-04-01',
          max_booking_time: 1440,
        }),
        ['fixed', '2026-04-01', '2026-04-01', null],
      )
      assert.deepEqual(await periodOf({ period_type: 'unlimited' }), ['unlimited', null, null, null])
    })

    test("201: the specification's own fields: fixed with max_booking_time and no dates is from now to that bound, in the zone of the hours", async () => {
      // It is Monday, 2 March, 10:00 in UTC and in Lisbon.
      assert.deepEqual(await periodOf({ period_type: 'fixed', max_booking_time: 7200 }), [
        'fixed',
        '2026-03-02',
        '2026-03-07',
        7200,
      ])
      assert.deepEqual(await periodOf({ period_type: 'fixed', max_booking_time: 60 }), [
        'fixed',
        '2026-03-02',
        '2026-03-02',
        1440,
      ])
      const inTokyo = {
        period_type: 'fixed',
        max_booking_time: 600,
        availability_rule: { ...fridays, timezone: 'Asia/Tokyo' },
      }
      assert.deepEqual(await periodOf(inTokyo), ['fixed', '2026-03-02', '2026-03-03', 1440])
      assert.deepEqual(await periodOf({ period_type: 'fixed', start_date: '2026-03-04', max_booking_time: 7200 }), [
        'fixed',
        '2026-03-04',
        '2026-03-07',
        7200,
      ])
      const dated = await anEventType(app, colleague, {
        name: 'Dated',
        active: true,
        scheduling_rules: { booking_window: { type: 'fixed', start_date: '2026-05-01', end_date: '2026-05-31' } },
      })
      const { share_override } = resourceOf(
        await share(colleague.token, { event_type: dated.uri, period_type: 'fixed', max_booking_time: 1440 }),
      )
      assert.deepEqual([share_override.start_date, share_override.end_date], ['2026-03-02', '2026-03-03'])
    })

    test('201: the times that such a share offers end with the bound', async () => {
      const { scheduling_links } = resourceOf(
        await share(colleague.token, { event_type: plain.uri, period_type: 'fixed', max_booking_time: 2880 }),
      )
      const code = codeIn(scheduling_links[0].booking_url)
      const range = await app.ask(`GET /api/booking/event_types/${plain.id}/calendar/range`, {
        query: {
          timezone: 'Europe/Lisbon',
          range_start: '2026-03-01',
          range_end: '2026-03-31',
          single_use_link_uuid: code,
        },
      })
      const open = range.body.days
        .filter(({ spots }: { spots: object[] }) => spots.length > 0)
        .map(({ date }: { date: string }) => date)
      assert.deepEqual(open, ['2026-03-02', '2026-03-03', '2026-03-04'])
    })

    test('400: without what belongs to it, or the wrong way round', async () => {
      const refused = async (type: string, body: object, ...details: [string, string][]) =>
        assertAnswer(await share(colleague.token, { event_type: type, ...body }), 400, invalidArgument(...details))
      await refused(introCall.uri, { period_type: 'fixed' }, ['start_date', 'is missing'], ['end_date', 'is missing'])
      await refused(introCall.uri, { period_type: 'fixed', start_date: '2026-04-01' }, ['end_date', 'is missing'])
      await refused(introCall.uri, { period_type: 'fixed', start_date: '2026-04-02', end_date: '2026-04-01' }, [
        'end_date',
        'must not be before start_date',
      ])
      await refused(introCall.uri, { period_type: 'fixed', start_date: '2026-02-31', end_date: '2026-04-01' }, [
        'start_date',
        'is in invalid format',
      ])
      const endless = await anEventType(app, colleague, {
        name: 'Endless',
        active: true,
        scheduling_rules: { booking_window: { type: 'unlimited' } },
      })
      await refused(endless.uri, { period_type: 'moving' }, ['max_booking_time', 'is missing'])
    })
  })

  describe('places', () => {
    const placesOf = async (...location_configurations: object[]) =>
      (await overrideOf({ location_configurations })).location_configurations

    test('201: every kind, with null for what it does not have, in the order of their positions', async () => {
      const nothing = { location: null, additional_info: null, phone_number: null }
      const given = [
        { kind: 'inbound_call', phone_number: '+351210000000', additional_info: 'Dial 1', position: 4 },
        { kind: 'outbound_call', position: 3 },
        { kind: 'ask_invitee', position: 2 },
        { kind: 'custom', location: 'The bench', position: 1 },
        { kind: 'physical', location: 'Rua Nova 1', position: 0 },
      ]
      assert.deepEqual(
        await placesOf(...given),
        [...given].reverse().map((place, position) => ({ ...nothing, ...place, position })),
      )
      assert.deepEqual(await placesOf(), [])
    })

    test('hide_location is for a single custom location', async () => {
      const bench = { kind: 'custom', location: 'The bench' }
      const hiddenWith = async (...location_configurations: object[]) =>
        (await overrideOf({ hide_location: true, location_configurations })).hide_location
      assert.equal(await hiddenWith(bench), true)
      assert.equal(await hiddenWith(bench, { kind: 'outbound_call' }), false)
      assert.equal(await hiddenWith({ kind: 'physical', location: 'Rua Nova 1' }), false)
      assert.equal(await hiddenWith(), false)
    })

    test('400: names what a kind needs', async () => {
      const refused = async (index: object, field: string, message: string) =>
        assertAnswer(
          await share(colleague.token, {
            event_type: introCall.uri,
            location_configurations: [{ kind: 'outbound_call' }, index],
          }),
          400,
          invalidArgument([`location_configurations[1].${field}`, message]),
        )
      await refused({ kind: 'inbound_call' }, 'phone_number', 'is missing')
      await refused({ kind: 'physical', location: '' }, 'location', 'is missing')
      await refused({ kind: 'custom', location: null }, 'location', 'is missing')
      await refused({ kind: 'custom', location: 'x'.repeat(256) }, 'location', 'size cannot be greater than 255')
    })
  })

  describe('permissions', () => {
    test('201: the owner of the type, admins and owners, and members with permission on it', async () => {
      const [permitted, passer] = await Promise.all([1, 2].map(() => aMember(app, owner)))
      assert.ok(permitted && passer)
      await app.run(grantEventTypePermission, owner.principal, { event_type: introCall.uri, user: permitted.uri })
      for (const { token } of [colleague, admin, owner, permitted])
        assertStatus(await share(token, { event_type: introCall.uri }), 201)
      assertAnswer(await share(passer.token, { event_type: introCall.uri }), 403, denied('You do not have permission'))
    })

    test("404: another organization's type looks nonexistent", async () => {
      const foreign = await share(outsider.token, { event_type: introCall.uri })
      assertAnswer(foreign, 404, notFound)
      assertAlike(
        foreign,
        await share(outsider.token, { event_type: `https://api.calendly.com/event_types/${randomUUID()}` }),
      )
    })
  })

  describe('what is refused changes nothing', () => {
    const refused = async (by: Person, body: object, status: number, expected: object) => {
      const before = await inventoryOf(app, cast.organizationId)
      assertAnswer(await share(by.token, body), status, expected)
      assert.deepEqual(await inventoryOf(app, cast.organizationId), before)
    }

    test('400: types that are not one-on-one', async () => {
      for (const sharing of ['group', 'collective', 'round_robin']) {
        const type = await app.run(createSharedEventType, owner.principal, {
          owner: owner.uri,
          name: 'Together',
          sharing,
          active: true,
        })
        await refused(owner, { event_type: type.uri }, 400, invalidArgument(['event_type', 'invalid']))
      }
      const date_setting = { type: 'days_in_future', days: 3, only_weekdays: true }
      const oneOff = await app.run(createOneOffEventType, owner.principal, {
        name: 'Once',
        host: owner.uri,
        duration: 30,
        date_setting,
      })
      await refused(owner, { event_type: oneOff.uri }, 400, invalidArgument(['event_type', 'invalid']))
    })

    test('400: a type that is not active; 404: one that was deleted', async () => {
      const type = await anEventType(app, colleague, { name: 'Asleep' })
      await refused(
        colleague,
        { event_type: type.uri },
        400,
        invalidArgument(['event_type', 'must be an active event type']),
      )
      await app.run(deleteEventType, owner.principal, { uuid: type.id })
      await refused(colleague, { event_type: type.uri }, 404, notFound)
    })

    const wrong: readonly (readonly [body: object, parameter: string, message: string])[] = [
      [{ event_type: 'no uri' }, 'event_type', 'invalid'],
      [{ name: 'x'.repeat(56) }, 'name', 'size cannot be greater than 55'],
      [{ name: ' ' }, 'name', 'must be filled'],
      [{ duration: 0 }, 'duration', 'must be greater than or equal to 1'],
      [{ duration: 721 }, 'duration', 'must be less than or equal to 720'],
      [{ duration_options: [1, 2, 3, 4, 5] }, 'duration_options', 'size cannot be greater than 4'],
      [{ duration_options: [30, 30] }, 'duration_options', 'must be unique'],
      [{ period_type: 'rolling' }, 'period_type', 'must be one of: moving, available_moving, fixed, unlimited'],
      [{ max_booking_time: 0 }, 'max_booking_time', 'must be greater than or equal to 1'],
      [{ hide_location: 'perhaps' }, 'hide_location', 'must be boolean'],
      [{ availability_rule: { rules: [] } }, 'availability_rule.timezone', 'is missing'],
      [{ availability_rule: { timezone: 'UTC' } }, 'availability_rule.rules', 'is missing'],
      [
        { availability_rule: { ...fridays, timezone: 'Europe/Atlantis' } },
        'availability_rule.timezone',
        'must be an IANA time zone, such as Europe/Lisbon',
      ],
      [
        { availability_rule: { ...fridays, rules: [{ type: 'wday', intervals: [] }] } },
        'availability_rule.rules[0].wday',
        'is missing',
      ],
      [
        { availability_rule: { ...fridays, rules: [{ type: 'date', intervals: [] }] } },
        'availability_rule.rules[0].date',
        'is missing',
      ],
    ]
    for (const [body, parameter, message] of wrong)
      test(`400: ${JSON.stringify(body).slice(0, 80)}`, async () => {
        await refused(colleague, { event_type: introCall.uri, ...body }, 400, invalidArgument([parameter, message]))
      })

    test('400: without a type', async () => refused(colleague, {}, 400, invalidArgument(['event_type', 'is missing'])))
  })

  guardTests(app, colleague, 'shares:write', 201, ({ token }) =>
    app.ask('POST /shares', { token, body: { event_type: introCall.uri } }),
  )
})
