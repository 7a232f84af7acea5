import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { createSharedEventType, deleteEventType } from '#event-types/index.ts'
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
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { added, factsOf, inventoryOf } from '../../support/inventory.ts'
import { raw } from '../../support/raw.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider } = cast

const patch = (token: string, uri: string, body: object) => app.ask(`PATCH ${uri}`, { token, body })

const guarded = await anEventType(app, owner)

describe('PATCH /event_types/{uuid}', () => {
  test("200: the specification's body", async () => {
    const { uri } = await anEventType(app, owner)
    app.clock.advance(1_000)
    const body = {
      name: 'Renamed',
      duration: 45,
      timezone: 'America/New_York',
      active: false,
      color: '#ABCDEF',
      description_plain: 'Plain & simple',
      location: { kind: 'custom', location: 'By the river' },
    }
    const after = resourceOf(await patch(owner.token, uri, body))
    assert.equal(after.name, 'Renamed')
    assert.equal(after.duration, 45)
    assert.equal(after.active, false)
    assert.equal(after.color, '#abcdef')
    assert.equal(after.description_plain, 'Plain & simple')
    assert.equal(after.description_html, '<p>Plain &amp; simple</p>')
    assert.deepEqual(after.locations, [{ kind: 'custom', location: 'By the river' }])
    assert.notEqual(after.updated_at, after.created_at)
    const [schedule] = (
      await app.ask('GET /event_type_availability_schedules', { token: owner.token, query: { event_type: uri } })
    ).body.collection
    assert.equal(schedule.timezone, 'America/New_York')
    assert.equal(schedule.default, false)
  })

  test("200: the real API's body; `locations` wins over `location`", async () => {
    const { uri } = await anEventType(app, owner)
    const body = {
      description: '<p>Hi</p>',
      duration_options: [15, 30],
      locale: 'fr',
      location: { kind: 'ask_invitee' },
      locations: [{ kind: 'outbound_call' }],
    }
    const after = resourceOf(await patch(owner.token, uri, body))
    assert.equal(after.description_plain, 'Hi')
    assert.deepEqual(after.duration_options, [15, 30])
    assert.equal(after.locale, 'fr')
    assert.deepEqual(after.locations, [{ kind: 'outbound_call' }])
  })

  test('200: what is not sent stays, an empty body changes nothing but the time, a rename keeps the address', async () => {
    const { uri } = await anEventType(app, owner, {
      name: 'Stays',
      locations: [{ kind: 'outbound_call' }],
      scheduling_rules: { buffer_after: 10 },
    })
    const before = resourceOf(await app.ask(`GET ${uri}`, { token: owner.token }))
    const after = resourceOf(await patch(owner.token, uri, { name: 'Goes', scheduling_rules: { max_per_day: 2 } }))
    assert.deepEqual(after, {
      ...before,
      name: 'Goes',
      scheduling_rules: { ...before.scheduling_rules, max_per_day: 2 },
      updated_at: after.updated_at,
    })
    assert.equal(after.slug, 'stays')
    assert.deepEqual(resourceOf(await patch(owner.token, uri, {})), after)
  })

  test('200: no locations is null, never an empty list', async () => {
    const { uri } = await anEventType(app, owner, { locations: [{ kind: 'outbound_call' }] })
    assert.equal(resourceOf(await patch(owner.token, uri, { locations: [] })).locations, null)
  })

  test('200: its owner may, and an admin', async () => {
    const { uri } = await anEventType(app, colleague)
    for (const { token } of [colleague, admin, owner]) assertStatus(await patch(token, uri, { active: true }), 200)
  })

  test('200: one fact; a refusal changes nothing', async () => {
    const { uri } = await anEventType(app, owner)
    const before = await factsOf(app, cast.organizationId)
    assertStatus(await patch(owner.token, uri, { active: true }), 200)
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['event_type.updated'])
    const inventory = await inventoryOf(app, cast.organizationId)
    for (const [token, body] of [
      [owner.token, { duration: -1 }],
      [colleague.token, { active: false }],
      [outsider.token, { active: false }],
    ] as const)
      assert.ok((await patch(token, uri, body)).status >= 400)
    assert.deepEqual(await inventoryOf(app, cast.organizationId), inventory)
  })

  test('400: a duration that is not among the options, whichever of the two is sent', async () => {
    const { uri } = await anEventType(app, owner, { duration: 30, duration_options: [15, 30] })
    assertAnswer(
      await patch(owner.token, uri, { duration: 45 }),
      400,
      invalidArgument(['duration', 'must be one of: 15, 30']),
    )
    assertAnswer(
      await patch(owner.token, uri, { duration_options: [15, 20] }),
      400,
      invalidArgument(['duration_options', 'must include the default duration, 30']),
    )
  })

  test('200: every kind, for those who may change it; 403: of another user, for a plain user', async () => {
    const { uri } = await anEventType(app, owner)
    assertAnswer(await patch(colleague.token, uri, { active: true }), 403, denied('You do not have permission'))
    for (const sharing of ['group', 'collective', 'round_robin']) {
      const shared = await app.run(createSharedEventType, owner.principal, { owner: owner.uri, name: sharing, sharing })
      const after = resourceOf(await patch(admin.token, shared.uri, { active: true, name: 'Renamed', duration: 45 }))
      assert.deepEqual(
        [after.active, after.name, after.duration, after.pooling_type],
        [true, 'Renamed', 45, shared.pooling_type],
      )
      assertStatus(await patch(owner.token, shared.uri, after), 200)
      assertAnswer(
        await patch(colleague.token, shared.uri, { active: false }),
        403,
        denied('You do not have permission'),
      )
      const another = { group: 'collective', collective: 'round_robin', round_robin: 'solo' }[sharing]
      assertAnswer(
        await patch(owner.token, shared.uri, { pooling_type: another }),
        400,
        invalidArgument(['pooling_type', 'cannot be changed']),
      )
    }
  })

  test('200: a language that was set is unset with null, and the page follows the browser again', async () => {
    const type = await anEventType(app, owner, { active: true, locale: 'fr' })
    assert.equal(resourceOf(await patch(owner.token, type.uri, { locale: null })).locale, 'en')
    const [{ locale } = { locale: 'none' }] = await raw(
      app.context.database.reader,
      sql<{ locale: string | null }>`select locale from event_types where id = ${type.id}::uuid`,
    )
    assert.equal(locale, null)
    assertStatus(
      await app.ask('POST /event_types', {
        token: owner.token,
        body: { owner: owner.uri, name: 'Null', locale: null },
      }),
      201,
    )
  })

  test("404: unknown, deleted, and another organization's look the same", async () => {
    const { uri, id } = await anEventType(app, owner)
    const random = await patch(owner.token, `/event_types/${randomUUID()}`, { active: true })
    assertAnswer(random, 404, notFound)
    assertAlike(await patch(outsider.token, uri, { active: true }), random)
    await app.run(deleteEventType, owner.principal, { uuid: id })
    assertAlike(await patch(owner.token, uri, { active: true }), random)
    assertAlike(await patch(owner.token, '/event_types/nonsense', { active: true }), random)
  })

  guardTests(app, owner, 'event_types:write', 200, ({ token }) =>
    app.ask(`PATCH ${guarded.uri}`, { token, body: { active: true } }),
  )
})
