import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { factNames } from '#activity/index.ts'
import { sampleMessage } from './examples.ts'
import { announcedFacts, bodyOf, messagesOf } from './message.ts'
import type { InviteeSubject } from './payload.ts'
import { webhookEvents } from './webhook-event.ts'

const host = { user: 'https://api/users/h1', user_email: 'host@acme.test', user_name: 'Host', buffered_start_time: 'x' }
const subject = (name: string): InviteeSubject => ({
  invitee: { uri: `https://api/scheduled_events/e/invitees/${name}`, email: `${name}@client.test`, tracking: { crm_uuid: null, utm_source: 's' } },
  scheduled_event: { uri: 'https://api/scheduled_events/e', calendar_event: null, event_memberships: [host] },
})
const told = (name: string, about: unknown, invitees: readonly InviteeSubject[] = []) => messagesOf({ name, subject: about, invitees })

describe('a fact', () => {
  test('of an invitee is one message, about them and about the hosts, with the meeting inside', () => {
    const [message, ...more] = told('invitee.created', subject('one'))
    assert.deepEqual(more, [])
    assert.deepEqual([message?.event, message?.userIds, message?.email], ['invitee.created', ['h1'], 'one@client.test'])
    assert.deepEqual(message?.payload, {
      uri: 'https://api/scheduled_events/e/invitees/one',
      email: 'one@client.test',
      tracking: { utm_source: 's', crm_uuid: null },
      scheduled_event: { uri: 'https://api/scheduled_events/e', event_memberships: [{ user: host.user, user_email: host.user_email, user_name: 'Host' }] },
    })
  })

  test('of a move is two, the old one first', () => {
    const [old, next] = [subject('old'), subject('new')]
    const messages = told('invitee.rescheduled', { ...next, old_invitee: old.invitee, old_scheduled_event: old.scheduled_event })
    assert.deepEqual(
      messages.map(({ event, email }) => [event, email]),
      [
        ['invitee.canceled', 'old@client.test'],
        ['invitee.created', 'new@client.test'],
      ],
    )
  })

  test('of a canceled meeting is one for each who was to come, and none when nobody was', () => {
    const messages = told('scheduled_event.canceled', {}, [subject('one'), subject('two')])
    assert.deepEqual(
      messages.map(({ event, email }) => [event, email]),
      [
        ['invitee.canceled', 'one@client.test'],
        ['invitee.canceled', 'two@client.test'],
      ],
    )
    assert.deepEqual(told('scheduled_event.canceled', {}), [])
  })

  test('of an event type is about its owner, without HTML, and tells no address that lets one book', () => {
    const type = {
      uri: 'https://api/event_types/t',
      type: 'AdhocEventType',
      scheduling_url: null,
      description_html: '<p>',
      profile: { owner: 'https://api/users/o1' },
    }
    const [message] = told('event_type.created', type)
    assert.deepEqual([message?.userIds, message?.email], [['o1'], undefined])
    assert.deepEqual({ ...message?.payload }, { uri: type.uri, scheduling_url: null, type: 'AdhocEventType', profile: type.profile })
  })

  test('that concerns nobody outside is none', () => {
    for (const name of factNames.filter((known) => !announcedFacts.includes(known))) assert.deepEqual(told(name, {}), [])
    assert.ok(announcedFacts.length >= 9)
  })
})

test('every event that can be subscribed to is told of some fact', () => {
  for (const event of webhookEvents) assert.equal(sampleMessage({ api: 'https://a', site: 'https://s', linkDays: 1 }, event).event, event)
})

test('a body is what JSON.stringify makes of it, again and again', () => {
  const body = bodyOf({ event: 'invitee.created', payload: { b: 'é \u2028 /', a: 1.0, 10: 'x' } }, '2026-01-01T00:00:00.000000Z', 'https://api/users/u')
  assert.equal(JSON.stringify(JSON.parse(body)), body)
  assert.deepEqual(Object.keys(JSON.parse(body)), ['created_at', 'created_by', 'event', 'payload'])
})
