// seconds: 4
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hastenSyncs } from '#calendars/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { aFounder } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { aFeed, aFeedServer } from '../../support/feed-server.ts'
import { mailApp } from '../../support/mail.ts'
import { Visitor } from '../../support/visitor.ts'

const app = await mailApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })

describe('a calendar that is lost', () => {
  test('is mailed to its owner with the reason and what it means, at most once a day, and is in the activity log', async () => {
    const server = await aFeedServer(aFeed('10'))
    const person = await aFounder(app)
    const connection = resourceOf(
      await app.ask('POST /calendar_connections', {
        token: person.token,
        body: { kind: 'ics', url: `${server.url}/a.ics` },
      }),
    )
    await app.work()
    const sync = async () => {
      await app.ask(`POST ${connection.uri}/read`, { token: person.token })
      await app.work()
    }
    const lose = async () => {
      server.serve((_, response) => void response.writeHead(404).end())
      await sync()
    }
    const [mail, ...more] = (await app.mailDuring(lose)).filter(({ envelopeTo }) => envelopeTo.includes(person.email))
    assert.deepEqual(more, [])
    assert.equal(mail?.subject, `We can’t sync your calendar ${connection.account}`)
    assert.match(mail?.text ?? '', /no longer exists at its address/)
    assert.match(mail?.text ?? '', /nobody can book you until/)
    assert.match(mail?.text ?? '', /Reconnect the calendar or enter a new password\./)
    assert.ok(
      mail?.html.includes(`<a class="b" href="${app.context.links.site}/app/integrations"`),
      'a button leads to it',
    )

    const flap = async () => {
      server.serve(aFeed('10'))
      await sync()
      await lose()
    }
    assert.deepEqual(
      (await app.mailDuring(flap)).filter(({ envelopeTo }) => envelopeTo.includes(person.email)),
      [],
      'it was told today',
    )
    app.clock.advance(24 * 60 * 60_000)
    assert.equal(
      (await app.mailDuring(flap)).filter(({ envelopeTo }) => envelopeTo.includes(person.email)).length,
      1,
      'and is told again tomorrow',
    )

    const entries = await app.context.database.reader
      .selectFrom('activity_log')
      .select(['namespace', 'action'])
      .where('organization_id', '=', person.principal.organizationId)
      .where('namespace', '=', 'Calendar')
      .orderBy('position')
      .execute()
    assert.deepEqual(
      entries.map(({ namespace, action }) => `${namespace}.${action}`),
      ['Calendar.Connected', 'Calendar.Error', 'Calendar.Error', 'Calendar.Error'],
    )
  })
})

describe('a calendar that could not be read', () => {
  const minutes = 60_000
  /** Read at first, and then not, five minutes later. */
  const aLateHost = async (status: number) => {
    const server = await aFeedServer(aFeed('10'))
    const person = await aFounder(app)
    const type = await anEventType(app, person, { active: true })
    const page = new URL(resourceOf(await app.ask(`GET ${type.uri}`, { token: person.token })).scheduling_url).pathname
    const connection = resourceOf(
      await app.ask('POST /calendar_connections', {
        token: person.token,
        body: { kind: 'ics', url: `${server.url}/a.ics` },
      }),
    )
    await app.work()
    server.serve((_, response) => void response.writeHead(status).end())
    app.clock.advance(5 * minutes)
    await app.work()
    server.serve(aFeed('10'))
    app.clock.advance(minutes)
    const state = async () => {
      await app.work()
      return resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state
    }
    return { server, person, state, open: () => new Visitor(app).get(page) }
  }

  test('is tried again when a booking page is opened, and not before its time otherwise', async () => {
    const { server, state, open } = await aLateHost(500)
    assert.equal(await state(), 'late')
    const before = server.requests.length
    await Promise.all([open(), open(), open()])
    await eventually('it is read', async () => (await state()) === 'fresh')
    assert.equal(server.requests.length - before, 1)
  })

  test('because its server asked to be left alone, or does not accept its password, is left alone, whoever opens a page', async () => {
    for (const status of [503, 401]) {
      const { server, person, state } = await aLateHost(status)
      const before = server.requests.length
      await hastenSyncs(app.context, person.principal.organizationId, [person.principal.membershipId])
      assert.equal(await state(), status === 503 ? 'late' : 'lost')
      assert.equal(server.requests.length, before)
    }
  })
})
