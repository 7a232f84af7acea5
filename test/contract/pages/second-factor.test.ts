// seconds: 4
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { beginSession, findCredentials, proveSecondFactor, removeSecondFactor } from '#accounts/index.ts'
import { sessionHash } from '#accounts/session.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aCast, aMember, type Person } from '../../support/cast.ts'
import { added, factsOf, wholeDatabase } from '../../support/inventory.ts'
import { turnOnSecondFactor } from '../../support/second-factors.ts'
import { rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, organizationId } = await aCast(app)

const guarded = async (
  on: TestApp = app,
): Promise<{ member: Person; authenticator: Awaited<ReturnType<typeof turnOnSecondFactor>> }> => {
  const member = await aMember(on, owner)
  return { member, authenticator: await turnOnSecondFactor(on, await signedInAs(on, member)) }
}

/** In a browser where the password was right. */
const halfway = async ({ email }: Person, on: TestApp = app): Promise<Visitor> => {
  const visitor = new Visitor(on)
  assert.equal(
    (await visitor.submit('/login', { email, password: rightPassword, return_to: '/account/tokens' })).location,
    '/login/code?return_to=%2Faccount%2Ftokens',
  )
  return visitor
}

const give = (visitor: Visitor, code: string) => visitor.submit('/login/code', { code, return_to: '/account/tokens' })

describe('signing in with a second factor', () => {
  test('303: the right password alone gives no access; with the code the user is signed in, and continues', async () => {
    const { member, authenticator } = await guarded()
    const visitor = await halfway(member)
    for (const path of ['/account', '/account/tokens', '/account/second-factor'])
      assert.equal((await visitor.get(path)).status, 303, path)
    const before = visitor.cookie
    const answer = await give(visitor, authenticator.code())
    assert.deepEqual([answer.status, answer.location], [303, '/account/tokens'])
    assert.notEqual(visitor.cookie, before)
    assert.equal((await visitor.get('/account')).status, 200)
    visitor.cookie = before
    assert.equal((await visitor.get('/account')).status, 303)
  })

  test('303 to the beginning: no password was given in this browser, or more than ten minutes ago', async () => {
    const { member, authenticator } = await guarded()
    assert.equal((await new Visitor(app).get('/login/code')).location, '/login')
    const visitor = await halfway(member)
    const { form_token = '' } = (await visitor.get('/login/code')).fields
    app.clock.advance(10 * 60_000)
    const late = await visitor.post('/login/code', {
      form_token,
      code: authenticator.code(),
      return_to: '/account/tokens',
    })
    assert.deepEqual([late.status, late.location], [303, '/login?return_to=%2Faccount%2Ftokens'])
    assert.equal((await visitor.get('/account')).status, 303)
  })

  test('400: a wrong code, an old one, one that was used before', async () => {
    const { member, authenticator } = await guarded()
    const visitor = await halfway(member)
    for (const code of ['', '000000', authenticator.code(-2), authenticator.code(2), 'nonsense', 'x'.repeat(5000)]) {
      const answer = await give(visitor, code)
      assert.equal(answer.status, 400, code.slice(0, 20))
      assert.match(answer.text, /role="alert"/)
    }
    const code = authenticator.code()
    assert.equal((await give(visitor, code)).status, 303)
    assert.equal((await give(await halfway(member), code)).status, 400, 'the same code again')
    app.clock.advance(30_000)
    assert.equal((await give(await halfway(member), authenticator.code(-1))).status, 400, 'and when the step is over')
    assert.equal((await give(await halfway(member), authenticator.code())).status, 303)
  })

  test('the code that turned it on is used up', async () => {
    const { member, authenticator } = await guarded()
    assert.equal((await give(await halfway(member), authenticator.code(-1))).status, 400)
  })

  test('of twenty concurrent uses of a code, one is accepted', async () => {
    const { member, authenticator } = await guarded()
    const hash = (await findCredentials(app.context.database.reader, member.email))?.passwordHash ?? ''
    const begun = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.runOpen(beginSession, { user_id: member.id, password_hash: hash, device: 'x' }),
      ),
    )
    const sessions = await app.context.database.reader
      .selectFrom('sessions')
      .select('id')
      .where(
        'hash',
        'in',
        begun.map(({ key }) => sessionHash(key)),
      )
      .execute()
    assert.equal(sessions.length, 20)
    const code = authenticator.code()
    const outcomes = await Promise.allSettled(
      sessions.map(({ id }) =>
        app.runOpen(proveSecondFactor, { user_id: member.id, session_id: id, code, device: 'x' }),
      ),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.kind?.status, 400, String(outcome.reason))
  })

  test('303: each recovery code once, in any spelling; of twenty concurrent uses, one; a fact each', async () => {
    const { member, authenticator } = await guarded()
    const [first = '', second = ''] = authenticator.recoveryCodes
    assert.equal(authenticator.recoveryCodes.length, 10)
    const before = await factsOf(app, organizationId)
    assert.equal((await give(await halfway(member), first.toUpperCase().replaceAll('-', ' '))).status, 303)
    assert.equal((await give(await halfway(member), first)).status, 400)
    const visitors = await Promise.all(Array.from({ length: 20 }, () => halfway(member)))
    const answers = await Promise.all(visitors.map((visitor) => give(visitor, second)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, ...Array(19).fill(400)])
    assert.deepEqual(added(before, await factsOf(app, organizationId)), [
      ...Array(2).fill('account.recovery_code_used'),
      ...Array(20).fill('account.sign_in_failed'),
      ...Array(2).fill('account.signed_in'),
    ])
    const stranger = await guarded()
    assert.equal(
      (await give(await halfway(stranger.member), authenticator.recoveryCodes[3] ?? '')).status,
      400,
      "another account's code",
    )
  })

  test('429: the ninth attempt in a quarter of an hour, right or wrong, from any source (F3: at most ten a code)', async () => {
    const limited = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on' } })
    const { member, authenticator } = await guarded()
    const visitor = await halfway(member, limited)
    const statuses = []
    for (let index = 0; index < 8; index += 1)
      statuses.push((await visitor.submit('/login/code', { code: '000000' }, { from: `192.0.2.${index}` })).status)
    assert.deepEqual(new Set(statuses), new Set([400]))
    assert.equal(
      (await visitor.submit('/login/code', { code: authenticator.code() }, { from: '192.0.2.77' })).status,
      429,
    )
  })
})

