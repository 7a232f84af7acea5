// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import {
  cancelInvitee,
  confirmWaitingListEntry,
  removeWaitingListEntry,
  rescheduleInvitee,
  waitingListUrl,
} from '#bookings/index.ts'
import { createOneOffEventType, deleteEventType } from '#event-types/index.ts'
import { assertStatus, sixDigits } from '../../support/answers.ts'
import { aBooking, aSharedType, type Booked, eventOf, hours, inviteeOf } from '../../support/bookings.ts'
import { aCast, aGroup, aMember, inGroup, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { raw } from '../../support/raw.ts'
import { aReceiver, type Received } from '../../support/receiver.ts'
import { aWaitingPerson } from '../../support/waiting-list.ts'
import { aSubscription, webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { owner, colleague, admin, outsider } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true })
const later = hours()
const everything = [
  ...['invitee.created', 'invitee.canceled', 'invitee_no_show.created', 'invitee_no_show.deleted'],
  ...['scheduled_event.updated', 'event_type.created', 'event_type.updated', 'event_type.deleted'],
]
const receiver = await aReceiver()
await aSubscription(app, owner, `${receiver.url}/all`, { events: everything })
await app.work()

/** What the one subscription of everything gets while something is done. */
const receivedDuring = async (work: () => Promise<unknown>): Promise<Received[]> => {
  await app.work()
  const before = receiver.received.length
  await work()
  await app.work()
  return receiver.received.slice(before).filter(({ path }) => path === '/all')
}

const namesOf = (received: readonly Received[]): string[] => received.map(({ body }) => body.event).sort()

/** The keys that are there whatever happened. */
const inviteeKeys = [
  ...[
    'cancel_url',
    'created_at',
    'email',
    'event',
    'first_name',
    'invitee_scheduled_by',
    'last_name',
    'name',
    'new_invitee',
    'no_show',
    'old_invitee',
  ],
  ...[
    'payment',
    'questions_and_answers',
    'reconfirmation',
    'reschedule_url',
    'rescheduled',
    'routing_form_submission',
    'scheduled_event',
  ],
  ...['scheduling_method', 'status', 'text_reminder_number', 'timezone', 'tracking', 'updated_at', 'uri'],
]
const eventKeys = [
  ...['created_at', 'end_time', 'event_guests', 'event_memberships', 'event_type', 'invitees_counter', 'location'],
  ...['meeting_notes_html', 'meeting_notes_plain', 'name', 'start_time', 'status', 'updated_at', 'uri'],
]

/** An invitee from the API, as a message shows them. */
const expectedPayload = async (by: Person, booked: Booked) => {
  const { calendar_event: _, ...event } = await eventOf(app, by, booked)
  const event_memberships = event.event_memberships.map(({ user, user_email, user_name }: Record<string, string>) => ({
    user,
    user_email,
    user_name,
  }))
  return { ...(await inviteeOf(app, by, booked)), scheduled_event: { ...event, event_memberships } }
}

