import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { beginSession, deleteEndedSessions, findCredentials } from '#accounts/index.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { wholeDatabase } from '../../support/inventory.ts'
import { givePassword, rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner } = await aCast(app)
await givePassword(app, owner)

const hour = 3_600_000
const day = 24 * hour

describe('the cookie', () => {
  test('flags: __Host-, Secure, HttpOnly, SameSite=Lax, Path=/ and no domain, for visitors and for the signed in', async () => {
    const visitor = new Visitor(app)
    const before = String((await visitor.get('/login')).headers['set-cookie'])
    assert.match(before, /^__Host-openslot=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/)
    const [after = '', known = ''] = [(await visitor.signIn(owner.email, rightPassword)).headers['set-cookie']]
      .flat()
      .map(String)
    assert.match(after, /^__Host-openslot=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    assert.match(
      known,
      /^__Host-openslot-known=[0-9a-f]{32}-[a-z2-7]{26}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000$/,
    )
    assert.equal(
      (await visitor.get('/account')).headers['set-cookie'],
      undefined,
      'it is set when it changes, and not else',
    )
  })

  test('session fixation: a cookie from before signing in gives no access, whatever its origin', async () => {
    const visitor = new Visitor(app)
    await visitor.get('/login')
    const planted = visitor.cookie
    assert.equal((await visitor.signIn(owner.email, rightPassword)).status, 303)
    assert.notEqual(visitor.cookie, planted)
    const attacker = new Visitor(app)
    attacker.cookie = planted
    assert.equal((await attacker.get('/account')).status, 303)
    // And the token of a form that was made for the planted cookie is none for the new one.
    const { fields } = await attacker.get('/login')
    assert.equal(
      (await visitor.post('/account/profile', { form_token: fields.form_token ?? '', name: 'Taken over' })).status,
      403,
    )
  })

  test('rotation: signing in again begins a new session, and ends the one before', async () => {
    const visitor = await signedInAs(app, owner)
    const first = visitor.cookie
    const { fields } = await visitor.get('/account')
    assert.equal(
      (
        await visitor.post('/login', {
          form_token: fields.form_token ?? '',
          email: owner.email,
          password: rightPassword,
        })
      ).status,
      303,
    )
    assert.notEqual(visitor.cookie, first)
    const before = new Visitor(app)
    before.cookie = first
    assert.equal((await before.get('/account')).status, 303)
    assert.equal((await visitor.get('/account')).status, 200)
  })

  test('sent twice, or malformed, it is ignored', async () => {
    const { cookie } = await signedInAs(app, owner)
    const visitor = new Visitor(app)
    for (const header of [
      `__Host-openslot=x; __Host-openslot=${cookie}`,
      `__Host-openslot=${cookie}x`,
      `openslot=${cookie}`,
      `__host-openslot=${cookie}`,
      '__Host-openslot=',
    ])
      assert.equal((await visitor.get('/account', { headers: { cookie: header } })).status, 303, header)
    assert.equal(
      (await visitor.get('/account', { headers: { cookie: `a=b; __Host-openslot=${cookie}; c` } })).status,
      200,
    )
  })
})

describe('a session', () => {
  test('is in the database as a digest only (F1)', async () => {
    const visitor = await signedInAs(app, owner)
    const dump = await wholeDatabase(app)
    assert.ok(!dump.includes(String(visitor.cookie)))
    assert.ok(!dump.includes(Buffer.from(String(visitor.cookie), 'base64url').toString('hex')))
    assert.ok(!JSON.stringify(app.logged).includes(String(visitor.cookie)))
  })

  test('ends after a week without use, and after thirty days in any case; its row is deleted', async () => {
    const { owner } = await aCast(app)
    const [idle, busy] = [await signedInAs(app, owner), await signedInAs(app, owner)]
    for (let days = 0; days < 29; days += 1) {
      assert.equal((await busy.get('/account')).status, 200, `day ${days}`)
      if (days === 6) assert.equal((await idle.get('/account')).status, 200)
      if (days === 12)
        assert.equal((await idle.get('/account')).status, 200, 'looked at on the seventh day, alive on the thirteenth')
      if (days === 20) assert.equal((await idle.get('/account')).status, 303, 'a week and more after that it is over')
      app.clock.advance(day)
    }
    assert.equal((await busy.get('/account')).status, 200)
    app.clock.advance(day)
    assert.equal((await busy.get('/account')).status, 303)
    // Undone afterwards: by this clock the sessions of all other tests have ended too.
    const swept = app.context.database.write(async (tx) => {
      await deleteEndedSessions(tx, app.clock.now())
      const left = await tx.selectFrom('sessions').select('id').where('user_id', '=', owner.id).execute()
      assert.deepEqual(left, [])
      throw new Error('undone')
    })
    await assert.rejects(swept, { message: 'undone' })
  })

  test('is read often and written seldom', async () => {
    const visitor = await signedInAs(app, owner)
    const seen = async () =>
      (
        await app.context.database.reader
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('user_id', '=', owner.id)
          .orderBy('last_seen_at', 'desc')
          .limit(1)
          .execute()
      )[0]?.last_seen_at
    const first = await seen()
    app.clock.advance(9 * 60_000)
    await visitor.get('/account')
    assert.deepEqual(await seen(), first)
    app.clock.advance(60_000)
    await visitor.get('/account')
    assert.deepEqual(await seen(), app.clock.now())
  })

  test('ended on one process is over on every other at once (E6)', async () => {
    const visitor = await signedInAs(app, owner)
    const elsewhere = new Visitor(await testApp())
    elsewhere.cookie = visitor.cookie
    assert.equal((await elsewhere.get('/account')).status, 200)
    await visitor.submit('/logout', {}, { page: '/account' })
    assert.equal((await elsewhere.get('/account')).status, 303)
  })

  test('follows its person: a removed member is signed in to the organization of their own, and to nothing of the old one', async () => {
    const member = await aMember(app, owner)
    const visitor = await signedInAs(app, member)
    await app.run(removeOrganizationMember, owner.principal, { uuid: member.membershipId })
    const { status, text } = await visitor.get('/account/tokens')
    assert.equal(status, 200)
    assert.match(text, /No tokens yet/)
  })

  test('does not begin with a password that was changed meanwhile', async () => {
    const { owner } = await aCast(app)
    await givePassword(app, owner)
    const account = await findCredentials(app.context.database.reader, owner.email)
    await givePassword(app, owner)
    assert.equal(
      await app.runOpen(beginSession, { user_id: owner.id, password_hash: account?.passwordHash ?? '', device: 'x' }),
      null,
    )
    const begun = await app.context.database.reader
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', owner.id)
      .execute()
    assert.deepEqual(begun, [])
  })

  test("can be ended by its user, and by nobody else; 'all others' leaves this one", async () => {
    const cast = await aCast(app)
    const [one, two, three] = [
      await signedInAs(app, cast.owner),
      await signedInAs(app, cast.owner),
      await signedInAs(app, cast.owner),
    ]
    const stranger = await signedInAs(app, cast.outsider)
    const ids = [...(await one.get('/account')).text.matchAll(/name="session" value="([^"]+)"/g)].map(
      ([, id = '']) => id,
    )
    assert.equal(ids.length, 2)
    for (const session of [...ids, 'nonsense', '']) {
      const { fields } = await stranger.get('/account')
      assert.equal(
        (await stranger.post('/account/sessions/end', { form_token: fields.form_token ?? '', session })).status,
        404,
      )
    }
    for (const visitor of [one, two, three]) assert.equal((await visitor.get('/account')).status, 200)
    await one.submit('/account/sessions/end', { session: ids[0] ?? '' }, { page: '/account' })
    assert.deepEqual([(await two.get('/account')).status, (await three.get('/account')).status].sort(), [200, 303])
    await one.submit('/account/sessions/end-others', {}, { page: '/account' })
    assert.deepEqual(
      [(await one.get('/account')).status, (await two.get('/account')).status, (await three.get('/account')).status],
      [200, 303, 303],
    )
    assert.equal((await stranger.get('/account')).status, 200)
    await app.context.database.write((tx) =>
      sql`delete from sessions where user_id = ${cast.owner.id}::uuid`.execute(tx),
    )
  })
})
