import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes } from '#contract/scopes.ts'
import { allowApp, deleteExpired, listAllowedApps, withdrawFromApp } from '#oauth/index.ts'
import { assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { anApplication, pkce, refresh, tokensOf } from '../../support/application.ts'
import { aCast } from '../../support/cast.ts'
import { added, factsOf } from '../../support/inventory.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, organizationId } = await aCast(app)

describe('what a person has allowed', () => {
  test('is listed once for each application, and taken back at once, all of it', async () => {
    const application = await anApplication(app, owner, { name: 'Reporting <b>' })
    const another = await anApplication(app, owner, { name: 'Another' })
    const first = await tokensOf(app, colleague, application, { scopes: ['users:read'] })
    const second = await tokensOf(app, colleague, application, { scopes: ['groups:read'] })
    const other = await tokensOf(app, colleague, another)
    const owners = await tokensOf(app, owner, application)
    const listed = await app.run(listAllowedApps, colleague.principal)
    const scopesOf = listed.map(({ name, scope }: { name: string; scope: string }) => [name, scope.split(' ').length])
    assert.deepEqual(scopesOf.sort(), [
      ['Another', scopes.length],
      ['Reporting <b>', 2],
    ])

    const visitor = await signedInAs(app, colleague)
    const page = await visitor.get('/account/apps')
    assert.ok(page.text.includes('Reporting &lt;b>') && !page.text.includes('Reporting <b>'))
    const facts = await factsOf(app, organizationId)
    const done = await visitor.submit('/account/apps', { client_id: application.clientId })
    assert.deepEqual([done.status, done.location], [303, '/account/apps?note=app-revoked'])
    assert.deepEqual(added(facts, await factsOf(app, organizationId)), ['oauth_grant.revoked', 'oauth_grant.revoked'])
    for (const { access_token } of [first, second])
      assertStatus(await app.ask('GET /users/me', { token: access_token }), 401)
    assertStatus(await refresh(app, application, second.refresh_token), 400)
    for (const { access_token } of [other, owners])
      assertStatus(await app.ask('GET /users/me', { token: access_token }), 200)
    await assert.rejects(app.run(withdrawFromApp, colleague.principal, { client_id: application.clientId }), {
      message: /could not find/,
    })
  })

  test('leaves nothing behind for ever: what ended is cleared away after a month, what lives stays', async () => {
    const application = await anApplication(app, owner)
    const alive = await tokensOf(app, colleague, application)
    const asked = {
      client_id: application.clientId,
      redirect_uri: application.redirectUri,
      code_challenge: pkce().challenge,
      audience: 'rest',
      scopes: ['users:read'],
    }
    await app.run(allowApp, colleague.principal, asked)
    const { database } = app.context
    // Piece by piece: first what hangs on a family goes, then the family.
    while ((await deleteExpired(database, new Date(app.clock.now().getTime() + 31 * 86_400_000))) > 0);
    assertStatus(await refresh(app, application, alive.refresh_token), 200)
    const left = (await app.run(listAllowedApps, colleague.principal)).filter(
      ({ client_id }: { client_id: string }) => client_id === application.clientId,
    )
    assert.equal(left.length, 1)
  })
})
