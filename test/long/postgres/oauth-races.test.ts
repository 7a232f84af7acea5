// seconds: 6
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { allowApp, hashToken, revokeTokensOfUser, withdrawFromApp } from '#oauth/index.ts'
import { refreshTokens } from '#oauth/operations/refresh-tokens.ts'
import { type Answer, testApp } from '../../support/app.ts'
import {
  type Application,
  anApplication,
  call,
  type Pkce,
  pkce,
  redeem,
  refresh,
  tokensOf,
} from '../../support/application.ts'
import { aCast, type Person } from '../../support/cast.ts'
import { eventually } from '../../support/eventually.ts'
import { raw } from '../../support/raw.ts'

// Only a database that runs several transactions at once can prove anything here.

const app = await testApp()
const { owner, colleague } = await aCast(app)
const confidential = await anApplication(app, owner)
const native = await anApplication(app, owner, { public: true })

const raced = 100
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const works = async (token: string): Promise<boolean> => (await app.ask('GET /users/me', { token })).status === 200

const codeOf = async ({ principal }: Person, application: Application, { challenge }: Pkce): Promise<string> =>
  (
    await app.run(allowApp, principal, {
      client_id: application.clientId,
      redirect_uri: application.redirectUri,
      code_challenge: challenge,
      audience: 'rest',
      scopes: ['users:read'],
    })
  ).code

/** A few at a time: the machine is small, and what races is inside each. */
const inBatches = async <T>(count: number, size: number, run: (index: number) => Promise<T>): Promise<T[]> => {
  const done: T[] = []
  for (let from = 0; from < count; from += size)
    done.push(...(await Promise.all(times(Math.min(size, count - from), (place) => run(from + place)))))
  return done
}

/**
 * As a careful client does it. Who redeems one code waits for the others, on ten connections: on a machine that is slow
 * enough, for longer than a lock (2 s) or a connection (3 s) is waited for. A 503 has spent nothing, so the same
 * request may be sent again.
 */
const insisting = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    assert.ok(Number(answer.headers['retry-after']) > 0, 'a 503 says when to come again')
    // The client's own pause before it tries again.
    await pause(100)
  }
}

const successes = (answers: readonly Answer[]): Answer[] => {
  for (const { status, body, text } of answers) {
    if (status !== 200) assert.deepEqual([status, body.error], [400, 'invalid_grant'], text)
  }
  return answers.filter(({ status }) => status === 200)
}

describe('one code, many who redeem it (F5)', () => {
  test('of 10 at once, for each code, at most one succeeds; and the others, who are genuine too, end what it got', async () => {
    const rounds = await inBatches(raced, 4, async (place) => {
      const application = place % 2 === 0 ? confidential : native
      const challenge = pkce()
      const code = await codeOf(colleague, application, challenge)
      const winners = successes(
        await Promise.all(times(10, () => insisting(() => redeem(app, application, code, challenge)))),
      )
      for (const { body } of winners) assert.ok(!(await works(body.access_token)), 'a replay ends what was issued')
      return winners.length
    })
    assert.deepEqual(
      rounds,
      times(raced, () => 1),
    )
  })

  test('strangers who race with the application neither get anything nor take anything away', async () => {
    await inBatches(30, 3, async () => {
      const challenge = pkce()
      const code = await codeOf(colleague, native, challenge)
      const strangers = times(8, (place) =>
        insisting(() =>
          place % 2 === 0 ? redeem(app, native, code, pkce()) : redeem(app, confidential, code, challenge),
        ),
      )
      const [genuine] = await Promise.all([insisting(() => redeem(app, native, code, challenge)), ...strangers])
      assert.equal(genuine?.status, 200, genuine?.text)
      assert.deepEqual(successes(await Promise.all(strangers)), [])
      assert.ok(await works(genuine?.body.access_token))
    })
  })
})

