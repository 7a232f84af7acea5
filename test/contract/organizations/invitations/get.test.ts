import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  collectionOf,
  denied,
  notFound,
  resourceOf,
} from '../../../support/answers.ts'
import { testApp } from '../../../support/app.ts'
import { aCast, anInvitation } from '../../../support/cast.ts'
import { guardTests } from '../../../support/guards.ts'
import { invitationAddresses } from '../../../support/invitation-addresses.ts'
import { accepted } from '../../../support/invited.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, outsiderOrganization } = await aCast(app)
const invitation = await anInvitation(app, owner)
const foreign = await anInvitation(app, outsider)

for (const at of invitationAddresses) {
  describe(`GET ${at.named}/{uuid}`, () => {
    const get = (token: string, id: string, of: string = organization) => app.ask(at.one('GET', of, id), { token })

    test('200: the same as in the list, without `user`', async () => {
      const listed = collectionOf(
        await app.ask(`GET ${organization}/invitations`, { token: owner.token, query: { email: invitation.email } }),
      )
      assert.deepEqual([resourceOf(await get(admin.token, invitation.id))], listed)
      assert.ok(!Object.hasOwn(listed[0], 'user'))
    })

    test('200: with `user` once it was accepted', async () => {
      const taken = await anInvitation(app, owner)
      const person = await accepted(app, taken)
      const seen = resourceOf(await get(owner.token, taken.id))
      assert.deepEqual([seen.status, seen.user], ['accepted', person.uri])
    })

    test('403: for owners and admins only', async () => {
      assertAnswer(await get(colleague.token, invitation.id), 403, denied())
    })

    test('404: once it was revoked', async () => {
      const gone = await anInvitation(app, owner)
      assertStatus(await app.ask(`DELETE ${gone.uri}`, { token: owner.token }), 204)
      assertAnswer(await get(owner.token, gone.id), 404, notFound)
    })

    test("404: another organization's invitation looks nonexistent, wherever its ids are", async () => {
      const unknown = await get(owner.token, randomUUID())
      assertAnswer(unknown, 404, notFound)
      for (const token of [owner.token, colleague.token]) {
        assertAlike(unknown, await get(token, foreign.id))
        assertAlike(unknown, await get(token, foreign.id, outsiderOrganization))
        assertAlike(unknown, await get(token, 'odd'))
      }
      assertAlike(
        unknown,
        await app.ask(`GET /organizations/${randomUUID()}/invitations/${invitation.id}`, { token: owner.token }),
      )
      assertAlike(
        unknown,
        await app.ask(`GET ${outsiderOrganization}/invitations/${invitation.id}`, { token: owner.token }),
      )
    })

    guardTests(app, owner, 'organizations:read', 200, ({ token = '' }) => get(token, invitation.id))
  })
}
