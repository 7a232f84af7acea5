import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, collectionOf, denied, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aGroup, aMember, inGroup } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const group = await aGroup(app, owner)
const foreignGroup = await aGroup(app, outsider)
const member = await aMember(app, owner)
const groupAdmin = await aMember(app, owner)
await inGroup(app, owner, group, { membership: member.membershipUri })
await inGroup(app, owner, group, { membership: groupAdmin.membershipUri }, 'admin')

describe('GET /groups/{uuid}', () => {
  test('200: the same as in the list, for owner, admin, group admin and member', async () => {
    const listed = collectionOf(await app.ask('GET /groups', { token: owner.token }))
    for (const { token } of [owner, admin, groupAdmin, member])
      assert.deepEqual([resourceOf(await app.ask(`GET ${group.uri}`, { token }))], listed)
  })

  test('403: for non-members, even admins of another group', async () => {
    assertAnswer(await app.ask(`GET ${group.uri}`, { token: colleague.token }), 403, denied())
    const other = await aGroup(app, owner)
    assertAnswer(await app.ask(`GET ${other.uri}`, { token: groupAdmin.token }), 403, denied())
  })

  test("404: another organization's group looks nonexistent", async () => {
    for (const { token } of [owner, colleague]) {
      const foreign = await app.ask(`GET ${foreignGroup.uri}`, { token })
      assertAnswer(foreign, 404, notFound)
      for (const id of [randomUUID(), 'odd', owner.id])
        assertAlike(foreign, await app.ask(`GET /groups/${id}`, { token }))
    }
  })

  guardTests(app, owner, 'groups:read', 200, (asked) => app.ask(`GET ${group.uri}`, asked))
})
