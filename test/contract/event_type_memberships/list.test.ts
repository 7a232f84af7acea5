import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createSharedEventType } from '#event-types/index.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import {
  assertAlike,
  assertAnswer,
  collectionOf,
  invalidArgument,
  notFound,
  resourceOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const leaving = await aMember(app, owner)
const shared = await app.run(createSharedEventType, owner.principal, {
  owner: owner.uri,
  name: 'Any',
  sharing: 'round_robin',
  hosts: [{ user: colleague.uri, priority: 2 }, { user: leaving.uri }],
})
await app.run(removeOrganizationMember, owner.principal, { uuid: leaving.membershipId })
const list = (token: string, query: Record<string, string>) => app.ask('GET /event_type_memberships', { token, query })

describe('GET /event_type_memberships', () => {
  test('200: the hosts with the whole type and the whole user, without former members', async () => {
    const items = collectionOf(await list(colleague.token, { event_type: shared.uri }))
    assert.deepEqual(
      items.map(({ member }) => member.uri),
      [owner.uri, colleague.uri],
    )
    const [first] = items
    assert.match(first.uri, /\/event_type_memberships\/[0-9a-f-]{36}$/)
    assert.deepEqual(first.event_type, resourceOf(await app.ask(`GET ${shared.uri}`, { token: owner.token })))
    assert.deepEqual(first.member, resourceOf(await app.ask(`GET ${owner.uri}`, { token: owner.token })))
    assert.deepEqual(Object.keys(first), ['uri', 'event_type', 'member', 'created_at', 'updated_at'])
  })

  test('400: without an event type', async () =>
    assertAnswer(await list(owner.token, {}), 400, invalidArgument(['event_type', 'is missing'])))

  test("404: another organization's looks nonexistent", async () => {
    const unknown = await list(owner.token, { event_type: `/event_types/${randomUUID()}` })
    assertAnswer(unknown, 404, notFound)
    assertAlike(await list(outsider.token, { event_type: shared.uri }), unknown)
  })

  guardTests(app, owner, 'event_types:read', 200, ({ token }) =>
    app.ask('GET /event_type_memberships', { token, query: { event_type: shared.uri } }),
  )
})
