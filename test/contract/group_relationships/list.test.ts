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
  resourceOf,
  urisOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aGroup, aMember, anInvitation, aRemovedMember, inGroup, lastPart } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, organizationId, outsiderOrganization } = await aCast(app)
const sales = await aGroup(app, owner, 'Sales')
const support = await aGroup(app, owner, 'Support')
const empty = await aGroup(app, owner, 'Empty')
const member = await aMember(app, owner)
const groupAdmin = await aMember(app, owner)
const invitation = await anInvitation(app, owner)
const removed = await aRemovedMember(app, owner)

const next = () => app.clock.advance(1_000)
const memberInSales = await inGroup(app, owner, sales, { membership: member.membershipUri })
next()
const adminOfSales = await inGroup(app, owner, sales, { membership: groupAdmin.membershipUri }, 'admin')
next()
const invitedToSales = await inGroup(app, owner, sales, { invitation: invitation.uri })
next()
const adminInSupport = await inGroup(app, owner, support, { membership: groupAdmin.membershipUri })
next()
const ownerInSupport = await inGroup(app, owner, support, { membership: owner.membershipUri })
const foreignGroup = await aGroup(app, outsider)
await inGroup(app, outsider, foreignGroup, { membership: outsider.membershipUri })
const foreignInvitation = await anInvitation(app, outsider)

const all = [memberInSales, adminOfSales, invitedToSales, adminInSupport, ownerInSupport].map(({ uri }) => uri)
const list = (token: string, query: Record<string, string> = {}) =>
  app.ask('GET /group_relationships', { token, query })
const found = async (token: string, query: Record<string, string> = {}) =>
  urisOf(collectionOf(await list(token, query)))