describe('a message', () => {
  test('of a booking has the invitee, and the meeting inside', async () => {
    let booked: Booked | undefined
    const [message, ...others] = await receivedDuring(async () => {
      booked = await aBooking(app, colleague, introCall, {
        start_time: later(),
        event_guests: ['guest@client.test'],
        tracking: { utm_source: 'newsletter', salesforce_uuid: 'a1' },
      })
    })
    assert.deepEqual(others, [])
    const { created_at, created_by, event, payload, ...rest } = message?.body ?? {}
    assert.deepEqual(rest, {})
    assert.deepEqual({ created_by, event }, { created_by: owner.uri, event: 'invitee.created' })
    assert.match(created_at, sixDigits)
    assert.deepEqual(Object.keys(payload).sort(), inviteeKeys)
    assert.deepEqual(Object.keys(payload.scheduled_event).sort(), eventKeys)
    assert.deepEqual(payload, await expectedPayload(colleague, booked as Booked))
    assert.equal(payload.event, payload.scheduled_event.uri)
    assert.deepEqual(Object.keys(payload.tracking), [
      'utm_campaign',
      'utm_source',
      'utm_medium',
      'utm_content',
      'utm_term',
      'salesforce_uuid',
      'crm_uuid',
    ])
    assert.deepEqual(
      [payload.status, payload.rescheduled, payload.old_invitee, payload.new_invitee, payload.no_show],
      ['active', false, null, null, null],
    )
  })

  test('is sent by POST, as JSON, with an id of its own, unsigned where there is no key', async () => {
    const [message] = await receivedDuring(() => aBooking(app, colleague, introCall, { start_time: later() }))
    const { 'content-type': type, 'user-agent': agent, 'openslot-delivery-id': id, ...headers } = message?.headers ?? {}
    assert.deepEqual([type, agent], ['application/json', 'Openslot-Webhooks'])
    assert.match(String(id), /^[0-9a-f-]{36}$/)
    assert.ok(!('calendly-webhook-signature' in headers))
  })

  test('is the same when it is parsed and serialized again, whatever the answers contain', async () => {
    const name = 'Zo\u00eb \u{1f5d3} \\u0041 "/" <b> \u202e 1.0'
    const utm_source = `${name} \u2028 \u2029`
    const [message] = await receivedDuring(() =>
      aBooking(app, colleague, introCall, {
        start_time: later(),
        invitee: { name, email: 'odd+tag@client.test', timezone: 'Europe/Stockholm' },
        tracking: { utm_source },
      }),
    )
    assert.equal(message?.text, JSON.stringify(JSON.parse(message?.text ?? '')))
    assert.deepEqual([message?.body.payload.name, message?.body.payload.tracking.utm_source], [name, utm_source])
  })

  test('of a cancellation: one per active invitee, with the reason', async () => {
    const type = await aSharedType(app, colleague, 'group', { seats: 5 })
    const start_time = later()
    const one = await aBooking(app, colleague, type, { start_time, event_guests: ['first@client.test'] })
    const two = await aBooking(app, colleague, type, { start_time, event_guests: ['second@client.test'] })
    const gone = await aBooking(app, colleague, type, { start_time })
    await app.run(cancelInvitee, colleague.principal, { uuid: gone.inviteeId })
    const received = await receivedDuring(() =>
      app.ask(`POST ${one.event}/cancellation`, { token: colleague.token, body: { reason: 'Storm' } }),
    )
    assert.deepEqual(namesOf(received), ['invitee.canceled', 'invitee.canceled'])
    const payloads = new Map(received.map(({ body }) => [body.payload.uri, body.payload]))
    for (const [booked, guest] of [
      [one, 'first@client.test'],
      [two, 'second@client.test'],
    ] as const) {
      const payload = payloads.get(booked.invitee.uri)
      assert.deepEqual(
        [payload.status, payload.rescheduled, payload.cancellation.reason, payload.cancellation.canceler_type],
        ['canceled', false, 'Storm', 'host'],
      )
      assert.deepEqual(
        [payload.scheduled_event.status, payload.scheduled_event.invitees_counter.active],
        ['canceled', 0],
      )
      assert.deepEqual(payload.scheduled_event.cancellation, payload.cancellation)
      assert.deepEqual(
        payload.scheduled_event.event_guests.map(({ email }: { email: string }) => email),
        [guest],
      )
    }
  })

  test('of an invitee who leaves a group: the meeting stays active', async () => {
    const type = await aSharedType(app, colleague, 'group', { seats: 5 })
    const start_time = later()
    const one = await aBooking(app, colleague, type, { start_time })
    await aBooking(app, colleague, type, { start_time })
    const [message] = await receivedDuring(() => app.run(cancelInvitee, colleague.principal, { uuid: one.inviteeId }))
    assert.deepEqual(
      [message?.body.event, message?.body.payload.status, message?.body.payload.scheduled_event.status],
      ['invitee.canceled', 'canceled', 'active'],
    )
  })

  test('of a move: two, which point at each other, and only the old one is "rescheduled"', async () => {
    const old = await aBooking(app, colleague, introCall, { start_time: later() })
    let moved: { uri: string } | undefined
    const received = await receivedDuring(async () => {
      moved = await app.run(rescheduleInvitee, colleague.principal, {
        uuid: old.inviteeId,
        start_time: later(),
        reason: 'Train',
      })
    })
    assert.deepEqual(namesOf(received), ['invitee.canceled', 'invitee.created'])
    const payloadOf = (event: string) => received.find(({ body }) => body.event === event)?.body.payload
    const [canceled, created] = [payloadOf('invitee.canceled'), payloadOf('invitee.created')]
    assert.deepEqual(
      [canceled.uri, canceled.rescheduled, canceled.new_invitee, canceled.status, canceled.cancellation.reason],
      [old.invitee.uri, true, moved?.uri, 'canceled', 'Train'],
    )
    assert.deepEqual(
      [created.uri, created.rescheduled, created.old_invitee, created.new_invitee, created.status],
      [moved?.uri, false, old.invitee.uri, null, 'active'],
    )
    assert.deepEqual([canceled.scheduled_event.status, created.scheduled_event.status], ['canceled', 'active'])
    assert.ok(!('cancellation' in created))
  })

  test('of a no-show, marked and unmarked', async () => {
    const booked = await aBooking(app, colleague, introCall, { start_time: later() })
    const mark = () =>
      app.ask('POST /invitee_no_shows', { token: colleague.token, body: { invitee: booked.invitee.uri } })
    let uri = ''
    const [marked] = await receivedDuring(async () => {
      uri = (await mark()).body.resource.uri
    })
    assert.deepEqual(
      [marked?.body.event, marked?.body.payload.no_show.uri, marked?.body.payload.status],
      ['invitee_no_show.created', uri, 'active'],
    )
    const [unmarked] = await receivedDuring(() => app.ask(`DELETE ${uri}`, { token: colleague.token }))
    assert.deepEqual([unmarked?.body.event, unmarked?.body.payload.no_show], ['invitee_no_show.deleted', null])
  })

  test('of an event type: made, changed, deleted; without its HTML', async () => {
    let id = ''
    const received = await receivedDuring(async () => {
      const made = await anEventType(app, colleague)
      id = made.id
      assertStatus(await app.ask(`PATCH ${made.uri}`, { token: colleague.token, body: { name: 'Renamed' } }), 200)
      await app.run(deleteEventType, colleague.principal, { uuid: made.id })
    })
    assert.deepEqual(namesOf(received), ['event_type.created', 'event_type.deleted', 'event_type.updated'])
    for (const { body } of received) {
      assert.equal(lastPart(body.payload.uri), id)
      assert.ok(!('description_html' in body.payload) && 'deleted_at' in body.payload)
      assert.equal(body.payload.deleted_at !== null, body.event === 'event_type.deleted')
    }
  })

  test('is not sent of what was refused', async () => {
    const start_time = later()
    await aBooking(app, colleague, introCall, { start_time })
    const received = await receivedDuring(async () => {
      const answer = await app.ask('POST /invitees', {
        token: colleague.token,
        body: {
          event_type: introCall.uri,
          start_time,
          invitee: { name: 'Late', email: 'late@client.test', timezone: 'Europe/Lisbon' },
        },
      })
      assertStatus(answer, 400)
    })
    assert.deepEqual(received, [])
  })
})

