import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { acceptOrganizationInvitation, declineOrganizationInvitation } from '#organizations/index.ts'
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
import { aCast, aGroup, anInvitation, inGroup } from '../../../support/cast.ts'
import { guardTests } from '../../../support/guards.ts'
import { added, factsOf } from '../../../support/inventory.ts'
import { invitationAddresses } from '../../../support/invitation-addresses.ts'
import { accepted } from '../../../support/invited.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, organizationId, outsiderOrganization } = await aCast(app)

for (const at of invitationAddresses) {
  describe(`DELETE ${at.named}/{uuid}`, () => {
    const revoke = (token: string, id: string, of: string = organization, headers = {}) =>
      app.ask(at.one('DELETE', of, id), { token, headers })

    test('204: with no body at all, by an owner and by an admin; then it is gone', async () => {
      for (const { token } of [owner, admin]) {
        const invitation = await anInvitation(app, owner)
        const answer = await revoke(token, invitation.id)
        assert.deepEqual([answer.status, answer.text], [204, ''])
        assertAnswer(await app.ask(`GET ${invitation.uri}`, { token }), 404, notFound)
        assertAnswer(await revoke(token, invitation.id), 404, notFound)
        assert.deepEqual(
          collectionOf(await app.ask(`GET ${organization}/invitations`, { token, query: { email: invitation.email } })),
          [],
        )
      }
    })

    test('204: a JSON content type with nothing behind it is no mistake', async () => {
      assertStatus(
        await revoke(owner.token, (await anInvitation(app, owner)).id, organization, {
          'content-type': 'application/json',
        }),
        204,
      )
    })

    test('204: the link is dead', async () => {
      const invitation = await anInvitation(app, owner)
      assertStatus(await revoke(owner.token, invitation.id), 204)
      const acceptor = { name: 'New Hire', timezone: 'Europe/Berlin', password_hash: null }
      await assert.rejects(app.runOpen(acceptOrganizationInvitation, { code: invitation.code, acceptor }), {
        name: 'Problem',
        message: notFound.message,
      })
      await assert.rejects(app.runOpen(declineOrganizationInvitation, { code: invitation.code }), {
        name: 'Problem',
        message: notFound.message,
      })
    })

    test('204: with it go the groups that were planned', async () => {
      const invitation = await anInvitation(app, owner)
      const group = await aGroup(app, owner)
      const { uri } = await inGroup(app, owner, group, { invitation: invitation.uri })
      assertStatus(await revoke(owner.token, invitation.id), 204)
      assertAnswer(await app.ask(`GET ${uri}`, { token: owner.token }), 404, notFound)
      assert.equal(resourceOf(await app.ask(`GET ${group.uri}`, { token: owner.token })).member_count, 0)
    })

    test('204: a declined one is deleted too', async () => {
      const invitation = await anInvitation(app, owner)
      await app.runOpen(declineOrganizationInvitation, { code: invitation.code })
      assertStatus(await revoke(owner.token, invitation.id), 204)
      assertAnswer(await app.ask(`GET ${invitation.uri}`, { token: owner.token }), 404, notFound)
    })

    test('204: one fact, by many concurrent requests', async () => {
      const invitation = await anInvitation(app, owner)
      const before = await factsOf(app, organizationId)
      assertStatus(await revoke(colleague.token, invitation.id), 403)
      assert.deepEqual(await factsOf(app, organizationId), before)
      const answers = await Promise.all(Array.from({ length: 6 }, () => revoke(owner.token, invitation.id)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404, 404, 404, 404])
      assert.deepEqual(added(before, await factsOf(app, organizationId)), ['organization_invitation.revoked'])
    })

    test('400 Invitation Already Accepted: it stays, and so does the member', async () => {
      const invitation = await anInvitation(app, owner)
      const person = await accepted(app, invitation)
      assertAnswer(await revoke(owner.token, invitation.id), 400, {
        title: 'Invitation Already Accepted',
        message: 'The invitation has already been accepted.',
      })
      assert.equal(resourceOf(await app.ask(`GET ${invitation.uri}`, { token: owner.token })).status, 'accepted')
      assertStatus(await app.ask('GET /users/me', { token: person.token }), 200)
    })

    test('403: for owners and admins only, and it stays', async () => {
      const invitation = await anInvitation(app, owner)
      assertAnswer(await revoke(colleague.token, invitation.id), 403, denied())
      assertStatus(await app.ask(`GET ${invitation.uri}`, { token: owner.token }), 200)
    })

    test("404: another organization's invitation looks nonexistent, wherever its ids are, and stays", async () => {
      const own = await anInvitation(app, owner)
      const foreign = await anInvitation(app, outsider)
      const unknown = await revoke(owner.token, randomUUID())
      assertAnswer(unknown, 404, notFound)
      for (const token of [owner.token, colleague.token]) {
        assertAlike(unknown, await revoke(token, foreign.id))
        assertAlike(unknown, await revoke(token, foreign.id, outsiderOrganization))
        assertAlike(unknown, await revoke(token, 'odd'))
      }
      assertAlike(
        unknown,
        await app.ask(`DELETE ${outsiderOrganization}/invitations/${own.id}`, { token: owner.token }),
      )
      assertAlike(
        unknown,
        await app.ask(`DELETE /organization_invitations/${own.id}`, {
          token: owner.token,
          query: { organization: outsiderOrganization },
        }),
      )
      assertStatus(await app.ask(`GET ${own.uri}`, { token: owner.token }), 200)
      assertStatus(await app.ask(`GET ${foreign.uri}`, { token: outsider.token }), 200)
    })

    guardTests(app, owner, 'organizations:write', 204, async ({ token = '' }) =>
      revoke(token, (await anInvitation(app, owner)).id),
    )
  })
}
