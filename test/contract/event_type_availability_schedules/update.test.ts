import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createSharedEventType } from '#event-types/index.ts'
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
import { aCast, lastPart } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { added, factsOf, inventoryOf } from '../../support/inventory.ts'
import { workingWeek } from '../../support/working-week.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider } = cast

const address = 'PATCH /event_type_availability_schedules'
const tuesdays = [{ type: 'wday', wday: 'tuesday', intervals: [{ from: '10:00', to: '16:00' }] }]
const onlyTuesdays = workingWeek.map((rule) =>
  (rule as { wday: string }).wday === 'tuesday' ? tuesdays[0] : { ...rule, intervals: [] },
)

const scheduleOf = async (uri: string) =>
  collectionOf(
    await app.ask('GET /event_type_availability_schedules', { token: owner.token, query: { event_type: uri } }),
  )[0]

const { uri: wrongUri } = await anEventType(app, owner)

describe(address, () => {
  for (const [named, request] of [
    [
      "the specification's path and body",
      (uri: string, scheduleUri: string) =>
        [
          `PATCH /event_type_availability_schedules/${lastPart(scheduleUri)}`,
          { body: { rules: tuesdays, timezone: 'Asia/Tokyo' } },
          uri,
        ] as const,
    ],
    [
      "the real API's path and body",
      (uri: string) =>
        [
          address,
          {
            query: { event_type: uri },
            body: { availability_rule: { timezone: 'Asia/Tokyo', rules: tuesdays }, availability_setting: 'host' },
          },
          uri,
        ] as const,
    ],
    [
      "the specification's body at the real path",
      (uri: string) =>
        [address, { query: { event_type: uri }, body: { rules: tuesdays, timezone: 'Asia/Tokyo' } }, uri] as const,
    ],
    [
      "the real API's body at the specification's path",
      (uri: string, scheduleUri: string) =>
        [
          `PATCH /event_type_availability_schedules/${lastPart(scheduleUri)}`,
          { body: { availability_rule: { timezone: 'Asia/Tokyo', rules: tuesdays } } },
          uri,
        ] as const,
    ],
  ] as const) {
    test(`200: ${named}: the type gets hours of its own, and the host's schedule stays`, async () => {
      const { uri } = await anEventType(app, owner)
      const before = await scheduleOf(uri)
      const [to, asked] = request(uri, before.uri)
      const after = resourceOf(await app.ask(to, { token: owner.token, ...asked }))
      const own = { timezone: 'Asia/Tokyo', name: null, user: owner.uri, rules: onlyTuesdays }
      assert.deepEqual(after, {
        uri: before.uri,
        default: false,
        ...own,
        event_type: uri,
        availability_setting: 'host',
        availability_rule: { ...own, uri: before.uri },
      })
      assert.deepEqual(await scheduleOf(uri), after)
      const [standard] = (
        await app.ask('GET /user_availability_schedules', { token: owner.token, query: { user: owner.uri } })
      ).body.collection
      assert.deepEqual(standard.rules, workingWeek)
    })
  }

  test('200: one of the two fields alone; the other stays', async () => {
    const { uri } = await anEventType(app, owner)
    const path = `PATCH /event_type_availability_schedules/${lastPart((await scheduleOf(uri)).uri)}`
    const zoned = resourceOf(await app.ask(path, { token: owner.token, body: { timezone: 'Asia/Tokyo' } }))
    assert.deepEqual([zoned.timezone, zoned.rules], ['Asia/Tokyo', workingWeek])
    const ruled = resourceOf(await app.ask(path, { token: owner.token, body: { rules: tuesdays } }))
    assert.deepEqual([ruled.timezone, ruled.rules], ['Asia/Tokyo', onlyTuesdays])
  })

  test('200: an admin changes the hours of a host they name; a host their own', async () => {
    const shared = await app.run(createSharedEventType, owner.principal, {
      owner: owner.uri,
      name: 'All',
      sharing: 'collective',
      hosts: [{ user: colleague.uri }],
    })
    const change = (token: string, user?: string) =>
      app.ask(address, {
        token,
        query: { event_type: shared.uri },
        body: { availability_rule: { timezone: 'UTC', rules: tuesdays, ...(user ? { user } : {}) } },
      })
    assert.equal(resourceOf(await change(admin.token, colleague.uri)).user, colleague.uri)
    assert.equal(resourceOf(await change(colleague.token)).user, colleague.uri)
    assertAnswer(await change(admin.token), 400, invalidArgument(['availability_rule.user', 'is missing']))
    assertAnswer(await change(colleague.token, owner.uri), 403, denied('You do not have permission'))
    assertAnswer(await change(admin.token, admin.uri), 404, notFound)
  })

  test('200: one fact; a refusal changes nothing', async () => {
    const { uri } = await anEventType(app, owner)
    const change = (token: string, rules: unknown) =>
      app.ask(address, { token, query: { event_type: uri }, body: { availability_rule: { timezone: 'UTC', rules } } })
    const before = await factsOf(app, cast.organizationId)
    assertStatus(await change(owner.token, tuesdays), 200)
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['availability.modified'])
    const inventory = await inventoryOf(app, cast.organizationId)
    for (const [token, rules] of [
      [owner.token, 'no'],
      [colleague.token, tuesdays],
      [outsider.token, tuesdays],
    ] as const)
      assert.ok((await change(token, rules)).status >= 400)
    assert.deepEqual(await inventoryOf(app, cast.organizationId), inventory)
  })

  const wrong: [name: string, rules: unknown, parameter: string, message: string][] = [
    [
      'overlapping intervals',
      [
        {
          type: 'wday',
          wday: 'monday',
          intervals: [
            { from: '09:00', to: '12:00' },
            { from: '11:00', to: '13:00' },
          ],
        },
      ],
      'rules[0].intervals[1].from',
      'overlaps with another interval',
    ],
    [
      '25:00',
      [tuesdays[0], { type: 'wday', wday: 'friday', intervals: [{ from: '09:00', to: '25:00' }] }],
      'rules[1].intervals[0].to',
      'is in invalid format',
    ],
    ['a date rule without a date', [{ type: 'date', intervals: [] }], 'rules[0].date', 'is missing'],
  ]
  for (const [name, rules, parameter, message] of wrong) {
    test(`400: ${name}, by its position`, async () => {
      assertAnswer(
        await app.ask(address, { token: owner.token, query: { event_type: wrongUri }, body: { rules } }),
        400,
        invalidArgument([parameter, message]),
      )
      const nested = await app.ask(address, {
        token: owner.token,
        query: { event_type: wrongUri },
        body: { availability_rule: { timezone: 'UTC', rules } },
      })
      assertAnswer(nested, 400, invalidArgument([`availability_rule.${parameter}`, message]))
    })
  }

  test('400: nothing to change, an unknown zone, no type', async () => {
    assertAnswer(
      await app.ask(address, { token: owner.token, query: { event_type: wrongUri }, body: {} }),
      400,
      invalidArgument(['availability_rule', 'is missing']),
    )
    assertAnswer(
      await app.ask(address, {
        token: owner.token,
        query: { event_type: wrongUri },
        body: { timezone: 'Mars/Phobos' },
      }),
      400,
      invalidArgument(['timezone', 'must be an IANA time zone, such as Europe/Lisbon']),
    )
    assertAnswer(
      await app.ask(address, { token: owner.token, body: { timezone: 'UTC' } }),
      400,
      invalidArgument(['event_type', 'is missing']),
    )
  })

  test("404: another organization's, in path and query, looks nonexistent", async () => {
    const unknown = await app.ask(`${address}/${randomUUID()}`, { token: owner.token, body: { timezone: 'UTC' } })
    assertAnswer(unknown, 404, notFound)
    assertAlike(
      await app.ask(`${address}/${lastPart((await scheduleOf(wrongUri)).uri)}`, {
        token: outsider.token,
        body: { timezone: 'UTC' },
      }),
      unknown,
    )
    assertAlike(
      await app.ask(address, { token: outsider.token, query: { event_type: wrongUri }, body: { timezone: 'UTC' } }),
      unknown,
    )
    assertAlike(
      await app.ask(address, {
        token: owner.token,
        query: { event_type: wrongUri },
        body: { availability_rule: { timezone: 'UTC', user: outsider.uri } },
      }),
      unknown,
    )
  })

  guardTests(app, owner, 'availability:write', 200, ({ token }) =>
    app.ask(address, { token, query: { event_type: wrongUri }, body: { timezone: 'UTC' } }),
  )
})
