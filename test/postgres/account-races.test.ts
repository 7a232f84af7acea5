// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { changePassword, confirmEmailChange, principalOf, resetPassword, sessionHash } from '#accounts/index.ts'
import { findSession } from '#accounts/store/sessions.ts'
import { codeAt, stepAt } from '#accounts/totp.ts'
import type { WriteOperation } from '#execution/operation.ts'
import { callContext } from '#execution/perform.ts'
import { allowApp, createPersonalAccessToken, deleteApp } from '#oauth/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { anEmailLink, aPasswordLink } from '../support/account-links.ts'
import { testApp } from '../support/app.ts'
import { allow, anApplication, answerAt, authorizePath, pkce, redeem } from '../support/application.ts'
import { aCast, aMember, lastPart, type Person } from '../support/cast.ts'
import { eventually } from '../support/eventually.ts'
import { raw } from '../support/raw.ts'
import { rightPassword, type Shown, signedInAs, type Visitor } from '../support/visitor.ts'

// What lets somebody in, made in the very moment in which it is to end. Only a database that runs several transactions
// at once can prove anything here.

const app = await testApp()
const { owner } = await aCast(app)
const { database } = app.context
const native = await anApplication(app, owner, { public: true })

const callOf = ({ principal }: Pick<Person, 'principal'>, tx: Tx) => ({ ...callContext(app.context, principal), tx })

/** Each leaves its transaction open. */
const changes: Readonly<Record<string, (member: Person) => Promise<(tx: Tx) => Promise<unknown>>>> = {
  'the password changes': async (member) => (tx) =>
    changePassword.run(callOf(member, tx), { password_hash: 'another' }),
  'a new password is set by a link': async (member) => {
    const code = lastPart(await aPasswordLink(app, member.email))
    return (tx) => resetPassword.run(callOf(member, tx), { code, password_hash: 'another' })
  },
  'the address changes': async (member) => {
    const code = lastPart(await anEmailLink(app, member, `new.${member.email}`))
    return (tx) => confirmEmailChange.run(callOf(member, tx), { code })
  },
}