describe('one refresh token, many who use it (F6)', () => {
  test('of the families raced, at most one descendant of each lives; of public clients none, for a reuse ends the family', async () => {
    const living = await inBatches(raced, 4, async (place) => {
      const application = place % 2 === 0 ? confidential : native
      const { refresh_token } = await tokensOf(app, colleague, application, { scopes: ['users:read'] })
      const winners = successes(
        await Promise.all(times(8, () => insisting(() => refresh(app, application, refresh_token)))),
      )
      assert.equal(winners.length, 1)
      // Late reuse, after the winner has gone on.
      const next = await refresh(app, application, winners[0]?.body.refresh_token)
      const late = await refresh(app, application, refresh_token)
      assert.equal(late.status, 400)
      const after = next.status === 200 ? await refresh(app, application, next.body.refresh_token) : next
      return { isPublic: application === native, alive: after.status === 200, scope: next.body.scope ?? 'users:read' }
    })
    assert.equal(living.filter(({ isPublic, alive }) => isPublic && alive).length, 0)
    assert.equal(living.filter(({ isPublic, alive }) => !isPublic && alive).length, raced / 2)
    assert.ok(
      living.every(({ scope }) => scope === 'users:read'),
      'no scope grew',
    )
  })
})

describe('revoking while something is issued', () => {
  const { database } = app.context
  const now = () => app.clock.now()
  const someoneWaits = () =>
    eventually('another transaction waits for this one', async () => {
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await raw(database.reader, waiting)).length > 0
    })
  const revocations: Readonly<Record<string, (tokens: { refresh_token: string }) => Promise<unknown>>> = {
    'the application gives its refresh token back': ({ refresh_token }) =>
      call(app, 'revoke', native, { token: refresh_token }),
    'the password changes': () => database.write((tx) => revokeTokensOfUser(tx, colleague.id, now())),
    'the person takes it back': () => app.run(withdrawFromApp, colleague.principal, { client_id: native.clientId }),
  }
  const isOver = async ({
    access_token,
    refresh_token,
  }: {
    access_token: string
    refresh_token: string
  }): Promise<void> => {
    assert.ok(!(await works(access_token)), 'its access token is refused')
    assert.equal((await refresh(app, native, refresh_token)).status, 400)
  }

  for (const [what, end] of Object.entries(revocations)) {
    test(`${what} while new tokens are written and not yet committed: they end too`, async () => {
      const first = await tokensOf(app, colleague, native, { scopes: ['users:read'] })
      let written = (): void => {}
      const areWritten = new Promise<void>((done) => {
        written = done
      })
      const issuing = database.write(async (tx) => {
        const issued = await refreshTokens.run(
          { ...app.context, tx, now: now() },
          { hash: hashToken(first.refresh_token), client: { id: native.clientId, isPublic: true } },
        )
        written()
        await someoneWaits()
        return issued ?? assert.fail('nothing was issued')
      })
      await areWritten
      await Promise.all([end(first), issuing])
      const { accessToken, refreshToken } = await issuing
      await isOver({ access_token: accessToken, refresh_token: refreshToken })
    })
  }

  test('new tokens asked for while a revocation is written and not yet committed: there are none', async () => {
    const first = await tokensOf(app, colleague, native, { scopes: ['users:read'] })
    let written = (): void => {}
    const isWritten = new Promise<void>((done) => {
      written = done
    })
    const revoking = database.write(async (tx) => {
      await revokeTokensOfUser(tx, colleague.id, now())
      written()
      await someoneWaits()
    })
    await isWritten
    const [refreshed] = await Promise.all([refresh(app, native, first.refresh_token), revoking])
    assert.equal(refreshed.status, 400, refreshed.text)
    await isOver(first)
  })

  test('at any moment: whatever order they come in, nothing that was issued outlives the revocation', async () => {
    // One at a time: to revoke all of somebody's ends the others' too.
    await inBatches(30, 1, async (place) => {
      const tokens = await tokensOf(app, colleague, native, { scopes: ['users:read'] })
      const end = Object.values(revocations)[place % 2] ?? assert.fail()
      const [refreshed] = await Promise.all([refresh(app, native, tokens.refresh_token), end(tokens)])
      for (const one of [tokens, ...(refreshed.status === 200 ? [refreshed.body] : [])]) await isOver(one)
    })
  })
})
