import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, collectionOf, denied, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aRemovedMember } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)

describe('GET /organization_memberships/{uuid}', () => {
  test('200: the same as in the list', async () => {
    const listed = collectionOf(
      await app.ask('GET /organization_memberships', { token: owner.token, query: { user: colleague.uri } }),
    )
    assert.deepEqual([resourceOf(await app.ask(`GET ${colleague.membershipUri}`, { token: admin.token }))], listed)
  })

  test('200: a plain user sees their own', async () => {
    assert.equal(resourceOf(await app.ask(`GET ${colleague.membershipUri}`, { token: colleague.token })).role, 'user')
  })

  test("403: but not a colleague's", async () => {
    assertAnswer(await app.ask(`GET ${owner.membershipUri}`, { token: colleague.token }), 403, denied())
  })

  test('403: of a former member', async () => {
    const removed = await aRemovedMember(app, owner)
    for (const { token } of [owner, colleague])
      assertAnswer(
        await app.ask(`GET ${removed.membershipUri}`, { token }),
        403,
        denied('This user is not in your organization'),
      )
  })

  test("404: another organization's membership looks nonexistent", async () => {
    const foreign = await app.ask(`GET ${outsider.membershipUri}`, { token: owner.token })
    assertAnswer(foreign, 404, notFound)
    assertAlike(foreign, await app.ask(`GET /organization_memberships/${randomUUID()}`, { token: owner.token }))
    assertAlike(foreign, await app.ask('GET /organization_memberships/odd', { token: owner.token }))
    assertAlike(foreign, await app.ask(`GET /organization_memberships/${owner.id}`, { token: owner.token }))
  })

  guardTests(app, owner, 'organizations:read', 200, (asked) => app.ask(`GET ${colleague.membershipUri}`, asked))
})
