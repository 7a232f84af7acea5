// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { saveUserAvailabilitySchedule } from '#availability/index.ts'
import { createSharedEventType, deleteEventType } from '#event-types/index.ts'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  insufficientScope,
  invalidArgument,
  notFound,
  unauthenticated,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aToken } from '../../support/cast.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { takeTime } from '../../support/taken-time.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const eventType = await anEventType(app, owner, {
  active: true,
  duration: 60,
  timezone: 'UTC',
  scheduling_rules: { start_time_increment: 60 },
})

const ask = (token: string, query: Record<string, string>) =>
  app.ask('GET /event_type_available_times', { token, query })
const day = { start_time: '2026-03-03T00:00:00Z', end_time: '2026-03-04T00:00:00Z' }
const times = async (uri: string, span: Record<string, string> = day): Promise<string[]> =>
  itemsOf(await ask(owner.token, { event_type: uri, ...span })).map(({ start_time }) => start_time)

describe('GET /event_type_available_times', () => {
  test('200: open times in order, without a fraction, each with its link; and no pagination', async () => {
    const items = itemsOf(await ask(owner.token, { event_type: eventType.uri, ...day }))
    const url = (await app.ask(`GET ${eventType.uri}`, { token: owner.token })).body.resource.scheduling_url
    assert.deepEqual(items[0], {
      status: 'available',
      invitees_remaining: 1,
      start_time: '2026-03-03T09:00:00Z',
      scheduling_url: `${url}/2026-03-03T09:00:00Z`,
    })
    assert.deepEqual(
      items.map(({ start_time }) => start_time.slice(11, 13)),
      ['09', '10', '11', '12', '13', '14', '15', '16'],
    )
  })

  test('200: taken time is not offered, whichever type took it', async () => {
    const busy = await anEventType(app, colleague, {
      active: true,
      duration: 60,
      timezone: 'UTC',
      scheduling_rules: { start_time_increment: 60, buffer_before: 15 },
    })
    await takeTime(app, colleague, '2026-03-03T10:00:00Z', '2026-03-03T11:00:00Z')
    assert.deepEqual(
      (await times(busy.uri)).map((time) => time.slice(11, 13)),
      ['09', '12', '13', '14', '15', '16'],
    )
  })

  test('200: a type that is off, or deleted, has none', async () => {
    const off = await anEventType(app, owner, { active: false })
    assert.deepEqual(await times(off.uri), [])
    const deleted = await anEventType(app, owner, { active: true })
    await app.run(deleteEventType, owner.principal, { uuid: deleted.id })
    assert.deepEqual(await times(deleted.uri), [])
  })

  test('200: a change of hours is seen by the next request', async () => {
    const changing = await anEventType(app, owner, {
      active: true,
      duration: 60,
      timezone: 'UTC',
      scheduling_rules: { start_time_increment: 60 },
    })
    const rules = [{ type: 'wday', wday: 'tuesday', intervals: [{ from: '20:00', to: '21:00' }] }]
    assertStatus(
      await app.ask('PATCH /event_type_availability_schedules', {
        token: owner.token,
        query: { event_type: changing.uri },
        body: { availability_rule: { timezone: 'UTC', rules } },
      }),
      200,
    )
    assert.deepEqual(await times(changing.uri), ['2026-03-03T20:00:00Z'])
  })

  test("200: the hours of the host's default schedule, in its zone, over a change of the clock", async () => {
    const fresh = await anEventType(app, colleague, {
      active: true,
      duration: 60,
      scheduling_rules: { start_time_increment: 60 },
    })
    await app.run(saveUserAvailabilitySchedule, colleague.principal, {
      user: colleague.uri,
      name: 'New York nights',
      default: true,
      timezone: 'America/New_York',
      rules: [{ type: 'wday', wday: 'sunday', intervals: [{ from: '01:00', to: '04:00' }] }],
    })
    assert.deepEqual(await times(fresh.uri, { start_time: '2026-03-08T00:00:00Z', end_time: '2026-03-09T00:00:00Z' }), [
      '2026-03-08T06:00:00Z',
      '2026-03-08T07:00:00Z',
    ])
  })

  test('200: collective and round robin consider all their hosts; a group shows its seats', async () => {
    const traits = { owner: owner.uri, active: true, duration: 60, scheduling_rules: { start_time_increment: 60 } }
    const collective = await app.run(createSharedEventType, owner.principal, {
      ...traits,
      name: 'All',
      sharing: 'collective',
      hosts: [{ user: colleague.uri }],
    })
    const roundRobin = await app.run(createSharedEventType, owner.principal, {
      ...traits,
      name: 'Any',
      sharing: 'round_robin',
      hosts: [{ user: colleague.uri }],
    })
    const group = await app.run(createSharedEventType, owner.principal, {
      ...traits,
      name: 'Many',
      sharing: 'group',
      seats: 7,
    })
    const sunday = { start_time: '2026-03-08T00:00:00Z', end_time: '2026-03-09T00:00:00Z' }
    assert.deepEqual(await times(collective.uri, sunday), [])
    assert.deepEqual(await times(roundRobin.uri, sunday), ['2026-03-08T06:00:00Z', '2026-03-08T07:00:00Z'])
    const offered = itemsOf(await ask(owner.token, { event_type: group.uri, ...day }))
    assert.ok(offered.length > 0 && offered.every(({ invitees_remaining }) => invitees_remaining === 7))
  })

  test('200: either of two scopes will do', async () => {
    for (const scope of ['availability:read', 'event_types:read', 'availability:write', 'event_types:write']) {
      assertStatus(await ask(await aToken(app, owner.principal, [scope]), { event_type: eventType.uri, ...day }), 200)
    }
  })

  const wrong: [name: string, query: Record<string, string>, ...details: [string, string][]][] = [
    ['nothing', {}, ['event_type', 'is missing'], ['start_time', 'is missing'], ['end_time', 'is missing']],
    [
      'the past',
      { event_type: eventType.uri, ...day, start_time: '2026-03-02T10:00:00Z' },
      ['start_time', 'must be in the future'],
    ],
    [
      'an end before the start',
      { event_type: eventType.uri, start_time: day.end_time, end_time: day.start_time },
      ['end_time', 'must be after start_time'],
    ],
    [
      'more than 31 days',
      { event_type: eventType.uri, ...day, end_time: '2026-04-03T00:00:01Z' },
      ['end_time', 'date range can be no greater than 31 days'],
    ],
    [
      '31 February',
      { event_type: eventType.uri, ...day, end_time: '2026-02-31T00:00:00Z' },
      ['end_time', 'is in invalid format'],
    ],
    ['a URI of something else', { ...day, event_type: owner.uri }, ['event_type', 'invalid']],
  ]
  for (const [name, query, ...details] of wrong)
    test(`400: ${name}`, async () => assertAnswer(await ask(owner.token, query), 400, invalidArgument(...details)))

  test('200: 31 days to the second', async () =>
    assertStatus(await ask(owner.token, { event_type: eventType.uri, ...day, end_time: '2026-04-03T00:00:00Z' }), 200))

  test('401 without a token, 403 without a scope', async () => {
    assertAnswer(await app.ask('GET /event_type_available_times'), 401, unauthenticated())
    assertAnswer(
      await ask(await aToken(app, owner.principal, ['users:read']), {}),
      403,
      insufficientScope('availability:read'),
    )
  })

  test("404: another organization's looks nonexistent", async () => {
    const unknown = await ask(owner.token, { event_type: `/event_types/${randomUUID()}`, ...day })
    assertAnswer(unknown, 404, notFound)
    assertAlike(await ask(outsider.token, { event_type: eventType.uri, ...day }), unknown)
  })
})
