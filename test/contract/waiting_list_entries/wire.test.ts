// on: embedded
// seconds: 5
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DatabaseCommand } from '#cli/command.ts'
import { commands } from '#cli/commands/booking.ts'
import { readConfig } from '#platform/config.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { signedInAs } from '../../support/visitor.ts'
import { aWaitingPerson } from '../../support/waiting-list.ts'

// biome-ignore lint/suspicious/noExplicitAny: what was answered, as tests look into it.
type Json = any

const app = await testApp()
const { owner, admin, colleague, outsider, organization, organizationId } = await aCast(app)
const eventType = await anEventType(app, colleague, { active: true, booking_rules: { waiting_list: { minutes: 60 } } })
const other = await anEventType(app, owner, { active: true, booking_rules: { waiting_list: { minutes: 60 } } })

const minutes = (count: number) => new Date(app.clock.now().getTime() + count * 60_000)
const list = (query: Record<string, string> = {}, token = owner.token) =>
  app.ask('GET /waiting_list_entries', { token, query })
const emailsIn = async (query: Record<string, string> = {}, token = owner.token): Promise<string[]> =>
  (await list(query, token)).body.collection.map(({ invitee }: Json) => invitee.email)

describe('GET /waiting_list_entries', { concurrency: false }, () => {
  test('lists who waits, the longest waiting first, page by page, and nobody whose address is not confirmed', async () => {
    for (const [index, email] of ['third@waits.test', 'first@waits.test', 'second@waits.test'].entries())
      await aWaitingPerson(app, organizationId, eventType.id, { email, since: minutes([-1, -3, -2][index] ?? 0) })
    await aWaitingPerson(app, organizationId, eventType.id, { email: 'nobody@waits.test', state: 'unconfirmed' })
    await aWaitingPerson(app, organizationId, eventType.id, { email: 'gone@waits.test', state: 'left' })
    const query = { event_type: eventType.uri, state: 'waiting', count: '2' }
    const first = await list(query)
    assert.equal(first.status, 200, first.text)
    const { next_page_token: page_token } = first.body.pagination
    const second = await list({ count: '2', page_token })
    const shown = [...first.body.collection, ...second.body.collection].map(({ invitee }: Json) => invitee.email)
    assert.deepEqual(shown, ['first@waits.test', 'second@waits.test', 'third@waits.test'])
    assert.deepEqual(await emailsIn({ event_type: eventType.uri, state: 'left' }), ['gone@waits.test'])
    assert.deepEqual(await emailsIn({ invitee_email: 'second@waits.test' }), ['second@waits.test'])
  })

  test('shows hosts only who waits for them, and other organizations nobody', async () => {
    await aWaitingPerson(app, organizationId, other.id, { email: 'for-owner@waits.test' })
    assert.ok(!(await emailsIn({}, colleague.token)).includes('for-owner@waits.test'))
    assert.ok((await emailsIn({}, colleague.token)).includes('first@waits.test'))
    assert.deepEqual(await emailsIn({ user: owner.uri }, admin.token), ['for-owner@waits.test'])
    assert.equal((await list({ organization }, colleague.token)).status, 403)
    assert.deepEqual(await emailsIn({}, outsider.token), [])
  })

  test('says whose days are over', async () => {
    await aWaitingPerson(app, organizationId, eventType.id, {
      email: 'late@waits.test',
      days: ['2026-02-10', '2026-02-11'],
    })
    assert.deepEqual(await emailsIn({ state: 'over' }), ['late@waits.test'])
    assert.ok(!(await emailsIn({ state: 'waiting' })).includes('late@waits.test'))
  })
})

describe('a waiting list entry', { concurrency: false }, () => {
  test('is removed once by a host, an admin, or an owner; an unconfirmed one looks like none', async () => {
    const host = await aMember(app, owner)
    const hosted = await anEventType(app, host, { active: true })
    for (const { token } of [host, admin, owner]) {
      const { id, email } = await aWaitingPerson(app, organizationId, hosted.id)
      const read = () => app.ask(`GET /waiting_list_entries/${id}`, { token })
      const entry = resourceOf(await read())
      assert.deepEqual([entry.state, entry.invitee.email, entry.booking_request], ['waiting', email, null])
      assert.equal((await app.ask(`DELETE /waiting_list_entries/${id}`, { token: colleague.token })).status, 403)
      assertStatus(await app.ask(`DELETE /waiting_list_entries/${id}`, { token }), 204)
      assert.equal(resourceOf(await read()).state, 'left')
      const again = await app.ask(`DELETE /waiting_list_entries/${id}`, { token })
      assert.deepEqual([again.status, again.body.message], [403, 'They no longer wait.'])
    }
    const { id } = await aWaitingPerson(app, organizationId, hosted.id, { state: 'unconfirmed' })
    assert.equal((await app.ask(`GET /waiting_list_entries/${id}`, { token: owner.token })).status, 404)
    assert.equal((await app.ask(`DELETE /waiting_list_entries/${id}`, { token: owner.token })).status, 404)
  })

  test('is listed and removed on the command line', async () => {
    const { owner: operator, organizationId: own } = await aCast(app)
    const run = async (name: string, values: Record<string, string> = {}) => {
      const command = commands.find((one) => one.name === `booking ${name}`) as DatabaseCommand
      const document = await command.run(app.context, { ...values, organization: own } as never, readConfig({}))
      return command.show(document as never)
    }
    assert.match(await run('waiting'), /Nobody waits/)
    const type = await anEventType(app, operator, { active: true })
    const { id, email } = await aWaitingPerson(app, own, type.id)
    const listed = await run('waiting', { host: operator.email, 'event-type': type.id })
    assert.ok(listed.includes(id) && listed.includes(email))
    await run('remove-waiting', { entry: id })
    assert.match(await run('waiting'), /Nobody waits/)
  })
})

describe('the console', { concurrency: false }, () => {
  test('shows owners who waits for what, and members who waits for them; they are removed there', async () => {
    const { owner: boss, organizationId: own } = await aCast(app)
    const member = await aMember(app, boss)
    const [mine, theirs] = [
      await anEventType(app, boss, { active: true, name: 'Consultation' }),
      await anEventType(app, member, { active: true, name: 'Coaching' }),
    ]
    await aWaitingPerson(app, own, mine.id, { name: 'Waits for the boss' })
    const entry = await aWaitingPerson(app, own, theirs.id, { name: 'Waits for the member' })
    const all = '/app/meetings/requests?who=all'
    const visitor = await signedInAs(app, boss)
    const { text } = await visitor.get(all)
    for (const part of ['Consultation', 'Coaching', 'Waits for the boss', 'Waits for the member', entry.email])
      assert.ok(text.includes(part), part)
    const ofMember = (await (await signedInAs(app, member)).get('/app/meetings/requests')).text
    assert.ok(ofMember.includes('Waits for the member') && !ofMember.includes('Waits for the boss'))
    const path = `/app/meetings/waiting/${entry.id}/remove`
    assert.equal((await visitor.submit(`${path}?who=all`, {}, { page: all })).status, 303)
    assert.ok(!(await visitor.get(all)).text.includes('Waits for the member'))
    const again = await visitor.submit(`${path}?who=all`, {}, { page: all })
    assert.equal(again.status, 400)
  })
})