describe('a message of a one-off type', () => {
  test('has the address that the API shows, and nothing that is kept has it', async () => {
    let uri = ''
    const [message, ...others] = await receivedDuring(async () => {
      const made = await app.run(createOneOffEventType, colleague.principal, {
        name: 'Once',
        host: colleague.uri,
        duration: 30,
        date_setting: { type: 'date_range', start_date: '2026-03-09', end_date: '2026-03-13' },
      })
      uri = made.uri
    })
    assert.equal(others.length, 0)
    const shown = (await app.ask(`GET ${uri}`, { token: owner.token })).body.resource
    assert.match(shown.scheduling_url, /\/d\/[^/]+\/once/)
    assert.equal(message?.body.payload.scheduling_url, shown.scheduling_url)
    assert.deepEqual([message?.body.event, 'link' in (message?.body.payload ?? {})], ['event_type.created', false])
    assert.equal(message?.text, JSON.stringify(message?.body))
    const code = shown.scheduling_url.split('/').at(-2)
    const rows = await raw(
      app.context.database.reader,
      sql<{ text: string }>`select row_to_json(d)::text as text from webhook_deliveries d`,
    )
    assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(code)))
  })
})

describe('recipients', () => {
  test('a user of their own meetings and types, every host of a shared one; a group of its members; another organization nothing', async () => {
    const group = await aGroup(app, owner)
    const member = await aMember(app, owner)
    await inGroup(app, owner, group, { membership: member.membershipUri })
    const theirs = await aReceiver()
    const subscribe = (name: string, by: Person, reach: object) =>
      aSubscription(app, by, `${theirs.url}/${name}`, { events: everything, ...reach })
    await subscribe('colleague', colleague, { scope: 'user', user: colleague.uri })
    await subscribe('member', member, { scope: 'user', user: member.uri })
    await subscribe('admin', admin, { scope: 'user', user: admin.uri })
    await subscribe('group', owner, { scope: 'group', group: group.uri })
    await subscribe('organization', admin, {})
    await subscribe('outsider', outsider, {})
    await subscribe('outsider-user', outsider, { scope: 'user', user: outsider.uri })
    const heardDuring = async (work: () => Promise<unknown>) => {
      await app.work()
      const before = theirs.received.length
      await work()
      await app.work()
      return theirs.received
        .slice(before)
        .map(({ path }) => path.slice(1))
        .sort()
    }
    assert.deepEqual(await heardDuring(() => aBooking(app, colleague, introCall, { start_time: later() })), [
      'colleague',
      'organization',
    ])
    const membersCall = await anEventType(app, member, { active: true })
    assert.deepEqual(await heardDuring(() => aBooking(app, member, membersCall, { start_time: later() })), [
      'group',
      'member',
      'organization',
    ])
    const together = await aSharedType(app, owner, 'collective', { hosts: [colleague, member] })
    assert.deepEqual(await heardDuring(() => aBooking(app, owner, together, { start_time: later() })), [
      'colleague',
      'group',
      'member',
      'organization',
    ])
    assert.deepEqual(await heardDuring(() => anEventType(app, member)), ['group', 'member', 'organization'])
  })

  test('only of the events it named', async () => {
    const only = await aReceiver()
    await aSubscription(app, owner, only.url, { events: ['invitee.canceled'] })
    const booked = await aBooking(app, colleague, introCall, { start_time: later() })
    await app.work()
    assert.equal(only.received.length, 0)
    assertStatus(await app.ask(`POST ${booked.event}/cancellation`, { token: colleague.token }), 200)
    await app.work()
    assert.deepEqual(namesOf(only.received), ['invitee.canceled'])
  })
})

