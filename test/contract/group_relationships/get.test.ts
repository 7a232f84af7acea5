import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertAlike, assertAnswer, collectionOf, denied, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aGroup, aMember, anInvitation, inGroup } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const group = await aGroup(app, owner)
const member = await aMember(app, owner)
const groupAdmin = await aMember(app, owner)
const relationship = await inGroup(app, owner, group, { membership: member.membershipUri })
const invited = await inGroup(app, owner, group, { invitation: (await anInvitation(app, owner)).uri })
await inGroup(app, owner, group, { membership: groupAdmin.membershipUri }, 'admin')
const foreignRelationship = await inGroup(app, outsider, await aGroup(app, outsider), {
  membership: outsider.membershipUri,
})

describe('GET /group_relationships/{uuid}', () => {
  test('200: the same as in the list, for owner, admin, group admin and the person themselves', async () => {
    const listed = collectionOf(
      await app.ask('GET /group_relationships', { token: owner.token, query: { owner: member.membershipUri } }),
    )
    for (const { token } of [owner, admin, groupAdmin, member])
      assert.deepEqual([resourceOf(await app.ask(`GET ${relationship.uri}`, { token }))], listed)
    assert.equal(
      resourceOf(await app.ask(`GET ${invited.uri}`, { token: groupAdmin.token })).owner.type,
      'OrganizationInvitation',
    )
  })

  test('403: for everyone else', async () => {
    assertAnswer(await app.ask(`GET ${relationship.uri}`, { token: colleague.token }), 403, denied())
    assertAnswer(await app.ask(`GET ${invited.uri}`, { token: member.token }), 403, denied())
    const elsewhere = await inGroup(app, owner, await aGroup(app, owner), { membership: colleague.membershipUri })
    assertAnswer(await app.ask(`GET ${elsewhere.uri}`, { token: groupAdmin.token }), 403, denied())
  })

  test("404: another organization's looks nonexistent", async () => {
    for (const { token } of [owner, colleague]) {
      const foreign = await app.ask(`GET ${foreignRelationship.uri}`, { token })
      assertAnswer(foreign, 404, notFound)
      for (const id of [randomUUID(), 'odd', group.id])
        assertAlike(foreign, await app.ask(`GET /group_relationships/${id}`, { token }))
    }
  })

  guardTests(app, owner, 'groups:read', 200, (asked) => app.ask(`GET ${relationship.uri}`, asked))
})
