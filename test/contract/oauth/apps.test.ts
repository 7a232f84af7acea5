import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApp, deleteApp, listApps, rotateApp } from '#oauth/index.ts'
import { assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { anApplication, call, tokensOf } from '../../support/application.ts'
import { aCast } from '../../support/cast.ts'
import { added, factsOf } from '../../support/inventory.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organizationId } = await aCast(app)
const byToken = { ...colleague.principal, via: { kind: 'token', tokenId: 't', clientId: null } } as const

describe('apps', () => {
  test('a member registers, lists, rotates and deletes their own, with one fact each', async () => {
    const facts = await factsOf(app, organizationId)
    const { clientId } = await anApplication(app, colleague, { name: 'Mine' })
    await anApplication(app, owner, { name: "The owner's" })
    const own = await app.run(listApps, colleague.principal)
    assert.deepEqual(
      own.map(({ name }: { name: string }) => name),
      ['Mine'],
    )
    await app.run(rotateApp, colleague.principal, { client_id: clientId })
    await app.run(deleteApp, colleague.principal, { client_id: clientId })
    assert.deepEqual(await app.run(listApps, colleague.principal), [])
    assert.deepEqual(added(facts, await factsOf(app, organizationId)), [
      'oauth_app.created',
      'oauth_app.created',
      'oauth_app.deleted',
      'oauth_app.rotated',
    ])
  })

  test("owners and admins see and end everybody's; members only their own; another organization's does not exist", async () => {
    const { clientId } = await anApplication(app, colleague)
    const others = await anApplication(app, owner)
    for (const { principal } of [owner, admin]) {
      const ids = (await app.run(listApps, principal, { everyone: true })).map(
        (one: { client_id: string }) => one.client_id,
      )
      assert.ok(ids.includes(clientId) && ids.includes(others.clientId))
    }
    await assert.rejects(app.run(listApps, colleague.principal, { everyone: true }), {
      message: 'You do not have permission to access this resource.',
    })
    for (const operation of [rotateApp, deleteApp]) {
      await assert.rejects(app.run(operation, colleague.principal, { client_id: others.clientId }), {
        message: 'You do not have permission',
      })
      await assert.rejects(app.run(operation, outsider.principal, { client_id: others.clientId }), {
        message: 'The server could not find the requested resource.',
      })
    }
    await app.run(deleteApp, admin.principal, { client_id: clientId })
  })

  test('to delete one ends all it was allowed, in every organization', async () => {
    const application = await anApplication(app, owner)
    const tokens = await Promise.all([colleague, outsider].map((person) => tokensOf(app, person, application)))
    await app.run(deleteApp, owner.principal, { client_id: application.clientId })
    for (const { access_token } of tokens) assertStatus(await app.ask('GET /users/me', { token: access_token }), 401)
  })

  test('to rotate one ends its old secret, and nothing that it was allowed', async () => {
    const application = await anApplication(app, owner)
    const { access_token } = await tokensOf(app, colleague, application)
    const rotated = await app.run(rotateApp, owner.principal, { client_id: application.clientId })
    assertStatus(await call(app, 'introspect', application, { token: access_token }), 401)
    assert.equal(
      (await call(app, 'introspect', { ...application, secret: rotated.client_secret }, { token: access_token })).body
        .active,
      true,
    )
    assertStatus(await app.ask('GET /users/me', { token: access_token }), 200)
  })

  test('members of every organization may allow it, each for their own', async () => {
    const application = await anApplication(app, owner)
    const { access_token, organization } = await tokensOf(app, outsider, application)
    assert.ok(organization.endsWith(outsider.principal.organizationId))
    assert.equal((await app.ask('GET /users/me', { token: access_token })).body.resource.uri, outsider.uri)
  })

  test('only the operator creates one with the legacy scope', async () => {
    const asked = { name: 'Old', redirect_uris: ['https://app.test/callback'], scopes: [], legacy: true }
    await assert.rejects(app.run(createApp, byToken, asked), {
      message: 'Only the server administrator can register an app with legacy scopes.',
    })
    assert.equal((await app.run(createApp, colleague.principal, asked)).app.legacy, true)
  })
})
