import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { addTeamMember } from '#organizations/index.ts'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  collectionOf,
  denied,
  notFound,
  resourceOf,
  unauthenticated,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, bookingOf, eventOf, tuesday } from '../../support/bookings.ts'
import { aCast, aGroup, aMember, aTeam, inGroup, personBy } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { added, factsOf } from '../../support/inventory.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider } = cast

describe('DELETE /organization_memberships/{uuid}', () => {
  test('204: with no body at all, by an owner and by an admin', async () => {
    for (const { token } of [owner, admin]) {
      const member = await aMember(app, owner)
      const answer = await app.ask(`DELETE ${member.membershipUri}`, { token })
      assert.deepEqual([answer.status, answer.text, answer.headers['content-type']], [204, '', undefined])
    }
  })

  test('204: a JSON content type with nothing behind it is no mistake', async () => {
    const member = await aMember(app, owner)
    assertStatus(
      await app.ask(`DELETE ${member.membershipUri}`, {
        token: owner.token,
        headers: { 'content-type': 'application/json' },
      }),
      204,
    )
  })

  test('204: the tokens of the removed member stop working at once, with the reason', async () => {
    const member = await aMember(app, owner)
    assertStatus(await app.ask('GET /users/me', { token: member.token }), 200)
    assertStatus(await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token }), 204)
    assertAnswer(
      await app.ask('GET /users/me', { token: member.token }),
      401,
      unauthenticated('The access token was revoked'),
    )
  })

  test('204: the account goes on in an organization of its own', async () => {
    const member = await aMember(app, owner)
    app.clock.advance(1_000)
    assertStatus(await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token }), 204)
    const own = await app.context.database.reader
      .selectFrom('organization_memberships')
      .select('organization_id')
      .where('user_id', '=', member.id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    const again = await personBy(app, own.organization_id, member.email)
    const user = resourceOf(await app.ask('GET /users/me', { token: again.token }))
    assert.equal(user.uri, member.uri)
    assert.equal(user.current_organization, `${app.context.links.api}/organizations/${own.organization_id}`)
    assert.equal(user.updated_at, '2026-03-02T10:00:01.000000Z')
    const organization = resourceOf(await app.ask(`GET ${user.current_organization}`, { token: again.token }))
    assert.deepEqual(
      [organization.name, organization.kind, organization.plan],
      [member.name, 'individual', 'enterprise'],
    )
    assert.deepEqual(
      collectionOf(await app.ask('GET /organization_memberships', { token: again.token })).map(({ role }) => role),
      ['owner'],
    )
    assert.deepEqual(await factsOf(app, own.organization_id), ['organization.founded', 'token.created'])
  })

  test('204: their types cannot be booked any more; a meeting that is booked stays, cannot be moved, and an admin cancels it', async () => {
    const member = await aMember(app, owner)
    const eventType = await anEventType(app, member, { active: true })
    const booked = await aBooking(app, member, eventType, { start_time: tuesday('10:00') })
    assertStatus(await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token }), 204)

    const another = await app.ask('POST /invitees', {
      token: owner.token,
      body: bookingOf(eventType, { start_time: tuesday('11:00') }),
    })
    const moved = await app.ask(`POST /invitees/${booked.inviteeId}/reschedule`, {
      token: admin.token,
      body: { start_time: tuesday('12:00') },
    })
    assert.deepEqual([another.status, moved.status], [400, 400])
    assert.equal((await eventOf(app, admin, booked)).status, 'active')
    assertStatus(
      await app.ask(`POST ${booked.event}/cancellation`, { token: admin.token, body: { reason: 'They have left' } }),
      200,
    )
    assert.equal((await eventOf(app, admin, booked)).status, 'canceled')
  })

  test('204: they are in no group and no team any more, and the groups count one less', async () => {
    const member = await aMember(app, owner)
    const group = await aGroup(app, owner)
    const administered = await aGroup(app, owner)
    const team = await aTeam(app, owner)
    await inGroup(app, owner, group, { membership: member.membershipUri })
    await inGroup(app, owner, administered, { membership: member.membershipUri }, 'admin')
    await app.run(addTeamMember, owner.principal, { team: team.uri, membership: member.membershipUri })
    const before = resourceOf(await app.ask(`GET ${group.uri}`, { token: owner.token }))
    assert.equal(before.member_count, 1)

    app.clock.advance(1_000)
    assertStatus(await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token }), 204)
    const after = resourceOf(await app.ask(`GET ${group.uri}`, { token: owner.token }))
    assert.equal(after.member_count, 0)
    assert.ok(after.updated_at > before.updated_at)
    for (const { uri } of [group, administered])
      assert.deepEqual(
        collectionOf(await app.ask('GET /group_relationships', { token: owner.token, query: { group: uri } })),
        [],
      )
    const left = await app.context.database.reader
      .selectFrom('team_memberships')
      .select('team_id')
      .where('membership_id', '=', member.membershipId)
      .execute()
    assert.deepEqual(left, [])
  })

  test('204: one fact, by the member who did it; a refusal records none', async () => {
    const member = await aMember(app, owner)
    const before = await factsOf(app, cast.organizationId)
    assertStatus(await app.ask(`DELETE ${member.membershipUri}`, { token: colleague.token }), 403)
    assert.deepEqual(await factsOf(app, cast.organizationId), before)
    assertStatus(await app.ask(`DELETE ${member.membershipUri}`, { token: admin.token }), 204)
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['organization_membership.removed'])
    const fact = await app.context.database.reader
      .selectFrom('facts')
      .select(['actor_type', 'actor_id', 'subject'])
      .where('organization_id', '=', cast.organizationId)
      .where('name', '=', 'organization_membership.removed')
      .where('actor_id', '=', admin.membershipId)
      .orderBy('occurred_at', 'desc')
      .executeTakeFirstOrThrow()
    assert.equal(JSON.parse(fact.subject).uri, member.membershipUri)
  })

  test('403: with the words the contract has for each reason', async () => {
    const reasons = [
      [colleague, admin, 'You do not have permission to perform this action'],
      [colleague, colleague, 'You do not have permission to perform this action'],
      [colleague, owner, 'You do not have permission to perform this action'],
      [admin, owner, 'You can not change owner role'],
      [admin, admin, 'You can not remove yourself from organization'],
      [owner, owner, 'You can not remove yourself from organization'],
    ] as const
    for (const [by, target, message] of reasons)
      assertAnswer(await app.ask(`DELETE ${target.membershipUri}`, { token: by.token }), 403, denied(message))
  })

  test('403: a second time, they are not in the organization', async () => {
    const member = await aMember(app, owner)
    assertStatus(await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token }), 204)
    assertAnswer(
      await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token }),
      403,
      denied('This user is not in your organization'),
    )
  })

  test('of many concurrent requests, exactly one removes, and the others are refused', async () => {
    const member = await aMember(app, owner)
    const before = await factsOf(app, cast.organizationId)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.ask(`DELETE ${member.membershipUri}`, { token: owner.token })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 403, 403, 403, 403, 403])
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['organization_membership.removed'])
  })

  test("404: another organization's member looks nonexistent, and stays", async () => {
    const foreign = await app.ask(`DELETE ${outsider.membershipUri}`, { token: owner.token })
    assertAnswer(foreign, 404, notFound)
    for (const id of [randomUUID(), 'odd', colleague.id])
      assertAlike(foreign, await app.ask(`DELETE /organization_memberships/${id}`, { token: owner.token }))
    assertStatus(await app.ask('GET /users/me', { token: outsider.token }), 200)
  })

  guardTests(app, owner, 'organizations:write', 204, async (asked) =>
    app.ask(`DELETE ${(await aMember(app, owner)).membershipUri}`, asked),
  )
})
