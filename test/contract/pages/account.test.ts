// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { confirmEmailChange, requestEmailChange } from '#accounts/index.ts'
import { scopes } from '#contract/scopes.ts'
import { anEmailLink, aPasswordLink } from '../../support/account-links.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { added, factsOf } from '../../support/inventory.ts'
import { givePassword, rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, organizationId, tag } = await aCast(app)
const newPassword = 'another quiet harbour'
let count = 0
const newEmail = (): string => {
  count += 1
  return `new.${count}.${tag}@acme.test`
}

describe('the name', () => {
  test('303: is another one, everywhere; one fact. The same again is no change. 400: blank or too long', async () => {
    const member = await aMember(app, owner)
    const visitor = await signedInAs(app, member)
    const before = await factsOf(app, organizationId)
    for (let round = 0; round < 2; round += 1) {
      const answer = await visitor.submit('/account/profile', { name: ' Another Name ' }, { page: '/account' })
      assert.deepEqual([answer.status, answer.location], [303, '/account?note=profile-changed'])
    }
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['account.name_changed'])
    assert.equal(resourceOf(await app.ask('GET /users/me', { token: member.token })).name, 'Another Name')
    for (const name of ['', ' ', 'x'.repeat(256), 'a\tb'])
      assert.equal((await visitor.submit('/account/profile', { name }, { page: '/account' })).status, 400, name)
  })
})

describe('the address of the page', () => {
  test('400: one that is reserved says so, in the language of the reader', async () => {
    const visitor = await signedInAs(app, await aMember(app, owner))
    const page = '/account'
    assert.match(
      (await visitor.submit('/account/profile', { slug: 'login' }, { page })).text,
      /This is reserved for the service\./,
    )
    assert.match(
      (await visitor.submit('/account/profile?locale=de', { slug: 'app' }, { page })).text,
      /Das ist für den Dienst reserviert\./,
    )
  })
})

describe('the sessions', () => {
  test('are shown in the time zone and time format of the reader', async () => {
    const visitor = await signedInAs(app, await aMember(app, owner))
    // The clock stands on 2 March 2026, 10:00 UTC, or a little later.
    for (const [time_notation, time] of [
      ['12h', /Signed in March 2, 2026, 7:\d{2}\spm/],
      ['24h', /Signed in March 2, 2026, 19:\d{2}/],
    ] as const) {
      await visitor.submit('/account/profile', { timezone: 'Asia/Tokyo', time_notation }, { page: '/account' })
      assert.match((await visitor.get('/account')).text, time)
    }
  })

  test('name the browser and system in the language of the reader, as does the example of a time format', async () => {
    const member = await aMember(app, owner)
    await givePassword(app, member)
    const visitor = new Visitor(app)
    const headers = {
      'user-agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    }
    await visitor.submit('/login', { email: member.email, password: rightPassword }, { headers })
    await signedInAs(app, member)
    for (const [locale, device, unknown, clock] of [
      ['en', 'Chrome on Linux', 'Unknown browser', '12-hour (2:30 pm)'],
      ['de', 'Chrome unter Linux', 'Unbekannter Browser', '12 Stunden (2:30 PM)'],
      ['uk', 'Chrome на Linux', 'Невідомий браузер', '12-годинний (2:30 пп)'],
    ]) {
      const { text } = await visitor.get(`/account?locale=${locale}`)
      for (const words of [device, unknown, clock]) assert.ok(text.includes(words ?? ''), words)
    }
  })
})

describe('the password', () => {
  test('303: other browsers and all tokens are out, this browser is not; one fact', async () => {
    const member = await aMember(app, owner)
    const [visitor, other] = [await signedInAs(app, member), await signedInAs(app, member)]
    const link = await aPasswordLink(app, member.email)
    const before = await factsOf(app, organizationId)
    const answer = await visitor.submit(
      '/account/password',
      { current_password: rightPassword, password: newPassword },
      { page: '/account' },
    )
    assert.deepEqual([answer.status, answer.location], [303, '/account?note=password-changed'])
    assert.deepEqual([(await visitor.get('/account')).status, (await other.get('/account')).status], [200, 303])
    assert.equal((await app.ask('GET /users/me', { token: member.token })).status, 401)
    assert.equal((await new Visitor(app).get(link)).status, 404, 'a link from before')
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['account.password_changed'])
    assert.equal((await new Visitor(app).signIn(member.email, rightPassword)).status, 400)
    assert.equal((await new Visitor(app).signIn(member.email, newPassword)).status, 303)
  })

  test('400: the one until now is wrong, or the new one cannot be; nothing changes', async () => {
    const member = await aMember(app, owner)
    const visitor = await signedInAs(app, member)
    for (const fields of [
      { current_password: 'wrong wrong wrong', password: newPassword },
      { current_password: '', password: newPassword },
      { current_password: rightPassword, password: 'short' },
      { current_password: rightPassword, password: member.email },
    ]) {
      const answer = await visitor.submit('/account/password', fields, { page: '/account' })
      assert.equal(answer.status, 400)
      assert.match(answer.text, /<details open>/)
    }
    assert.equal((await app.ask('GET /users/me', { token: member.token })).status, 200)
    assert.equal((await new Visitor(app).signIn(member.email, rightPassword)).status, 303)
  })
})

