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
import { aCast, aMember, aRemovedMember } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider, organization, outsiderOrganization } = cast
const removed = await aRemovedMember(app, owner)

const list = (token: string, query: Record<string, string | readonly string[]> = {}) =>
  app.ask('GET /organization_memberships', { token, query })
const everyone = [owner, admin, colleague].map(({ membershipUri }) => membershipUri).sort()
const found = async (token: string, query: Record<string, string>) =>
  urisOf(collectionOf(await list(token, query))).sort()

describe('GET /organization_memberships', () => {
  test('200: each membership with its whole user, every key and no other', async () => {
    const answer = await list(owner.token, { organization, role: 'admin' })
    assert.deepEqual(collectionOf(answer), [
      {
        uri: admin.membershipUri,
        role: 'admin',
        user: resourceOf(await app.ask('GET /users/me', { token: admin.token })),
        organization,
        created_at: '2026-03-02T10:00:00.000000Z',
        updated_at: '2026-03-02T10:00:00.000000Z',
      },
    ])
    assert.deepEqual(answer.body.pagination, onlyPage(1))
  })

  test('200: all members for an owner or admin, without those who left; the same without a filter', async () => {
    for (const { token } of [owner, admin]) {
      assert.deepEqual(await found(token, { organization }), everyone)
      assert.deepEqual(await found(token, {}), everyone)
    }
  })

  test('200: each role filters', async () => {
    assert.deepEqual(await found(owner.token, { organization, role: 'owner' }), [owner.membershipUri])
    assert.deepEqual(await found(owner.token, { organization, role: 'user' }), [colleague.membershipUri])
  })

  test('200: the e-mail filters, whole and in any case', async () => {
    for (const email of [admin.email, admin.email.toUpperCase()])
      assert.deepEqual(await found(owner.token, { organization, email }), [admin.membershipUri])
    assert.deepEqual(await found(owner.token, { organization, email: admin.email.slice(1) }), [])
    assert.deepEqual(await found(owner.token, { organization, email: outsider.email }), [])
    assert.deepEqual(await found(owner.token, { organization, email: removed.email }), [])
  })

  test('200: the user filters, and filters add up', async () => {
    assert.deepEqual(await found(admin.token, { user: colleague.uri }), [colleague.membershipUri])
    assert.deepEqual(
      await found(admin.token, { organization, user: colleague.uri, role: 'user', email: colleague.email }),
      [colleague.membershipUri],
    )
    assert.deepEqual(await found(admin.token, { user: colleague.uri, role: 'admin' }), [])
  })

  test('200: a plain user sees themselves: with `user`, and without a filter', async () => {
    for (const query of [{}, { user: colleague.uri }, { user: colleague.uri, organization }])
      assert.deepEqual(await found(colleague.token, query), [colleague.membershipUri])
    assert.deepEqual(await found(colleague.token, { role: 'owner' }), [])
  })

  test('200: URIs are read by their path alone, and a bare id will do', async () => {
    for (const user of [
      `https://api.calendly.com/users/${admin.id}`,
      `http://localhost:9/some/prefix/users/${admin.id}`,
      `/users/${admin.id}`,
      `HTTPS://API.Example/users/${admin.id.toUpperCase()}`,
      `${admin.uri}/`,
      admin.id,
    ]) {
      assert.deepEqual(await found(owner.token, { user }), [admin.membershipUri], user)
    }
    for (const own of [`https://api.calendly.com/organizations/${cast.organizationId}`, cast.organizationId])
      assert.deepEqual(await found(owner.token, { organization: own }), everyone)
  })

  test('200: what the list does not know is ignored: sort, stray and empty-named parameters', async () => {
    for (const query of [
      { sort: 'updated_at:desc' },
      { sort: 'nonsense' },
      { paginate: 'true', maxResults: '5' },
      { '': 'x' },
      { __proto__x: '1' },
    ]) {
      assert.deepEqual(await found(owner.token, { organization, ...query } as Record<string, string>), everyone)
    }
  })

  test('400: a URI that cannot be read is `invalid`', async () => {
    for (const uri of [
      '',
      ' ',
      'https://api.example.test',
      `https://api.example.test/users/`,
      `https://api.example.test/groups/${randomUUID()}`,
      'a b',
      'javascript:alert(1)',
      `${colleague.uri}?x=1`,
      `${colleague.uri}#x`,
    ]) {
      assertAnswer(await list(owner.token, { user: uri }), 400, invalidArgument(['user', 'invalid']))
    }
    assertAnswer(
      await list(owner.token, { organization: 'nonsense/' }),
      400,
      invalidArgument(['organization', 'invalid']),
    )
    assertAnswer(await list(owner.token, { user: ['a', 'b'] }), 400, invalidArgument(['user', 'must be a string']))
  })

  test('400: role and e-mail are checked, and every wrong field is named', async () => {
    assertAnswer(
      await list(owner.token, { role: 'king' }),
      400,
      invalidArgument(['role', 'must be one of: owner, admin, user']),
    )
    assertAnswer(await list(owner.token, { email: 'nobody' }), 400, invalidArgument(['email', 'is in invalid format']))
    assertAnswer(await list(owner.token, { email: '' }), 400, invalidArgument(['email', 'must be filled']))
    assertAnswer(
      await list(owner.token, { user: '/', role: 'king' }),
      400,
      invalidArgument(['user', 'invalid'], ['role', 'must be one of: owner, admin, user']),
    )
    assertAnswer(await list(owner.token, { email: 'a\0@b.test' }), 400, invalidArgument(['email', 'invalid']))
  })

  test('403: a plain user may not list the organization, nor ask of a colleague', async () => {
    assertAnswer(await list(colleague.token, { organization }), 403, denied())
    assertAnswer(await list(colleague.token, { organization, email: colleague.email }), 403, denied())
    assertAnswer(await list(colleague.token, { user: admin.uri }), 403, denied())
    assertAnswer(await list(colleague.token, { user: admin.uri, organization }), 403, denied())
  })

  test('403: a former member is not in the organization, for any caller', async () => {
    for (const { token } of [owner, colleague])
      assertAnswer(await list(token, { user: removed.uri }), 403, denied('This user is not in your organization'))
  })

  test("404: another organization's ids look nonexistent", async () => {
    for (const { token } of [owner, colleague]) {
      for (const query of [
        { organization: outsiderOrganization },
        { user: outsider.uri },
        { user: outsider.uri, organization },
        { organization: outsiderOrganization, user: owner.uri },
      ]) {
        const answer = await list(token, query)
        assertAnswer(answer, 404, notFound)
        const unknown = Object.fromEntries(
          Object.entries(query).map(([name, uri]) => [
            name,
            uri.startsWith(organization) || uri === owner.uri ? uri : uri.replace(/[^/]+$/, randomUUID()),
          ]),
        )
        assertAlike(answer, await list(token, unknown))
      }
    }
  })

  test('a new member is in the list, a removed one is not', async () => {
    const { owner } = await aCast(app)
    const organization = owner.principal.organizationId
    const before = await found(owner.token, { organization })
    const member = await aMember(app, owner)
    assert.deepEqual(await found(owner.token, { organization }), [...before, member.membershipUri].sort())
    assert.equal((await app.ask(`DELETE ${member.membershipUri}`, { token: owner.token })).status, 204)
    assert.deepEqual(await found(owner.token, { organization }), before)
  })

  guardTests(app, owner, 'organizations:read', 200, (asked) => app.ask('GET /organization_memberships', asked))
})
