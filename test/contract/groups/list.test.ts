import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  assertAlike,
  assertAnswer,
  collectionOf,
  denied,
  invalidArgument,
  notFound,
  onlyPage,
  urisOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aGroup, aMember, anInvitation, inGroup } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, organizationId, outsiderOrganization } = await aCast(app)
const sales = await aGroup(app, owner, 'Sales')
app.clock.advance(1_000)
const support = await aGroup(app, owner, 'Support')
await aGroup(app, outsider, 'Sales')
const member = await aMember(app, owner)
const groupAdmin = await aMember(app, owner)
await inGroup(app, owner, sales, { membership: member.membershipUri })
await inGroup(app, owner, sales, { membership: groupAdmin.membershipUri }, 'admin')
await inGroup(app, owner, support, { membership: groupAdmin.membershipUri })
await inGroup(app, owner, sales, { invitation: (await anInvitation(app, owner)).uri })

const list = (token: string, query: Record<string, string> = {}) => app.ask('GET /groups', { token, query })
const found = async (token: string, query: Record<string, string> = {}) =>
  urisOf(collectionOf(await list(token, query)))

describe('GET /groups', () => {
  test('200: every key and no other; members are counted, not admins and not the invited', async () => {
    const answer = await list(owner.token, { organization })
    assert.deepEqual(collectionOf(answer), [
      {
        uri: sales.uri,
        name: 'Sales',
        organization,
        member_count: 1,
        created_at: '2026-03-02T10:00:00.000000Z',
        updated_at: '2026-03-02T10:00:01.000000Z',
      },
      {
        uri: support.uri,
        name: 'Support',
        organization,
        member_count: 1,
        created_at: '2026-03-02T10:00:01.000000Z',
        updated_at: '2026-03-02T10:00:01.000000Z',
      },
    ])
    assert.deepEqual(answer.body.pagination, onlyPage(2))
  })

  test('200: all groups for an owner or admin, with and without `organization`', async () => {
    for (const { token } of [owner, admin])
      for (const query of [{}, { organization }]) assert.deepEqual(await found(token, query), [sales.uri, support.uri])
  })

  test('200: a group admin sees with `organization` the groups they administer, without it those they are in', async () => {
    assert.deepEqual(await found(groupAdmin.token, { organization }), [sales.uri])
    assert.deepEqual(await found(groupAdmin.token), [sales.uri, support.uri])
  })

  test('200: a plain user sees without `organization` the groups they are in', async () => {
    assert.deepEqual(await found(member.token), [sales.uri])
    assert.deepEqual(await found(colleague.token), [])
  })

  test('200: the host of a URI does not matter, a bare id will do, and what is unknown is ignored', async () => {
    for (const own of [`https://api.calendly.com/organizations/${organizationId}`, organizationId])
      assert.deepEqual(await found(owner.token, { organization: own, sort: 'name:desc', user: 'x' }), [
        sales.uri,
        support.uri,
      ])
  })

  test('400: a URI that cannot be read', async () => {
    assertAnswer(await list(owner.token, { organization: 'a b' }), 400, invalidArgument(['organization', 'invalid']))
  })

  test('403: with `organization`, for members who administer nothing', async () => {
    for (const { token } of [colleague, member]) assertAnswer(await list(token, { organization }), 403, denied())
  })

  test("404: another organization's groups look nonexistent", async () => {
    for (const { token } of [owner, colleague, groupAdmin]) {
      const foreign = await list(token, { organization: outsiderOrganization })
      assertAnswer(foreign, 404, notFound)
      assertAlike(
        foreign,
        await list(token, { organization: `${app.context.links.api}/organizations/${randomUUID()}` }),
      )
    }
  })

  guardTests(app, owner, 'groups:read', 200, ({ token = '' }) => list(token, { organization }))
})
