import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { detailBody, type Problem } from '#contract/problem.ts'
import {
  addTeamMember,
  createTeam,
  deleteTeam,
  removeOrganizationMember,
  removeTeamMember,
  renameTeam,
} from '#organizations/index.ts'
import { collectionOf, notFound, resourceOf, urisOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember, aRemovedMember, aTeam, type Made, type Person } from '../../support/cast.ts'
import { added, factsOf } from '../../support/inventory.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organizationId, tag } = await aCast(app)

const denial = { name: 'Problem', message: 'You do not have permission to perform this action' }
const isMissing = { name: 'Problem', message: notFound.message }
const invalid = (parameter: string, message: string) => (error: Problem) =>
  assert.deepEqual(error.details.map(detailBody), [{ parameter, message }]) ?? true
const seen = async ({ uri }: { readonly uri: string }) =>
  resourceOf(await app.ask(`GET ${uri}`, { token: owner.token }))
const teamsOf = async (who: Person) =>
  urisOf(collectionOf(await app.ask('GET /teams', { token: owner.token, query: { user: who.uri } })))
const add = (by: Person, team: Pick<Made, 'uri'>, membership: string) =>
  app.run(addTeamMember, by.principal, { team: team.uri, membership })
const remove = (by: Person, team: Pick<Made, 'uri'>, membership: string) =>
  app.run(removeTeamMember, by.principal, { team: team.uri, membership })

describe('teams', () => {
  test('created by an owner or admin; a name is taken once in an organization, in any case', async () => {
    const team = await app.run(createTeam, admin.principal, { name: 'Sales EMEA' })
    assert.deepEqual(await seen(team), team)
    await assert.rejects(aTeam(app, owner, 'SALES emea'), invalid('name', 'is already the name of another team'))
    await assert.rejects(app.run(createTeam, colleague.principal, { name: 'Mine' }), denial)
  })

  test('the same name in two organizations makes two addresses', async () => {
    const name = `Shared ${tag}`
    const slugs = [await aTeam(app, owner, name), await aTeam(app, outsider, name)].map(async ({ uri }, index) =>
      resourceOf(await app.ask(`GET ${uri}`, { token: [owner, outsider][index]?.token ?? '' }))
        .scheduling_url.split('/')
        .slice(-2),
    )
    assert.deepEqual(await Promise.all(slugs), [
      ['team', `shared-${tag}`],
      ['team', `shared-${tag}-2`],
    ])
  })

  test('in two organizations at once, the same name is accepted twice', async () => {
    const name = `Parallel ${tag}`
    const made = await Promise.all([aTeam(app, owner, name), aTeam(app, outsider, name)])
    assert.equal(new Set(made.map(({ uri }) => uri)).size, 2)
  })

  test('renamed, keeping its address; not to a taken name', async () => {
    const team = await seen(await aTeam(app, owner))
    const other = await seen(await aTeam(app, owner))
    const uuid = team.uri.split('/').at(-1)
    const renamed = await app.run(renameTeam, admin.principal, { uuid, name: 'Renamed' })
    assert.deepEqual(renamed, { ...team, name: 'Renamed' })
    assert.deepEqual(await seen(team), renamed)
    await assert.rejects(
      app.run(renameTeam, owner.principal, { uuid, name: other.name.toUpperCase() }),
      invalid('name', 'is already the name of another team'),
    )
    await assert.rejects(app.run(renameTeam, colleague.principal, { uuid, name: 'Mine' }), denial)
    for (const id of [(await aTeam(app, outsider)).id, randomUUID()])
      await assert.rejects(app.run(renameTeam, owner.principal, { uuid: id, name: 'Mine' }), isMissing)
  })

  test('two concurrent renames to one name: one succeeds, the other is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const teams = [await aTeam(app, owner), await aTeam(app, owner)]
      const outcomes = await Promise.allSettled(
        teams.map(({ id }) => app.run(renameTeam, owner.principal, { uuid: id, name: `Contested ${round}` })),
      )
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          assert.deepEqual(outcome.reason.details.map(detailBody), [
            { parameter: 'name', message: 'is already the name of another team' },
          ])
    }
  })

  test('deleted once, with one fact; its members stay in the organization', async () => {
    const team = await aTeam(app, owner)
    await add(owner, team, colleague.membershipUri)
    await assert.rejects(app.run(deleteTeam, colleague.principal, { uuid: team.id }), denial)
    await assert.rejects(app.run(deleteTeam, outsider.principal, { uuid: team.id }), isMissing)
    const before = await factsOf(app, organizationId)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => app.run(deleteTeam, admin.principal, { uuid: team.id })),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['team.deleted'])
    assert.equal((await app.ask(`GET ${team.uri}`, { token: owner.token })).status, 404)
    assert.deepEqual(await teamsOf(colleague), [])
  })

  test('members are added once and removed once; one may be in several', async () => {
    const [first, second] = [await aTeam(app, owner), await aTeam(app, owner)] as [Made, Made]
    const member = await aMember(app, owner)
    for (const team of [first, second]) await add(admin, team, member.membershipUri)
    assert.deepEqual((await teamsOf(member)).sort(), [first.uri, second.uri].sort())
    await assert.rejects(
      add(owner, first, member.membershipUri),
      invalid('membership', 'is already a member of this team'),
    )
    await assert.rejects(remove(colleague, first, member.membershipUri), denial)
    await remove(owner, first, member.membershipUri)
    assert.deepEqual(await teamsOf(member), [second.uri])
    await assert.rejects(remove(owner, first, member.membershipUri), isMissing)
  })

  test('refused: without permission, former members, and members of another organization', async () => {
    const team = await aTeam(app, owner)
    await assert.rejects(add(colleague, team, colleague.membershipUri), denial)
    await assert.rejects(add(owner, team, (await aRemovedMember(app, owner)).membershipUri), {
      message: 'This user is not in your organization',
    })
    for (const [where, who] of [
      [team, outsider.membershipUri],
      [team, randomUUID()],
      [await aTeam(app, outsider), colleague.membershipUri],
      [{ uri: randomUUID() }, colleague.membershipUri],
    ] as const) {
      await assert.rejects(add(owner, where, who), isMissing)
      await assert.rejects(remove(owner, where, who), isMissing)
    }
  })

  test('no former member is in a team, also when added at the moment of leaving', async () => {
    for (let round = 0; round < 12; round += 1) {
      const team = await aTeam(app, owner)
      const member = await aMember(app, owner)
      // A little later each time: somewhere in there the one is in the middle of the other.
      const adding = pause(round / 2).then(() => add(owner, team, member.membershipUri))
      await Promise.allSettled([
        adding,
        app.run(removeOrganizationMember, admin.principal, { uuid: member.membershipId }),
      ])
      assert.deepEqual(
        await app.context.database.reader
          .selectFrom('team_memberships')
          .select('team_id')
          .where('team_id', '=', team.id)
          .execute(),
        [],
      )
    }
  })
})