const isSomebodyWaiting = async (): Promise<boolean> =>
  (
    await raw(
      database.reader,
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length > 0

const signal = () => {
  let give = (): void => {}
  const given = new Promise<void>((done) => {
    give = done
  })
  return { give, given }
}

/**
 * The first has done its work and not committed when the second begins; it commits when the second waits for it, or is
 * done.
 */
const oneAfterTheOther = async <A, B>(first: (tx: Tx) => Promise<A>, second: () => Promise<B>): Promise<[A, B]> => {
  const [secondUnderWay, firstIsDone] = [signal(), signal()]
  const firstCommits = database.write(async (tx) => {
    const done = await first(tx)
    firstIsDone.give()
    await secondUnderWay.given
    return done
  })
  await Promise.race([firstIsDone.given, firstCommits])
  let isDone = false
  const secondEnds = second().finally(() => {
    isDone = true
  })
  await eventually('the second waits or is done', async () => isDone || (await isSomebodyWaiting()))
  secondUnderWay.give()
  return Promise.all([firstCommits, secondEnds])
}

const allowIn = (visitor: Visitor, challenge = pkce()): Promise<Shown> =>
  allow(visitor, authorizePath(native, challenge, { scope: 'users:read' }))
const tokenIn = (visitor: Visitor): Promise<Shown> =>
  visitor.submit('/account/tokens', { name: 'Nightly', scope: 'users:read' })

const sentToLogin = ({ status, location }: Shown): void => {
  assert.equal(status, 303)
  assert.match(location ?? '', /^\/login\?return_to=/)
}
const secretIn = ({ text }: Shown): string => /openslot_pat_\w+/.exec(text)?.[0] ?? ''
const works = async (token: string): Promise<boolean> => (await app.ask('GET /users/me', { token })).status === 200

for (const [what, change] of Object.entries(changes)) {
  describe(what, () => {
    test('"Allow" that waited for it, from a browser that it signs out, allows nothing', async () => {
      const member = await aMember(app, owner)
      const visitor = await signedInAs(app, member)
      const [, answer] = await oneAfterTheOther(await change(member), () => allowIn(visitor))
      sentToLogin(answer)
      assert.deepEqual(await grantsOf(member), [])
    })

    test('a token asked for meanwhile in such a browser is not made', async () => {
      const member = await aMember(app, owner)
      const visitor = await signedInAs(app, member)
      const [, answer] = await oneAfterTheOther(await change(member), () => tokenIn(visitor))
      assert.equal(secretIn(answer), '')
      sentToLogin(answer)
    })

    test('it waits for what is being allowed, and ends that too', async () => {
      const member = await aMember(app, owner)
      const visitor = await signedInAs(app, member)
      const end = await change(member)
      const challenge = pkce()
      const asked = {
        client_id: native.clientId,
        redirect_uri: native.redirectUri,
        code_challenge: challenge.challenge,
        audience: 'rest' as const,
      }
      const [{ code }] = await oneAfterTheOther(
        await inBrowser(visitor, allowApp, { ...asked, scopes: ['users:read'] }),
        () => database.write(end),
      )
      assert.equal((await redeem(app, native, code, challenge)).status, 400)
      assert.deepEqual(await grantsOf(member), [])
    })

    test('it waits for a token that is being made, and ends it too', async () => {
      const member = await aMember(app, owner)
      const visitor = await signedInAs(app, member)
      const end = await change(member)
      const [{ secret }] = await oneAfterTheOther(
        await inBrowser(visitor, createPersonalAccessToken, { name: 'Nightly', scopes: ['users:read'] }),
        () => database.write(end),
      )
      assert.ok(!(await works(secret)))
    })
  })
}

test('a browser that the new password signs out does not turn a second factor on', async () => {
  const member = await aMember(app, owner)
  const visitor = await signedInAs(app, member)
  await visitor.submit(
    '/account/second-factor/begin',
    { current_password: rightPassword },
    { page: '/account/second-factor' },
  )
  const { text } = await visitor.get('/account/second-factor')
  const secret = (/<code class="secret">([^<]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '').toUpperCase()
  const code = codeAt(secret, stepAt(app.clock.now()))
  const [, answer] = await oneAfterTheOther(
    (tx) => changePassword.run(callOf(member, tx), { password_hash: 'another' }),
    () => visitor.submit('/account/second-factor/confirm', { code }, { page: '/account/second-factor' }),
  )
  sentToLogin(answer)
})

test('an application that is being deleted is allowed nothing, and what it is being allowed ends with it', async () => {
  const late = await anApplication(app, owner, { public: true })
  const member = await aMember(app, owner)
  const visitor = await signedInAs(app, member)
  const [, answer] = await oneAfterTheOther(
    (tx) => deleteApp.run(callOf(owner, tx), { client_id: late.clientId }),
    () => allow(visitor, authorizePath(late, pkce(), { scope: 'users:read' })),
  )
  assert.equal(answer.status, 404)

  const early = await anApplication(app, owner, { public: true })
  const { challenge } = pkce()
  const asked = {
    client_id: early.clientId,
    redirect_uri: early.redirectUri,
    code_challenge: challenge,
    audience: 'rest' as const,
    scopes: ['users:read'],
  }
  await oneAfterTheOther(await inBrowser(visitor, allowApp, asked), () =>
    app.run(deleteApp, owner.principal, { client_id: early.clientId }),
  )
  assert.deepEqual(await grantsOf(member), [])
})

test('a browser that stays signed in goes on: it allows what it was asked after the new password', async () => {
  const member = await aMember(app, owner)
  const visitor = await signedInAs(app, member)
  const principal = await principalIn(visitor)
  const challenge = pkce()
  const { password_hash: hash } =
    (
      await raw(
        database.reader,
        sql<{ password_hash: string }>`select password_hash from users where id = ${member.id}`,
      )
    )[0] ?? {}
  assert.ok(hash)
  const [, answer] = await oneAfterTheOther(
    (tx) => changePassword.run(callOf({ principal }, tx), { proven_hash: hash, password_hash: 'another' }),
    () => allowIn(visitor, challenge),
  )
  assert.equal((await redeem(app, native, answerAt(answer).code ?? '', challenge)).status, 200)
})

const principalIn = async ({ cookie = '' }: Visitor) =>
  principalOf((await findSession(database.reader, sessionHash(cookie))) ?? assert.fail('not signed in'))

// biome-ignore lint/suspicious/noExplicitAny: as in Operation.
const inBrowser = async (visitor: Visitor, operation: WriteOperation<any, any>, input: object) => {
  const principal = await principalIn(visitor)
  return (tx: Tx) => operation.run(callOf({ principal }, tx), input)
}

const grantsOf = ({ membershipId }: Person) =>
  raw(
    database.reader,
    sql`select id from oauth_grants where membership_id = ${membershipId}::uuid and revoked_at is null`,
  )
