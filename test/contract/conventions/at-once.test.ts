import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { assertAnswer, assertStatus, collectionOf, denied, resourceOf, unauthenticated } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'

const app = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on' } })
const { owner, organization, organizationId } = await aCast(app)

/** As another process would: behind the back of this one. */
const elsewhere = (statement: RawBuilder<unknown>) => app.context.database.write((tx) => statement.execute(tx))

// Nothing about a caller is remembered from one request to the next.
describe('what another process did counts with the next request', () => {
  test('a token that was revoked', async () => {
    const { token } = await aMember(app, owner)
    assertStatus(await app.ask('GET /users/me', { token }), 200)
    await elsewhere(
      sql`update tokens set revoked_at = now() where hash = ${createHash('sha256').update(token).digest()}`,
    )
    assertAnswer(await app.ask('GET /users/me', { token }), 401, unauthenticated('The access token was revoked'))
  })

  test('a scope that was taken away', async () => {
    const { token } = await aMember(app, owner)
    assertStatus(await app.ask('GET /users/me', { token }), 200)
    await elsewhere(
      sql`update tokens set scopes = '{groups:read}' where hash = ${createHash('sha256').update(token).digest()}`,
    )
    assertStatus(await app.ask('GET /users/me', { token }), 403)
  })

  test('a role that was lowered', async () => {
    const { token, membershipId } = await aMember(app, owner, { role: 'admin' })
    assertStatus(await app.ask(`GET ${organization}/invitations`, { token }), 200)
    await elsewhere(sql`update organization_memberships set role = 'user' where id = ${membershipId}::uuid`)
    assertAnswer(await app.ask(`GET ${organization}/invitations`, { token }), 403, denied())
  })

  test('a member who was removed', async () => {
    const { token, membershipId, membershipUri } = await aMember(app, owner)
    assertStatus(await app.ask('GET /users/me', { token }), 200)
    await elsewhere(sql`update organization_memberships set ended_at = now() where id = ${membershipId}::uuid`)
    assertAnswer(await app.ask('GET /users/me', { token }), 401, unauthenticated('The access token was revoked'))
    assert.ok(
      !collectionOf(await app.ask('GET /organization_memberships', { token: owner.token })).some(
        ({ uri }) => uri === membershipUri,
      ),
    )
  })

  test('a plan that was lowered', async () => {
    const { token } = await aMember(app, owner)
    const ceiling = async () => (await app.ask(`GET ${organization}`, { token })).headers['x-ratelimit-limit']
    assert.equal(Number(await ceiling()), 500)
    await elsewhere(sql`update organizations set plan = 'basic' where id = ${organizationId}::uuid`)
    assert.equal(Number(await ceiling()), 10)
    assert.equal(resourceOf(await app.ask(`GET ${organization}`, { token })).plan, 'basic')
  })
})