describe('the e-mail address', () => {
  test('303, the same whether the address is taken or not; nothing changes before the link was opened (enumeration)', async () => {
    const member = await aMember(app, owner)
    const visitor = await signedInAs(app, member)
    const wanted = newEmail()
    for (const [email, expectedFacts] of [
      [owner.email, []],
      [wanted, ['account.email_change_requested']],
    ] as const) {
      const before = await factsOf(app, organizationId)
      const answer = await visitor.submit(
        '/account/email',
        { email, email_password: rightPassword },
        { page: '/account' },
      )
      assert.deepEqual([answer.status, answer.location], [303, '/account?note=email-saved'])
      assert.deepEqual(added(before, await factsOf(app, organizationId)), expectedFacts)
    }
    assert.equal(resourceOf(await app.ask('GET /users/me', { token: member.token })).email, member.email)
  })

  test('400: the password is wrong, or it is no address', async () => {
    const visitor = await signedInAs(app, await aMember(app, owner))
    assert.equal(
      (await visitor.submit('/account/email', { email: newEmail(), email_password: 'wrong' }, { page: '/account' }))
        .status,
      400,
    )
    for (const email of ['', 'nonsense', 'a@b@c', `${'x'.repeat(300)}@acme.test`])
      assert.equal(
        (await visitor.submit('/account/email', { email, email_password: rightPassword }, { page: '/account' })).status,
        400,
        email,
      )
  })

  test('303: the link changes it once; other browsers, tokens and links from before are over; one fact', async () => {
    const member = await aMember(app, owner)
    const [visitor, other] = [await signedInAs(app, member), await signedInAs(app, member)]
    const wanted = newEmail()
    const [reset, path] = [await aPasswordLink(app, member.email), await anEmailLink(app, member, wanted)]
    const before = await factsOf(app, organizationId)
    assert.ok((await visitor.get(path)).text.includes(wanted))
    const answer = await visitor.submit(path, {})
    assert.deepEqual([answer.status, answer.location], [303, '/account?note=email-changed'])
    assert.deepEqual([(await visitor.get('/account')).status, (await other.get('/account')).status], [200, 303])
    assert.equal((await app.ask('GET /users/me', { token: member.token })).status, 401)
    for (const dead of [path, reset]) assert.equal((await new Visitor(app).get(dead)).status, 404)
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['account.email_changed'])
    assert.equal((await new Visitor(app).signIn(member.email, rightPassword)).status, 400)
    assert.equal((await new Visitor(app).signIn(wanted, rightPassword)).status, 303)
  })

  test('opened in another browser, the link still works, and signs nobody in', async () => {
    const member = await aMember(app, owner)
    await signedInAs(app, member)
    const stranger = await signedInAs(app, owner)
    const answer = await stranger.submit(await anEmailLink(app, member, newEmail()), {})
    assert.equal(answer.location, '/login?note=email-changed')
    assert.ok((await stranger.get('/account')).text.includes(owner.email))
  })

  test('404: the address was taken meanwhile, the link was replaced by a newer one, or is an hour old; of twenty at once, one works', async () => {
    const [one, two] = [await aMember(app, owner), await aMember(app, owner)]
    const wanted = newEmail()
    const [first, second] = [await anEmailLink(app, one, wanted), await anEmailLink(app, two, wanted.toUpperCase())]
    assert.equal((await new Visitor(app).submit(first, {})).status, 303)
    assert.equal((await new Visitor(app).submit(second, {})).status, 404)
    const older = await anEmailLink(app, two, newEmail())
    const code = (await anEmailLink(app, two, newEmail())).split('/').at(-1)
    assert.equal((await new Visitor(app).get(older)).status, 404)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.runOpen(confirmEmailChange, { code })),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    const before = await anEmailLink(app, two, newEmail())
    assert.equal(await app.run(requestEmailChange, two.principal, { email: owner.email }), null, 'one that is taken')
    assert.equal((await new Visitor(app).get(before)).status, 404, 'replaces it as any other would')
    const late = await anEmailLink(app, two, newEmail())
    app.clock.advance(3_600_000)
    assert.equal((await new Visitor(app).get(late)).status, 404)
  })

  test('a change of case alone is allowed', async () => {
    const member = await aMember(app, owner)
    const sent = await app.run(requestEmailChange, member.principal, { email: member.email.toUpperCase() })
    assert.ok(sent)
    assert.equal(await app.run(requestEmailChange, member.principal, { email: member.email }), null)
  })
})