describe('messages about a waiting list', () => {
  test('tell that somebody waits, is offered a time, and has left; with the entry as it is then', async () => {
    const { principal } = owner
    await aSubscription(app, owner, `${receiver.url}/waiting`, {
      events: ['waiting_list_entry.created', 'waiting_list_entry.offered', 'waiting_list_entry.left'],
    })
    const eventType = await anEventType(app, owner, { active: true, booking_rules: { waiting_list: { minutes: 60 } } })
    const about = async (work: () => Promise<unknown>): Promise<string[]> => {
      const before = receiver.received.length
      await work()
      await app.work()
      return receiver.received
        .slice(before)
        .filter(({ path }) => path === '/waiting')
        .map(({ body }) => `${body.event} ${body.payload.state} ${body.payload.invitee.email}`)
    }
    const email = 'hears@waits.test'
    const entry = {
      organizationId: principal.organizationId,
      ...(await aWaitingPerson(app, principal.organizationId, eventType.id, { email, state: 'unconfirmed' })),
    }
    const token = lastPart(waitingListUrl(app.context, entry))
    // This type has free times, so one is offered at once.
    assert.deepEqual(await about(() => app.runOpen(confirmWaitingListEntry, { token })), [
      `waiting_list_entry.created waiting ${email}`,
      `waiting_list_entry.offered offered ${email}`,
    ])
    assert.deepEqual(await about(() => app.run(removeWaitingListEntry, principal, { uuid: entry.id })), [
      `waiting_list_entry.left left ${email}`,
    ])
  })
})
