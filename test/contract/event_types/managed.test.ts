// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { saveUserAvailabilitySchedule } from '#availability/index.ts'
import { Problem } from '#contract/problem.ts'
import * as room from '#event-types/index.ts'
import type { Operation } from '#execution/operation.ts'
import { routeOf } from '#execution/route-table.ts'
import { assertAnswer, assertStatus, denied } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, lastPart } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { inventoryOf } from '../../support/inventory.ts'
import { mcpTokenOf, useTool } from '../../support/mcp.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague } = cast

const managed = await anEventType(app, colleague, { name: 'Managed', active: true })
await app.run(room.configureEventType, admin.principal, { uuid: managed.id, admin_managed: true })
const deleted = await anEventType(app, colleague, { name: 'Managed and deleted' })
await app.run(room.configureEventType, admin.principal, { uuid: deleted.id, admin_managed: true })
await app.run(room.deleteEventType, admin.principal, { uuid: deleted.id })
const [hours] = (
  await app.ask('GET /event_type_availability_schedules', {
    token: colleague.token,
    query: { event_type: managed.uri },
  })
).body.collection
const evenings = await app.run(saveUserAvailabilitySchedule, colleague.principal, {
  user: colleague.uri,
  name: 'Evenings',
})

const share = await app.run(room.createShare, colleague.principal, { event_type: managed.uri })

const noPermission = denied('You do not have permission')
const tuesdays = {
  timezone: 'UTC',
  rules: [{ type: 'wday', wday: 'tuesday', intervals: [{ from: '10:00', to: '16:00' }] }],
}

type Input = Readonly<Record<string, unknown>>

/** What its owner, a plain user, may not do. */
const refused: Readonly<Record<string, Input>> = {
  update_event_type: { uuid: managed.id, name: 'Mine' },
  configure_event_type: { uuid: managed.id, secret: true },
  delete_event_type: { uuid: managed.id },
  duplicate_event_type: { uuid: managed.id, name: 'Mine' },
  give_event_type: { uuid: managed.id, user: owner.uri },
  move_event_type: { uuid: managed.id, before: null },
  set_event_type_hosts: { uuid: managed.id, hosts: [{ user: owner.uri }] },
  restore_event_type: { uuid: deleted.id },
  update_event_type_availability_schedule: { uuid: lastPart(hours.uri), ...tuesdays },
  use_availability_schedule: { event_type: managed.uri, schedule: evenings.uri },
  grant_event_type_permission: { event_type: managed.uri, user: owner.uri },
  withdraw_event_type_permission: { event_type: managed.uri, user: owner.uri },
  create_share: { event_type: managed.uri, duration_options: [15, 30] },
  update_share: { uuid: lastPart(share.uri), name: 'Mine' },
  create_shared_event_type: { owner: colleague.uri, name: 'Together', sharing: 'group', admin_managed: true },
}

/** What changes no type, or not this one. */
const allowed: Readonly<Record<string, Input>> = {
  create_scheduling_link: { max_event_count: 1, owner: managed.uri, owner_type: 'EventType' },
  create_event_type: { owner: colleague.uri, name: 'Another' },
  create_one_off_event_type: {
    name: 'Once',
    host: colleague.uri,
    duration: 30,
    date_setting: { type: 'days_in_future', days: 3, only_weekdays: false },
  },
  delete_availability_schedule: { uuid: lastPart(evenings.uri) },
  delete_share: { uuid: lastPart(share.uri) },
  set_conference_link: { user: colleague.uri, kind: 'zoom_conference', url: 'https://meet.acme.test/room' },
}

const writes = new Map<string, Operation>(
  [...Object.values(room), ...Object.values(room.eventTypeRoutes).map((entry) => routeOf(entry).operation)]
    .filter((value): value is Operation => typeof value === 'object' && 'kind' in value && value.kind === 'write')
    .map((operation) => [operation.name, operation]),
)

const operationNamed = (name: string): Operation => {
  const found = writes.get(name)
  assert.ok(found, name)
  return found
}

const unchanged = async (work: () => Promise<void>): Promise<void> => {
  const before = await inventoryOf(app, cast.organizationId)
  await work()
  assert.deepEqual(await inventoryOf(app, cast.organizationId), before)
}

