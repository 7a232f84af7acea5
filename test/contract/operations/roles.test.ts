import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { changeMemberRole, handOverOwnership, removeOrganizationMember } from '#organizations/index.ts'
import { assertStatus, collectionOf, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember, aRemovedMember, type Cast, type Person, personBy } from '../../support/cast.ts'

const app = await testApp()

const denial = (message: string) => ({ name: 'Problem', message })
const change = (by: Person, target: Pick<Person, 'membershipId'>, role: string) =>
  app.run(changeMemberRole, by.principal, { uuid: target.membershipId, role })
const handOver = (by: Person, target: Pick<Person, 'membershipId'>) =>
  app.run(handOverOwnership, by.principal, { uuid: target.membershipId })
const rolesIn = async ({ organizationId }: Cast) =>
  (
    await app.context.database.reader
      .selectFrom('organization_memberships')
      .select('role')
      .where('organization_id', '=', organizationId)
      .where('ended_at', 'is', null)
      .execute()
  ).map(({ role }) => role)
const isOneOwner = async (cast: Cast) =>
  assert.equal((await rolesIn(cast)).filter((role) => role === 'owner').length, 1)

describe('change_member_role', () => {
  test('an admin, or a plain user again; effective with the next request, with the same token', async () => {
    const { owner, admin, colleague, organization } = await aCast(app)
    assertStatus(await app.ask(`GET ${organization}/invitations`, { token: colleague.token }), 403)
    app.clock.advance(1_000)
    const raised = await change(admin, colleague, 'admin')
    assert.deepEqual([raised.uri, raised.role], [colleague.membershipUri, 'admin'])
    assert.ok(raised.updated_at > raised.created_at)
    assert.deepEqual(resourceOf(await app.ask(`GET ${colleague.membershipUri}`, { token: owner.token })), raised)
    assertStatus(await app.ask(`GET ${organization}/invitations`, { token: colleague.token }), 200)
    await change(owner, colleague, 'user')
    assertStatus(await app.ask(`GET ${organization}/invitations`, { token: colleague.token }), 403)
  })

  test('refused: by a plain user; for the owner, a former member, or another organization', async () => {
    const { owner, admin, colleague, outsider } = await aCast(app)
    await assert.rejects(
      change(colleague, colleague, 'admin'),
      denial('You do not have permission to perform this action'),
    )
    await assert.rejects(change(admin, owner, 'user'), denial('You can not change owner role'))
    await assert.rejects(change(owner, owner, 'admin'), denial('You can not change owner role'))
    await assert.rejects(
      change(owner, await aRemovedMember(app, owner), 'admin'),
      denial('This user is not in your organization'),
    )
    await assert.rejects(change(owner, outsider, 'admin'), denial(notFound.message))
    await assert.rejects(change(owner, { membershipId: randomUUID() }, 'admin'), denial(notFound.message))
    await assert.rejects(change(owner, colleague, 'owner'), denial('The supplied parameters are invalid.'))
  })
})

describe('hand_over_ownership', () => {
  test('the new owner is the owner, and the old one an admin', async () => {
    const cast = await aCast(app)
    const { owner, colleague } = cast
    app.clock.advance(1_000)
    const handed = await handOver(owner, colleague)
    assert.deepEqual([handed.uri, handed.role], [colleague.membershipUri, 'owner'])
    const listed = collectionOf(await app.ask('GET /organization_memberships', { token: colleague.token }))
    assert.deepEqual(Object.fromEntries(listed.map(({ uri, role }) => [uri, role])), {
      [colleague.membershipUri]: 'owner',
      [owner.membershipUri]: 'admin',
      [cast.admin.membershipUri]: 'admin',
    })
    assert.deepEqual(
      listed.find(({ uri }) => uri === colleague.membershipUri),
      handed,
    )
    for (const { uri, updated_at } of listed)
      if (uri !== cast.admin.membershipUri) assert.equal(updated_at, handed.updated_at)
  })

  test('refused: by anybody but the owner; to oneself, a former member, or another organization', async () => {
    const { owner, admin, colleague, outsider } = await aCast(app)
    await assert.rejects(handOver(admin, admin), denial('You do not have permission to perform this action'))
    await assert.rejects(handOver(colleague, colleague), denial('You do not have permission to perform this action'))
    await assert.rejects(handOver(owner, owner), denial('The supplied parameters are invalid.'))
    await assert.rejects(
      handOver(owner, await aRemovedMember(app, owner)),
      denial('This user is not in your organization'),
    )
    await assert.rejects(handOver(owner, outsider), denial(notFound.message))
    assert.equal((await handOver(owner, admin)).role, 'owner')
    await assert.rejects(handOver(owner, colleague), denial('You do not have permission to perform this action'))
  })

  test('of two at once exactly one is done, and there is exactly one owner', async () => {
    for (let round = 0; round < 4; round += 1) {
      const cast = await aCast(app)
      const outcomes = await Promise.allSettled([
        handOver(cast.owner, cast.admin),
        handOver(cast.owner, cast.colleague),
        handOver(cast.owner, cast.admin),
      ])
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      await isOneOwner(cast)
    }
  })

  test('to a member who is being removed: still exactly one owner', async () => {
    for (let round = 0; round < 12; round += 1) {
      const cast = await aCast(app)
      const { owner, admin, colleague } = cast
      // A little later each time: somewhere in there the one is in the middle of the other.
      const remove = pause(round / 2).then(() =>
        app.run(removeOrganizationMember, admin.principal, { uuid: colleague.membershipId }),
      )
      await Promise.allSettled([handOver(owner, colleague), remove])
      await isOneOwner(cast)
    }
  })

  test('to a member whose role is being changed: still exactly one owner', async () => {
    for (let round = 0; round < 4; round += 1) {
      const cast = await aCast(app)
      await Promise.allSettled([
        change(cast.admin, cast.colleague, 'admin'),
        handOver(cast.owner, cast.colleague),
        change(cast.admin, cast.colleague, 'user'),
      ])
      await isOneOwner(cast)
    }
  })

  test('afterwards the old owner can be removed like any other member', async () => {
    const cast = await aCast(app)
    await handOver(cast.owner, cast.colleague)
    const newOwner = await personBy(app, cast.organizationId, cast.colleague.email)
    assertStatus(await app.ask(`DELETE ${cast.owner.membershipUri}`, { token: newOwner.token }), 204)
    assert.deepEqual((await rolesIn(cast)).sort(), ['admin', 'owner'])
    await aMember(app, newOwner)
  })
})
