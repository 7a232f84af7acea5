// seconds: 3
// on: embedded
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inviteToSetPassword } from '#accounts/index.ts'
import { type CalcomApiInTest, calcomApi } from '../../../support/calcom-api.ts'
import { calcomContent } from '../../../support/calcom-content.ts'
import { aFounder, type Person } from '../../../support/cast.ts'
import { mailApp, recipientOf } from '../../../support/mail.ts'
import type { ReceivedMail } from '../../../support/mail-server.ts'
import { aReceiver } from '../../../support/receiver.ts'
import { rightPassword, Visitor } from '../../../support/visitor.ts'
import { aSubscription } from '../../../support/webhooks.ts'

const app = await mailApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })

// It is Monday, 2 March 2026, 10:00 UTC. Meeting 1 is on Tuesday at 9, meeting 2 is canceled, meeting 3 is on Thursday
// at 9, held by the first host.
describe('what people hear of an import', () => {
  let source: CalcomApiInTest
  let person: Person

  const bring = (body: object = {}): Promise<ReceivedMail[]> =>
    app.mailDuring(async () => {
      const started = await app.ask('POST /imports', {
        token: person.token,
        body: { kind: 'calcom', url: source.address, token: source.key, ...body },
      })
      assert.equal(started.status, 202, started.text)
      await app.work()
      assert.equal(
        (await app.ask(`GET ${started.body.resource.uri}`, { token: person.token })).body.resource.state,
        'finished',
      )
    })

  const mailedUntil = async (instant: string): Promise<string[]> =>
    (await app.mailDuring(async () => app.clock.advance(Date.parse(instant) - app.clock.now().getTime()))).map(
      (mail) => `${recipientOf(mail)}: ${mail.subject.split(/\s*:/)[0]}`,
    )

  before(async () => {
    source = await calcomApi(calcomContent(3, 'over.test'))
    person = await aFounder(app)
  })

  after(() => source.close())

  test('nothing: no mail and no webhook for what came, and no reminder while they come from elsewhere', async () => {
    const receiver = await aReceiver()
    await aSubscription(app, person, receiver.url)
    assert.deepEqual(await bring(), [])
    assert.deepEqual(await mailedUntil('2026-03-03T08:30:00Z'), [])
    assert.deepEqual(receiver.received, [])
  })

  test('each reminder once and in the language of its reader, from the moment that the operator takes them over, also when that is said twice', async () => {
    assert.deepEqual([...(await bring({ take_over: true })), ...(await bring({ take_over: true }))], [])
    const both = ['host.1@over.test: Erinnerung', 'invitee.3@client.test: Rappel']
    assert.deepEqual(await mailedUntil('2026-03-04T08:59:00Z'), [])
    assert.deepEqual(await mailedUntil('2026-03-04T09:01:00Z'), both)
    assert.deepEqual(await bring({ take_over: true }), [])
    assert.deepEqual(await mailedUntil('2026-03-05T07:59:00Z'), [])
    assert.deepEqual(await mailedUntil('2026-03-05T08:01:00Z'), both)
    assert.deepEqual(await bring({ take_over: true }), [])
    assert.deepEqual(await mailedUntil('2026-03-06T00:00:00Z'), [])
  })

  test('an invitation: members without a password get a link to set one, in their language, which works for a week and once', async () => {
    const hosts = ['host.1@over.test', 'host.2@over.test', 'host.3@over.test']
    const [first, ...others] = await bring({ invite: true })
    assert.deepEqual(
      [first, ...others].map((mail) => mail && recipientOf(mail)),
      hosts,
    )
    assert.match(first?.subject ?? '', /^Richten Sie Ihr Konto bei /)
    const [path = '', later = ''] = [first, others[0]].map((mail) => {
      const [link = 'none:'] = /https?:\/\/\S+\/password\/\S+/.exec(mail?.text ?? '') ?? []
      assert.ok(mail?.html.includes(`<a class="b" href="${link}"`), 'the button leads there')
      return new URL(link).pathname
    })
    app.clock.advance(6 * 86_400_000)
    const visitor = new Visitor(app)
    assert.equal((await visitor.get(path)).status, 200)
    assert.equal((await visitor.submit(path, { password: rightPassword })).status, 303)
    assert.equal((await new Visitor(app).signIn('host.1@over.test', rightPassword)).status, 303)
    assert.equal((await new Visitor(app).get(path)).status, 404)
    assert.equal(
      await app.runOpen(inviteToSetPassword, { email: 'host.1@over.test' }),
      null,
      'not to somebody who has a password',
    )
    assert.equal((await new Visitor(app).get(later)).status, 200)
    app.clock.advance(86_400_000)
    assert.equal((await new Visitor(app).get(later)).status, 404)
    assert.deepEqual((await bring({ invite: true })).map(recipientOf), hosts.slice(1))
  })
})
