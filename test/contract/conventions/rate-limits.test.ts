import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes } from '#contract/scopes.ts'
import { assertAnswer, assertStatus } from '../../support/answers.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { aCast, aFounder, anInvitation, aToken, putOnPlan } from '../../support/cast.ts'

const app = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on' } })
const { owner, colleague, organization, organizationId } = await aCast(app)

const limits = ({ headers }: Answer) =>
  [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']].map(Number)
const refused = (seconds: number) => ({
  title: 'Too Many Requests',
  message: `Rate limit exceeded. Retry after ${seconds} seconds.`,
})
let address = 0
/** An address nobody else calls from. */
const fromSomewhere = () => {
  address += 1
  return `10.0.${Math.floor(address / 250)}.${address % 250}`
}
const nextMinute = () => app.clock.advance(60_000)

/** Somebody on the free plan, whose limit is near. */
const aFreeToken = async () => {
  const founder = await aFounder(app)
  await putOnPlan(app, founder.principal.organizationId, 'basic')
  return { founder, token: founder.token }
}

describe('rate limits', () => {
  test('are shown on every answer: 200, 201, 204, 400, 401, 403, 404, 413, 415', async () => {
    const { token } = owner
    const json = { 'content-type': 'application/json' }
    const from = fromSomewhere()
    const answers = [
      [200, await app.ask('GET /users/me', { token })],
      [200, await app.ask('HEAD /users/me', { token })],
      [
        201,
        await app.ask(`POST ${organization}/invitations`, {
          token,
          body: { email: `limits.${organizationId}@new.test` },
        }),
      ],
      [204, await app.ask(`DELETE ${(await anInvitation(app, owner)).uri}`, { token })],
      [400, await app.ask('GET /organization_invitations', { token })],
      [400, await app.ask('POST /organization_invitations', { token, headers: json, body: '{' })],
      [403, await app.ask('GET /users/me', { token: await aToken(app, owner.principal, []) })],
      [403, await app.ask(`GET ${organization}/invitations`, { token: colleague.token })],
      [404, await app.ask(`GET /groups/${organizationId}`, { token })],
      [
        413,
        await app.ask('POST /organization_invitations', {
          token,
          headers: json,
          body: `{"email":"${'x'.repeat(70_000)}"}`,
        }),
      ],
      [
        415,
        await app.ask('POST /organization_invitations', {
          token,
          headers: { 'content-type': 'text/plain' },
          body: 'x',
        }),
      ],
      [401, await app.ask('GET /users/me', { from })],
      [401, await app.ask('GET /users/me', { token: 'nonsense', from })],
      [404, await app.ask('GET /nowhere', { from })],
      [400, await app.ask('GET /%c3%28', { from })],
      [204, await app.ask('OPTIONS /users/me', { from })],
      [200, await app.ask('GET /health/live', { from })],
      [200, await app.ask('GET /health/ready', { from })],
    ] as const
    for (const [status, answer] of answers) {
      assertStatus(answer, status)
      const [limit, remaining, reset] = limits(answer) as [number, number, number]
      assert.ok(
        limit === 500 && remaining >= 0 && remaining <= 500 && reset >= 1 && reset <= 60,
        `${status}: ${[limit, remaining, reset]}`,
      )
    }
  })

  test('a client over its limit loses its connection; not one shared by a proxy, and not one whose body may still be arriving', async () => {
    const settings = { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '1', OPENSLOT_TRUSTED_PROXIES: '192.0.2.7' }
    const narrow = await testApp({ settings })
    const ask = async (from: string, headers = {}, method = 'GET') => {
      const { status, headers: answered } = await narrow.ask(`${method} /nowhere`, { from, headers })
      return [status, answered.connection]
    }
    const forwarded = { 'x-forwarded-for': fromSomewhere() }
    assert.deepEqual(
      [await ask('192.0.2.7', forwarded), await ask('192.0.2.7', forwarded)],
      [
        [404, 'keep-alive'],
        [429, 'keep-alive'],
      ],
    )
    const itself = fromSomewhere()
    assert.deepEqual(
      [await ask(itself), await ask(itself), await ask(itself, {}, 'POST')],
      [
        [404, 'keep-alive'],
        [429, 'close'],
        [429, 'keep-alive'],
      ],
    )
  })

  test('count down per token, each for itself, and never up inside a window', async () => {
    const [one, other] = [await aToken(app, owner.principal, scopes), await aToken(app, owner.principal, scopes)]
    assert.deepEqual(limits(await app.ask('GET /users/me', { token: one })), [500, 499, 60])
    app.clock.advance(20_000)
    assert.deepEqual(limits(await app.ask('GET /users/me', { token: one })), [500, 498, 40])
    assert.deepEqual(limits(await app.ask('GET /users/me', { token: other })), [500, 499, 60])
    app.clock.advance(39_999)
    assert.deepEqual(limits(await app.ask('GET /nothing-of-the-kind', { token: one, from: fromSomewhere() }))[0], 500)
    assert.deepEqual(limits(await app.ask('GET /groups', { token: one })), [500, 497, 1])
    app.clock.advance(1)
    assert.deepEqual(limits(await app.ask('GET /users/me', { token: one })), [500, 499, 60])
  })

  test('count what is refused as well: scopes, syntax, what is not found', async () => {
    const token = await aToken(app, owner.principal, ['organizations:read'])
    const remaining = async (path: string) => limits(await app.ask(`GET ${path}`, { token }))[1]
    assert.deepEqual(
      [await remaining('/users/me'), await remaining('/organization_invitations'), await remaining('/teams/x')],
      [499, 498, 497],
    )
  })

  test('429: the 501st in a minute, with Retry-After, and again allowed when the window ends', async () => {
    const token = await aToken(app, owner.principal, ['users:read'])
    for (let count = 0; count < 500; count += 1) {
      const { status } = await app.ask('HEAD /users/me', { token })
      if (status !== 200) assert.fail(`the ${count + 1}. was answered ${status}`)
    }
    app.clock.advance(18_000)
    const over = await app.ask('GET /users/me', { token })
    assertAnswer(over, 429, refused(42))
    assert.deepEqual(limits(over), [500, 0, 42])
    assert.equal(over.headers['retry-after'], '42')
    assert.equal(over.headers['content-type'], 'application/json; charset=utf-8')
    app.clock.advance(41_999)
    assertAnswer(await app.ask('GET /users/me', { token }), 429, refused(1))
    app.clock.advance(1)
    assertStatus(await app.ask('GET /users/me', { token }), 200)
  })

  test('429: ten a minute on the free plan, from the moment it is the plan', async () => {
    const { founder, token } = await aFreeToken()
    for (let left = 9; left >= 0; left -= 1)
      assert.deepEqual(limits(await app.ask('GET /users/me', { token })), [10, left, 60])
    assertAnswer(await app.ask('GET /users/me', { token }), 429, refused(60))
    assert.deepEqual(limits(await app.ask('GET /users/me', { token })), [10, 0, 60])
    await putOnPlan(app, founder.principal.organizationId, 'standard')
    assert.deepEqual(limits(await app.ask('GET /users/me', { token })), [500, 489, 60])
  })

  test('429 before scope and body, but after the token', async () => {
    const { founder, token } = await aFreeToken()
    const none = await aToken(app, founder.principal, [])
    for (const used of [token, none])
      for (let count = 0; count < 10; count += 1) await app.ask('GET /users/me', { token: used })
    for (const used of [token, none]) {
      assertStatus(
        await app.ask('POST /organization_invitations', {
          token: used,
          headers: { 'content-type': 'application/json' },
          body: '{',
        }),
        429,
      )
      assertStatus(
        await app.ask('POST /organization_invitations', {
          token: used,
          headers: { 'content-type': 'text/plain' },
          body: 'x'.repeat(70_000),
        }),
        429,
      )
    }
    assertStatus(
      await app.ask('POST /organization_invitations', { token: `${token}x`, body: {}, from: fromSomewhere() }),
      401,
    )
    nextMinute()
    assertStatus(
      await app.ask('POST /organization_invitations', {
        token,
        headers: { 'content-type': 'application/json' },
        body: '{',
      }),
      400,
    )
  })

  test('429: without a valid token, by source address; valid tokens are not affected', async () => {
    const from = fromSomewhere()
    for (let count = 0; count < 500; count += 1) await app.ask(count % 2 ? 'GET /nowhere' : 'GET /users/me', { from })
    assertStatus(await app.ask('GET /users/me', { from }), 429)
    assertStatus(await app.ask('GET /users/me', { token: 'nonsense', from }), 429)
    assertStatus(await app.ask('GET /nowhere', { from }), 429)
    assertStatus(await app.ask('GET /nowhere', { from: fromSomewhere() }), 404)
    assertStatus(await app.ask('GET /users/me', { token: owner.token, from }), 200)
    assertStatus(await app.ask('OPTIONS /users/me', { from }), 204)
    assertStatus(await app.ask('GET /health/live', { from }), 200)
  })

  test('429: an IPv6 network of 64 bits is one caller, whichever of its addresses it uses, to the last millisecond of the window', async () => {
    const ask = async (from: string) => (await app.ask('GET /users/me', { from })).status
    const host = (index: number) => `2001:db8:6:4:${index.toString(16)}::${((index * 7919) % 65_536).toString(16)}`
    for (let index = 1; index <= 500; index += 1) assert.equal(await ask(host(index)), 401)
    assert.equal(await ask(host(501)), 429)
    assert.equal(await ask('2001:0DB8:0006:0004:ffff:ffff:ffff:ffff'), 429, 'in another spelling')
    assert.equal(await ask('2001:db8:6:5::1'), 401, 'the network beside it')
    app.clock.advance(59_999)
    assert.equal(await ask(host(1)), 429)
    app.clock.advance(1)
    assert.equal(await ask(host(1)), 401)
  })

  test('429: an IPv4 address is the same caller on an IPv6 socket', async () => {
    for (let count = 0; count < 500; count += 1)
      await app.ask('GET /users/me', { from: count % 2 ? '192.0.2.64' : '::ffff:192.0.2.64' })
    for (const from of ['192.0.2.64', '::ffff:192.0.2.64', '::ffff:c000:240'])
      assertStatus(await app.ask('GET /users/me', { from }), 429)
  })

  test('can be raised, and turned off', async () => {
    const high = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '100000' } })
    assert.deepEqual(limits(await high.ask('GET /users/me', { token: owner.token })), [100_000, 99_999, 60])
    const off = await testApp()
    const { token } = await aFreeToken()
    for (let count = 0; count < 12; count += 1) assertStatus(await off.ask('GET /users/me', { token }), 200)
    assert.deepEqual(limits(await off.ask('GET /users/me', { token: owner.token })), [500, 500, 60])
  })
})
