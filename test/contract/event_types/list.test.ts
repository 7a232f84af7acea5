import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { saveUserAvailabilitySchedule } from '#availability/index.ts'
import {
  configureEventType,
  createSharedEventType,
  deleteEventType,
  grantEventTypePermission,
  withdrawEventTypePermission,
} from '#event-types/index.ts'
import {
  assertAlike,
  assertAnswer,
  collectionOf,
  denied,
  invalidArgument,
  notFound,
  resourceOf,
  urisOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aRemovedMember } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, outsiderOrganization } = await aCast(app)

const beta = await anEventType(app, owner, { name: 'beta', active: true })
app.clock.advance(1_000)
const alpha = await anEventType(app, owner, { name: 'Alpha' })
app.clock.advance(1_000)
const gamma = await anEventType(app, colleague, { name: 'Gamma', active: true })
const gone = await anEventType(app, owner, { name: 'Gone' })
await app.run(deleteEventType, owner.principal, { uuid: gone.id })
await anEventType(app, outsider, { name: 'Foreign' })

const list = (token: string, query: Record<string, string> = {}) => app.ask('GET /event_types', { token, query })
const found = async (token: string, query: Record<string, string> = {}) =>
  urisOf(collectionOf(await list(token, query)))

describe('GET /event_types', () => {
  test('200: by name, whatever the case; deleted ones are left out', async () => {
    for (const query of [{}, { organization }])
      assert.deepEqual(await found(owner.token, query), [alpha.uri, beta.uri, gamma.uri])
    const [first] = collectionOf(await list(owner.token))
    assert.deepEqual(first, resourceOf(await app.ask(`GET ${alpha.uri}`, { token: owner.token })))
  })

  test('200: sorted by each field, both ways, also by several', async () => {
    assert.deepEqual(await found(owner.token, { sort: 'name:desc' }), [gamma.uri, beta.uri, alpha.uri])
    assert.deepEqual(await found(owner.token, { sort: 'created_at:asc' }), [beta.uri, alpha.uri, gamma.uri])
    assert.deepEqual(await found(owner.token, { sort: 'updated_at:desc' }), [gamma.uri, alpha.uri, beta.uri])
    assert.deepEqual(await found(owner.token, { sort: 'position:asc,name:desc' }), [gamma.uri, beta.uri, alpha.uri])
  })

  test('200: filters', async () => {
    assert.deepEqual(await found(owner.token, { active: 'true' }), [beta.uri, gamma.uri])
    assert.deepEqual(await found(owner.token, { active: 'false' }), [alpha.uri])
    await app.run(configureEventType, owner.principal, { uuid: alpha.id, admin_managed: true })
    assert.deepEqual(await found(owner.token, { admin_managed: 'true' }), [alpha.uri])
    assert.deepEqual(await found(owner.token, { admin_managed: 'false' }), [beta.uri, gamma.uri])
  })

  test('200: of a user, for themselves and for an admin', async () => {
    for (const { token } of [colleague, admin])
      assert.deepEqual(await found(token, { user: colleague.uri }), [gamma.uri])
    assert.deepEqual(await found(admin.token, { user: colleague.uri, organization }), [gamma.uri])
    assert.deepEqual(await found(colleague.token), [gamma.uri])
  })

  test('200: a type that one holds permission on is in the list, with its original owner, until it is taken back', async () => {
    await app.run(grantEventTypePermission, owner.principal, { event_type: beta.uri, user: colleague.uri })
    const shared = collectionOf(await list(colleague.token, { user: colleague.uri }))
    assert.deepEqual(urisOf(shared), [beta.uri, gamma.uri])
    assert.deepEqual(shared[0].profile, { type: 'User', name: owner.name, owner: owner.uri })
    await app.run(withdrawEventTypePermission, owner.principal, { event_type: beta.uri, user: colleague.uri })
    assert.deepEqual(await found(colleague.token, { user: colleague.uri }), [gamma.uri])
  })

  test('200: a type that one hosts with others is in the list', async () => {
    const shared = await app.run(createSharedEventType, owner.principal, {
      owner: owner.uri,
      name: 'Zeta',
      sharing: 'collective',
      hosts: [{ user: colleague.uri }],
    })
    assert.deepEqual(await found(colleague.token), [gamma.uri, shared.uri])
    await app.run(deleteEventType, owner.principal, { uuid: shared.uri.split('/').at(-1) })
  })

  test('200: by schedule, the default one and another', async () => {
    const [{ uri: standard }] = (
      await app.ask('GET /user_availability_schedules', { token: colleague.token, query: { user: colleague.uri } })
    ).body.collection
    assert.deepEqual(await found(colleague.token, { user: colleague.uri, user_availability_schedule: standard }), [
      gamma.uri,
    ])
    const other = await app.run(saveUserAvailabilitySchedule, colleague.principal, {
      user: colleague.uri,
      name: 'Evenings',
    })
    assert.deepEqual(await found(colleague.token, { user: colleague.uri, user_availability_schedule: other.uri }), [])
  })

  test('200: pages follow the names, both ways', async () => {
    const first = await list(owner.token, { count: '2' })
    assert.deepEqual(urisOf(collectionOf(first)), [alpha.uri, beta.uri])
    const second = await app.ask(`GET ${first.body.pagination.next_page}`, { token: owner.token })
    assert.deepEqual(urisOf(collectionOf(second)), [gamma.uri])
    const back = await app.ask(`GET ${second.body.pagination.previous_page}`, { token: owner.token })
    assert.deepEqual(urisOf(collectionOf(back)), [alpha.uri, beta.uri])
  })

  test('400: by the field', async () => {
    assertAnswer(await list(owner.token, { sort: 'color:asc' }), 400, invalidArgument(['sort', 'invalid']))
    assertAnswer(await list(owner.token, { active: 'yes' }), 400, invalidArgument(['active', 'must be boolean']))
    assertAnswer(await list(owner.token, { user: 'a b' }), 400, invalidArgument(['user', 'invalid']))
    assertAnswer(
      await list(owner.token, { count: '101' }),
      400,
      invalidArgument(['count', 'must be less than or equal to 100']),
    )
  })

  test('403: for a plain user the organization and other users; for anyone, a former member', async () => {
    assertAnswer(await list(colleague.token, { organization }), 403, denied())
    assertAnswer(await list(colleague.token, { user: owner.uri }), 403, denied())
    const removed = await aRemovedMember(app, owner)
    assertAnswer(await list(owner.token, { user: removed.uri }), 403, denied('This user is not in your organization'))
  })

  test("404: another organization's ids, in every parameter and in a page token, look like unknown ones", async () => {
    const unknown = await list(owner.token, { organization: `/organizations/${randomUUID()}` })
    assertAnswer(unknown, 404, notFound)
    assertAlike(await list(owner.token, { organization: outsiderOrganization }), unknown)
    assertAlike(await list(owner.token, { user: outsider.uri }), unknown)
    const [foreign] = (
      await app.ask('GET /user_availability_schedules', { token: outsider.token, query: { user: outsider.uri } })
    ).body.collection
    assertAlike(await list(owner.token, { user_availability_schedule: foreign.uri }), unknown)
    await anEventType(app, outsider, { name: 'Second' })
    const { next_page_token } = (await list(outsider.token, { count: '1' })).body.pagination
    assertAlike(await list(owner.token, { page_token: next_page_token }), unknown)
  })

  guardTests(app, owner, 'event_types:read', 200, ({ token }) => app.ask('GET /event_types', { token }))
})
