import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { attemptsOn } from '#pages/attempts.ts'
import { hashPassword } from '#platform/crypto/password.ts'
import { type Limiter, LimiterAway } from '#platform/limits/limiter.ts'
import { MemoryLimiter } from '#platform/limits/memory.ts'
import { aPasswordLink } from '../../support/account-links.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aFounder } from '../../support/cast.ts'
import { givePassword, rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, admin, colleague, organization } = await aCast(app)
await givePassword(app, owner)
await givePassword(app, admin)

describe('GET /login', () => {
  test('200: a page with a form of ours; 303 for a signed-in user', async () => {
    const shown = await new Visitor(app).get('/login')
    assert.equal(shown.status, 200)
    assert.ok(shown.fields.form_token)
    const again = await (await signedInAs(app, owner)).get('/login?return_to=/account/tokens')
    assert.deepEqual([again.status, again.location], [303, '/account/tokens'])
  })
})

describe('POST /login', () => {
  test('303: the right password, with the address in any case', async () => {
    const visitor = new Visitor(app)
    const answer = await visitor.signIn(` ${owner.email.toUpperCase()} `, rightPassword)
    assert.deepEqual([answer.status, answer.location, answer.text], [303, '/app', ''])
    const page = await visitor.get('/account')
    assert.equal(page.status, 200)
    assert.ok(page.text.includes(owner.email))
  })

  test('400, the same body and status whether an account exists or not (F3, enumeration)', async () => {
    const answers = await Promise.all(
      [
        [owner.email, 'something else entirely'],
        ['nobody.at.all@acme.test', rightPassword],
        // An account that has no password yet.
        [colleague.email, rightPassword],
        [owner.email, ''],
        ['', ''],
        [`${'x'.repeat(3000)}@acme.test`, rightPassword],
      ].map(async ([email = '', password = '']) => {
        const visitor = new Visitor(app)
        const answer = await visitor.signIn(email, password)
        assert.equal((await visitor.get('/account')).status, 303)
        const { 'x-request-id': _, 'content-length': __, date: ___, ...headers } = answer.headers
        return {
          status: answer.status,
          headers,
          text: answer.text.replace(`value="${email}"`, 'value').replaceAll(/name="form_token" value="[^"]+"/g, ''),
        }
      }),
    )
    assert.equal(answers[0]?.status, 400)
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  })

  test('one entry in the activity log for each sign-in, and for each failed attempt on an account', async () => {
    const signIns = async (): Promise<string[]> => {
      const { body } = await app.ask('GET /activity_log_entries', {
        token: owner.token,
        query: { organization, namespace: 'Login', search_term: admin.email },
      })
      return body.collection
        .map(
          (entry: { action: string; actor?: { display_name: string } }) =>
            `${entry.action} ${entry.actor?.display_name}`,
        )
        .sort()
    }
    assert.deepEqual(await signIns(), [])
    await new Visitor(app).signIn(admin.email, 'something else entirely')
    await new Visitor(app).signIn(`not.${admin.email}`, rightPassword)
    assert.deepEqual(await signIns(), ['Failed null'])
    await new Visitor(app).signIn(admin.email, rightPassword)
    assert.deepEqual(await signIns(), ['Failed null', `Succeeded ${admin.name}`])
  })

  test('400: an unknown address costs as much work as a known one', async (t) => {
    // The work of all threads, and not the time: that is everybody's on a busy machine.
    const workOf = async (email: string): Promise<number> => {
      const before = process.cpuUsage()
      assert.equal((await new Visitor(app).signIn(email, 'wrong wrong wrong')).status, 400)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    await givePassword(app, colleague, await hashPassword(rightPassword))
    const [known, unknown] = [await workOf(colleague.email), await workOf('nobody@acme.test')]
    t.diagnostic(`known ${known.toFixed(0)} ms, unknown ${unknown.toFixed(0)} ms`)
    assert.ok(unknown > known / 2 && known > unknown / 2, `${unknown} beside ${known}`)
  })

  test('303 to a path of ours only, whatever the form or the address contains (G6, open redirect)', async () => {
    for (const [wanted, location] of [
      ['/account/tokens?x=1', '/account/tokens?x=1'],
      ['https://evil.test/', '/app'],
      ['//evil.test', '/app'],
      ['/\\evil.test', '/app'],
      ['/%09/evil.test', '/%09/evil.test'],
      ['javascript:alert(1)', '/app'],
      ['/.//evil.test', '/app'],
    ] as const) {
      const visitor = new Visitor(app)
      const answer = await visitor.submit('/login', { email: owner.email, password: rightPassword, return_to: wanted })
      assert.deepEqual([answer.status, answer.location], [303, location], wanted)
      const shown = await new Visitor(app).get(`/login?${new URLSearchParams({ return_to: wanted })}`)
      assert.equal(shown.fields.return_to, location === '/app' ? undefined : location)
      const signedIn = await visitor.get(`/login?${new URLSearchParams({ return_to: wanted })}`)
      assert.equal(signedIn.location, location)
    }
  })

  test('400: a form with NUL, or in no UTF-8; 413: larger than 256 KiB; 415: anything but a form', async () => {
    const visitor = new Visitor(app)
    const { fields } = await visitor.get('/login')
    const send = (body: string, type = 'application/x-www-form-urlencoded') =>
      visitor.ask('POST', '/login', body, { headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' } })
    assert.equal((await send(`form_token=${fields.form_token}&email=%00`)).status, 400)
    assert.equal((await send(`form_token=${fields.form_token}&email=${'x'.repeat(256 * 1024)}`)).status, 413)
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml'])
      assert.equal((await send(JSON.stringify({ form_token: fields.form_token }), type)).status, 415, type)
  })

  test('415: an address of the API takes no form', async () => {
    const answer = await app.ask('POST /organization_invitations', {
      token: owner.token,
      body: 'email=a@b.test',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(answer.status, 415)
  })

  test('a cookie is nothing to the API, and a token nothing to a page', async () => {
    const visitor = await signedInAs(app, owner)
    assert.equal(
      (await app.ask('GET /users/me', { headers: { cookie: `__Host-openslot=${visitor.cookie}` } })).status,
      401,
    )
    assert.equal(
      (await new Visitor(app).get('/account', { headers: { authorization: `Bearer ${owner.token}` } })).status,
      303,
    )
  })
})

describe('attempts to sign in (F3)', () => {
  let limiter: Limiter = new MemoryLimiter()
  const limitedApp = () =>
    testApp({
      settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '100000' },
      limiter: (inner) => {
        limiter = inner
        return inner
      },
    })

  test('429: the sixteenth on one account in a quarter of an hour, from any source, right or wrong; then again', async () => {
    const limited = await limitedApp()
    const statusOf = async (email: string, from: string, password = 'wrong wrong wrong'): Promise<number> =>
      (await new Visitor(limited).submit('/login', { email, password }, { from })).status
    for (const email of [owner.email, 'no.such.person@acme.test']) {
      // Fourteen that would take seconds, counted as the page counts them.
      for (let index = 0; index < 14; index += 1)
        await limiter.take(
          attemptsOn({ context: limited.context, source: `192.0.2.${index}` }, 'sign-in', email.toUpperCase()),
          limited.clock.now(),
        )
      assert.equal(await statusOf(email, '192.0.2.15'), 400)
      assert.equal(await statusOf(email, '192.0.2.16'), 429)
      assert.equal(await statusOf(email, '192.0.2.17', rightPassword), 429)
    }
    assert.equal(await statusOf(admin.email, '192.0.2.99', rightPassword), 303, 'another account')
    limited.clock.advance(15 * 60_000)
    assert.equal(await statusOf(owner.email, '192.0.2.99', rightPassword), 303)
  })

  test('429: all spellings of an address count as one, also those that the database treats as equal', async () => {
    const limited = await limitedApp()
    const { email } = await aFounder(limited, `irini ${randomUUID().slice(0, 8)}`)
    const statusOf = async (address: string): Promise<number> =>
      (
        await new Visitor(limited).submit(
          '/login',
          { email: address, password: 'wrong wrong wrong' },
          { from: '192.0.2.1' },
        )
      ).status
    for (let index = 0; index < 14; index += 1)
      await limiter.take(
        attemptsOn({ context: limited.context, source: `192.0.2.${index + 10}` }, 'sign-in', email),
        limited.clock.now(),
      )
    assert.equal(await statusOf(email.replace('i', 'İ')), 400)
    for (const way of [email, email.replaceAll('i', 'İ'), email.toUpperCase()])
      assert.equal(await statusOf(way), 429, way)
  })

  test('429: each attempt counts, by the account and by the index', async () => {
    const limited = await limitedApp()
    const from = '203.0.113.5'
    await new Visitor(limited).submit('/login', { email: owner.email, password: 'wrong wrong wrong' }, { from })
    const buckets = attemptsOn({ context: limited.context, source: from }, 'sign-in', owner.email)
    for (const bucket of buckets)
      assert.equal((await limiter.peek([bucket], limited.clock.now())).remaining, bucket.limit - 1, bucket.key)
    assert.deepEqual(
      buckets.map(({ limit, seconds }) => [limit, seconds]),
      [
        [15, 900],
        [100, 86_400],
        [60, 900],
      ],
    )
    for (const { key } of buckets) assert.ok(!key.includes(owner.email), 'an address stands in a key')
  })

  test('429: the sixty-first from one source, on any accounts; with Retry-After', async () => {
    const limited = await limitedApp()
    const source = '2001:db8::1'
    for (let index = 0; index < 59; index += 1)
      await limiter.take(
        attemptsOn({ context: limited.context, source }, 'sign-in', `guess.${index}@acme.test`),
        limited.clock.now(),
      )
    const attempt = (email: string, from: string) =>
      new Visitor(limited).submit('/login', { email, password: 'x' }, { from })
    assert.equal((await attempt('sixtieth@acme.test', '2001:db8::2')).status, 400)
    const answer = await attempt('one.more@acme.test', '2001:db8::ffff')
    assert.equal(answer.status, 429)
    assert.match(answer.text, /Too many attempts/)
    assert.ok(Number(answer.headers['retry-after']) > 800)
    assert.equal((await attempt('one.more@acme.test', '2001:db8:0:1::1')).status, 400)
  })

  /** As many as there are in a day, counted as the page counts them. */
  const useUp = async (limited: Awaited<ReturnType<typeof limitedApp>>, email: string): Promise<void> => {
    const buckets = attemptsOn({ context: limited.context, source: '192.0.2.1' }, 'sign-in', email).filter(({ key }) =>
      key.includes('account'),
    )
    for (const bucket of buckets)
      for (let count = 0; count < bucket.limit; count += 1) await limiter.take([bucket], limited.clock.now())
  }

  test('303: a new password by mail clears the account’s windows, from anywhere', async () => {
    const limited = await limitedApp()
    const person = await aFounder(limited)
    await givePassword(limited, person)
    await useUp(limited, person.email)
    assert.equal((await new Visitor(limited).signIn(person.email, rightPassword)).status, 429)
    const password = 'another quiet harbour'
    assert.equal(
      (await new Visitor(limited).submit(await aPasswordLink(limited, person.email), { password })).status,
      303,
    )
    assert.equal(
      (await new Visitor(limited).submit('/login', { email: person.email, password }, { from: '198.51.100.9' })).status,
      303,
    )
  })

  test('303: a browser that was signed in before has windows of its own, which strangers cannot use up, and which end as theirs do', async () => {
    const limited = await limitedApp()
    const [person, other] = [await aFounder(limited), await aFounder(limited)]
    const visitor = await signedInAs(limited, person)
    await visitor.submit('/logout', {}, { page: '/account' })
    await useUp(limited, person.email)
    const stranger = await signedInAs(limited, other)
    await stranger.submit('/logout', {}, { page: '/account' })
    assert.equal((await stranger.signIn(person.email, rightPassword)).status, 429, 'known for another account')
    stranger.known = `${stranger.known?.slice(0, -1)}a`
    assert.equal((await stranger.signIn(person.email, rightPassword)).status, 429, 'forged')
    assert.equal((await visitor.signIn(person.email, rightPassword)).status, 303)
    await visitor.submit('/logout', {}, { page: '/account' })
    for (let count = 0; count < 15; count += 1) assert.equal((await visitor.signIn(person.email, 'x')).status, 400)
    assert.equal(
      (await visitor.signIn(person.email, rightPassword)).status,
      429,
      'the sixteenth in a quarter of an hour',
    )
  })

  test('who is signed in can confirm their password whatever strangers try; a session has fifteen attempts', async () => {
    const limited = await limitedApp()
    const person = await aFounder(limited)
    const visitor = await signedInAs(limited, person)
    await useUp(limited, person.email)
    const change = (current: string) =>
      visitor.submit('/account/email', { email: `new.${person.email}`, email_password: current }, { page: '/account' })
    assert.equal((await change(rightPassword)).status, 303)
    for (let count = 0; count < 14; count += 1) await change('wrong wrong wrong')
    assert.equal((await change(rightPassword)).status, 429)
  })

  test('503: the limiter is away, so there are no attempts (I3)', async () => {
    const blind = await testApp({
      settings: { OPENSLOT_RATE_LIMITS: 'on' },
      limiter: (limiter) => ({
        peek: (buckets, now, asking) => limiter.peek(buckets, now, asking),
        close: () => limiter.close(),
        forget: (buckets) => limiter.forget(buckets),
        take: (buckets, now, asking) => {
          if (asking?.whenAway !== 'memory') throw new LimiterAway()
          return limiter.take(buckets, now, asking)
        },
      }),
    })
    await givePassword(blind, owner)
    const visitor = new Visitor(blind)
    const answer = await visitor.signIn(owner.email, rightPassword)
    assert.equal(answer.status, 503)
    assert.ok(answer.headers['retry-after'])
    assert.equal((await visitor.get('/account')).status, 303)
  })
})

describe('POST /logout', () => {
  test('303: the session is gone on the server, not only in this browser', async () => {
    const visitor = await signedInAs(app, owner)
    const { cookie } = visitor
    const answer = await visitor.submit('/logout', {}, { page: '/account' })
    assert.deepEqual([answer.status, answer.location], [303, '/login?note=signed-out'])
    assert.notEqual(visitor.cookie, cookie)
    visitor.cookie = cookie
    assert.equal((await visitor.get('/account')).location, '/login?return_to=%2Faccount')
  })
})
