import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refreshAuthorization as refreshWithClient } from '@modelcontextprotocol/client'
import { refreshAuthorization as refreshWithSdk } from '@modelcontextprotocol/sdk/client/auth.js'
import { allowApp } from '#oauth/index.ts'
import { type Limiter, LimiterAway } from '#platform/limits/limiter.ts'
import { assertAnswer, assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { anApplication, pkce, redeem, refresh, tokensOf } from '../../support/application.ts'
import { aCast } from '../../support/cast.ts'

const app = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '100000' } })
const { owner, colleague } = await aCast(app)

/** The API's fields, and those of the RFCs beside them. */
const tooMany = (seconds: number) => {
  const message = `Rate limit exceeded. Retry after ${seconds} seconds.`
  return { title: 'Too Many Requests', message, error: 'too_many_requests', error_description: message }
}

describe('8 tokens a user and minute', () => {
  test('429: the ninth, whichever application asks; the code is not used up, and works a minute later', async () => {
    const [one, other] = [await anApplication(app, owner), await anApplication(app, owner, { public: true })]
    let { refresh_token } = await tokensOf(app, colleague, one)
    for (let count = 0; count < 6; count += 1)
      refresh_token = (await refresh(app, one, refresh_token)).body.refresh_token
    await tokensOf(app, colleague, other)

    const challenge = pkce()
    const asked = {
      client_id: one.clientId,
      redirect_uri: one.redirectUri,
      code_challenge: challenge.challenge,
      audience: 'rest',
      scopes: ['users:read'],
    }
    const { code } = await app.run(allowApp, colleague.principal, asked)
    for (const answer of [await redeem(app, one, code, challenge), await refresh(app, one, refresh_token)]) {
      assertAnswer(answer, 429, tooMany(60))
      assert.deepEqual(
        ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'].map((name) =>
          Number(answer.headers[name]),
        ),
        [8, 0, 60, 60],
      )
    }
    assert.ok((await tokensOf(app, owner, one)).access_token, 'others are not held up')
    app.clock.advance(60_000)
    assertStatus(await redeem(app, one, code, challenge), 200)
    assertStatus(await refresh(app, one, refresh_token), 200)
  })

  test('what is refused for another reason is not counted', async () => {
    const application = await anApplication(app, owner)
    app.clock.advance(60_000)
    const { refresh_token } = await tokensOf(app, colleague, application)
    for (let count = 0; count < 20; count += 1) {
      assertStatus(await refresh(app, application, `${refresh_token}x`), 400)
      assertStatus(await refresh(app, application, refresh_token, { resource: 'https://elsewhere.test' }), 400)
      assertStatus(await refresh(app, { ...application, secret: 'wrong' }, refresh_token), 401)
    }
    assertStatus(await refresh(app, application, refresh_token), 200)
  })
})

describe('20 registrations a source and hour', () => {
  test('429: the next one; another source, and the next hour, are free', async () => {
    const register = (from: string) =>
      app.ask('POST /oauth/register', { body: { redirect_uris: ['https://tool.test/callback'] }, from })
    for (let count = 0; count < 20; count += 1) assertStatus(await register('192.0.2.7'), 201)
    const refused = await register('192.0.2.7')
    assertAnswer(refused, 429, tooMany(3600))
    assertStatus(await register('192.0.2.8'), 201)
    app.clock.advance(3_600_000)
    assertStatus(await register('192.0.2.7'), 201)
  })
})

describe('the official MCP packages', () => {
  /** Gives a package the answer as it is on the wire. */
  const fetchFn: typeof fetch = async (url, init) => {
    const answer = await app.ask(`POST ${new URL(String(url)).pathname.replace('/token', '/oauth/token')}`, {
      body: String(init?.body),
      headers: Object.fromEntries(new Headers(init?.headers)),
    })
    return new Response(answer.text, { status: answer.status, headers: { 'content-type': 'application/json' } })
  }
  for (const [name, refreshWith] of [
    ['@modelcontextprotocol/sdk 1', refreshWithSdk],
    ['@modelcontextprotocol/client 2', refreshWithClient],
  ] as const) {
    test(`429: ${name} reports the limit, not an unreadable answer`, async () => {
      app.clock.advance(60_000)
      const application = await anApplication(app, owner, { public: true })
      const { refresh_token } = await tokensOf(app, colleague, application)
      let refreshToken: string = refresh_token
      const refreshing = () =>
        refreshWith('https://auth.test', {
          clientInformation: { client_id: application.clientId },
          refreshToken,
          fetchFn,
        })
      for (let count = 0; count < 7; count += 1) refreshToken = (await refreshing()).refresh_token ?? ''
      await assert.rejects(refreshing(), (error: Error & { code?: string; errorCode?: string }) => {
        assert.equal(error.message, tooMany(60).message)
        assert.equal(error.code ?? error.errorCode, 'too_many_requests')
        return true
      })
    })
  }
})

/** The shared store is gone: only who says that they would rather not wait for it goes on. */
const away = (inner: Limiter): Limiter => ({
  take: async (buckets, now, asking) => {
    if (asking?.whenAway !== 'memory') throw new LimiterAway()
    return inner.take(buckets, now, asking)
  },
  peek: (...asked) => inner.peek(...asked),
  forget: (buckets) => inner.forget(buckets),
  close: () => inner.close(),
})

describe('while the limiter is away', () => {
  test('503: neither tokens nor registrations, and nothing is used up', async () => {
    const broken = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on' }, limiter: away })
    const application = await anApplication(app, owner)
    app.clock.advance(60_000)
    const { refresh_token } = await tokensOf(app, colleague, application)
    const refused = await refresh(broken, application, refresh_token)
    assert.deepEqual(
      [refused.status, refused.body.error, refused.headers['retry-after']],
      [503, 'temporarily_unavailable', '1'],
    )
    assertStatus(
      await broken.ask('POST /oauth/register', { body: { redirect_uris: ['https://tool.test/callback'] } }),
      503,
    )
    assertStatus(await refresh(app, application, refresh_token), 200)
  })
})