describe('personal access tokens', () => {
  test('200: is shown once, works as far as its scopes go, is listed by its end, and stops when it is revoked', async () => {
    const member = await aMember(app, owner)
    const visitor = await signedInAs(app, member)
    const made = await visitor.submit('/account/tokens', {
      name: 'Nightly report',
      scope: ['users:read', 'groups:read'],
    })
    assert.equal(made.status, 200)
    const secret = /openslot_pat_[0-9a-f]{8}[0-9A-Za-z]{40}/.exec(made.text)?.[0] ?? ''
    assert.equal((await app.ask('GET /users/me', { token: secret })).status, 200)
    assert.equal((await app.ask('GET /event_types', { token: secret })).status, 403)
    const list = await visitor.get('/account/tokens')
    assert.ok(
      list.text.includes('Nightly report') && list.text.includes(secret.slice(-4)) && !list.text.includes(secret),
    )
    const ids = [...list.text.matchAll(/name="token" value="([^"]+)"/g)].map(([, id = '']) => id)
    assert.equal(ids.length, 2)
    for (const token of ids)
      assert.equal((await visitor.submit('/account/tokens/revoke', { token }, { page: '/account/tokens' })).status, 303)
    for (const token of [secret, member.token]) assert.equal((await app.ask('GET /users/me', { token })).status, 401)
    assert.match((await visitor.get('/account/tokens')).text, /No tokens yet/)
  })

  test('400: without a name, without a scope, with an unknown or the legacy scope', async () => {
    const visitor = await signedInAs(app, await aMember(app, owner))
    for (const fields of [
      { name: '', scope: 'users:read' },
      { name: 'No scopes' },
      { name: 'Unknown', scope: 'everything' },
      { name: 'Old', scope: ['users:read', 'default'] },
    ] as Record<string, string | string[]>[])
      assert.equal((await visitor.submit('/account/tokens', fields)).status, 400, JSON.stringify(fields))
    assert.equal((await visitor.submit('/account/tokens', { name: 'All', scope: [...scopes] })).status, 200)
  })

  test("403 or 404: another user's is not revoked", async () => {
    const [one, two] = [await aMember(app, owner), await aMember(app, owner)]
    const { outsider } = await aCast(app)
    const theirs = [
      ...(await (await signedInAs(app, one)).get('/account/tokens')).text.matchAll(/name="token" value="([^"]+)"/g),
    ].map(([, id = '']) => id)
    for (const [person, status] of [
      [two, 403],
      [outsider, 404],
    ] as const) {
      const visitor = await signedInAs(app, person)
      for (const token of theirs)
        assert.equal(
          (await visitor.submit('/account/tokens/revoke', { token }, { page: '/account/tokens' })).status,
          status,
        )
    }
    assert.equal((await app.ask('GET /users/me', { token: one.token })).status, 200)
  })
})
