// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mcpScopes, scopes } from '#contract/scopes.ts'
import { deleteExpired, findClient, findWebhookKey, openWebhookKey } from '#oauth/index.ts'
import { assertAnswer, assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import {
  allow,
  anApplication,
  answerAt,
  authorizePath,
  call,
  pkce,
  post,
  redeem,
  refresh,
  tokensOf,
} from '../../support/application.ts'
import { aCast } from '../../support/cast.ts'
import { type Failing, faultyDatabase } from '../../support/faulty-database.ts'
import { added, factsOf } from '../../support/inventory.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, organization, organizationId } = await aCast(app)
const application = await anApplication(app, owner)
const own = 'http://127.0.0.1:3000'

describe('POST /oauth/revoke', () => {
  test('200: an access token is revoked alone, the refresh token stays', async () => {
    const { access_token, refresh_token } = await tokensOf(app, colleague, application)
    assertAnswer(
      await call(app, 'revoke', application, { token: access_token, token_type_hint: 'access_token' }),
      200,
      {},
    )
    const answer = await app.ask('GET /users/me', { token: access_token })
    assert.deepEqual([answer.status, answer.body.message], [401, 'The access token was revoked'])
    assertStatus(await refresh(app, application, refresh_token), 200)
  })

  test('200: a refresh token is revoked with its family, with one fact', async () => {
    const first = await tokensOf(app, colleague, application)
    const { body: second } = await refresh(app, application, first.refresh_token)
    const facts = await factsOf(app, organizationId)
    for (let time = 0; time < 2; time += 1)
      assertAnswer(await call(app, 'revoke', application, { token: second.refresh_token }), 200, {})
    for (const { access_token } of [first, second])
      assertStatus(await app.ask('GET /users/me', { token: access_token }), 401)
    assert.deepEqual(added(facts, await factsOf(app, organizationId)), ['oauth_grant.revoked'])
  })

  test('200: an unknown token counts as revoked; a personal token too, but it stays valid', async () => {
    for (const token of ['nonsense', colleague.token])
      assertAnswer(await call(app, 'revoke', application, { token }), 200, {})
    assertStatus(await app.ask('GET /users/me', { token: colleague.token }), 200)
  })

  test('200: a public client gives back what it holds', async () => {
    const native = await anApplication(app, owner, { public: true })
    const { access_token } = await tokensOf(app, colleague, native)
    assertAnswer(await post(app, 'revoke', { client_id: native.clientId, token: access_token }), 200, {})
    assertStatus(await app.ask('GET /users/me', { token: access_token }), 401)
  })
})

describe('POST /oauth/introspect', () => {
  test('200: whose it is, and how long', async () => {
    const { access_token, refresh_token, created_at } = await tokensOf(app, colleague, application, {
      scopes: ['users:read'],
    })
    const known = {
      active: true,
      scope: 'users:read',
      client_id: application.clientId,
      iat: created_at,
      owner: colleague.uri,
      organization,
    }
    assertAnswer(await call(app, 'introspect', application, { token: access_token }), 200, {
      ...known,
      token_type: 'Bearer',
      exp: created_at + 7200,
    })
    assertAnswer(await call(app, 'introspect', application, { token: refresh_token }), 200, known)
    await refresh(app, application, refresh_token)
    assertAnswer(await call(app, 'introspect', application, { token: refresh_token }), 200, { active: false })
    await call(app, 'revoke', application, { token: access_token })
    assertAnswer(await call(app, 'introspect', application, { token: access_token }), 200, { active: false })
  })
})

describe('metadata', () => {
  test('of the authorization server: every line, and the issuer byte for byte', async () => {
    const answer = await app.ask('GET /.well-known/oauth-authorization-server')
    assertAnswer(answer, 200, {
      issuer: own,
      authorization_endpoint: `${own}/oauth/authorize`,
      token_endpoint: `${own}/oauth/token`,
      registration_endpoint: `${own}/oauth/register`,
      revocation_endpoint: `${own}/oauth/revoke`,
      introspection_endpoint: `${own}/oauth/introspect`,
      scopes_supported: [...mcpScopes, ...scopes],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${own}/docs`,
    })
    assert.equal(answer.headers['access-control-allow-origin'], '*')
  })

  test('of the MCP server: the four keys, at its own address and at the well-known one', async () => {
    for (const place of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/mcp/.well-known/oauth-protected-resource',
    ]) {
      const answer = await app.ask(`GET ${place}`)
      assertAnswer(answer, 200, {
        resource: `${own}/mcp`,
        authorization_servers: [own],
        scopes_supported: mcpScopes,
        bearer_methods_supported: ['header'],
      })
      assert.equal(answer.headers['access-control-allow-origin'], '*')
    }
  })

  test('on hosts of their own: issuer and resource have no slash at the end, and are the same text everywhere', async () => {
    const settings = {
      OPENSLOT_BASE_URL: 'https://api.test/',
      OPENSLOT_AUTH_URL: 'https://auth.test/',
      OPENSLOT_MCP_URL: 'https://mcp.test/',
    }
    const elsewhere = await testApp({ settings })
    const { body: server } = await elsewhere.ask('GET /.well-known/oauth-authorization-server')
    const { body: resource } = await elsewhere.ask('GET /.well-known/oauth-protected-resource')
    assert.deepEqual(
      [server.issuer, resource.authorization_servers, resource.resource],
      ['https://auth.test', ['https://auth.test'], 'https://mcp.test'],
    )
    assert.equal(server.token_endpoint, 'https://auth.test/oauth/token')
    const shown = await new Visitor(elsewhere).get(authorizePath(application, pkce(), { response_type: 'token' }))
    assert.equal(answerAt(shown).iss, 'https://auth.test')
    assert.equal(new URL(shown.location ?? '').host, 'app.test')
  })

  test('an issuer with a path is found by insertion and by appending', async () => {
    const elsewhere = await testApp({ settings: { OPENSLOT_AUTH_URL: 'https://auth.test/tenants/one' } })
    for (const place of [
      '/.well-known/oauth-authorization-server/tenants/one',
      '/tenants/one/.well-known/oauth-authorization-server',
    ]) {
      assert.equal((await elsewhere.ask(`GET ${place}`)).body.issuer, 'https://auth.test/tenants/one')
    }
  })

  test('404: we are no OpenID provider', async () => {
    assertStatus(await app.ask('GET /.well-known/openid-configuration'), 404)
  })

  test('204: a browser may ask before it asks', async () => {
    for (const place of ['/.well-known/oauth-authorization-server', '/oauth/token', '/oauth/register']) {
      const { status, headers } = await app.ask(`OPTIONS ${place}`, {
        headers: { 'access-control-request-headers': 'content-type, mcp-protocol-version' },
      })
      assert.equal(status, 204)
      assert.equal(headers['access-control-allow-origin'], '*')
      for (const name of ['authorization', 'content-type', 'mcp-protocol-version'])
        assert.ok(String(headers['access-control-allow-headers']).includes(name), name)
    }
    assert.equal((await post(app, 'token', {})).headers['access-control-allow-origin'], '*')
  })
})

describe('POST /oauth/register', () => {
  const metadata = {
    client_name: 'A tool',
    redirect_uris: ['http://localhost:49152/callback', 'cursor://tool/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    application_type: 'native',
    software_id: 'ignored',
  }

  test('201: always a public client for the MCP server, whatever the request asks for', async () => {
    const answer = await app.ask('POST /oauth/register', { body: metadata })
    const { client_id, ...rest } = answer.body
    assertAnswer({ ...answer, body: rest }, 201, {
      client_name: 'A tool',
      redirect_uris: metadata.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scopes: mcpScopes,
      scope: mcpScopes.join(' '),
      client_id_issued_at: Math.floor(app.clock.now().getTime() / 1000),
    })
    assert.equal(answer.headers['cache-control'], 'no-store')

    const visitor = await signedInAs(app, colleague)
    const tool = { clientId: client_id, secret: null, redirectUri: 'http://localhost:50001/callback', webhookKey: '' }
    const challenge = pkce()
    const page = await visitor.get(authorizePath(tool, challenge, { resource: `${own}/mcp` }))
    assert.match(page.text, /registered itself/)
    assert.match(page.text, /redirected to <strong>localhost:50001<\/strong>/)
    const { code = '' } = answerAt(await allow(visitor, authorizePath(tool, challenge, { resource: `${own}/mcp` })))
    const { body } = await redeem(app, tool, code, challenge, { resource: `${own}/mcp` })
    assert.equal(body.scope, mcpScopes.join(' '))
  })

  test('201: a name is one line of ordinary characters, or else the host', async () => {
    const nameOf = async (client_name: string | undefined) =>
      (await app.ask('POST /oauth/register', { body: { client_name, redirect_uris: ['https://tool.test/callback'] } }))
        .body.client_name
    assert.equal(await nameOf('  A\u202Etool\n\u0007here  '), 'A tool here')
    assert.equal(await nameOf(undefined), 'tool.test')
    assert.equal(await nameOf('\u200b'), 'tool.test')
    assert.equal((await nameOf('x'.repeat(5000))).length, 100)
  })

  test('those that were never allowed anything are purged after a month, the others stay', async () => {
    const [unused, used] = await Promise.all(
      [0, 1].map(async () => (await app.ask('POST /oauth/register', { body: metadata })).body.client_id as string),
    )
    const tool = { clientId: used ?? '', secret: null, redirectUri: metadata.redirect_uris[0] ?? '', webhookKey: '' }
    await tokensOf(app, colleague, tool, { audience: 'mcp', scopes: mcpScopes })
    const registered = await anApplication(app, owner)
    const { database } = app.context
    const afterDays = async (days: number) => {
      while ((await deleteExpired(database, new Date(app.clock.now().getTime() + days * 86_400_000))) > 0);
      return Promise.all([unused, used].map(async (id) => (await findClient(database.reader, id ?? '')) !== undefined))
    }
    assert.deepEqual(await afterDays(29), [true, true])
    assert.deepEqual(await afterDays(31), [false, true])
    assert.ok(await findClient(database.reader, registered.clientId), 'what a member registered is never purged')
  })
})

describe('the webhook signing key of an app', () => {
  test('can be decrypted for signing, and only with the key of the instance', async () => {
    const { encryption, database } = app.context
    const sealed = await findWebhookKey(database.reader, application.clientId)
    assert.equal(openWebhookKey(encryption, application.clientId, sealed ?? Buffer.alloc(0)), application.webhookKey)
    assert.ok(!sealed?.includes(application.webhookKey))
  })
})

describe('errors', () => {
  test('a program gets JSON in the shape of the RFC, whatever it accepts', async () => {
    for (const endpoint of ['token', 'revoke', 'introspect']) {
      const answer = await post(app, endpoint, {}, { accept: 'text/html' })
      assert.equal(answer.status, 400)
      assert.match(String(answer.headers['content-type']), /^application\/json/)
      assert.deepEqual(Object.keys(answer.body), ['error', 'error_description'])
    }
  })

  test('500: our fault shows nothing of the inside, and nothing was spent', async () => {
    const failing: { at: Failing } = { at: 'nowhere' }
    const faulty = await testApp({ through: faultyDatabase(failing) })
    const { refresh_token } = await tokensOf(app, colleague, application)
    failing.at = 'at the end'
    const answer = await refresh(faulty, application, refresh_token)
    assertAnswer(answer, 500, {
      error: 'server_error',
      error_description: 'The server encountered an unexpected condition.',
    })
    // Of an error of the database only its code is logged: a message may name what people typed.
    assert.ok(JSON.stringify(faulty.logged).includes('"code":"TT001"'))
    assertStatus(await refresh(app, application, refresh_token), 200)
  })

  test('the page shows the name of an application as text, even if it is markup', async () => {
    const hostile = await anApplication(app, owner, { name: '<script>alert(1)</script>"\'' })
    const visitor = await signedInAs(app, colleague)
    const { text } = await visitor.get(authorizePath(hostile, pkce(), { state: '"><script>alert(2)</script>' }))
    assert.ok(text.includes('&lt;script>alert(1)'))
    assert.doesNotMatch(text, /<script>/)
  })
})