describe('a managed event type', () => {
  test('every operation that writes is judged below', () => {
    assert.deepEqual([...writes.keys()].sort(), [...new Set([...Object.keys(refused), ...Object.keys(allowed)])].sort())
  })

  for (const [name, input] of Object.entries(refused)) {
    test(`403: its owner, a plain user, by ${name}`, async () => {
      await unchanged(async () => {
        await assert.rejects(
          app.run(operationNamed(name), colleague.principal, input),
          (error) => error instanceof Problem && error.kind.status === 403,
        )
      })
    })
  }

  for (const [name, input] of Object.entries(allowed)) {
    test(`its owner may, because it does not change the type: ${name}`, async () => {
      await app.run(operationNamed(name), colleague.principal, input)
    })
  }

  describe('over HTTP', () => {
    const changes = [
      { name: 'Mine' },
      { active: false },
      { redirect_url: 'https://client.test/thanks' },
      { duration: 45 },
      { internal_note: 'Mine' },
      { timezone: 'Asia/Tokyo' },
    ]
    for (const body of changes) {
      test(`403: PATCH /event_types with ${Object.keys(body)}`, async () => {
        await unchanged(async () =>
          assertAnswer(await app.ask(`PATCH ${managed.uri}`, { token: colleague.token, body }), 403, noPermission),
        )
      })
    }

    test('403: its hours, at both addresses', async () => {
      await unchanged(async () => {
        assertAnswer(await app.ask(`PATCH ${hours.uri}`, { token: colleague.token, body: tuesdays }), 403, noPermission)
        const byType = {
          token: colleague.token,
          query: { event_type: managed.uri },
          body: { availability_rule: tuesdays },
        }
        assertAnswer(await app.ask('PATCH /event_type_availability_schedules', byType), 403, noPermission)
      })
    })

    test('201: a share as the type is; 403: one on other terms', async () => {
      const share = (body: object) =>
        app.ask('POST /shares', { token: colleague.token, body: { event_type: managed.uri, ...body } })
      assertStatus(await share({}), 201)
      assertStatus(await share({ name: 'Managed', duration: 30 }), 201)
      const others = [
        { name: 'Mine' },
        { duration_options: [15, 30] },
        { period_type: 'unlimited' },
        { availability_rule: tuesdays },
      ]
      for (const body of others) await unchanged(async () => assertAnswer(await share(body), 403, noPermission))
    })

    test('200 and 201: admins and owners do all of it', async () => {
      for (const { token } of [admin, owner]) {
        assertStatus(
          await app.ask(`PATCH ${managed.uri}`, { token, body: { redirect_url: 'https://acme.test/thanks' } }),
          200,
        )
        assertStatus(await app.ask(`PATCH ${hours.uri}`, { token, body: { timezone: 'Europe/Lisbon' } }), 200)
        assertStatus(await app.ask('POST /shares', { token, body: { event_type: managed.uri, name: 'Mine' } }), 201)
      }
    })
  })

  test('403: through tools, as at the addresses; an admin may', async () => {
    const calls: [tool: string, sent: Input][] = [
      ['event_types-update_event_type', { uri: managed.uri, update_event_type_request: { name: 'By a tool' } }],
      [
        'event_types-update_event_type_availability_schedule',
        { event_type: managed.uri, update_event_type_availability_request: { availability_rule: tuesdays } },
      ],
      ['shares-create_share', { create_share_request: { event_type: managed.uri, name: 'Shared by a tool' } }],
    ]
    const [userToken, adminToken] = [await mcpTokenOf(app, colleague), await mcpTokenOf(app, admin)]
    for (const [tool, sent] of calls) {
      await unchanged(async () => {
        const { isError, body } = await useTool(app, userToken, tool, sent)
        assert.deepEqual([tool, isError, body], [tool, true, noPermission])
      })
      assert.equal((await useTool(app, adminToken, tool, sent)).isError, false, tool)
    }
  })

  test('an admin gives a member a copy, once; the member may not change it', async () => {
    const mine = await anEventType(app, admin, { name: 'For everybody' })
    const give = () => app.run(room.giveEventType, admin.principal, { uuid: mine.id, user: colleague.uri })
    const copy = await give()
    assert.equal(copy.name, 'For everybody')
    assertAnswer(
      await app.ask(`PATCH ${copy.uri}`, { token: colleague.token, body: { name: 'Mine' } }),
      403,
      noPermission,
    )
    await assert.rejects(give(), (error) => error instanceof Problem && error.kind.status === 400)
  })
})
