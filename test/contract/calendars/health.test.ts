// seconds: 4
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourceOf } from '../../support/answers.ts'
import { aFounder } from '../../support/cast.ts'
import { aFeed, aFeedServer } from '../../support/feed-server.ts'
import { mailApp } from '../../support/mail.ts'

const app = await mailApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })

describe('a calendar that is lost', () => {
  test('is mailed to its owner with the reason and what it means, at most once a day, and is in the activity log', async () => {
    const server = await aFeedServer(aFeed('10'))
    const person = await aFounder(app)
    const connection = resourceOf(await app.ask('POST /calendar_connections', { token: person.token, body: { kind: 'ics', url: `${server.url}/a.ics` } }))
    await app.work()
    const look = async () => {
      await app.ask(`POST ${connection.uri}/read`, { token: person.token })
      await app.work()
    }
    const lose = async () => {
      server.serve((_, response) => void response.writeHead(404).end())
      await look()
    }
    const [mail, ...more] = (await app.mailDuring(lose)).filter(({ envelopeTo }) => envelopeTo.includes(person.email))
    assert.deepEqual(more, [])
    assert.equal(mail?.subject, `Your calendar ${connection.account} cannot be read`)
    assert.match(mail?.text ?? '', /not at its address any more/)
    assert.match(mail?.text ?? '', /offered to nobody/)
    assert.match(mail?.text ?? '', /Connect it again, or enter a new password\./)

    const flap = async () => {
      server.serve(aFeed('10'))
      await look()
      await lose()
    }
    assert.deepEqual(
      (await app.mailDuring(flap)).filter(({ envelopeTo }) => envelopeTo.includes(person.email)),
      [],
      'it was told today',
    )
    app.clock.advance(24 * 60 * 60_000)
    assert.equal((await app.mailDuring(flap)).filter(({ envelopeTo }) => envelopeTo.includes(person.email)).length, 1, 'and is told again tomorrow')

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
