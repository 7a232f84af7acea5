// seconds: 3
// on: embedded
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { mcpScopes, scopes } from '#contract/scopes.ts'
import { authenticate } from '#http/authentication.ts'
import { deleteApp } from '#oauth/index.ts'
import { newAccessToken, newRefreshToken } from '#oauth/token.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import { assertStatus } from '../../support/answers.ts'
import { type Answer, testApp } from '../../support/app.ts'
import {
  type Application,
  aCode,
  anApplication,
  answerAt,
  authorizePath,
  call,
  type Pkce,
  pkce,
  post,
  queryOf,
  redeem,
  refresh,
  tokensOf,
} from '../../support/application.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { type Shown, signedInAs, Visitor } from '../../support/visitor.ts'

// What must not work, one case for each sentence of RFC 6749, 6750, 7636, 8252, 8707, 9207, 9700 and OAuth 2.1 (draft
// 13) that forbids it.

const app = await testApp()
const { owner, colleague } = await aCast(app)
const visitor = await signedInAs(app, colleague)

const registered = [
  'https://app.test/callback',
  'http://127.0.0.1:9876/callback',
  'http://localhost:7777/callback',
  'https://app.test/with?query=1',
]
const restOnly = scopes.filter((scope) => scope !== 'webhooks:write')
const confidential = await anApplication(app, owner, { redirect_uris: registered, scopes: restOnly })
const native = await anApplication(app, owner, {
  public: true,
  redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback', 'test.app.native:/callback'],
})
const another = await anApplication(app, owner, { redirect_uris: ['https://another.test/callback'] })
const old = await anApplication(app, owner, { require_pkce: false })
const both = await anApplication(app, owner, { scopes: [...scopes, ...mcpScopes] })

/** Every address that anybody was sent to. */
const sentTo: string[] = []
const keeping = (shown: Shown): Shown => {
  if (shown.location) sentTo.push(shown.location)
  return shown
}

let cases = 0
/** One sentence of one document. */
const sentence = (text: string, check: () => Promise<void>): void => {
  cases += 1
  test(text, check)
}

type Fields = Parameters<typeof authorizePath>[2]

describe('without a valid redirect address a page reports the error, and nobody is redirected', () => {
  const nowhere = (text: string, more: Fields, application: Application = confidential): void =>
    sentence(text, async () => {
      const path = authorizePath(application, pkce(), more)
      // With another fault beside it, a careless server would tell the stranger of that one.
      const twice = authorizePath(application, pkce(), { response_type: 'token', ...more })
      for (const [who, asked] of [
        [visitor, twice],
        [visitor, path],
        [new Visitor(app), path],
      ] as const) {
        const shown = keeping(await who.get(asked))
        assert.deepEqual([shown.status, shown.location], [400, undefined])
        assert.match(String(shown.headers['content-type']), /^text\/html/)
        assert.equal(shown.headers['x-frame-options'], 'DENY')
      }
      const program = await app.ask(`GET ${path}`, { headers: { accept: 'application/json' } })
      assert.equal(program.status, 400)
      assert.deepEqual(Object.keys(program.body), ['error', 'error_description'])
    })
  const uri = (redirect_uri: string | readonly string[] | undefined): Fields => ({ redirect_uri })

  nowhere('OAuth 2.1 §4.1.1: redirect_uri is required where several are registered', uri(undefined))
  nowhere('RFC 6749 §3.1: a parameter without a value counts as left out', uri(''))
  nowhere('RFC 9700 §2.1: exact comparison: another host', uri('https://evil.test/callback'))
  nowhere('RFC 9700 §2.1: exact comparison: another path', uri('https://app.test/other'))
  nowhere('RFC 9700 §2.1: exact comparison: a path below', uri('https://app.test/callback/below'))
  nowhere('RFC 9700 §2.1: exact comparison: a slash at the end', uri('https://app.test/callback/'))
  nowhere('RFC 9700 §2.1: exact comparison: a query of its own', uri('https://app.test/callback?to=evil'))
  nowhere('RFC 9700 §2.1: exact comparison: the query left out', uri('https://app.test/with'))
  nowhere('RFC 9700 §2.1: exact comparison: another query', uri('https://app.test/with?query=2'))
  nowhere('RFC 6749 §3.1.2: a redirect address has no fragment', uri('https://app.test/callback#here'))
  nowhere('RFC 9700 §2.6: exact comparison: without encryption', uri('http://app.test/callback'))
  nowhere('RFC 9700 §2.1: exact comparison: another port', uri('https://app.test:8443/callback'))
  nowhere('RFC 9700 §2.1: exact comparison: the usual port written out', uri('https://app.test:443/callback'))
  nowhere(
    'RFC 9700 §4.1.1: a host that only begins like the registered one',
    uri('https://app.test.evil.test/callback'),
  )
  nowhere('RFC 9700 §4.1.1: a host below the registered one', uri('https://sub.app.test/callback'))
  nowhere('RFC 9700 §4.1.1: the registered host as a user name', uri('https://app.test@evil.test/callback'))
  nowhere('RFC 9700 §4.1.1: the registered host behind a backslash', uri('https://evil.test\\@app.test/callback'))
  nowhere('RFC 9700 §4.1.1: a path that climbs', uri('https://app.test/callback/../evil'))
  nowhere('RFC 9700 §4.1.1: a path with the same letters encoded', uri('https://app.test/%63allback'))
  nowhere('RFC 9700 §2.1: exact comparison: upper case', uri('HTTPS://APP.TEST/callback'))
  nowhere('RFC 9700 §2.1: exact comparison: blanks around it', uri(' https://app.test/callback '))
  nowhere('RFC 9700 §2.1: exact comparison: a line feed in it', uri('https://app.test/callback\n'))
  nowhere(
    'RFC 6749 §3.1: no parameter twice: two redirect addresses, one of them registered',
    uri(['https://app.test/callback', 'https://evil.test/callback']),
  )
  nowhere('RFC 9700 §2.1: an address of another client', uri('https://another.test/callback'))
  nowhere('RFC 9700 §4.1.1: a script is no address', uri('javascript:alert(1)'))
  nowhere('RFC 9700 §4.1.1: data is no address', uri('data:text/html,x'))
  nowhere(
    'RFC 8252 §7.3: only the port is free on a loopback address: another path',
    uri('http://127.0.0.1:1234/other'),
  )
  nowhere(
    'RFC 8252 §7.3: only the port is free on a loopback address: another address',
    uri('http://127.0.0.2:9876/callback'),
  )
  nowhere(
    'RFC 8252 §7.3: only the port is free on a loopback address: its name instead',
    uri('http://localhost:9876/callback'),
  )
  nowhere(
    'RFC 8252 §7.3: only the port is free on a loopback address: with encryption',
    uri('https://127.0.0.1:9876/callback'),
  )
  nowhere(
    'RFC 8252 §7.3: only the port is free on a loopback address: no such port',
    uri('http://127.0.0.1:99999/callback'),
  )
  nowhere(
    'RFC 8252 §7.3: only the port is free on a loopback address: a user name',
    uri('http://a@127.0.0.1:9876/callback'),
  )
  nowhere(
    'RFC 8252 §8.3: localhost by name: the port is not free for a client with a secret',
    uri('http://localhost:1234/callback'),
  )
  nowhere('RFC 8252 §7.1: a scheme of its own: another path', uri('test.app.native:/other'), native)
  nowhere('RFC 8252 §7.1: a scheme of its own: another scheme', uri('test.app.other:/callback'), native)
  nowhere('RFC 6749 §4.1.2.1: an unknown client', { client_id: randomUUID() })
  nowhere('RFC 6749 §4.1.2.1: what can be no client id', { client_id: "' or 1=1 --" })
  nowhere('RFC 6749 §4.1.2.1: no client at all', { client_id: undefined })
  nowhere('RFC 6749 §3.1: no parameter twice: two clients', { client_id: [confidential.clientId, another.clientId] })

  sentence('RFC 6749 §4.1.2.1: a client that was deleted', async () => {
    const gone = await anApplication(app, owner)
    await app.run(deleteApp, owner.principal, { client_id: gone.clientId })
    const shown = keeping(await visitor.get(authorizePath(gone, pkce())))
    assert.deepEqual([shown.status, shown.location], [400, undefined])
  })
})

