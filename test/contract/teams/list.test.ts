import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { addTeamMember } from '#organizations/index.ts'
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
import { aCast, aRemovedMember, aTeam } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, tag } = await aCast(app)
const sales = await aTeam(app, owner, `Sales EMEA ${tag}`)
app.clock.advance(1_000)
const support = await aTeam(app, owner)
await aTeam(app, outsider)
await app.run(addTeamMember, owner.principal, { team: sales.uri, membership: colleague.membershipUri })
const removed = await aRemovedMember(app, owner)

const list = (token: string, query: Record<string, string> = {}) => app.ask('GET /teams', { token, query })
const found = async (token: string, query: Record<string, string> = {}) =>
  urisOf(collectionOf(await list(token, query)))

describe('GET /teams', () => {
  test('200: every key and no other', async () => {
    const answer = await list(owner.token, { user: colleague.uri })
    assert.deepEqual(collectionOf(answer), [
      {
        uri: sales.uri,
        name: `Sales EMEA ${tag}`,
        organization,
        scheduling_url: `${app.context.links.site}/team/sales-emea-${tag}`,
      },
    ])
    assert.deepEqual(answer.body.pagination, onlyPage(1))
  })

  test('200: all for owner and admin; the own ones for others', async () => {
    for (const { token } of [owner, admin]) assert.deepEqual(await found(token), [sales.uri, support.uri])
    assert.deepEqual(await found(colleague.token), [sales.uri])
    assert.deepEqual(await found(colleague.token, { user: colleague.uri }), [sales.uri])
    assert.deepEqual(await found(admin.token, { user: admin.uri }), [])
  })

  test('200: the host of a URI does not matter, a bare id will do, and what is unknown is ignored', async () => {
    for (const user of [`https://api.calendly.com/users/${colleague.id}`, colleague.id])
      assert.deepEqual(await found(owner.token, { user, sort: 'name:desc', organization: 'x y' }), [sales.uri])
  })

  test('400: a URI that cannot be read', async () => {
    assertAnswer(await list(owner.token, { user: 'a b' }), 400, invalidArgument(['user', 'invalid']))
  })

  test("403: a colleague's teams are for owners and admins; a former member has none", async () => {
    assertAnswer(await list(colleague.token, { user: owner.uri }), 403, denied())
    assertAnswer(await list(owner.token, { user: removed.uri }), 403, denied('This user is not in your organization'))
  })

  test("404: another organization's user looks nonexistent", async () => {
    for (const { token } of [owner, colleague]) {
      const foreign = await list(token, { user: outsider.uri })
      assertAnswer(foreign, 404, notFound)
      assertAlike(foreign, await list(token, { user: `${app.context.links.api}/users/${randomUUID()}` }))
    }
  })

  guardTests(app, owner, 'organizations:read', 200, ({ token = '' }) => list(token))
})