describe('the page of the second factor', () => {
  test('403 or 400: nothing is begun, renewed or turned off without the password', async () => {
    const member = await aMember(app, owner)
    const visitor = await signedInAs(app, member)
    const page = '/account/second-factor'
    assert.equal((await visitor.submit(`${page}/begin`, { current_password: 'wrong' }, { page })).status, 400)
    assert.match((await visitor.get(page)).text, /Set up/)
    const { code } = await turnOnSecondFactor(app, visitor)
    for (const action of ['recovery-codes', 'remove'])
      assert.equal((await visitor.submit(`${page}/${action}`, { current_password: 'wrong' }, { page })).status, 400)
    assert.equal(
      (await visitor.submit(`${page}/begin`, { current_password: rightPassword }, { page })).status,
      400,
      'a second one in its place',
    )
    assert.equal((await visitor.submit(`${page}/cancel`, {}, { page })).status, 303)
    assert.equal((await give(await halfway(member), code())).status, 303, 'it is still on')
  })

  test('400: not turned on by a wrong code; can be left alone', async () => {
    const member = await aMember(app, owner)
    const visitor = await signedInAs(app, member)
    const page = '/account/second-factor'
    await visitor.submit(`${page}/begin`, { current_password: rightPassword }, { page })
    assert.equal((await visitor.submit(`${page}/confirm`, { code: '000000' }, { page })).status, 400)
    assert.equal((await new Visitor(app).signIn(member.email, rightPassword)).location, '/app')
    await visitor.submit(`${page}/cancel`, {}, { page })
    assert.match((await visitor.get(page)).text, /Set up/)
  })

  test('on: other browsers are signed out. New recovery codes: those from before stop working. Off: asked for no more. A fact each', async () => {
    const member = await aMember(app, owner)
    const [visitor, other] = [await signedInAs(app, member), await signedInAs(app, member)]
    const before = await factsOf(app, organizationId)
    const { recoveryCodes } = await turnOnSecondFactor(app, visitor)
    assert.equal((await other.get('/account')).status, 303)
    const page = '/account/second-factor'
    const renewed = await visitor.submit(`${page}/recovery-codes`, { current_password: rightPassword }, { page })
    assert.equal(renewed.status, 200)
    assert.equal((await give(await halfway(member), recoveryCodes[0] ?? '')).status, 400)
    assert.equal((await visitor.submit(`${page}/remove`, { current_password: rightPassword }, { page })).status, 303)
    assert.equal((await new Visitor(app).signIn(member.email, rightPassword)).location, '/app')
    assert.deepEqual(added(before, await factsOf(app, organizationId)).sort(), [
      'account.recovery_codes_renewed',
      'account.second_factor_disabled',
      'account.second_factor_enabled',
      'account.sign_in_failed',
      'account.signed_in',
    ])
  })

  test('the secret is encrypted in the database, recovery codes are digests (F1)', async () => {
    const { authenticator } = await guarded()
    const { secret, recoveryCodes } = authenticator
    const all = ((await wholeDatabase(app)) + JSON.stringify(app.logged)).toLowerCase()
    const texts = [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]
    // Bytes are written in hexadecimal there.
    for (const text of texts)
      for (const form of [text.toLowerCase(), Buffer.from(text).toString('hex')]) assert.ok(!all.includes(form))
  })

  test('the operator of the machine turns it off for a user who has lost everything', async () => {
    const { member } = await guarded()
    assert.deepEqual(await app.run(removeSecondFactor, member.principal), { removed: true })
    assert.equal((await new Visitor(app).signIn(member.email, rightPassword)).location, '/app')
    await assert.rejects(
      app.run(removeSecondFactor, { ...member.principal, via: { kind: 'session', sessionId: 'x' } }),
      {
        message: 'The password is incorrect.',
      },
    )
  })
})