describe('other errors are sent to the client, at its redirect address, with state and issuer', () => {
  const sentToClient = (text: string, more: Fields, error: string, application: Application = confidential): void =>
    sentence(text, async () => {
      const shown = keeping(await visitor.get(authorizePath(application, pkce(), more)))
      assert.equal(shown.status, 302, shown.text)
      assert.ok(shown.location?.startsWith(`${application.redirectUri}?`))
      const { error_description, ...answer } = answerAt(shown)
      assert.ok(error_description)
      const state = Array.isArray(more?.state) ? {} : { state: 'a state' }
      // RFC 9207 §2: on errors too.
      assert.deepEqual(answer, { error, ...state, iss: 'http://127.0.0.1:3000' })
    })

  sentToClient('RFC 6749 §4.1.1: response_type is required', { response_type: undefined }, 'invalid_request')
  sentToClient('RFC 9700 §2.1.2: no implicit grant', { response_type: 'token' }, 'unsupported_response_type')
  sentToClient(
    'RFC 9700 §2.1.2: no token beside the code',
    { response_type: 'code token' },
    'unsupported_response_type',
  )
  sentToClient(
    'OAuth 2.1 §4.1.1: code is the only response type',
    { response_type: 'id_token' },
    'unsupported_response_type',
  )
  sentToClient(
    'RFC 6749 §3.1: no parameter twice: response_type',
    { response_type: ['code', 'code'] },
    'invalid_request',
  )
  sentToClient('RFC 9700 §2.1: the answer stands in the query alone', { response_mode: 'fragment' }, 'invalid_request')
  sentToClient('RFC 9700 §2.1: the answer is not posted', { response_mode: 'form_post' }, 'invalid_request')
  sentToClient(
    'RFC 9700 §2.1.1: PKCE for clients with a secret',
    { code_challenge: undefined, code_challenge_method: undefined },
    'invalid_request',
  )
  sentToClient(
    'RFC 7636 §4.4.1: a public client without a challenge',
    { code_challenge: undefined, code_challenge_method: undefined },
    'invalid_request',
    native,
  )
  sentToClient(
    'RFC 9700 §2.1.1: a method that shows the verifier is none',
    { code_challenge_method: 'plain' },
    'invalid_request',
  )
  sentToClient(
    'RFC 7636 §4.3: left out, the method would be plain',
    { code_challenge_method: undefined },
    'invalid_request',
  )
  sentToClient('RFC 7636 §4.4.1: an unknown method', { code_challenge_method: 'S512' }, 'invalid_request')
  sentToClient('RFC 7636 §4.2: a challenge that is too short', { code_challenge: 'a'.repeat(42) }, 'invalid_request')
  sentToClient('RFC 7636 §4.2: a challenge that is too long', { code_challenge: 'a'.repeat(44) }, 'invalid_request')
  sentToClient('RFC 7636 §4.2: a challenge with padding', { code_challenge: `${'a'.repeat(42)}=` }, 'invalid_request')
  sentToClient(
    'RFC 7636 §4.2: a challenge in the other base64',
    { code_challenge: `${'a'.repeat(42)}+` },
    'invalid_request',
  )
  sentToClient(
    'RFC 6749 §3.1: no parameter twice: the challenge',
    { code_challenge: [pkce().challenge, pkce().challenge] },
    'invalid_request',
  )
  sentToClient(
    'RFC 7636 §4.3: a method without a challenge, where PKCE is switched off',
    { code_challenge: undefined },
    'invalid_request',
    old,
  )
  sentToClient('RFC 6749 §3.3: no scope that anybody knows', { scope: 'bookings:manage everything' }, 'invalid_scope')
  sentToClient('RFC 6749 §3.3: no scope that the client registered for', { scope: 'webhooks:write' }, 'invalid_scope')
  sentToClient('RFC 6749 §3.1: no parameter twice: scope', { scope: ['users:read', 'groups:read'] }, 'invalid_request')
  sentToClient('RFC 6749 §3.1: no parameter twice: state', { state: ['one', 'two'] }, 'invalid_request')
  sentToClient('RFC 8707 §2: an unknown resource', { resource: 'https://elsewhere.test' }, 'invalid_target')
  sentToClient('RFC 8707 §2: a resource is a whole address', { resource: '/mcp' }, 'invalid_target')
  sentToClient(
    'RFC 8707 §2: a resource has no fragment',
    { resource: 'http://127.0.0.1:3000/mcp#tools' },
    'invalid_target',
  )
  sentToClient(
    'RFC 8707 §2: a resource that only begins like ours',
    { resource: 'http://127.0.0.1:3000.evil.test' },
    'invalid_target',
  )
  sentToClient(
    'RFC 8707 §2: two resources at once',
    { resource: ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/mcp'] },
    'invalid_target',
  )
  sentToClient('RFC 8707 §3: no scope of that resource', { resource: 'http://127.0.0.1:3000/mcp' }, 'invalid_scope')

  sentence('RFC 6749 §4.1.2.1: the person says no', async () => {
    const path = authorizePath(confidential, pkce())
    const { fields } = await visitor.get(path)
    const { form_token = '', request = '' } = fields
    const shown = keeping(
      await visitor.post('/oauth/authorize', { form_token, request, decision: 'deny', scope: ['users:read'] }),
    )
    const { error_description, ...answer } = answerAt(shown)
    assert.deepEqual(
      [shown.status, answer],
      [302, { error: 'access_denied', state: 'a state', iss: 'http://127.0.0.1:3000' }],
    )
  })

  sentence('RFC 9700 §4.12: the answer to a form is never sent on with its fields (no 307)', async () => {
    const { fields } = await visitor.get(authorizePath(confidential, pkce()))
    const { form_token = '', request = '' } = fields
    const shown = keeping(
      await visitor.post('/oauth/authorize', { form_token, request, decision: 'allow', scope: ['users:read'] }),
    )
    assert.equal(shown.status, 302)
  })
})

describe('no request decides for a user', () => {
  const question = async () =>
    (await visitor.get(authorizePath(confidential, pkce()))).fields as { form_token: string; request: string }
  const codes = async (): Promise<number> => {
    const { rows } = await app.context.database.session(async (session) => ({
      rows: await session.query<{ count: number }>('select count(*)::int as count from authorization_codes'),
    }))
    return rows[0]?.count ?? 0
  }
  const withoutEffect = (text: string, status: number, send: () => Promise<Shown>): void =>
    sentence(text, async () => {
      const before = await codes()
      const shown = keeping(await send())
      assert.deepEqual([shown.status, (await codes()) - before], [status, 0])
      assert.ok(!shown.location?.includes('code='))
    })

  withoutEffect('RFC 9700 §4.7: an answer without our form token', 403, async () =>
    visitor.post('/oauth/authorize', { request: (await question()).request, decision: 'allow', scope: ['users:read'] }),
  )
  withoutEffect("RFC 9700 §4.7: an answer with another browser's form token", 403, async () => {
    const { fields } = await new Visitor(app).get('/login')
    return visitor.post('/oauth/authorize', {
      form_token: fields.form_token ?? '',
      request: (await question()).request,
      decision: 'allow',
      scope: ['users:read'],
    })
  })
  withoutEffect('RFC 9700 §4.7: an answer sent by another site', 403, async () =>
    visitor.post(
      '/oauth/authorize',
      { ...(await question()), decision: 'allow', scope: ['users:read'] },
      { headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' } },
    ),
  )
  withoutEffect('RFC 9110 §9.2.1: looking changes nothing, whatever stands in the address', 200, () =>
    visitor.get(authorizePath(confidential, pkce(), { decision: 'allow', scope: 'users:read' })),
  )
  withoutEffect('RFC 6749 §4.1.1: the request is looked at again when the answer comes', 400, async () => {
    const { form_token, request } = await question()
    const changed = new URLSearchParams(request)
    changed.set('redirect_uri', 'https://evil.test/callback')
    return visitor.post('/oauth/authorize', {
      form_token,
      request: changed.toString(),
      decision: 'allow',
      scope: ['users:read'],
    })
  })
  withoutEffect('RFC 6749 §3.3: scopes that were not asked for cannot be ticked', 400, async () =>
    visitor.post('/oauth/authorize', {
      ...(await question()),
      decision: 'allow',
      scope: ['webhooks:write', 'default', 'mcp:scheduling:write'],
    }),
  )
  withoutEffect('RFC 6749 §3.1: a visitor who is not signed in signs in first', 303, () =>
    new Visitor(app).get(authorizePath(confidential, pkce())),
  )
})

const refused = (answer: Answer, status: number, error: string): void => {
  assert.deepEqual(
    [answer.status, answer.body.error, Object.keys(answer.body)],
    [status, error, ['error', 'error_description']],
    answer.text,
  )
  assert.match(String(answer.headers['content-type']), /^application\/json/)
  assert.equal(answer.headers['cache-control'], 'no-store')
}

const works = async (token: string): Promise<boolean> => (await app.ask('GET /users/me', { token })).status === 200

describe('the token endpoint, for a code', () => {
  const code = (
    text: string,
    status: number,
    error: string,
    more: Fields | ((code: string, challenge: Pkce) => Fields),
    application: Application = confidential,
  ): void =>
    sentence(text, async () => {
      const challenge = pkce()
      const got = await aCode(visitor, application, challenge)
      refused(
        await redeem(app, application, got, challenge, typeof more === 'function' ? more(got, challenge) : more),
        status,
        error,
      )
      // None of this spent the code: its owner can still use it.
      assertStatus(await redeem(app, application, got, challenge), 200)
    })

  code('RFC 6749 §4.1.3: grant_type is required', 400, 'invalid_request', { grant_type: undefined })
  code('RFC 9700 §2.4: no password grant', 400, 'unsupported_grant_type', {
    grant_type: 'password',
    username: 'a',
    password: 'b',
  })
  code('RFC 6749 §5.2: no client credentials grant here', 400, 'unsupported_grant_type', {
    grant_type: 'client_credentials',
  })
  code('RFC 6749 §5.2: an unknown grant', 400, 'unsupported_grant_type', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
  })
  code('RFC 6749 §4.1.3: code is required', 400, 'invalid_request', { code: undefined })
  code('specification: redirect_uri is required', 400, 'invalid_request', { redirect_uri: undefined })
  code('specification: code_verifier is required', 400, 'invalid_request', { code_verifier: undefined })
  code('RFC 6749 §3.2: no parameter twice: the code', 400, 'invalid_request', (got) => ({ code: [got, got] }))
  code('RFC 6749 §3.2: no parameter twice: the verifier', 400, 'invalid_request', (_, { verifier }) => ({
    code_verifier: [verifier, verifier],
  }))
  code('RFC 6749 §4.1.3: a code that nobody has', 400, 'invalid_grant', { code: 'a'.repeat(64) })
  code('RFC 6749 §4.1.3: what can be no code', 400, 'invalid_grant', { code: "' or 1=1 --" })
  code('RFC 6749 §4.1.3: the code in upper case', 400, 'invalid_grant', (got) => ({
    code: got.toUpperCase().replace(/\d/g, 'A'),
  }))
  code('RFC 6749 §4.1.3: another registered redirect address than it was asked with', 400, 'invalid_grant', {
    redirect_uri: registered[1],
  })
  code('RFC 6749 §4.1.3: an unregistered redirect address', 400, 'invalid_grant', {
    redirect_uri: 'https://evil.test/callback',
  })
  code('RFC 7636 §4.6: another verifier', 400, 'invalid_grant', { code_verifier: pkce().verifier })
  code('RFC 9700 §4.8.2: the challenge as verifier', 400, 'invalid_grant', (_, { challenge }) => ({
    code_verifier: challenge,
  }))
  code('RFC 7636 §4.6: a method at the token endpoint changes nothing', 400, 'invalid_grant', (_, { challenge }) => ({
    code_verifier: challenge,
    code_challenge_method: 'plain',
  }))
  code(
    'RFC 7636 §4.6: a challenge was there, so a verifier must be, also where PKCE is switched off',
    400,
    'invalid_grant',
    { code_verifier: undefined },
    old,
  )
  code('RFC 8707 §2.2: an unknown resource', 400, 'invalid_target', { resource: 'https://elsewhere.test' })
  code('RFC 8707 §2.2: another resource than was allowed', 400, 'invalid_target', {
    resource: 'http://127.0.0.1:3000/mcp',
  })
  code('RFC 6749 §3.2.1: a client with a secret proves itself', 401, 'invalid_client', { client_secret: undefined })
  code('RFC 6749 §2.3.1: a wrong secret', 401, 'invalid_client', { client_secret: `${confidential.secret}x` })
  code("RFC 6749 §2.3.1: another client's secret", 401, 'invalid_client', { client_secret: another.secret ?? '' })
  code('RFC 6749 §2.3.1: an unknown client', 401, 'invalid_client', { client_id: randomUUID() })
  code('RFC 6749 §4.1.3: another client, with its own secret', 400, 'invalid_grant', {
    client_id: another.clientId,
    client_secret: another.secret ?? '',
  })
  code('RFC 6749 §3.2.1: no client at all', 400, 'invalid_request', { client_id: undefined, client_secret: undefined })
  code(
    'RFC 6749 §2.1: a public client has no secret to come with',
    401,
    'invalid_client',
    { client_secret: 'anything' },
    native,
  )

  for (const [length, words] of [
    [42, 'too short'],
    [129, 'too long'],
  ] as const) {
    sentence(`RFC 7636 §4.1: a verifier that is ${words}, though its challenge was right`, async () => {
      const verifier = 'v'.repeat(length)
      const challenge = { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
      refused(
        await redeem(app, confidential, await aCode(visitor, confidential, challenge), challenge),
        400,
        'invalid_grant',
      )
    })
  }
  sentence('RFC 7636 §4.1: a verifier of other characters, though its challenge was right', async () => {
    const verifier = `${'v'.repeat(43)} +/`
    const challenge = { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
    refused(
      await redeem(app, confidential, await aCode(visitor, confidential, challenge), challenge),
      400,
      'invalid_grant',
    )
  })
  for (const wrong of [9, 10]) {
    sentence(`RFC 7636 §7: a code survives wrong verifiers, but not ten; after ${wrong}`, async () => {
      const challenge = pkce()
      const got = await aCode(visitor, native, challenge)
      await Promise.all(
        Array.from({ length: wrong }, async () =>
          refused(await redeem(app, native, got, pkce()), 400, 'invalid_grant'),
        ),
      )
      const answer = await redeem(app, native, got, challenge)
      if (wrong < 10) assertStatus(answer, 200)
      else refused(answer, 400, 'invalid_grant')
    })
  }
  sentence("RFC 7636 §7: another client's attempts at a code are not counted", async () => {
    const challenge = pkce()
    const got = await aCode(visitor, native, challenge)
    for (let count = 0; count < 10; count += 1) refused(await redeem(app, another, got, pkce()), 400, 'invalid_grant')
    assertStatus(await redeem(app, native, got, challenge), 200)
  })
  sentence('RFC 9700 §4.8.2: a verifier where no challenge was', async () => {
    const got = await aCode(visitor, old, pkce(), { code_challenge: undefined, code_challenge_method: undefined })
    refused(await redeem(app, old, got, pkce()), 400, 'invalid_grant')
    assertStatus(await redeem(app, old, got, { verifier: '' }), 200)
  })
  sentence('RFC 8252 §7.3: the port of the request is part of the code', async () => {
    const challenge = pkce()
    const elsewhere = { ...confidential, redirectUri: 'http://127.0.0.1:5555/callback' }
    const got = await aCode(visitor, elsewhere, challenge)
    refused(
      await redeem(app, confidential, got, challenge, { redirect_uri: 'http://127.0.0.1:9876/callback' }),
      400,
      'invalid_grant',
    )
    assertStatus(await redeem(app, elsewhere, got, challenge), 200)
  })
  sentence('RFC 6749 §4.1.2: a code lives for ten minutes and not a moment longer', async () => {
    const clocked = await testApp()
    const person = await signedInAs(clocked, colleague)
    const [first, second] = [pkce(), pkce()]
    const early = await aCode(person, confidential, first)
    const late = await aCode(person, confidential, second)
    clocked.clock.advance(10 * 60_000 - 1)
    assertStatus(await redeem(clocked, confidential, early, first), 200)
    clocked.clock.advance(1)
    refused(await redeem(clocked, confidential, late, second), 400, 'invalid_grant')
  })
  sentence('OAuth 2.1 §4.1.3: a code used twice by its client: refused, and what was issued is revoked', async () => {
    const challenge = pkce()
    const got = await aCode(visitor, confidential, challenge)
    const { body } = await redeem(app, confidential, got, challenge)
    assert.ok(await works(body.access_token))
    refused(await redeem(app, confidential, got, challenge), 400, 'invalid_grant')
    assert.ok(!(await works(body.access_token)))
    refused(await refresh(app, confidential, body.refresh_token), 400, 'invalid_grant')
  })
  sentence('RFC 9700 §4.5.3: a used code in the hands of a stranger: refused, and nothing is revoked', async () => {
    const challenge = pkce()
    const got = await aCode(visitor, native, challenge)
    const { body } = await redeem(app, native, got, challenge)
    refused(await redeem(app, native, got, pkce()), 400, 'invalid_grant')
    refused(await redeem(app, another, got, challenge), 400, 'invalid_grant')
    refused(
      await redeem(app, native, got, challenge, { redirect_uri: 'http://127.0.0.1:1/callback' }),
      400,
      'invalid_grant',
    )
    refused(await redeem(app, native, got, { verifier: '' }), 400, 'invalid_request')
    assert.ok(await works(body.access_token))
    assertStatus(await refresh(app, native, body.refresh_token), 200)
  })
  sentence('RFC 6749 §4.1.3: a code of somebody who was removed meanwhile', async () => {
    const member = await aMember(app, owner)
    const challenge = pkce()
    const got = await aCode(await signedInAs(app, member), confidential, challenge)
    await app.run(removeOrganizationMember, owner.principal, { uuid: member.membershipId })
    refused(await redeem(app, confidential, got, challenge), 400, 'invalid_grant')
  })
  sentence('RFC 6749 §3.2.1: a client that was deleted meanwhile', async () => {
    const gone = await anApplication(app, owner)
    const challenge = pkce()
    const got = await aCode(visitor, gone, challenge)
    await app.run(deleteApp, owner.principal, { client_id: gone.clientId })
    refused(await redeem(app, gone, got, challenge), 401, 'invalid_client')
  })
})

describe('the token endpoint, for any caller and request', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })
  const asked = { grant_type: 'refresh_token', refresh_token: newRefreshToken(randomUUID()) }
  const good = basic(confidential.clientId, confidential.secret ?? '')
  const call = (text: string, status: number, error: string, send: () => Promise<Answer>): void =>
    sentence(text, async () => refused(await send(), status, error))

  sentence('RFC 6749 §5.2: a wrong secret in the header is answered with the scheme that would do', async () => {
    const answer = await post(app, 'token', asked, basic(confidential.clientId, 'wrong'))
    refused(answer, 401, 'invalid_client')
    assert.match(String(answer.headers['www-authenticate']), /^Basic realm=/)
  })
  call('RFC 6749 §2.3: not in two ways at once', 400, 'invalid_request', () =>
    post(app, 'token', { ...asked, client_secret: confidential.secret ?? '' }, good),
  )
  call('RFC 6749 §2.3: one client in the header and another in the body', 401, 'invalid_client', () =>
    post(app, 'token', { ...asked, client_id: another.clientId }, good),
  )
  call('RFC 7617 §2: what cannot be read', 401, 'invalid_client', () =>
    post(app, 'token', asked, { authorization: 'Basic ****' }),
  )
  call('RFC 7617 §2: no colon', 401, 'invalid_client', () =>
    post(app, 'token', asked, { authorization: `Basic ${Buffer.from('abc').toString('base64')}` }),
  )
  call(
    'RFC 6749 §2.3.1: a public client with an empty secret in the header proves nothing of another',
    401,
    'invalid_client',
    () => post(app, 'token', asked, basic(confidential.clientId, '')),
  )
  call('RFC 6749 §2.3.1: no credentials in the address', 400, 'invalid_request', () =>
    app.ask(
      `POST /oauth/token?${queryOf({ ...asked, client_id: confidential.clientId, client_secret: confidential.secret ?? '' })}`,
      {
        body: '',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ),
  )
  call('RFC 6749 §3.2: JSON whose values are no texts', 400, 'invalid_request', () =>
    app.ask('POST /oauth/token', { body: { ...asked, client_id: { $ne: null } } }),
  )
  call('RFC 6749 §3.2: a list where one text belongs', 400, 'invalid_request', () =>
    app.ask('POST /oauth/token', { body: { ...asked, client_id: ['a', 'b'] } }),
  )
  call('RFC 6749 §5.2: JSON that breaks off', 400, 'invalid_request', () =>
    app.ask('POST /oauth/token', { body: '{"grant_type":', headers: { 'content-type': 'application/json' } }),
  )
  call('RFC 6749 §5.2: a body of another kind', 400, 'invalid_request', () =>
    app.ask('POST /oauth/token', { body: 'x', headers: { 'content-type': 'text/plain' } }),
  )
  call('RFC 6749 §5.2: a body that is too large', 413, 'invalid_request', () =>
    post(app, 'token', { ...asked, filler: 'x'.repeat(70_000) }),
  )
  call('RFC 6749 §3.2: characters that no text can hold', 400, 'invalid_request', () =>
    post(app, 'token', { ...asked, client_id: 'a\0b' }),
  )
  sentence('RFC 6749 §3.2: tokens are asked for with POST', async () => {
    assertStatus(await app.ask(`GET /oauth/token?${queryOf({ ...asked, client_id: native.clientId })}`), 404)
  })
})

describe('the token endpoint, for a refresh token', () => {
  sentence('RFC 6749 §6: refresh_token is required', async () => {
    refused(await call(app, 'token', confidential, { grant_type: 'refresh_token' }), 400, 'invalid_request')
  })
  const never = (text: string, token: () => Promise<string> | string, application = confidential): void =>
    sentence(text, async () => refused(await refresh(app, application, await token()), 400, 'invalid_grant'))
  never('RFC 6749 §6: one that nobody has', () => newRefreshToken(randomUUID()))
  never('RFC 6749 §6: what can be none', () => 'nonsense')
  never(
    'RFC 6749 §6: an access token is none',
    async () => (await tokensOf(app, colleague, confidential, { scopes: ['users:read'] })).access_token,
  )
  never('RFC 6749 §6: a personal token is none', () => colleague.token)
  never('RFC 6749 §6: a code is none', async () => aCode(visitor, confidential, pkce()))
  never("RFC 6749 §6: another client's", async () => (await tokensOf(app, colleague, another)).refresh_token)
  sentence("RFC 6749 §6: another client's, which stays as it is", async () => {
    const { refresh_token } = await tokensOf(app, colleague, another)
    refused(await refresh(app, native, refresh_token), 400, 'invalid_grant')
    assertStatus(await refresh(app, another, refresh_token), 200)
  })
  sentence('RFC 6749 §6: no more scopes than were allowed; and nothing is used up', async () => {
    const { refresh_token } = await tokensOf(app, colleague, confidential, { scopes: ['users:read'] })
    refused(await refresh(app, confidential, refresh_token, { scope: 'users:read groups:read' }), 400, 'invalid_scope')
    assert.equal((await refresh(app, confidential, refresh_token)).body.scope, 'users:read')
  })
  sentence('RFC 8707 §2.2: no other resource than was allowed; and nothing is used up', async () => {
    const { refresh_token } = await tokensOf(app, colleague, both)
    refused(await refresh(app, both, refresh_token, { resource: 'http://127.0.0.1:3000/mcp' }), 400, 'invalid_target')
    assertStatus(await refresh(app, both, refresh_token, { resource: 'http://127.0.0.1:3000/' }), 200)
  })
  sentence('RFC 9700 §2.2.2: used twice by a client with a secret: refused, and the family lives', async () => {
    const first = await tokensOf(app, colleague, confidential, { scopes: ['users:read'] })
    const second = (await refresh(app, confidential, first.refresh_token)).body
    refused(await refresh(app, confidential, first.refresh_token), 400, 'invalid_grant')
    assert.ok(await works(second.access_token))
    assertStatus(await refresh(app, confidential, second.refresh_token), 200)
  })
  sentence('RFC 9700 §4.14.2: used twice by a public client: refused, and the whole family is revoked', async () => {
    const first = await tokensOf(app, colleague, native)
    const second = (await refresh(app, native, first.refresh_token)).body
    const third = (await refresh(app, native, second.refresh_token)).body
    refused(await refresh(app, native, first.refresh_token), 400, 'invalid_grant')
    for (const { access_token, refresh_token } of [first, second, third]) {
      assert.ok(!(await works(access_token)))
      refused(await refresh(app, native, refresh_token), 400, 'invalid_grant')
    }
  })
  sentence('RFC 9700 §4.14.2: a spent token of one client in the hands of another revokes nothing', async () => {
    const first = await tokensOf(app, colleague, native)
    const second = (await refresh(app, native, first.refresh_token)).body
    refused(await refresh(app, another, first.refresh_token), 400, 'invalid_grant')
    assert.ok(await works(second.access_token))
  })
  sentence('RFC 7009 §2.1: one that was given back', async () => {
    const { refresh_token } = await tokensOf(app, colleague, native)
    assertStatus(await call(app, 'revoke', native, { token: refresh_token }), 200)
    refused(await refresh(app, native, refresh_token), 400, 'invalid_grant')
  })
  sentence('RFC 6749 §10.4: of somebody who was removed meanwhile', async () => {
    const member = await aMember(app, owner)
    const { refresh_token } = await tokensOf(app, member, confidential, { scopes: ['users:read'] })
    await app.run(removeOrganizationMember, owner.principal, { uuid: member.membershipId })
    refused(await refresh(app, confidential, refresh_token), 400, 'invalid_grant')
  })
})

describe('what opens the API, and what does not', () => {
  const reader = app.context.database.reader
  sentence('RFC 8707 §3: a token for the MCP server is nothing to the API', async () => {
    const { access_token } = await tokensOf(app, colleague, both, { audience: 'mcp', scopes: mcpScopes })
    const answer = await app.ask('GET /users/me', { token: access_token })
    assert.deepEqual([answer.status, answer.body.message], [401, 'The access token is invalid'])
    assert.equal((await authenticate(reader, `Bearer ${access_token}`, app.clock.now(), 'mcp')).userId, colleague.id)
  })
  sentence('RFC 8707 §3: a token for the API is nothing to the MCP server', async () => {
    for (const token of [(await tokensOf(app, colleague, both)).access_token, colleague.token]) {
      await assert.rejects(authenticate(reader, `Bearer ${token}`, app.clock.now(), 'mcp'), {
        message: 'The access token is invalid',
      })
    }
  })
  sentence('RFC 9700 §4.3.2: no token in the address', async () => {
    const { access_token } = await tokensOf(app, colleague, both)
    assertStatus(await app.ask('GET /users/me', { query: { access_token } }), 401)
  })
  const shut = (text: string, token: () => Promise<string> | string): void =>
    sentence(text, async () => assertStatus(await app.ask('GET /users/me', { token: await token() }), 401))
  shut('RFC 6750 §2: a refresh token opens nothing', async () => (await tokensOf(app, colleague, both)).refresh_token)
  shut('RFC 6750 §2: a code opens nothing', () => aCode(visitor, both, pkce()))
  shut('RFC 6750 §2: a client secret opens nothing', () => both.secret ?? '')
  shut('RFC 6750 §2: a token that nobody has', () => newAccessToken(randomUUID()))
  sentence('RFC 6749 §5.1: an access token lives for two hours and not a moment longer', async () => {
    const clocked = await testApp()
    const { access_token } = await tokensOf(clocked, colleague, confidential, { scopes: ['users:read'] })
    clocked.clock.advance(7_200_000 - 1)
    assertStatus(await clocked.ask('GET /users/me', { token: access_token }), 200)
    clocked.clock.advance(1)
    const answer = await clocked.ask('GET /users/me', { token: access_token })
    assert.deepEqual([answer.status, answer.body.message], [401, 'The access token expired'])
  })
})

describe('revocation, introspection and registration', () => {
  sentence("RFC 7009 §2.1: another client's token is not taken back", async () => {
    const { access_token, refresh_token } = await tokensOf(app, colleague, both)
    for (const token of [access_token, refresh_token])
      refused(await call(app, 'revoke', another, { token }), 403, 'unauthorized_client')
    assert.ok(await works(access_token))
    assertStatus(await refresh(app, both, refresh_token), 200)
  })
  sentence('RFC 7009 §2.1: who cannot prove themselves revokes nothing', async () => {
    const { access_token } = await tokensOf(app, colleague, both)
    refused(await call(app, 'revoke', { ...both, secret: 'wrong' }, { token: access_token }), 401, 'invalid_client')
    assert.ok(await works(access_token))
  })
  sentence('RFC 7009 §2.1: token is required', async () =>
    refused(await call(app, 'revoke', both, {}), 400, 'invalid_request'),
  )
  sentence('RFC 7662 §2.1: token is required', async () =>
    refused(await call(app, 'introspect', both, {}), 400, 'invalid_request'),
  )
  sentence('RFC 7662 §2.1: the caller authenticates', async () => {
    refused(await call(app, 'introspect', { ...both, secret: null }, { token: 'x' }), 401, 'invalid_client')
  })
  sentence('RFC 7662 §4: a public client, which cannot, may not ask', async () => {
    const { access_token } = await tokensOf(app, colleague, native)
    refused(await call(app, 'introspect', native, { token: access_token }), 401, 'invalid_client')
  })
  sentence("RFC 7662 §2.2: of another client's token nothing is told but that it is not active", async () => {
    const { access_token, refresh_token } = await tokensOf(app, colleague, both)
    for (const token of [access_token, refresh_token, colleague.token, 'nonsense']) {
      assert.deepEqual((await call(app, 'introspect', another, { token })).body, { active: false })
    }
  })

  const unregistered = (text: string, metadata: object, error: string): void =>
    sentence(text, async () => refused(await app.ask('POST /oauth/register', { body: metadata }), 400, error))
  unregistered('RFC 7591 §2: redirect_uris are required', { client_name: 'A tool' }, 'invalid_redirect_uri')
  unregistered('RFC 7591 §3.2.2: none at all', { redirect_uris: [] }, 'invalid_redirect_uri')
  unregistered(
    'RFC 7591 §3.2.2: a redirect address that is none',
    { redirect_uris: ['nonsense'] },
    'invalid_redirect_uri',
  )
  unregistered(
    'RFC 9700 §2.6: a redirect address without encryption',
    { redirect_uris: ['http://tool.test/callback'] },
    'invalid_redirect_uri',
  )
  unregistered(
    'RFC 9700 §4.1.3: a wildcard',
    { redirect_uris: ['https://*.tool.test/callback'] },
    'invalid_redirect_uri',
  )
  unregistered(
    'RFC 6749 §3.1.2: a fragment',
    { redirect_uris: ['https://tool.test/callback#x'] },
    'invalid_redirect_uri',
  )
  unregistered(
    'RFC 7591 §5: a user name',
    { redirect_uris: ['https://a:b@tool.test/callback'] },
    'invalid_redirect_uri',
  )
  unregistered('RFC 7591 §5: a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri')
  unregistered(
    'RFC 8252 §8.4: a scheme of its own is not for a web application',
    { redirect_uris: ['cursor://x/y'], application_type: 'web' },
    'invalid_redirect_uri',
  )
  unregistered(
    'RFC 7591 §2: a grant that is not had here',
    { redirect_uris: ['https://tool.test/callback'], grant_types: ['password'] },
    'invalid_client_metadata',
  )
  unregistered(
    'RFC 7591 §2: a response type that is not had here',
    { redirect_uris: ['https://tool.test/callback'], response_types: ['token'] },
    'invalid_client_metadata',
  )
  unregistered(
    'RFC 7591 §3.2.2: a name that is no text',
    { redirect_uris: ['https://tool.test/callback'], client_name: 7 },
    'invalid_client_metadata',
  )
})

test('none of these requests redirected to an unregistered address', () => {
  const own = (location: string): boolean => location.startsWith('/') && !location.startsWith('//')
  const known = [...registered, 'http://127.0.0.1', 'test.app.native:/callback', 'https://app.test/callback']
  assert.deepEqual(
    sentTo.filter(
      (location) =>
        !own(location) &&
        !known.some(
          (uri) =>
            location.startsWith(`${uri}?`) || location.startsWith(`${uri}&`) || location.startsWith(`${uri}/callback?`),
        ),
    ),
    [],
    'redirects to addresses that nobody registered',
  )
  assert.ok(sentTo.length > 25, `only ${sentTo.length} redirects were seen`)
  assert.ok(cases >= 80, `only ${cases} cases`)
})
