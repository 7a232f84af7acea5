import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { detailBody, type Problem } from '#contract/problem.ts'
import {
  acceptOrganizationInvitation,
  declineOrganizationInvitation,
  removeOrganizationMember,
  resendOrganizationInvitation,
  revokeOrganizationInvitation,
} from '#organizations/index.ts'
import { assertAnswer, collectionOf, notFound, resourceOf, unauthenticated, urisOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import {
  aCast,
  aFounder,
  aGroup,
  aMember,
  anInvitation,
  codeOf,
  inGroup,
  type Person,
  personBy,
} from '../../support/cast.ts'
import { factsOf, inventoryOf } from '../../support/inventory.ts'
import { accepted } from '../../support/invited.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, colleague, organization, organizationId } = cast

const newcomer = { name: 'New Hire', timezone: 'America/New_York', password_hash: 'a hash' }
const accept = (code: string, acceptor: object) => app.runOpen(acceptOrganizationInvitation, { code, acceptor })
const decline = (code: string) => app.runOpen(declineOrganizationInvitation, { code })
const isMissing = { name: 'Problem', message: notFound.message }
const refused = (message: string) => (error: Problem) =>
  assert.deepEqual(error.details.map(detailBody)[0]?.message ?? error.message, message) ?? true
const seen = async (uri: string, by: Person = owner) => resourceOf(await app.ask(`GET ${uri}`, { token: by.token }))
const ownersOf = async (id: string) =>
  (
    await app.context.database.reader
      .selectFrom('organization_memberships')
      .select(['role', 'user_id'])
      .where('organization_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
  ).map(({ role }) => role)

describe('the life of an invitation', () => {
  test('sent again: another link, and the one before is dead', async () => {
    const invitation = await anInvitation(app, owner)
    const before = await seen(invitation.uri)
    app.clock.advance(7 * 86_400_000)
    const resent = await app.run(resendOrganizationInvitation, owner.principal, { uuid: invitation.id })
    assert.deepEqual(resent, {
      ...before,
      last_sent_at: '2026-03-09T10:00:00.000000Z',
      updated_at: '2026-03-09T10:00:00.000000Z',
    })
    assert.deepEqual(await seen(invitation.uri), resent)

    const newCode = codeOf(app, invitation.id)
    assert.notEqual(newCode, invitation.code)
    await assert.rejects(accept(invitation.code, newcomer), isMissing)
    await assert.rejects(decline(invitation.code), isMissing)
    assert.equal((await accept(newCode, newcomer)).user.email, invitation.email)
  })

  test('sent again: only while it is pending, and only by owners and admins', async () => {
    const invitation = await anInvitation(app, owner)
    await assert.rejects(app.run(resendOrganizationInvitation, colleague.principal, { uuid: invitation.id }), {
      name: 'Problem',
      message: 'You do not have permission',
    })
    await assert.rejects(
      app.run(resendOrganizationInvitation, cast.outsider.principal, { uuid: invitation.id }),
      isMissing,
    )
    await decline(invitation.code)
    await assert.rejects(
      app.run(resendOrganizationInvitation, owner.principal, { uuid: invitation.id }),
      refused('The invitation has already been declined.'),
    )
  })

  test('accepted by a new user: an account, a membership with the role user, and the invitation names them', async () => {
    const invitation = await anInvitation(app, owner)
    app.clock.advance(1_000)
    const membership = await accept(invitation.code, newcomer)
    assert.deepEqual(
      [membership.role, membership.user.name, membership.user.email, membership.user.timezone, membership.organization],
      ['user', 'New Hire', invitation.email, 'America/New_York', organization],
    )
    assert.deepEqual(await seen(membership.uri), membership)
    const after = await seen(invitation.uri)
    assert.deepEqual(
      [after.status, after.user, after.updated_at],
      ['accepted', membership.user.uri, membership.created_at],
    )
    const person = await personBy(app, organizationId, invitation.email)
    assert.equal((await seen('/users/me', person)).current_organization, organization)
  })

  test('accepted: the code works once, also when many use it at once', async () => {
    const { code, email } = await anInvitation(app, owner)
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => accept(code, newcomer)))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.message, notFound.message)
    assert.equal(
      collectionOf(await app.ask('GET /organization_memberships', { token: owner.token, query: { email } })).length,
      1,
    )
  })

  test('accepted and revoked at once: one of the two happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { code, id, email } = await anInvitation(app, owner)
      const [accepting, revoking] = await Promise.allSettled([
        accept(code, newcomer),
        app.run(revokeOrganizationInvitation, owner.principal, { uuid: id }),
      ])
      assert.notEqual(accepting.status, revoking.status)
      const members = collectionOf(
        await app.ask('GET /organization_memberships', { token: owner.token, query: { email } }),
      )
      assert.equal(members.length, accepting.status === 'fulfilled' ? 1 : 0)
    }
  })

  test('accepted and declined at once: one of the two happens, and the invitation shows which', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { code, uri, email } = await anInvitation(app, owner)
      const declining = pause(round / 2).then(() => decline(code))
      const [accepting] = await Promise.allSettled([accept(code, newcomer), declining])
      const came = accepting.status === 'fulfilled'
      assert.equal((await seen(uri)).status, came ? 'accepted' : 'declined')
      assert.equal(
        collectionOf(await app.ask('GET /organization_memberships', { token: owner.token, query: { email } })).length,
        came ? 1 : 0,
      )
    }
  })

  test('accepted: the groups that were planned are now theirs, with their roles', async () => {
    const invitation = await anInvitation(app, owner)
    const group = await aGroup(app, owner)
    const administered = await aGroup(app, owner)
    const asMember = await inGroup(app, owner, group, { invitation: invitation.uri })
    const asAdmin = await inGroup(app, owner, administered, { invitation: invitation.uri }, 'admin')
    assert.equal((await seen(group.uri)).member_count, 0)
    app.clock.advance(1_000)
    const person = await accepted(app, invitation)
    const relationship = await seen(asMember.uri)
    assert.deepEqual(
      [relationship.owner.type, relationship.owner.uri, relationship.role],
      ['OrganizationMembership', person.membershipUri, 'member'],
    )
    assert.ok(relationship.updated_at > relationship.created_at)
    assert.equal((await seen(asAdmin.uri)).role, 'admin')
    const counted = await seen(group.uri)
    assert.equal(counted.member_count, 1)
    assert.equal(counted.updated_at, relationship.updated_at)
    assert.deepEqual(
      urisOf(collectionOf(await app.ask('GET /groups', { token: person.token, query: { organization } }))),
      [administered.uri],
    )
  })

  test('accepted by an account that is alone in its organization: it moves, and leaves an empty one behind', async () => {
    const founder = await aFounder(app)
    const invitation = await anInvitation(app, owner, founder.email.toUpperCase())
    app.clock.advance(1_000)
    const membership = await accept(invitation.code, { user_id: founder.id })
    assert.deepEqual(
      [membership.role, membership.user.uri, membership.user.current_organization],
      ['user', founder.uri, organization],
    )
    assert.equal(membership.user.updated_at, membership.created_at)
    assertAnswer(
      await app.ask('GET /users/me', { token: founder.token }),
      401,
      unauthenticated('The access token was revoked'),
    )
    assert.deepEqual(await ownersOf(founder.principal.organizationId), [])
    assert.ok((await factsOf(app, founder.principal.organizationId)).includes('organization_membership.left'))
  })

  test('refused: an account that is not alone in its organization, with the reason', async () => {
    const founder = await aFounder(app)
    const member = await aMember(app, founder)
    for (const person of [founder, member]) {
      const invitation = await anInvitation(app, owner, person.email)
      const before = await inventoryOf(app, founder.principal.organizationId)
      const reason = `You are a member of Acme of ${founder.name}. Leave it first: an account can belong to one organization only.`
      await assert.rejects(accept(invitation.code, { user_id: person.id }), refused(reason))
      assert.deepEqual(await inventoryOf(app, founder.principal.organizationId), before)
      assert.equal((await seen(invitation.uri)).status, 'pending')
    }
  })

  test('refused: a link is no way into an account that exists, nor into another one', async () => {
    const founder = await aFounder(app)
    const invitation = await anInvitation(app, owner, founder.email)
    await assert.rejects(
      accept(invitation.code, newcomer),
      refused('An account with this email address already exists. Sign in to accept the invitation.'),
    )
    const stranger = await aFounder(app)
    await assert.rejects(
      accept(invitation.code, { user_id: stranger.id }),
      refused('This invitation was sent to another email address. Sign in with that address.'),
    )
    const toNobody = await anInvitation(app, owner)
    await assert.rejects(
      accept(toNobody.code, { user_id: stranger.id }),
      refused('This invitation was sent to another email address. Sign in with that address.'),
    )
    assert.equal((await seen('/users/me', founder)).uri, founder.uri)
  })

  test('refused: a user who became a member in another way meanwhile', async () => {
    const name = `meanwhile ${cast.tag}`
    const invitation = await anInvitation(app, owner, `${name.replace(' ', '.')}@acme.test`)
    const member = await aMember(app, owner, { name })
    await assert.rejects(accept(invitation.code, { user_id: member.id }), {
      name: 'Problem',
      message: `${invitation.email} is already in the organization`,
    })
  })

  test('refused: an organization that its last member has left invites nobody any more', async () => {
    const founder = await aFounder(app)
    const toEmpty = await anInvitation(app, founder)
    await accept((await anInvitation(app, owner, founder.email)).code, { user_id: founder.id })
    await assert.rejects(accept(toEmpty.code, newcomer), isMissing)
  })

  test('no organization with members is ever without an owner: its last member leaves while another one joins', async () => {
    for (let round = 0; round < 6; round += 1) {
      const founder = await aFounder(app)
      const leaving = await anInvitation(app, owner, founder.email)
      const coming = await anInvitation(app, founder)
      await Promise.allSettled([accept(leaving.code, { user_id: founder.id }), accept(coming.code, newcomer)])
      const roles = await ownersOf(founder.principal.organizationId)
      assert.ok(roles.length === 0 || roles.includes('owner'), `left behind: ${roles}`)
    }
  })

  test('two users who invite each other may both accept, and each has moved or stayed', async () => {
    const [one, other] = [await aFounder(app), await aFounder(app)]
    const toOne = await anInvitation(app, other, one.email)
    const toOther = await anInvitation(app, one, other.email)
    await Promise.allSettled([accept(toOne.code, { user_id: one.id }), accept(toOther.code, { user_id: other.id })])
    for (const { principal } of [one, other]) {
      const roles = await ownersOf(principal.organizationId)
      assert.ok(roles.length === 0 || roles.filter((role) => role === 'owner').length === 1, `left behind: ${roles}`)
    }
  })

  test('declined: no membership, the code is dead, and a new invitation is a new record', async () => {
    const invitation = await anInvitation(app, owner)
    app.clock.advance(1_000)
    const declined = await decline(invitation.code)
    assert.equal(declined.status, 'declined')
    assert.deepEqual(await seen(invitation.uri), declined)
    assert.ok(!Object.hasOwn(declined, 'user'))
    await assert.rejects(decline(invitation.code), isMissing)
    await assert.rejects(accept(invitation.code, newcomer), isMissing)
    const again = await anInvitation(app, owner, invitation.email)
    assert.notEqual(again.uri, invitation.uri)
    assert.equal((await accepted(app, again)).email, invitation.email)
  })

  test('a made-up code opens nothing, nor does one of another instance', async () => {
    for (const code of ['', 'x', 'a'.repeat(43), `${(await anInvitation(app, owner)).code}x`]) {
      await assert.rejects(accept(code, newcomer), isMissing)
      await assert.rejects(decline(code), isMissing)
    }
  })

  test('once removed, the same person can be invited and come back, as a new membership', async () => {
    const invitation = await anInvitation(app, owner)
    const person = await accepted(app, invitation)
    await app.run(removeOrganizationMember, owner.principal, { uuid: person.membershipId })
    const again = await anInvitation(app, owner, person.email)
    const membership = await accept(again.code, { user_id: person.id })
    assert.notEqual(membership.uri, person.membershipUri)
    assert.equal(membership.user.uri, person.uri)
    assertAnswer(
      await app.ask('GET /users/me', { token: person.token }),
      401,
      unauthenticated('The access token was revoked'),
    )
    assert.deepEqual(
      urisOf(
        collectionOf(
          await app.ask('GET /organization_memberships', { token: owner.token, query: { user: person.uri } }),
        ),
      ),
      [membership.uri],
    )
  })
})
