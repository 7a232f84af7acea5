import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { detailBody, type Problem } from '#contract/problem.ts'
import {
  acceptOrganizationInvitation,
  addGroupMember,
  createGroup,
  deleteGroup,
  removeGroupMember,
  removeOrganizationMember,
  renameGroup,
} from '#organizations/index.ts'
import { collectionOf, notFound, resourceOf, urisOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import {
  aCast,
  aGroup,
  aMember,
  anInvitation,
  aRemovedMember,
  inGroup,
  type Made,
  type Person,
} from '../../support/cast.ts'
import { added, factsOf } from '../../support/inventory.ts'
import { accepted } from '../../support/invited.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider, organization, organizationId } = cast

const denial = { name: 'Problem', message: 'You do not have permission to perform this action' }
const isMissing = { name: 'Problem', message: notFound.message }
const invalid = (parameter: string, message: string) => (error: Problem) =>
  assert.deepEqual(error.details.map(detailBody), [{ parameter, message }]) ?? true
const seen = async ({ uri }: { readonly uri: string }) =>
  resourceOf(await app.ask(`GET ${uri}`, { token: owner.token }))
const relationshipsOf = async (who: Pick<Person, 'membershipUri'>) =>
  collectionOf(await app.ask('GET /group_relationships', { token: owner.token, query: { owner: who.membershipUri } }))
const add = (by: Person, fields: Record<string, string>) => app.run(addGroupMember, by.principal, fields)

describe('groups', () => {
  test('created by an owner or admin, empty', async () => {
    for (const by of [owner, admin]) {
      const name = `Made by ${by.name}`
      const group = await app.run(createGroup, by.principal, { name: ` ${name} ` })
      assert.deepEqual([group.name, group.member_count, group.organization], [name, 0, organization])
      assert.deepEqual(await seen(group), group)
    }
    await assert.rejects(app.run(createGroup, colleague.principal, { name: 'Mine' }), denial)
  })

  test('a name is taken once in an organization, in any case; in another it is free', async () => {
    await aGroup(app, owner, 'Elan Sales')
    await assert.rejects(aGroup(app, owner, 'ELAN sALES'), invalid('name', 'is already the name of another group'))
    await aGroup(app, outsider, 'Elan Sales')
    for (const [name, message] of [
      ['', 'must be filled'],
      [' ', 'must be filled'],
      ['a\nb', 'is in invalid format'],
      ['x'.repeat(256), 'size cannot be greater than 255'],
    ] as const) {
      await assert.rejects(aGroup(app, owner, name), invalid('name', message))
    }
  })

  test('of many at once with one name, exactly one is made', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => aGroup(app, owner, 'Wanted')))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.deepEqual(outcome.reason.details.map(detailBody), [
          { parameter: 'name', message: 'is already the name of another group' },
        ])
  })

  test('renamed, also to another spelling of the same name; not to a taken one', async () => {
    const group = await aGroup(app, owner)
    const other = await seen(await aGroup(app, owner))
    app.clock.advance(1_000)
    const renamed = await app.run(renameGroup, admin.principal, { uuid: group.id, name: 'Renamed' })
    assert.equal(renamed.name, 'Renamed')
    assert.ok(renamed.updated_at > renamed.created_at)
    assert.deepEqual(await seen(group), renamed)
    assert.equal((await app.run(renameGroup, admin.principal, { uuid: group.id, name: 'RENAMED' })).name, 'RENAMED')
    await assert.rejects(
      app.run(renameGroup, owner.principal, { uuid: group.id, name: other.name.toUpperCase() }),
      invalid('name', 'is already the name of another group'),
    )
    await assert.rejects(app.run(renameGroup, colleague.principal, { uuid: group.id, name: 'Mine' }), denial)
    for (const uuid of [(await aGroup(app, outsider)).id, randomUUID()])
      await assert.rejects(app.run(renameGroup, owner.principal, { uuid, name: 'Mine' }), isMissing)
  })

  test('two concurrent renames to one name: one succeeds, the other is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const groups = [await aGroup(app, owner), await aGroup(app, owner)]
      const outcomes = await Promise.allSettled(
        groups.map(({ id }) => app.run(renameGroup, owner.principal, { uuid: id, name: `Contested ${round}` })),
      )
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          assert.deepEqual(outcome.reason.details.map(detailBody), [
            { parameter: 'name', message: 'is already the name of another group' },
          ])
    }
  })

  test('deleted with its relationships; its members stay in the organization', async () => {
    const group = await aGroup(app, owner)
    const member = await aMember(app, owner)
    const relationship = await inGroup(app, owner, group, { membership: member.membershipUri })
    await assert.rejects(app.run(deleteGroup, colleague.principal, { uuid: group.id }), denial)
    await assert.rejects(app.run(deleteGroup, outsider.principal, { uuid: group.id }), isMissing)
    await app.run(deleteGroup, admin.principal, { uuid: group.id })
    for (const { uri } of [group, relationship])
      assert.equal((await app.ask(`GET ${uri}`, { token: owner.token })).status, 404)
    assert.equal((await app.ask('GET /users/me', { token: member.token })).status, 200)
  })

  test('deleted once, with one fact, by many concurrent requests', async () => {
    const { id } = await aGroup(app, owner)
    const before = await factsOf(app, organizationId)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => app.run(deleteGroup, owner.principal, { uuid: id })),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['group.deleted'])
  })
})

