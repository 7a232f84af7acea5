import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { factNames } from '#activity/index.ts'
import { sampleMessage } from './examples.ts'
import { bodyOf, factsWithMessages, messagesOf } from './message.ts'
import type { InviteeSubject } from './payload.ts'
import { webhookEvents } from './webhook-event.ts'

const host = { user: 'https://api/users/h1', user_email: 'host@acme.test', user_name: 'Host', buffered_start_time: 'x' }
const subject = (name: string): InviteeSubject => ({
  invitee: {
    uri: `https://api/scheduled_events/e/invitees/${name}`,
    email: `${name}@client.test`,
    tracking: { crm_uuid: null, utm_source: 's' },
  },
  scheduled_event: { uri: 'https://api/scheduled_events/e', calendar_event: null, event_memberships: [host] },
})
const messagesFor = (name: string, about: unknown, invitees: readonly InviteeSubject[] = []) =>
  messagesOf({ name, subject: about, invitees })

describe('a fact', () => {
  test('about an invitee is one message, for them and their hosts, with the meeting inside', () => {
    const [message, ...more] = messagesFor('invitee.created', subject('one'))
    assert.deepEqual(more, [])
    assert.deepEqual([message?.event, message?.userIds, message?.email], ['invitee.created', ['h1'], 'one@client.test'])
    assert.deepEqual(message?.payload, {
      uri: 'https://api/scheduled_events/e/invitees/one',
      email: 'one@client.test',
      tracking: { utm_source: 's', crm_uuid: null },
      scheduled_event: {
        uri: 'https://api/scheduled_events/e',
        event_memberships: [{ user: host.user, user_email: host.user_email, user_name: 'Host' }],
      },
    })
  })

  test('about a move is two messages, the old booking first', () => {
    const [old, next] = [subject('old'), subject('new')]
    const messages = messagesFor('invitee.rescheduled', {
      ...next,
      old_invitee: old.invitee,
      old_scheduled_event: old.scheduled_event,
    })
    assert.deepEqual(
      messages.map(({ event, email }) => [event, email]),
      [
        ['invitee.canceled', 'old@client.test'],
        ['invitee.created', 'new@client.test'],
      ],
    )
  })

  test('about a canceled meeting is one message per active invitee, and none when there was none', () => {
    const messages = messagesFor('scheduled_event.canceled', {}, [subject('one'), subject('two')])
    assert.deepEqual(
      messages.map(({ event, email }) => [event, email]),
      [
        ['invitee.canceled', 'one@client.test'],
        ['invitee.canceled', 'two@client.test'],
      ],
    )
    assert.deepEqual(messagesFor('scheduled_event.canceled', {}), [])
  })

  test('about an event type concerns its owner, has no HTML, and no URL that lets its holder book', () => {
    const type = {
      uri: 'https://api/event_types/t',
      type: 'AdhocEventType',
      scheduling_url: null,
      description_html: '<p>',
      profile: { owner: 'https://api/users/o1' },
    }
    const [message] = messagesFor('event_type.created', type)
    assert.deepEqual([message?.userIds, message?.email], [['o1'], undefined])
    assert.deepEqual(
      { ...message?.payload },
      { uri: type.uri, scheduling_url: null, type: 'AdhocEventType', profile: type.profile },
    )
  })

  test('without subscribers is no message', () => {
    for (const name of factNames.filter((known) => !factsWithMessages.includes(known)))
      assert.deepEqual(messagesFor(name, {}), [])
    assert.ok(factsWithMessages.length >= 9)
  })
})

test('every event that can be subscribed to has a fact that sends it', () => {
  for (const event of webhookEvents)
    assert.equal(sampleMessage({ api: 'https://a', site: 'https://s', linkDays: 1 }, event).event, event)
})

test('a body equals JSON.stringify of itself, every time', () => {
  const body = bodyOf(
    { event: 'invitee.created', payload: { b: 'é \u2028 /', a: 1.0, 10: 'x' } },
    '2026-01-01T00:00:00.000000Z',
    'https://api/users/u',
  )
  assert.equal(JSON.stringify(JSON.parse(body)), body)
  assert.deepEqual(Object.keys(JSON.parse(body)), ['created_at', 'created_by', 'event', 'payload'])
})
