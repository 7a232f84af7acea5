import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Principal } from '#contract/principal.ts'
import { detailBody, type Problem } from '#contract/problem.ts'
import { legacyScope, scopes } from '#contract/scopes.ts'
import { createPersonalAccessToken, listPersonalAccessTokens, revokePersonalAccessToken } from '#oauth/index.ts'
import { assertAnswer, assertStatus, notFound, sixDigits, unauthenticated } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, type Person } from '../../support/cast.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)

const create = (by: Person, fields: object = {}, principal: Principal = by.principal) =>
  app.run(createPersonalAccessToken, principal, { name: 'For tests', scopes: ['users:read'], ...fields })
const list = async (by: Person, fields: Record<string, string> = {}): Promise<{ uuid: string }[]> =>
  app.run(listPersonalAccessTokens, by.principal, { count: '100', ...fields })
const revoke = (by: Person, uuid: string) => app.run(revokePersonalAccessToken, by.principal, { uuid })
const isMissing = { name: 'Problem', message: notFound.message }

describe('personal access tokens', () => {
  test('created: shown once, with the end of it to recognise it by', async () => {
    const { token, secret } = await create(colleague, { scopes: ['users:read', 'groups:read', 'users:read'] })
    assert.match(secret, /^openslot_pat_[0-9a-f]{8}[0-9A-Za-z]{40}$/)
    assert.match(token.created_at, sixDigits)
    assert.deepEqual(
      { ...token, uuid: '', created_at: '' },
      {
        uuid: '',
        name: 'For tests',
        hint: `openslot_pat_…${secret.slice(-4)}`,
        scope: 'users:read groups:read',
        email: colleague.email,
        created_at: '',
        expires_at: null,
      },
    )
    assertStatus(await app.ask('GET /users/me', { token: secret }), 200)
    const listed = (await list(colleague)).find(({ uuid }) => uuid === token.uuid)
    assert.deepEqual(listed, token)
    assert.ok(!JSON.stringify(await list(colleague)).includes(secret))
  })

  test('created: every scope there is, or none', async () => {
    assert.equal((await create(colleague, { scopes })).token.scope, scopes.join(' '))
    assert.equal((await create(colleague, { scopes: [] })).token.scope, '')
  })

  test('refused: scopes that are none, and full access from before scopes unless the operator gives it', async () => {
    const byToken: Principal = { ...colleague.principal, via: { kind: 'token', tokenId: randomUUID(), clientId: null } }
    for (const scope of ['nonsense', 'contacts:write', 'groups:write', 'mcp:scheduling:read', '']) {
      await assert.rejects(
        create(colleague, { scopes: [scope] }),
        (error: Problem) =>
          assert.deepEqual(error.details.map(detailBody), [
            { parameter: 'scopes', message: `${scope} is not a valid scope` },
          ]) ?? true,
      )
    }
    await assert.rejects(create(colleague, { scopes: [legacyScope] }, byToken))
    assert.equal((await create(colleague, { scopes: [legacyScope] })).token.scope, 'default')
    for (const name of ['', ' ', 'a\u0000b', 'x'.repeat(256)])
      await assert.rejects(create(colleague, { name }), { name: 'Problem' })
  })

  test('created for a time: it works and is listed until then; what is over is deleted with the next one, and nothing else is', async () => {
    const timed = await testApp()
    const { owner: one, colleague: other } = await aCast(timed)
    const make = (by: Person, fields: object) =>
      timed.run(createPersonalAccessToken, by.principal, { name: 'Timed', scopes: ['users:read'], ...fields })
    const idsOf = async (by: Person): Promise<string[]> => {
      const listed: { uuid: string }[] = await timed.run(listPersonalAccessTokens, by.principal, { count: '100' })
      return listed.map(({ uuid }) => uuid)
    }
    const [hour, day, theirs] = [
      await make(one, { expires_in: 3600 }),
      await make(one, { expires_in: 86_400 }),
      await make(other, { expires_in: 3600 }),
    ]
    assert.equal(Date.parse(hour.token.expires_at ?? '') - Date.parse(hour.token.created_at), 3_600_000)
    timed.clock.advance(3_599_999)
    assertStatus(await timed.ask('GET /users/me', { token: hour.secret }), 200)
    assert.ok((await idsOf(one)).includes(hour.token.uuid))
    timed.clock.advance(1)
    assertAnswer(
      await timed.ask('GET /users/me', { token: hour.secret }),
      401,
      unauthenticated('The access token expired'),
    )
    assert.ok(!(await idsOf(one)).includes(hour.token.uuid))
    await make(one, { expires_in: 60 })
    assertAnswer(await timed.ask('GET /users/me', { token: hour.secret }), 401, unauthenticated())
    for (const token of [day.secret, one.token]) assertStatus(await timed.ask('GET /users/me', { token }), 200)
    assertAnswer(
      await timed.ask('GET /users/me', { token: theirs.secret }),
      401,
      unauthenticated('The access token expired'),
    )
    for (const expires_in of [0, -1, 1.5, 31_536_001])
      await assert.rejects(make(one, { expires_in }), { name: 'Problem' })
  })

  test('listed: the own ones; those of everybody for owners and admins', async () => {
    const { token: own } = await create(colleague)
    const { token: other } = await create(owner)
    const ids = async (by: Person, fields = {}) => new Set((await list(by, fields)).map(({ uuid }) => uuid))
    assert.ok((await ids(colleague)).has(own.uuid) && !(await ids(colleague)).has(other.uuid))
    for (const by of [owner, admin])
      for (const { uuid } of [own, other]) assert.ok((await ids(by, { everyone: 'true' })).has(uuid))
    await assert.rejects(list(colleague, { everyone: 'true' }), {
      name: 'Problem',
      message: 'You do not have permission to access this resource.',
    })
    assert.ok(!(await ids(outsider, { everyone: 'true' })).has(own.uuid))
  })

  test('revoked: at once, with its own words, and it is in no list any more', async () => {
    const { token, secret } = await create(colleague)
    assertStatus(await app.ask('GET /users/me', { token: secret }), 200)
    await revoke(colleague, token.uuid)
    assertAnswer(
      await app.ask('GET /users/me', { token: secret }),
      401,
      unauthenticated('The access token was revoked'),
    )
    assert.ok(!(await list(colleague)).some(({ uuid }) => uuid === token.uuid))
    await assert.rejects(revoke(colleague, token.uuid), isMissing)
  })

  test('revoked: by an owner or admin for others, by nobody else', async () => {
    const { token, secret } = await create(owner)
    await assert.rejects(revoke(colleague, token.uuid), { name: 'Problem', message: 'You do not have permission' })
    for (const uuid of [token.uuid, randomUUID(), 'odd']) await assert.rejects(revoke(outsider, uuid), isMissing)
    assertStatus(await app.ask('GET /users/me', { token: secret }), 200)
    await revoke(admin, token.uuid)
    assertStatus(await app.ask('GET /users/me', { token: secret }), 401)
  })
})
