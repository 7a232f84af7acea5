// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mcpScopes, scopes } from '#contract/scopes.ts'
import { changeMemberRole } from '#organizations/index.ts'
import { assertAnswer, assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import {
  aCode,
  allow,
  anApplication,
  answerAt,
  authorizePath,
  pkce,
  post,
  redeem,
  refresh,
  tokensFor,
  tokensOf,
} from '../../support/application.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { added, factsOf } from '../../support/inventory.ts'
import { givePassword, rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, organization, organizationId } = await aCast(app)
const visitor = await signedInAs(app, colleague)
const application = await anApplication(app, owner)
const native = await anApplication(app, owner, {
  public: true,
  redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback', 'http://[::1]/callback'],
})
const mcp = 'http://127.0.0.1:3000/mcp'

describe('the authorization code flow', () => {
  test('a person allows, and the application gets the record of the specification', async () => {
    const facts = await factsOf(app, organizationId)
    const challenge = pkce()
    const answered = await allow(
      visitor,
      authorizePath(application, challenge, { scope: 'users:read scheduled_events:write' }),
    )
    assert.equal(answered.status, 302)
    const { code = '', ...rest } = answerAt(answered)
    assert.match(code, /^[0-9a-f]{64}$/)
    assert.deepEqual(rest, { state: 'a state', iss: 'http://127.0.0.1:3000' })
    const answer = await redeem(app, application, code, challenge)
    const { access_token, refresh_token, ...record } = answer.body
    assert.match(access_token, /^openslot_at_[0-9a-f]{8}[0-9A-Za-z]{40}$/)
    assert.match(refresh_token, /^openslot_rt_[0-9a-f]{8}[0-9A-Za-z]{40}$/)
    assertAnswer({ ...answer, body: record }, 200, {
      token_type: 'Bearer',
      expires_in: 7200,
      created_at: Math.floor(app.clock.now().getTime() / 1000),
      scope: 'users:read scheduled_events:write',
      owner: colleague.uri,
      organization,
    })
    assert.deepEqual([answer.headers['cache-control'], answer.headers.pragma], ['no-store', 'no-cache'])
    assertStatus(await app.ask('GET /users/me', { token: access_token }), 200)
    // Write includes read, and nothing else is included.
    assertStatus(await app.ask('GET /scheduled_events', { token: access_token, query: { user: colleague.uri } }), 200)
    assertStatus(await app.ask('GET /groups', { token: access_token }), 403)
    assert.deepEqual(added(facts, await factsOf(app, organizationId)), ['oauth_grant.created'])
  })

  test('a user who is not signed in signs in first, and returns to the consent page', async () => {
    await givePassword(app, colleague)
    const stranger = new Visitor(app)
    const path = authorizePath(application, pkce())
    const sent = await stranger.get(path)
    assert.equal(sent.status, 303)
    assert.equal(sent.location, `/login?${new URLSearchParams({ return_to: path })}`)
    const { fields } = await stranger.get(sent.location ?? '')
    const entered = await stranger.post('/login', { ...fields, email: colleague.email, password: rightPassword })
    assert.deepEqual([entered.status, entered.location], [303, path])
    assert.equal((await stranger.get(path)).status, 200)
  })

  test('the client proves itself in the header or in the body, encoded or not, with a form or with JSON', async () => {
    const { clientId, secret, redirectUri } = application
    const basic = (user: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    })
    const ways = [
      (fields: object) => post(app, 'token', { ...fields, client_id: clientId, client_secret: secret ?? '' }),
      (fields: object) => post(app, 'token', { ...fields }, basic(clientId, secret ?? '')),
      (fields: object) =>
        post(
          app,
          'token',
          { ...fields, client_id: clientId },
          basic(encodeURIComponent(clientId), encodeURIComponent(secret ?? '')),
        ),
      (fields: object) =>
        app.ask('POST /oauth/token', { body: { ...fields, client_id: clientId, client_secret: secret } }),
      (fields: object) => app.ask('POST /oauth/token', { body: { ...fields }, headers: basic(clientId, secret ?? '') }),
      (fields: object) =>
        post(
          app,
          'token',
          { ...fields, client_id: clientId, client_secret: secret ?? '' },
          { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
        ),
    ]
    for (const send of ways) {
      const { verifier, challenge } = pkce()
      const code = await aCode(visitor, application, { verifier, challenge })
      const answer = await send({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      assertStatus(answer, 200)
      assertStatus(await send({ grant_type: 'refresh_token', refresh_token: answer.body.refresh_token }), 200)
    }
  })

  test('a public client has no secret, and gets its answer at any loopback port', async () => {
    for (const redirectUri of [
      'http://127.0.0.1:49152/callback',
      'http://localhost:50000/callback',
      'http://[::1]:3/callback',
      'http://127.0.0.1/callback',
    ]) {
      const challenge = pkce()
      const code = await aCode(visitor, { ...native, redirectUri }, challenge)
      assertStatus(await redeem(app, { ...native, redirectUri }, code, challenge), 200)
    }
  })

  test('the loopback port is free for a client with a secret too', async () => {
    const desktop = await anApplication(app, owner, { redirect_uris: ['http://127.0.0.1:9876/callback'] })
    assert.ok(await aCode(visitor, { ...desktop, redirectUri: 'http://127.0.0.1:1234/callback' }, pkce()))
  })

  test('an address with a query of its own keeps it', async () => {
    const asking = await anApplication(app, owner, { redirect_uris: ['https://app.test/callback?tenant=7'] })
    const { location } = await allow(visitor, authorizePath(asking, pkce()))
    assert.match(
      location ?? '',
      /^https:\/\/app\.test\/callback\?tenant=7&code=[0-9a-f]{64}&state=a\+state&iss=http%3A%2F%2F127\.0\.0\.1%3A3000$/,
    )
  })

  test('without state there is none in the answer; otherwise it is returned unchanged', async () => {
    assert.ok(!('state' in answerAt(await allow(visitor, authorizePath(application, pkce(), { state: undefined })))))
    const state = 'ünïcode &=?#/+% "<script>'
    assert.equal(answerAt(await allow(visitor, authorizePath(application, pkce(), { state }))).state, state)
  })

  test('an app for old clients may come without PKCE, and then without a verifier', async () => {
    const old = await anApplication(app, owner, { require_pkce: false })
    const code = await aCode(visitor, old, pkce(), { code_challenge: undefined, code_challenge_method: undefined })
    assertStatus(await redeem(app, old, code, { verifier: '' }, { code_verifier: undefined }), 200)
    assertStatus(await redeem(app, old, ...(await both(old))), 200)
  })
  const both = async (old: typeof application) => {
    const challenge = pkce()
    return [await aCode(visitor, old, challenge), challenge] as const
  }
})

describe('scopes', () => {
  const granted = async (scope: string | undefined, on = application): Promise<string> =>
    (await tokensFor(app, visitor, on, { scope })).scope

  test('left out, everything the app was registered for is asked', async () => {
    assert.equal(await granted(undefined), scopes.join(' '))
    assert.equal(await granted('default'), scopes.join(' '))
  })

  test('unknown scopes, and those the app was not registered for, are dropped', async () => {
    const narrow = await anApplication(app, owner, { scopes: ['webhooks:write', 'users:read'] })
    assert.equal(
      await granted('user:read bookings:read bookings:manage webhooks:read webhooks:write', narrow),
      'webhooks:read webhooks:write',
    )
    assert.equal(await granted('users:read groups:read', narrow), 'users:read')
  })

  test('a person can decline single ones; the application learns it from the answer', async () => {
    const challenge = pkce()
    const answered = await allow(
      visitor,
      authorizePath(application, challenge, { scope: 'users:read groups:read webhooks:write' }),
      {
        only: ['users:read', 'webhooks:write'],
      },
    )
    const { body } = await redeem(app, application, answerAt(answered).code ?? '', challenge)
    assert.equal(body.scope, 'users:read webhooks:write')
    assertStatus(await app.ask('GET /groups', { token: body.access_token }), 403)
  })

  test('with every scope deselected, the consent page comes back with a message', async () => {
    const shown = await allow(visitor, authorizePath(application, pkce()), { only: [] })
    assert.equal(shown.status, 400)
    assert.match(shown.text, /Select at least one permission/)
  })

  test('an application does no more than the person may: a lowered role counts at once', async () => {
    const member = await aMember(app, owner, { role: 'admin' })
    const { access_token } = await tokensOf(app, member, application)
    const list = () => app.ask('GET /organization_memberships', { token: access_token, query: { organization } })
    assertStatus(await list(), 200)
    await app.run(changeMemberRole, owner.principal, { uuid: member.membershipId, role: 'user' })
    assertStatus(await list(), 403)
  })

  test('a legacy app gets full access as `default`, and with the first refresh the explicit list of the same rights', async () => {
    const legacy = await anApplication(app, owner, { legacy: true, scopes: [] })
    for (const scope of [undefined, 'default']) {
      const first = await tokensFor(app, visitor, legacy, { scope })
      assert.equal(first.scope, 'default')
      assertStatus(await app.ask('GET /groups', { token: first.access_token }), 200)
      const { body: second } = await refresh(app, legacy, first.refresh_token, { scope })
      assert.equal(second.scope, scopes.join(' '))
      assertStatus(await app.ask('GET /groups', { token: second.access_token }), 200)
      assert.equal((await refresh(app, legacy, second.refresh_token, { scope })).body.scope, scopes.join(' '))
    }
  })
})

describe('refreshing', () => {
  test('gives a new pair each time; the access token before lives on until its own end', async () => {
    const first = await tokensFor(app, visitor, application, { scope: 'users:read' })
    const { body: second } = await refresh(app, application, first.refresh_token)
    assert.deepEqual(
      { ...second, access_token: '', refresh_token: '' },
      { ...first, access_token: '', refresh_token: '' },
    )
    assert.notEqual(second.access_token, first.access_token)
    assert.notEqual(second.refresh_token, first.refresh_token)
    for (const { access_token } of [first, second])
      assertStatus(await app.ask('GET /users/me', { token: access_token }), 200)
  })

  test('fewer scopes may be asked for, for that access token alone', async () => {
    const first = await tokensFor(app, visitor, application, { scope: 'users:read groups:read' })
    const { body: second } = await refresh(app, application, first.refresh_token, { scope: 'users:read' })
    assert.equal(second.scope, 'users:read')
    assertStatus(await app.ask('GET /groups', { token: second.access_token }), 403)
    assert.equal((await refresh(app, application, second.refresh_token)).body.scope, 'users:read groups:read')
  })

  test('a refresh token has no end of its own', async () => {
    const clocked = await testApp()
    const { refresh_token } = await tokensOf(clocked, colleague, application)
    clocked.clock.advance(400 * 86_400_000)
    assertStatus(await refresh(clocked, application, refresh_token), 200)
  })
})

describe('resources', () => {
  test('the requested scopes imply the audience: the API unless all are for MCP', async () => {
    const either = await anApplication(app, owner, { scopes: [...scopes, ...mcpScopes] })
    const audience = async (more: Parameters<typeof tokensFor>[3]) => {
      const { access_token, scope } = await tokensFor(app, visitor, either, more)
      return [(await app.ask('GET /users/me', { token: access_token })).status === 401 ? 'mcp' : 'rest', scope]
    }
    assert.deepEqual(await audience({ scope: mcpScopes.join(' ') }), ['mcp', mcpScopes.join(' ')])
    assert.deepEqual(await audience({ scope: 'users:read mcp:scheduling:read' }), ['rest', 'users:read'])
    assert.deepEqual(await audience({ resource: mcp, scope: 'users:read mcp:scheduling:read' }), [
      'mcp',
      'mcp:scheduling:read',
    ])
    assert.deepEqual(await audience({ resource: `${mcp}/` }), ['mcp', mcpScopes.join(' ')])
    assert.deepEqual(await audience({ resource: 'http://127.0.0.1:3000', scope: 'users:read' }), ['rest', 'users:read'])
    assert.deepEqual(await audience({ resource: 'http://127.0.0.1:3000/', scope: 'users:read' }), [
      'rest',
      'users:read',
    ])
  })
})
