// seconds: 3
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Database } from '#platform/db/database.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import type { Answer, TestApp } from '../support/app.ts'
import { testApp } from '../support/app.ts'
import { aBooking, bookingOf, tuesday } from '../support/bookings.ts'
import { aCast, aMember, type Cast } from '../support/cast.ts'
import { newPostgresDatabase } from '../support/databases.ts'
import { anEventType } from '../support/event-types.ts'
import { givePassword, rightPassword, signedInAs, Visitor } from '../support/visitor.ts'

let app: TestApp
let cast: Cast
let holder: pg.Client
let database: Database

before(async () => {
  const url = await newPostgresDatabase()
  database = openPostgres(url, () => {})
  app = await testApp({ through: () => database })
  cast = await aCast(app)
  holder = new pg.Client({ connectionString: url })
  await holder.connect()
})
after(async () => {
  await holder.end()
  await database.close()
})

/**
 * Every row of every table, held by a session that does not let go: a migration, a console session, a process that
 * hangs.
 */
const lockEverything = async (): Promise<void> => {
  const { rows } = await holder.query<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
  )
  await holder.query('begin')
  for (const { name } of rows) await holder.query(`select 1 from ${name} for update`)
}

type Reply = Pick<Answer, 'status' | 'headers'> & { readonly body?: unknown }

const timed = async (what: string, asking: Promise<Reply>) => {
  const began = performance.now()
  const answer = await asking
  return { what, answer, seconds: (performance.now() - began) / 1000 }
}

const unavailable = {
  title: 'Service Unavailable',
  message: 'The service is temporarily unavailable. Retry the request.',
}

describe('while every row is locked', () => {
  test('503 within 5 seconds, in the usual shape: operations of the API and pages', async () => {
    const { owner, colleague, admin } = cast
    const type = await anEventType(app, colleague, { active: true })
    // Of another host: who wants the same one waits for the first one as well.
    const onPage = await anEventType(app, admin, { active: true })
    const { scheduling_url } = (await app.ask(`GET ${onPage.uri}`, { token: admin.token })).body.resource
    const booked = await aBooking(app, colleague, type)
    const member = await aMember(app, owner)
    await givePassword(app, admin)
    const visitor = new Visitor(app)
    const signedIn = await signedInAs(app, owner)
    const webhook = {
      url: `https://hooks.client.test/${randomUUID()}`,
      events: ['invitee.created'],
      organization: cast.organization,
      scope: 'organization',
    }
    const made: Answer = await app.ask('POST /webhook_subscriptions', { token: owner.token, body: webhook })

    const page = new URL(scheduling_url).pathname
    const details = { name: 'A Visitor', email: 'visitor@client.test', timezone: 'Europe/Stockholm' }
    await lockEverything()
    try {
      const { token } = owner
      const answers = await Promise.all([
        timed('read', app.ask('GET /users/me', { token })),
        timed('change a type', app.ask(`PATCH ${type.uri}`, { token, body: { name: 'Another name' } })),
        timed(
          'book',
          app.ask('POST /invitees', {
            token: colleague.token,
            body: bookingOf(type, { start_time: tuesday('10:00') }),
          }),
        ),
        timed('cancel', app.ask(`POST ${booked.event}/cancellation`, { token: colleague.token, body: {} })),
        timed('remove a member', app.ask(`DELETE ${member.membershipUri}`, { token })),
        timed('delete a webhook', app.ask(`DELETE ${made.body.resource.uri}`, { token })),
        timed(
          'erase an invitee',
          app.ask('POST /data_compliance/deletion/invitees', { token, body: { emails: [booked.invitee.email] } }),
        ),
        timed('book on a page', visitor.submit(`${page}/${tuesday('11:00')}`, details)),
        timed('sign in', new Visitor(app).submit('/login', { email: admin.email, password: rightPassword })),
        timed('change a name', signedIn.submit('/account/profile', { name: 'Another Name' }, { page: '/account' })),
      ])
      for (const { what, answer, seconds } of answers)
        console.log(`${what}: ${answer.status} after ${seconds.toFixed(2)} s`)
      for (const { what, answer, seconds } of answers) {
        assert.ok(seconds < 5, `${what}: ${seconds.toFixed(2)} s`)
        if (answer.status < 400) continue
        assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '1'], what)
        if (answer.body !== undefined) assert.deepEqual(answer.body, unavailable, what)
      }
      assert.ok(answers.filter(({ answer }) => answer.status === 503).length >= 8, 'rows were locked')
    } finally {
      await holder.query('rollback')
    }
  })

  test('403 at once, and no wait for a lock: a member who may not change a meeting or book a type', async () => {
    const { owner, colleague } = cast
    const { token } = await aMember(app, owner)
    const type = await anEventType(app, colleague, { active: true })
    const { event, invitee } = await aBooking(app, colleague, type, { start_time: tuesday('14:00') })
    const marked = await aBooking(app, colleague, type, { start_time: tuesday('15:00') })
    const mark: Answer = await app.ask('POST /invitee_no_shows', {
      token: colleague.token,
      body: { invitee: marked.invitee.uri },
    })
    const start_time = tuesday('16:00')
    const person = new URL(invitee.uri).pathname.split('/').at(-1)
    await lockEverything()
    try {
      for (const [address, body] of [
        ['POST /invitees', bookingOf(type, { start_time })],
        [`POST ${event}/cancellation`, {}],
        [`POST /invitees/${person}/cancellation`, {}],
        [`POST /invitees/${person}/reschedule`, { start_time }],
        ['POST /invitee_no_shows', { invitee: invitee.uri }],
        [`DELETE ${mark.body.resource.uri}`, undefined],
        [`POST /invitees/${person}/no_show`, {}],
        [`DELETE /invitees/${person}/no_show`, undefined],
        [`PATCH ${event}`, { meeting_notes_html: 'Not theirs' }],
      ] as const) {
        const answer: Answer = await app.ask(address, { token, ...(body ? { body } : {}) })
        assert.equal(answer.status, 403, `${address}: ${JSON.stringify(answer.body)}`)
      }
    } finally {
      await holder.query('rollback')
    }
  })
})
