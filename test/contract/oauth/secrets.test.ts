// seconds: 4
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { beginSession, findCredentials } from '#accounts/index.ts'
import { allowApp } from '#oauth/index.ts'
import { testApp } from '../../support/app.ts'
import { anApplication, call, pkce, redeem, refresh } from '../../support/application.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { aCast, anInvitation, aToken } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { everyRow } from '../../support/inventory.ts'
import { sized } from '../../support/sized.ts'
import { givePassword, rightPassword, signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague } = await aCast(app)
const count = sized(20, 100)
const times = async <T>(make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  for (let index = 0; index < count; index += 1) made.push(await make(index))
  return made
}

/** As it is, and as a careless program would write it. */
const spellings = (secret: string): string[] => [
  secret,
  secret.replace(/^openslot_[a-z]+_/, ''),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret, 'base64url').toString('hex'),
  encodeURIComponent(secret),
]

describe('secrets at rest and in the logs (F1)', () => {
  test('of many of each kind, none is in the database or in a log line, in any spelling', async (t) => {
    const secrets: Record<string, string[]> = {}
    const keep = (kind: string, secret: string | null | undefined) => {
      assert.ok(secret, kind)
      secrets[kind] ??= []
      secrets[kind].push(secret)
    }
    // What others have written before cannot hold any of them.
    const before = new Set(await everyRow(app))
    await givePassword(app, colleague)
    keep('password', rightPassword)
    const visitor = await signedInAs(app, colleague)
    keep('session', visitor.cookie)
    keep('form token', (await visitor.get('/account')).fields.form_token)
    await new Visitor(app).signIn(colleague.email, 'a wrong password of somebody')
    keep('password', 'a wrong password of somebody')

    const eventType = await anEventType(app, colleague, { active: true })
    const nextHour = hours()
    const { passwordHash } = (await findCredentials(app.context.database.reader, colleague.email)) ?? assert.fail()
    await times(async (place) => {
      const application = await anApplication(app, owner, { scopes: ['users:read'] })
      keep('client secret', application.secret)
      keep('webhook key', application.webhookKey)
      const challenge = pkce()
      const asked = {
        client_id: application.clientId,
        redirect_uri: application.redirectUri,
        code_challenge: challenge.challenge,
        audience: 'rest',
        scopes: ['users:read'],
      }
      const { code } = await app.run(allowApp, colleague.principal, asked)
      keep('code', code)
      keep('verifier', challenge.verifier)
      const first = await redeem(app, application, code, challenge)
      const second = await refresh(app, application, first.body.refresh_token)
      for (const { body } of [first, second]) {
        keep('access token', body.access_token)
        keep('refresh token', body.refresh_token)
      }
      keep('personal token', await aToken(app, colleague.principal, ['users:read']))
      keep('invitation code', (await anInvitation(app, owner)).code)
      keep(
        'session',
        (await app.runOpen(beginSession, { user_id: colleague.id, password_hash: passwordHash, device: 'test' })).key,
      )
      const booked = await aBooking(app, colleague, eventType, { start_time: nextHour() })
      keep('secret of an invitee', booked.token.slice(46))
      // Some of them in a wrong field, as by mistake; and refused requests too.
      if (place % 10 !== 0) return
      await app.ask('GET /users/me', { token: second.body.access_token })
      await app.ask(`GET /users/${first.body.access_token}`, { token: second.body.access_token })
      await app.ask(`GET /oauth/authorize?code=${code}&client_secret=${application.secret}`)
      await redeem(app, application, code, pkce())
      await call(app, 'introspect', { ...application, secret: 'wrong' }, { token: second.body.access_token })
      await call(app, 'revoke', application, { token: second.body.access_token })
      await app.ask(`GET /scheduled_events/${booked.token}`, { token: second.body.access_token })
      await new Visitor(app).get(`/cancellations/${booked.token}`)
      await new Visitor(app).submit(`/reschedulings/${booked.token}/${nextHour()}`, { timezone: 'UTC' })
    })

    const database = (await everyRow(app)).filter((row) => !before.has(row)).join('\n')
    const logs = JSON.stringify(app.logged)
    assert.ok(database.includes(colleague.email) && logs.includes('/oauth/token'), 'the search finds what is there')
    const found: string[] = []
    let searched = 0
    for (const [kind, all] of Object.entries(secrets)) {
      for (const secret of all) {
        // A short password might occur anywhere by chance; these do not.
        assert.ok(secret.length >= 20, kind)
        for (const spelling of spellings(secret).filter(({ length }) => length >= 16)) {
          searched += 1
          if (database.includes(spelling)) found.push(`${kind} in the database`)
          if (logs.includes(spelling)) found.push(`${kind} in the logs`)
        }
      }
    }
    t.diagnostic(
      `${Object.entries(secrets)
        .map(([kind, all]) => `${all.length} × ${kind}`)
        .join(', ')}: ${searched} spellings in ${database.length} characters of database and ${logs.length} of logs`,
    )
    assert.deepEqual([...new Set(found)], [])
    assert.ok(Object.values(secrets).filter(({ length }) => length >= count).length >= 8)
  })
})