describe('group relationships', () => {
  test('a member of one group at most, an admin of as many as one likes', async () => {
    const [first, second] = [await aGroup(app, owner), await aGroup(app, owner)] as [Made, Made]
    const { membershipUri: membership } = await aMember(app, owner)
    await add(admin, { group: first.uri, membership })
    await assert.rejects(
      add(owner, { group: second.uri, membership }),
      invalid('membership', 'is already a member of a group'),
    )
    await assert.rejects(
      add(owner, { group: first.uri, membership, role: 'member' }),
      invalid('membership', 'is already a member of a group'),
    )
    for (const group of [first, second])
      assert.equal((await add(owner, { group: group.uri, membership, role: 'admin' })).role, 'admin')
    await assert.rejects(
      add(owner, { group: first.uri, membership, role: 'admin' }),
      invalid('membership', 'is already an admin of this group'),
    )
    assert.equal((await relationshipsOf({ membershipUri: membership })).length, 3)
  })

  test('counted and dated: the group changes when a member is added or removed, not an admin', async () => {
    const group = await aGroup(app, owner)
    const member = await aMember(app, owner)
    const made = await seen(group)
    app.clock.advance(1_000)
    await inGroup(app, owner, group, { membership: member.membershipUri }, 'admin')
    assert.deepEqual(await seen(group), made)
    const relationship = await inGroup(app, owner, group, { membership: member.membershipUri })
    const joined = await seen(group)
    assert.equal(joined.member_count, 1)
    assert.ok(joined.updated_at > made.updated_at)
    app.clock.advance(1_000)
    await app.run(removeGroupMember, owner.principal, { uuid: relationship.id })
    const left = await seen(group)
    assert.equal(left.member_count, 0)
    assert.ok(left.updated_at > joined.updated_at)
  })

  test('refused: without permission, for unknown members, and for those of another organization', async () => {
    const group = await aGroup(app, owner)
    const { membershipUri: membership } = await aMember(app, owner)
    const removed = await aRemovedMember(app, owner)
    const declined = await anInvitation(app, owner)
    await accepted(app, declined)
    await assert.rejects(add(colleague, { group: group.uri, membership }), denial)
    await assert.rejects(add(owner, { group: group.uri }), invalid('membership', 'is missing'))
    await assert.rejects(
      add(owner, { group: group.uri, membership, invitation: declined.uri }),
      invalid('membership', 'is missing'),
    )
    await assert.rejects(add(owner, { group: group.uri, membership: removed.membershipUri }), {
      message: 'This user is not in your organization',
    })
    await assert.rejects(
      add(owner, { group: group.uri, invitation: declined.uri }),
      invalid('invitation', 'has already been accepted'),
    )
    await assert.rejects(
      add(owner, { group: group.uri, membership, role: 'king' }),
      invalid('role', 'must be one of: member, admin'),
    )
    const foreign = [
      { group: (await aGroup(app, outsider)).uri, membership },
      { group: group.uri, membership: outsider.membershipUri },
      { group: group.uri, invitation: (await anInvitation(app, outsider)).uri },
      { group: randomUUID(), membership },
      { group: group.uri, membership: randomUUID() },
    ]
    for (const fields of foreign) await assert.rejects(add(owner, fields), isMissing)
  })

  test('a group admin is no admin of the organization: they add and remove nobody', async () => {
    const group = await aGroup(app, owner)
    const groupAdmin = await aMember(app, owner)
    const own = await inGroup(app, owner, group, { membership: groupAdmin.membershipUri }, 'admin')
    await assert.rejects(add(groupAdmin, { group: group.uri, membership: colleague.membershipUri }), denial)
    await assert.rejects(app.run(removeGroupMember, groupAdmin.principal, { uuid: own.id }), denial)
  })

  test('ended: once, and only that one', async () => {
    const group = await aGroup(app, owner)
    const member = await aMember(app, owner)
    const asMember = await inGroup(app, owner, group, { membership: member.membershipUri })
    const asAdmin = await inGroup(app, owner, group, { membership: member.membershipUri }, 'admin')
    const before = await factsOf(app, organizationId)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => app.run(removeGroupMember, owner.principal, { uuid: asMember.id })),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['group_relationship.deleted'])
    assert.deepEqual(urisOf(await relationshipsOf(member)), [asAdmin.uri])
    await assert.rejects(app.run(removeGroupMember, outsider.principal, { uuid: asAdmin.id }), isMissing)
  })

  test('no former member is in a group, also when added at the moment of leaving', async () => {
    for (let round = 0; round < 12; round += 1) {
      const group = await aGroup(app, owner)
      const member = await aMember(app, owner)
      // A little later each time: somewhere in there the one is in the middle of the other.
      const adding = pause(round / 2).then(() => add(owner, { group: group.uri, membership: member.membershipUri }))
      await Promise.allSettled([
        adding,
        app.run(removeOrganizationMember, admin.principal, { uuid: member.membershipId }),
      ])
      const left = await app.context.database.reader
        .selectFrom('group_relationships')
        .select('id')
        .where('group_id', '=', group.id)
        .execute()
      assert.deepEqual(left, [])
    }
  })

  test('an invited person who accepts while being added to a group is in it afterwards', async () => {
    for (let round = 0; round < 6; round += 1) {
      const group = await aGroup(app, owner)
      const invitation = await anInvitation(app, owner)
      const acceptor = { name: 'New Hire', timezone: 'Europe/Berlin', password_hash: null }
      const [adding] = await Promise.allSettled([
        add(owner, { group: group.uri, invitation: invitation.uri }),
        app.runOpen(acceptOrganizationInvitation, { code: invitation.code, acceptor }),
      ])
      const types = collectionOf(
        await app.ask('GET /group_relationships', { token: owner.token, query: { group: group.uri } }),
      ).map(({ owner }) => owner.type)
      assert.deepEqual(types, adding.status === 'fulfilled' ? ['OrganizationMembership'] : [])
    }
  })
})
