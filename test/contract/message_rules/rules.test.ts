// on: embedded
// seconds: 4
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DatabaseCommand } from '#cli/command.ts'
import { commands } from '#cli/commands/message.ts'
import { listMessageRules } from '#messages/index.ts'
import { readConfig } from '#platform/config.ts'
import { assertAnswer, assertStatus, denied, invalidArgument, notFound, resourceOf } from '../../support/answers.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { factsOf } from '../../support/inventory.ts'

const app = await testApp({
  settings: { OPENSLOT_SITE_URL: 'https://book.test', OPENSLOT_MESSAGE_LINKS: 'docs.example' },
})
const texts = { en: { subject: 'Hello {first_name}', body: 'See https://book.test/a and https://docs.example/b' } }
const rule = { trigger: 'booked', audience: 'invitee', texts }
const create = ({ token }: Person, more: object = {}, on: TestApp = app) =>
  on.ask('POST /message_rules', { token, body: { ...rule, ...more } })
const list = async ({ token }: Person, query = {}) =>
  (await app.ask('GET /message_rules', { token, query })).body.collection.map(({ uri }: { uri: string }) => uri)

describe('message rules', () => {
  test('are created, listed, read, changed, turned off, and deleted, each with one entry in the activity log', async () => {
    const owner = await aFounder(app)
    const created = resourceOf(await create(owner, { trigger: 'before', offset_minutes: 60 }))
    assert.deepEqual(
      [created.event_types, created.trigger, created.offset_minutes, created.channel, created.active, created.texts],
      [null, 'before', 60, 'email', true, texts],
    )
    assert.equal(created.active_since, created.created_at)
    assert.deepEqual(await list(owner), [created.uri])
    assert.deepEqual(resourceOf(await app.ask(`GET ${created.uri}`, { token: owner.token })), created)
    const patch = async (body: object) =>
      resourceOf(await app.ask(`PATCH ${created.uri}`, { token: owner.token, body }))
    app.clock.advance(1)
    const off = await patch({ active: false })
    assert.deepEqual([off.active, off.active_since, off.texts], [false, null, texts])
    assert.deepEqual(await patch({ active: false }), off, 'a change that changes nothing')
    const on = await patch({ active: true, audience: 'hosts', offset_minutes: 30 })
    assert.deepEqual([on.active_since > created.active_since, on.audience, on.offset_minutes], [true, 'hosts', 30])
    assert.deepEqual((await patch({ texts: { de: texts.en } })).texts, { de: texts.en })
    assertStatus(await app.ask(`DELETE ${created.uri}`, { token: owner.token }), 204)
    assertAnswer(await app.ask(`GET ${created.uri}`, { token: owner.token }), 404, notFound)
    const facts = (await factsOf(app, owner.principal.organizationId)).filter((name) =>
      name.startsWith('message_rule.'),
    )
    assert.deepEqual(
      facts.sort(),
      ['created', 'deleted', 'updated', 'updated', 'updated'].map((name) => `message_rule.${name}`),
    )
  })

  test('400: texts with unknown variables or with links elsewhere are refused by their field', async () => {
    const owner = await aFounder(app)
    const wrong = async (subject: string, body: string) => {
      const answer = await create(owner, { texts: { en: texts.en, de: { subject, body } } })
      assertStatus(answer, 400)
      return answer.body.details.map(({ parameter, message }: { parameter: string; message: string }) => [
        parameter,
        message,
      ])
    }
    const [[subject, why], [body, whyNot]] = await wrong('{name}', 'https://evil.test/')
    assert.deepEqual([subject, body], ['texts.de.subject', 'texts.de.body'])
    assert.match(why, /^\{name\} is not a variable\. The variables are: \{event\} \{invitee\}/)
    assert.match(whyNot, /^contains a link that is not allowed: https:\/\/evil\.test\//)
    for (const text of ['a\u0001b', 'a\r\nBcc: x@evil.test', 'x'.repeat(201), ' '])
      assert.equal((await wrong(text, 'fine'))[0][0], 'texts.de.subject')
    assert.deepEqual(await list(owner), [])
  })

  test('400: an offset belongs to before and after, a language is one that we speak, and one has a text', async () => {
    const owner = await aFounder(app)
    const cases = [
      [{ trigger: 'before' }, 'offset_minutes', 'is missing'],
      [{ offset_minutes: 5 }, 'offset_minutes', 'can only be set if the trigger is before or after'],
      [{ trigger: 'after', offset_minutes: -1 }, 'offset_minutes', 'must be greater than or equal to 0'],
      [{ texts: {} }, 'texts', 'must be filled'],
    ] as const
    for (const [more, parameter, message] of cases)
      assertAnswer(await create(owner, more), 400, invalidArgument([parameter, message]))
    assertStatus(await create(owner, { texts: { xx: texts.en } }), 400)
    const created = resourceOf(await create(owner))
    assertAnswer(
      await app.ask(`PATCH ${created.uri}`, { token: owner.token, body: { trigger: 'canceled' } }),
      400,
      invalidArgument(['trigger', 'cannot be changed']),
    )
  })

  test('members have rules for their own event types; those for all are left to owners and admins', async () => {
    const owner = await aFounder(app)
    const [member, colleague] = [await aMember(app, owner), await aMember(app, owner)]
    const [type, other] = [await anEventType(app, member), await anEventType(app, colleague)]
    assertAnswer(await create(member), 403, denied('Only the owner and admins of your organization can do this.'))
    assertStatus(await create(member, { event_types: [type.uri, other.uri] }), 403)
    const own = resourceOf(await create(member, { event_types: [type.uri] }))
    app.clock.advance(1)
    const all = resourceOf(await create(owner))
    app.clock.advance(1)
    const ofOther = resourceOf(await create(owner, { event_types: [other.uri] }))
    assert.deepEqual(await list(member), [own.uri, all.uri])
    assert.deepEqual(await list(owner), [own.uri, all.uri, ofOther.uri])
    assert.deepEqual(await list(owner, { event_type: type.uri }), [own.uri, all.uri])
    assertStatus(await app.ask(`GET ${ofOther.uri}`, { token: member.token }), 404)
    for (const method of ['PATCH', 'DELETE'] as const) {
      assertStatus(await app.ask(`${method} ${ofOther.uri}`, { token: member.token, body: {} }), 404)
      assertStatus(await app.ask(`${method} ${all.uri}`, { token: member.token, body: {} }), 403)
    }
    const patch = (body: object) => app.ask(`PATCH ${own.uri}`, { token: member.token, body })
    assertStatus(await patch({ event_types: null }), 403)
    assertStatus(await patch({ event_types: [other.uri] }), 403)
    assertStatus(await patch({ active: false }), 200)
    const outsider = await aFounder(app)
    assertStatus(await app.ask(`GET ${own.uri}`, { token: outsider.token }), 404)
    assertStatus(await create(outsider, { event_types: [type.uri] }), 404)
    assert.equal((await app.run(listMessageRules, outsider.principal)).length, 0)
  })

  test('an organization has at most a hundred', async () => {
    const owner = await aFounder(app)
    for (let one = 0; one < 100; one += 1) assertStatus(await create(owner, { active: false }), 201)
    assertAnswer(
      await create(owner),
      400,
      invalidArgument(['base', 'An organization can have at most 100 message rules.']),
    )
  })

  test('cannot be turned on where the server administrator has turned them off', async () => {
    const closed = await testApp({ settings: { OPENSLOT_MESSAGE_RULES: 'off' } })
    const owner = await aFounder(closed)
    const off = { texts: { en: { subject: 'Hello', body: 'Hello' } } }
    assertStatus(await create(owner, off, closed), 403)
    const created = resourceOf(await create(owner, { ...off, active: false }, closed))
    assertStatus(await closed.ask(`PATCH ${created.uri}`, { token: owner.token, body: { active: true } }), 403)
  })

  test('are added, listed, changed, and deleted on the command line', async () => {
    const owner = await aFounder(app)
    const type = await anEventType(app, owner, { name: 'Intro call' })
    const run = async (name: string, values: Record<string, unknown> = {}) => {
      const command = commands.find((one) => one.name === `message ${name}`) as DatabaseCommand
      const given = { ...values, organization: owner.principal.organizationId }
      const document = await command.run(app.context, given as never, readConfig({}))
      return command.show(document as never)
    }
    assert.match(await run('list'), /^No rules/)
    const given = { trigger: 'before', 'offset-minutes': '60', 'event-type': type.id, texts }
    assert.match(await run('add', given), /^Added: /)
    const [uri] = await list(owner)
    assert.match(await run('list'), /on +60 minutes before +invitee +1 +Hello \{first_name\}/)
    assert.equal(await run('set', { rule: lastPart(uri), active: 'no' }), 'The rule is off.')
    assert.equal(await run('delete', { rule: lastPart(uri) }), 'Deleted.')
    assert.deepEqual(await list(owner), [])
  })
})
