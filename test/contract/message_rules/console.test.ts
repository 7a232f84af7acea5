// on: embedded
// seconds: 5
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messages as english } from '../../../languages/console/en/messages.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await mailApp()
const page = '/app/messages'

const rulesOf = async ({ token }: Person) => (await app.ask('GET /message_rules', { token })).body.collection

describe('messages in the console', () => {
  test('begin with a template that is turned off, are edited in each language, tried, turned on, and deleted', async () => {
    const owner = await aFounder(app)
    const type = await anEventType(app, owner, { name: 'Intro call', active: true })
    const browser = await signedInAs(app, owner)
    assert.ok((await browser.get(page)).text.includes(english.none))
    const added = await browser.submit(page, { template: 'reminder' }, { page })
    const [rule] = await rulesOf(owner)
    const own = `${page}/${lastPart(rule.uri)}`
    assert.equal(added.location, own)
    assert.deepEqual([rule.active, rule.offset_minutes, rule.event_types], [false, 1440, null])
    const shown = (await browser.get(own)).text
    assert.ok(shown.includes('1 day before the meeting, email the invitee'))
    assert.ok(shown.includes('data-insert="{first_name}"'))

    const form = {
      subject: 'Hello {first_name}',
      body: 'See you at {when}',
      count: '2',
      unit: 'hours',
      audience: 'hosts',
    }
    const saved = await browser.submit(own, { ...form, locale: 'en', types: type.id }, { page: own })
    assert.equal(saved.location, `${own}?text=en&done=saved`)
    await browser.submit(own, { ...form, subject: 'Hallo', locale: 'de', types: type.id }, { page: own })
    const [changed] = await rulesOf(owner)
    assert.deepEqual(
      [
        changed.offset_minutes,
        changed.audience,
        changed.event_types,
        changed.texts.de.subject,
        changed.texts.en.subject,
      ],
      [120, 'hosts', [type.uri], 'Hallo', 'Hello {first_name}'],
    )
    const previewed = (await browser.get(`${own}?text=en`)).text
    const first = owner.name.split(' ')[0]
    assert.ok(previewed.includes(`Hello ${first}`), 'the preview has its variables replaced')

    const received = await app.mailDuring(() => browser.submit(`${own}/test`, { locale: 'de' }, { page: own }))
    assert.deepEqual(
      received.map((one) => [recipientOf(one), one.subject]),
      [[owner.email, 'Hallo']],
    )
    assert.equal((await browser.submit(`${own}/switch`, { active: 'true' }, { page })).location, `${page}?done=on`)
    assert.equal((await rulesOf(owner))[0].active, true)
    await browser.submit(own, { ...form, subject: '', body: '', locale: 'de', types: type.id }, { page: own })
    assert.deepEqual(Object.keys((await rulesOf(owner))[0].texts), ['en'], 'an empty text is deleted')
    assert.equal((await browser.submit(`${own}/delete`, {}, { page: own })).location, `${page}?done=deleted`)
    assert.deepEqual(await rulesOf(owner), [])
  })

  test('that are refused say why at their field, and keep what was typed', async () => {
    const owner = await aFounder(app)
    const browser = await signedInAs(app, owner)
    await browser.submit(page, { template: 'thanks' }, { page })
    const own = `${page}/${lastPart((await rulesOf(owner))[0].uri)}`
    const wrong = await browser.submit(
      own,
      {
        subject: 'Hi {name}',
        body: 'https://evil.test/',
        count: '1',
        unit: 'hours',
        audience: 'invitee',
        locale: 'en',
      },
      { page: own },
    )
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /“\{name\}” isn’t a variable/)
    assert.match(wrong.text, /The link “https:\/\/evil\.test\/” isn’t allowed/)
    assert.ok(wrong.text.includes('Hi {name}'))
  })

  test('of members are for their own event types; a member without one is told so', async () => {
    const owner = await aFounder(app)
    const member = await aMember(app, owner)
    const browser = await signedInAs(app, member)
    const refused = await browser.submit(page, { template: 'missed' }, { page })
    assert.deepEqual([refused.status, refused.text.includes(english.needsTypes)], [400, true])
    const type = await anEventType(app, member)
    await browser.submit(page, { template: 'missed' }, { page })
    const [rule] = await rulesOf(member)
    assert.deepEqual([rule.trigger, rule.event_types], ['no_show', [type.uri]])
  })
})