describe('GET /group_relationships', () => {
  test('200: every key and no other; the owner is the whole membership with its type', async () => {
    const answer = await list(owner.token, { owner: member.membershipUri })
    assert.deepEqual(collectionOf(answer), [
      {
        uri: memberInSales.uri,
        role: 'member',
        owner: {
          type: 'OrganizationMembership',
          ...resourceOf(await app.ask(`GET ${member.membershipUri}`, { token: owner.token })),
        },
        organization,
        group: sales.uri,
        created_at: '2026-03-02T10:00:00.000000Z',
        updated_at: '2026-03-02T10:00:00.000000Z',
      },
    ])
    assert.deepEqual(answer.body.pagination, onlyPage(1))
  })

  test('200: or the whole invitation', async () => {
    const [relationship] = collectionOf(await list(owner.token, { owner: invitation.uri }))
    assert.equal(relationship.uri, invitedToSales.uri)
    assert.deepEqual(relationship.owner, {
      type: 'OrganizationInvitation',
      ...resourceOf(await app.ask(`GET ${invitation.uri}`, { token: owner.token })),
    })
  })

  test('200: everything for owner and admin, with and without `organization`', async () => {
    for (const { token } of [owner, admin])
      for (const query of [{}, { organization }]) assert.deepEqual(await found(token, query), all)
  })

  test('200: a group admin sees the groups they administer, and themselves', async () => {
    for (const query of [{}, { organization }])
      assert.deepEqual(
        await found(groupAdmin.token, query),
        [memberInSales, adminOfSales, invitedToSales, adminInSupport].map(({ uri }) => uri),
      )
    assert.deepEqual(await found(groupAdmin.token, { group: support.uri }), [adminInSupport.uri])
  })

  test('200: a plain user sees themselves', async () => {
    for (const query of [{}, { organization }, { group: sales.uri }, { owner: member.membershipUri }])
      assert.deepEqual(await found(member.token, query), [memberInSales.uri])
    for (const query of [{}, { organization }, { owner: colleague.membershipUri }])
      assert.deepEqual(await found(colleague.token, query as Record<string, string>), [])
  })

  test('200: each filter, and filters add up', async () => {
    assert.deepEqual(await found(owner.token, { group: support.uri }), [adminInSupport.uri, ownerInSupport.uri])
    assert.deepEqual(await found(owner.token, { group: empty.uri }), [])
    assert.deepEqual(await found(owner.token, { owner: groupAdmin.membershipUri }), [
      adminOfSales.uri,
      adminInSupport.uri,
    ])
    assert.deepEqual(await found(owner.token, { owner: groupAdmin.membershipUri, group: sales.uri, organization }), [
      adminOfSales.uri,
    ])
    assert.deepEqual(await found(owner.token, { owner: member.membershipUri, group: support.uri }), [])
  })

  test('200: an invitation by either of its addresses; hosts do not matter; bare ids will do', async () => {
    for (const uri of [
      `https://api.calendly.com/organizations/${organizationId}/invitations/${invitation.id}`,
      `/organization_invitations/${invitation.id}`,
      invitation.id,
    ]) {
      assert.deepEqual(await found(owner.token, { owner: uri }), [invitedToSales.uri], uri)
    }
    for (const uri of [
      `https://api.calendly.com/organization_memberships/${member.membershipId}`,
      member.membershipId,
      member.membershipId.toUpperCase(),
    ]) {
      assert.deepEqual(await found(owner.token, { owner: uri }), [memberInSales.uri], uri)
    }
    assert.deepEqual(
      await found(owner.token, {
        group: `https://api.calendly.com/groups/${support.id}`,
        organization: organizationId,
        sort: 'x',
      }),
      [adminInSupport.uri, ownerInSupport.uri],
    )
  })

  test('400: a URI that cannot be read', async () => {
    for (const name of ['organization', 'owner', 'group']) {
      for (const uri of ['', 'a b', `https://api.example.test/users/${owner.id}`])
        assertAnswer(await list(owner.token, { [name]: uri }), 400, invalidArgument([name, 'invalid']))
    }
  })

  test('403: what is not for a plain user or a group admin to see', async () => {
    assertAnswer(await list(colleague.token, { group: sales.uri }), 403, denied())
    assertAnswer(await list(colleague.token, { owner: member.membershipUri }), 403, denied())
    assertAnswer(await list(member.token, { owner: invitation.uri }), 403, denied())
    assertAnswer(await list(member.token, { owner: invitation.id }), 403, denied())
    assertAnswer(await list(member.token, { owner: groupAdmin.membershipUri, group: sales.uri }), 403, denied())
    assertAnswer(await list(groupAdmin.token, { group: empty.uri }), 403, denied())
    assertAnswer(await list(groupAdmin.token, { owner: owner.membershipUri }), 403, denied())
  })

  test('403: of a former member', async () => {
    assertAnswer(
      await list(owner.token, { owner: removed.membershipUri }),
      403,
      denied('This user is not in your organization'),
    )
  })

  test("404: another organization's ids look nonexistent", async () => {
    const random = (uri: string) => uri.replace(/[^/]+$/, randomUUID())
    const foreign = [
      ['organization', outsiderOrganization],
      ['group', foreignGroup.uri],
      ['owner', outsider.membershipUri],
      ['owner', foreignInvitation.uri],
      ['owner', outsider.membershipId],
      ['owner', foreignInvitation.id],
    ] as const
    for (const { token } of [owner, groupAdmin, colleague]) {
      for (const [name, uri] of foreign) {
        const answer = await list(token, { [name]: uri })
        assertAnswer(answer, 404, notFound)
        assertAlike(answer, await list(token, { [name]: random(uri) }))
      }
    }
    assertAnswer(await list(owner.token, { owner: `/organization_memberships/${invitation.id}` }), 404, notFound)
    assertAnswer(
      await list(owner.token, { owner: `${organization}/invitations/${member.membershipId}` }),
      404,
      notFound,
    )
    assertAnswer(await list(owner.token, { owner: lastPart(owner.uri) }), 404, notFound)
  })

  guardTests(app, owner, 'groups:read', 200, ({ token = '' }) => list(token))
})
