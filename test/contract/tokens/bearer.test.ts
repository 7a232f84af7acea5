import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { legacyScope, scopes } from '#contract/scopes.ts'
import { newToken } from '#oauth/token.ts'
import { assertAnswer, assertStatus, insufficientScope, unauthenticated } from '../../support/answers.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aCast, anInvitation, aToken, type Person } from '../../support/cast.ts'
import { countingDatabase, type Tally } from '../../support/counting-database.ts'
import { wholeDatabase } from '../../support/inventory.ts'

const app = await testApp()
const tally: Tally = { reads: 0, writes: 0 }
const watched = await testApp({ through: countingDatabase(tally) })
const cast = await aCast(app)
const { owner, colleague } = cast

const me = (on: TestApp, authorization?: string) =>
  on.ask('GET /users/me', { headers: authorization === undefined ? {} : { authorization } })
const setOf = async (token: string, change: string) => {
  const hash = createHash('sha256').update(token).digest()
  await app.context.database.write((tx) => sql`update tokens set ${sql.raw(change)} where hash = ${hash}`.execute(tx))
}

/** Every GET address that takes a token, with ids that exist. */
const readAddresses = (person: Person): string[] => [
  'GET /users/me',
  `GET ${person.uri}`,
  `GET ${cast.organization}`,
  'GET /organization_memberships',
  `GET ${person.membershipUri}`,
  `GET /organization_invitations?organization=${cast.organizationId}`,
  'GET /groups',
  'GET /group_relationships',
  'GET /teams',
]

describe('bearer tokens', () => {
  test('401: no header, another scheme, or nothing that can be a token', async () => {
    const good = await aToken(app, owner.principal, scopes)
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${good}`,
      `Token ${good}`,
      good,
      `Bearer ${good} ${good}`,
      `Bearer ${good},`,
      `Bearer ${good.slice(0, -1)}`,
      `Bearer ${good}a`,
      'Bearer null',
      `Bearer ${'x'.repeat(600)}`,
      'Bearer eyJraWQiOiIxY2UxZTEzNjE3ZGNmNzY2YjNjZWJjY2Y4ZGM1YmFmYThhNjVlNjg0MDIzZjdjMzJiZTgzNDliMjM4MDEzNWI0',
    ]
    for (const header of wrong) assertAnswer(await me(app, header), 401, unauthenticated())
  })

  test('401: an unknown token, though well formed', async () => {
    assertAnswer(await me(app, `Bearer ${newToken(randomUUID())}`), 401, unauthenticated())
  })

  test('401: one character changed anywhere is caught by the checksum, without asking the database', async () => {
    const good = await aToken(app, owner.principal, scopes)
    Object.assign(tally, { reads: 0, writes: 0 })
    for (let index = 'openslot_pat_'.length; index < good.length; index += 1) {
      const other = good[index] === 'a' ? 'b' : 'a'
      assertAnswer(
        await me(watched, `Bearer ${good.slice(0, index)}${other}${good.slice(index + 1)}`),
        401,
        unauthenticated(),
      )
    }
    assert.deepEqual(tally, { reads: 0, writes: 0 })
    await me(watched, `Bearer ${newToken(randomUUID())}`)
    assert.deepEqual(tally, { reads: 1, writes: 0 }, 'one that is well made is looked up')
  })

  test('200: a token is verified with exactly one statement', async () => {
    const able = await aToken(app, owner.principal, ['users:read'])
    const unable = await aToken(app, owner.principal, ['groups:read'])
    Object.assign(tally, { reads: 0, writes: 0 })
    assertStatus(await watched.ask('GET /users/me', { token: unable }), 403)
    assert.deepEqual(tally, { reads: 1, writes: 0 }, 'the token alone')
    assertStatus(await watched.ask('GET /users/me', { token: able }), 200)
    assert.deepEqual(tally, { reads: 3, writes: 0 }, 'the token, then the user')
  })

  test('200: the scheme in any case, and more than one blank', async () => {
    const token = await aToken(app, owner.principal, scopes)
    for (const header of [`bearer ${token}`, `BEARER ${token}`, `Bearer   ${token}  `])
      assertStatus(await me(app, header), 200)
  })

  test('401: expired, with its own words, from the very moment', async () => {
    const token = await aToken(app, owner.principal, scopes)
    await setOf(token, `expires_at = '2026-03-02T10:00:00.001Z'`)
    assertStatus(await me(app, `Bearer ${token}`), 200)
    app.clock.advance(1)
    assertAnswer(await me(app, `Bearer ${token}`), 401, unauthenticated('The access token expired'))
  })

  test('401: revoked wins over expired', async () => {
    const token = await aToken(app, owner.principal, scopes)
    await setOf(token, `expires_at = '2020-01-01T00:00:00Z', revoked_at = '2020-01-01T00:00:00Z'`)
    assertAnswer(await me(app, `Bearer ${token}`), 401, unauthenticated('The access token was revoked'))
  })

  test('401: with the header of the standard', async () => {
    assert.equal((await me(app)).headers['www-authenticate'], 'Bearer realm="openslot", error="invalid_token"')
  })

  test('403: a token without scopes may do nothing at all', async () => {
    const token = await aToken(app, owner.principal, [])
    for (const address of readAddresses(owner)) assertStatus(await app.ask(address, { token }), 403)
  })

  test('200: a legacy token may do everything', async () => {
    const token = await aToken(app, owner.principal, [legacyScope])
    for (const address of readAddresses(owner)) assertStatus(await app.ask(address, { token }), 200)
    assertStatus(await app.ask(`DELETE ${(await anInvitation(app, owner)).uri}`, { token }), 204)
  })

  test('200: write includes read, and read does not include write', async () => {
    const writes = await aToken(app, owner.principal, ['organizations:write'])
    assertStatus(await app.ask('GET /organization_memberships', { token: writes }), 200)
    const reads = await aToken(app, owner.principal, ['organizations:read'])
    assertAnswer(
      await app.ask(`DELETE ${colleague.membershipUri}`, { token: reads }),
      403,
      insufficientScope('organizations:write'),
    )
    assertAnswer(await app.ask('GET /groups', { token: writes }), 403, insufficientScope('groups:read'))
  })

  test('nothing in the database opens anything: neither tokens nor the codes of invitations are in it', async () => {
    const secrets = [
      ...(await Promise.all(Array.from({ length: 5 }, () => aToken(app, owner.principal, scopes)))),
      ...(await Promise.all(Array.from({ length: 5 }, () => anInvitation(app, owner)))).map(({ code }) => code),
    ]
    const text = await wholeDatabase(app)
    assert.ok(text.includes(owner.email), 'the search finds what is there')
    for (const secret of secrets) {
      for (const written of [
        secret,
        secret.slice(13, -8),
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64').slice(4, 40),
      ])
        assert.ok(!text.includes(written))
    }
  })

  test('nothing of a token is in the logs', async () => {
    const token = await aToken(app, owner.principal, scopes)
    await me(app, `Bearer ${token}`)
    await app.ask(`GET /users/${token}`, { token })
    assert.ok(app.logged.length > 1)
    assert.ok(!JSON.stringify(app.logged).includes(token.slice(13, 40)))
  })
})
