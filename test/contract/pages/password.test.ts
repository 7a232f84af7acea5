// seconds: 3
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteExpiredLinks, findCredentials, provesPassword, resetPassword } from '#accounts/index.ts'
import { anEmailLink, aPasswordLink } from '../../support/account-links.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { added, factsOf, inventoryOf, wholeDatabase } from '../../support/inventory.ts'
import { turnOnSecondFactor } from '../../support/second-factors.ts'
import { givePassword, rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, organizationId } = await aCast(app)
const newPassword = 'another quiet harbour'
const minute = 60_000

describe('POST /password', () => {
  test('200, the same body whether an account exists or not; one fact for the one that does (enumeration)', async () => {
    const answers = []
    for (const email of [owner.email, owner.email.toUpperCase(), 'nobody@acme.test', '', 'x'.repeat(2000)]) {
      const before = await factsOf(app, organizationId)
      const answer = await new Visitor(app).submit('/password', { email })
      answers.push({ status: answer.status, text: answer.text.replaceAll(/value="[^"]+"/g, '') })
      assert.deepEqual(
        added(before, await factsOf(app, organizationId)),
        email.toLowerCase() === owner.email ? ['account.password_reset_requested'] : [],
        email,
      )
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]?.status, 200)
  })

  test('429: the fifth for one address in an hour, from any source; also for an address without an account (I5)', async () => {
    const limited = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on' } })
    for (const email of [owner.email, 'nobody@acme.test']) {
      const statuses = []
      for (let index = 0; index < 5; index += 1)
        statuses.push((await new Visitor(limited).submit('/password', { email }, { from: `192.0.2.${index}` })).status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 429])
    }
  })
})

describe('a link to set a new password', () => {
  test('404: one that was never sent, is of another kind, or older than an hour', async () => {
    const visitor = new Visitor(app)
    assert.equal((await visitor.get('/password/nonsense')).status, 404)
    const forAddress = await anEmailLink(app, owner, 'elsewhere@acme.test')
    assert.equal((await visitor.get(forAddress.replace('/email/', '/password/'))).status, 404)
    const path = await aPasswordLink(app, owner.email)
    app.clock.advance(59 * minute)
    assert.equal((await visitor.get(path)).status, 200)
    app.clock.advance(minute)
    assert.equal((await visitor.get(path)).status, 404)
    assert.equal((await visitor.submit(path, { password: newPassword }, { page: '/login' })).status, 404)
  })

  test('is withdrawn by a newer one', async () => {
    const [first, second] = [await aPasswordLink(app, owner.email), await aPasswordLink(app, owner.email)]
    assert.deepEqual(
      [(await new Visitor(app).get(first)).status, (await new Visitor(app).get(second)).status],
      [404, 200],
    )
  })

  test('GET and HEAD spend and change nothing, however often (G5)', async () => {
    const path = await aPasswordLink(app, owner.email)
    const before = await inventoryOf(app, organizationId)
    for (let round = 0; round < 3; round += 1) {
      assert.equal((await new Visitor(app).get(path)).status, 200)
      assert.equal((await new Visitor(app).ask('HEAD', path, undefined)).status, 200)
    }
    assert.deepEqual(await inventoryOf(app, organizationId), before)
  })

  test('400: a password that is too short, too long or the address; the link still works', async () => {
    const path = await aPasswordLink(app, owner.email)
    for (const password of ['', 'short', 'x'.repeat(300), owner.email, 'password123']) {
      const answer = await new Visitor(app).submit(path, { password })
      assert.equal(answer.status, 400, password)
      assert.match(answer.text, /role="alert"/)
      assert.match(answer.text, /aria-invalid="true"/)
    }
    assert.equal((await new Visitor(app).get(path)).status, 200)
  })

  test('303: sets it; the old one, all sessions and all tokens stop working; one fact', async () => {
    const cast = await aCast(app)
    const [there, elsewhere] = [await signedInAs(app, cast.colleague), await signedInAs(app, cast.colleague)]
    const otherLink = await anEmailLink(app, cast.colleague, `new.${cast.tag}@acme.test`)
    const path = await aPasswordLink(app, cast.colleague.email)
    const before = await factsOf(app, cast.organizationId)
    const answer = await there.submit(path, { password: newPassword })
    assert.deepEqual([answer.status, answer.location], [303, '/login?note=password-set'])

    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['account.password_changed'])
    for (const visitor of [there, elsewhere]) assert.equal((await visitor.get('/account')).status, 303)
    assert.deepEqual(
      (await app.ask('GET /users/me', { token: cast.colleague.token })).body.message,
      'The access token was revoked',
    )
    assert.equal((await app.ask('GET /users/me', { token: cast.owner.token })).status, 200)
    assert.equal((await new Visitor(app).get(path)).status, 404)
    assert.equal((await new Visitor(app).get(otherLink)).status, 404)
    assert.equal((await new Visitor(app).signIn(cast.colleague.email, rightPassword)).status, 400)
    assert.equal((await new Visitor(app).signIn(cast.colleague.email, newPassword)).status, 303)
  })

  test('does not stand in for the second factor', async () => {
    const member = await aMember(app, owner)
    await turnOnSecondFactor(app, await signedInAs(app, member))
    const visitor = new Visitor(app)
    await visitor.submit(await aPasswordLink(app, member.email), { password: newPassword })
    assert.equal((await visitor.signIn(member.email, newPassword)).location, '/login/code?return_to=%2Fapp')
    assert.equal((await visitor.get('/account')).status, 303)
  })

  test('of twenty that use it at once, one does', async () => {
    const member = await aMember(app, owner)
    await givePassword(app, member)
    const path = await aPasswordLink(app, member.email)
    const code = path.split('/').at(-1)
    const before = await factsOf(app, organizationId)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => app.runOpen(resetPassword, { code, password_hash: `hash ${index}` })),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.kind?.status, 404, String(outcome.reason))
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['account.password_changed'])
  })

  test('is in the database as a digest only, and in no log; the password nowhere at all (F1)', async () => {
    const member = await aMember(app, owner)
    const path = await aPasswordLink(app, member.email)
    const code = path.split('/').at(-1) ?? ''
    await new Visitor(app).submit(path, { password: newPassword })
    const all = (await wholeDatabase(app)) + JSON.stringify(app.logged)
    for (const secret of [code, Buffer.from(code, 'base64url').toString('hex'), newPassword])
      assert.ok(!all.includes(secret))
    const stored = (await findCredentials(app.context.database.reader, member.email))?.passwordHash
    assert.match(stored ?? '', /^scrypt\$65536\$8\$1\$/)
    assert.ok(await provesPassword(newPassword, stored))
  })

  test('is deleted when it has expired', async () => {
    await aPasswordLink(app, owner.email)
    app.clock.advance(61 * minute)
    // Undone afterwards: by this clock the links of all other tests have expired too.
    const swept = app.context.database.write(async (tx) => {
      while ((await deleteExpiredLinks(tx, app.clock.now())) > 0);
      assert.deepEqual(
        await tx.selectFrom('account_links').select('id').where('expires_at', '<=', app.clock.now()).execute(),
        [],
      )
      throw new Error('undone')
    })
    await assert.rejects(swept, { message: 'undone' })
  })
})
