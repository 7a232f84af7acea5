// seconds: 3
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { routes } from '#app.ts'
import { createSharedEventType } from '#event-types/index.ts'
import { fieldsOf, type WriteOperation } from '#execution/operation.ts'
import { routeOf } from '#execution/route-table.ts'
import { assertAnswer, assertStatus, invalidArgument, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, anInviteeNamed, hours } from '../../support/bookings.ts'
import { aConnectionOf } from '../../support/calendars.ts'
import { aCast, lastPart, type Person } from '../../support/cast.ts'
import { aConferenceService } from '../../support/conferences.ts'
import { anEventType } from '../../support/event-types.ts'
import { aFeed, aFeedServer } from '../../support/feed-server.ts'
import { added, factsOf, inventoryOf } from '../../support/inventory.ts'

// A setting that we know and cannot change is never ignored in silence: every PATCH and POST is held to it here.

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const cast = await aCast(app)
const { owner, colleague, outsider, organization } = cast
const later = hours()

const writing = Object.entries(routes)
  .map(([address, entry]) => ({ address, ...routeOf(entry) }))
  .filter(({ address, operation }) => /^(POST|PATCH) /.test(address) && operation.kind === 'write')
  .map(({ address, operation }) => ({ address, operation: operation as WriteOperation }))

/** What is done to something: the body is not a part of the resource that is answered. */
const actions = [
  'POST /scheduled_events/:uuid/cancellation',
  'POST /invitees/:uuid/cancellation',
  'POST /invitees/:uuid/reschedule',
  'POST /invitees/:uuid/no_show',
  'POST /booking_requests/:uuid/acceptance',
  'POST /booking_requests/:uuid/decline',
  'POST /calendar_connections/:uuid/read',
  'POST /conference_accounts/:uuid/test',
  'POST /conference_accounts/:uuid/use',
  'POST /imports',
  'POST /imports/:uuid/stop',
  'POST /payment_accounts/:uuid/test',
  'POST /payments/:uuid/refund',
  'POST /webhook_subscriptions/:uuid/activate',
  'POST /users/:uuid/avatar',
  'POST /organizations/:uuid/logo',
  'POST /data_compliance/invitee_deletion',
  'POST /data_compliance/deletion/invitees',
  'POST /data_compliance/deletion/events',
  'POST /data_compliance/deletion_event',
]

/** What the service says by itself, and nobody sets: a copy that was read earlier may have another value. */
const facts: Readonly<Record<string, readonly string[]>> = {
  '': ['uri', 'created_at', 'updated_at'],
  'POST /invitees': ['cancel_url', 'reschedule_url'],
  'POST /booking_requests': [
    ...[
      'state',
      'waits_for',
      'expires_at',
      'name',
      'end_time',
      'event_memberships',
      'scheduled_event',
      'reason',
      'next',
    ],
  ],
  'POST /calendar_connections': ['state', 'reason', 'reason_code', 'last_read_at', 'is_syncing'],
  'PATCH /calendar_connections/:uuid': ['state', 'reason', 'reason_code', 'last_read_at', 'is_syncing'],
  'POST /payment_accounts': ['service', 'account', 'state', 'reason', 'reason_code', 'webhook_url'],
  'PATCH /calendars/:uuid': ['unread_events', 'reason_code'],
  'POST /conference_accounts': ['service', 'is_used', 'is_lost', 'reason', 'reason_code'],
  'POST /message_rules': ['active_since'],
  'PATCH /message_rules/:uuid': ['active_since'],
  'POST /organization_invitations': ['last_sent_at', 'name', 'kind', 'plan', 'stage'],
  'POST /organizations/:uuid/invitations': ['last_sent_at', 'name', 'kind', 'plan', 'stage'],
}

test('every field that a PATCH or POST answers can be sent, is declared fixed, or is a fact', () => {
  const forgotten = writing
    .filter(({ address }) => !actions.includes(address))
    .flatMap(({ address, operation }) => {
      const known = new Set([
        ...Object.keys(fieldsOf(operation.input)),
        ...(operation.fixed ?? []).map((path) => path.split('.')[0]),
        ...(facts[''] ?? []),
        ...(facts[address] ?? []),
      ])
      return Object.keys(fieldsOf(operation.output))
        .filter((name) => !known.has(name))
        .map((name) => `${address}: ${name}`)
    })
  assert.deepEqual(forgotten, [])
  assert.ok(writing.length > 15)
})

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
type Json = any

const rich = {
  active: true,
  duration: 30,
  duration_options: [15, 30],
  description: '<p>Hi <b>there</b></p>',
  locations: [{ kind: 'physical', location: 'Rua Nova 1', additional_info: 'Ring twice' }, { kind: 'outbound_call' }],
  scheduling_rules: {
    buffer_after: 10,
    booking_window: { type: 'fixed', start_date: '2026-03-01', end_date: '2026-12-31' },
  },
  redirect_url: 'https://acme.test/thanks',
  internal_note: 'Ask first',
}
const type = await anEventType(app, colleague, rich)
const booked = await aBooking(app, colleague, type, {
  start_time: later(),
  location: { kind: 'physical' },
  event_guests: ['guest@client.test'],
})
const read = async (address: string, query?: Record<string, string>): Promise<Json> => {
  const { body } = await app.ask(`GET ${address}`, { token: colleague.token, query })
  return body.resource ?? body.collection[0]
}
await app.ask(`PATCH /scheduled_events/${booked.eventId}`, {
  token: colleague.token,
  body: { meeting_notes: '<p>Bring <b>it</b></p>' },
})
const rule = resourceOf(
  await app.ask('POST /message_rules', {
    token: colleague.token,
    body: {
      ...{ event_types: [type.uri], trigger: 'before', offset_minutes: 60, audience: 'invitee' },
      texts: { en: { subject: 'Soon', body: 'See you soon' } },
    },
  }),
)
const share = resourceOf(
  await app.ask('POST /shares', {
    token: colleague.token,
    body: { event_type: type.uri, period_type: 'fixed', max_booking_time: 7200 },
  }),
)
const schedule = await read('/event_type_availability_schedules', { event_type: type.uri })

const connected = await aConnectionOf(app, colleague)
const [connection, calendar] = [`/calendar_connections/${connected.connection}`, `/calendars/${connected.calendar}`]
const feed = await aFeedServer(aFeed('10'))
const conferences = await aConferenceService()

/** Each PATCH, with where the same resource is read. */
const changing: Readonly<
  Record<
    string,
    { readonly to: string; readonly read: () => Promise<Json>; readonly more?: object; readonly by?: Person }
  >
> = {
  'PATCH /organizations/:uuid/visitor_rules': {
    to: `${organization}/visitor_rules`,
    read: async () => resourceOf(await app.ask(`GET ${organization}/visitor_rules`, { token: owner.token })),
    by: owner,
  },
  'PATCH /users/me': { to: '/users/me', read: () => read('/users/me') },
  'PATCH /users/:uuid': { to: colleague.uri, read: () => read('/users/me') },
  'PATCH /event_types/:uuid': { to: type.uri, read: () => read(type.uri), more: { owner: colleague.uri } },
  'PATCH /event_type_availability_schedules': {
    to: `/event_type_availability_schedules?event_type=${type.id}`,
    read: () => read('/event_type_availability_schedules', { event_type: type.uri }),
  },
  'PATCH /event_type_availability_schedules/:uuid': {
    to: schedule.uri,
    read: () => read('/event_type_availability_schedules', { event_type: type.uri }),
  },
  'PATCH /scheduled_events/:uuid': {
    to: `/scheduled_events/${booked.eventId}`,
    read: () => read(`/scheduled_events/${booked.eventId}`),
  },
  'PATCH /calendar_connections/:uuid': { to: connection, read: () => read(connection) },
  'PATCH /message_rules/:uuid': { to: rule.uri, read: () => read(rule.uri) },
  'PATCH /calendars/:uuid': { to: calendar, read: async () => (await read(connection)).calendars[0] },
  'PATCH /shares/:uuid': { to: share.uri, read: () => read(share.uri), more: { event_type: type.uri } },
}

/** Each POST that makes something, with a body that works. */
const making: Readonly<Record<string, () => Record<string, unknown>>> = {
  'POST /event_types': () => ({ owner: colleague.uri, name: 'Another' }),
  'POST /one_off_event_types': () => ({
    name: 'Once',
    host: colleague.uri,
    duration: 30,
    date_setting: { type: 'days_in_future', days: 3, only_weekdays: false },
  }),
  'POST /scheduling_links': () => ({ max_event_count: 1, owner: type.uri, owner_type: 'EventType' }),
  'POST /shares': () => ({ event_type: type.uri }),
  'POST /calendar_connections': () => ({ kind: 'ics', url: `${feed.url}/${randomUUID()}` }),
  'POST /conference_accounts': () => ({
    kind: 'zoom_conference',
    url: conferences.url,
    signing_key: 'a key that only both sides know',
  }),
  'POST /invitees': () => ({
    event_type: type.uri,
    start_time: later(),
    invitee: anInviteeNamed(),
    location: { kind: 'physical' },
  }),
  'POST /webhook_subscriptions': () => ({
    url: `https://hooks.client.test/${later()}`,
    events: ['invitee.created'],
    organization,
    scope: 'user',
    user: colleague.uri,
  }),
  'POST /organization_invitations': () => ({ organization, email: `${later().replaceAll(':', '.')}@new.test` }),
}

const isInvitation = (address: string): boolean => address.includes('invitations')

/** A body in which this path has that value. */
const bodyWith = (path: string, value: unknown): Json =>
  path.split('.').reduceRight<unknown>((inner, name) => (name === '*' ? [inner] : { [name]: inner }), value)

const valueAt = (resource: Json, path: string): unknown =>
  path.split('.').reduce((value, name) => (name === '*' ? value?.[0] : value?.[name]), resource)

const another = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 7
  if (Array.isArray(value)) return [...value, { name: 'One more' }]
  if (typeof value === 'string' && value.startsWith('http'))
    return /[0-9a-f-]{36}$/.test(value) ? value.replace(/[0-9a-f-]{36}$/, randomUUID()) : `${value}-another`
  return typeof value === 'string' && /^\d{4}-/.test(value) ? '2031-01-01T00:00:00Z' : 'something else'
}

const unchanged = async (work: () => Promise<void>): Promise<void> => {
  const before = await inventoryOf(app, cast.organizationId)
  await work()
  assert.deepEqual(await inventoryOf(app, cast.organizationId), before)
}

describe('PATCH', () => {
  for (const { address, operation } of writing.filter(({ address: to }) => to.startsWith('PATCH '))) {
    test(`200: ${address}: sent back as it was read, nothing changes and no fact is recorded`, async () => {
      const case_ = changing[address]
      assert.ok(case_, 'a PATCH without a case in this test')
      const standing = await case_.read()
      app.clock.advance(1_000)
      await unchanged(async () => {
        assertAnswer(
          await app.ask(`PATCH ${case_.to}`, { token: (case_.by ?? colleague).token, body: standing }),
          200,
          {
            resource: standing,
          },
        )
        assert.deepEqual(await case_.read(), standing)
      })
    })

    for (const path of operation.fixed ?? []) {
      test(`400: ${address}: another ${path} is refused by its name; the current one is not`, async () => {
        const case_ = changing[address]
        assert.ok(case_)
        const standing = { ...(await case_.read()), ...case_.more }
        const inAnyCase = address.includes('scheduled_events')
          ? { meeting_notes_plain: standing.meeting_notes_plain }
          : { timezone: 'Europe/Lisbon' }
        const base = /shares|event_types|users/.test(address) ? {} : inAnyCase
        const inside = path.startsWith('availability_rule.') ? { timezone: 'Europe/Lisbon' } : {}
        const send = (value: unknown) => {
          const body = { ...base, ...bodyWith(path, value) }
          return app.ask(`PATCH ${case_.to}`, {
            token: colleague.token,
            body:
              Object.keys(inside).length > 0
                ? { ...body, availability_rule: { ...inside, ...body.availability_rule } }
                : body,
          })
        }
        await unchanged(async () => {
          const refused = await send(another(valueAt(standing, path)))
          // Where the address does not say it, these say whose hours are meant.
          if (!address.endsWith('/:uuid') && ['event_type', 'availability_rule.user'].includes(path))
            assertAnswer(refused, 404, notFound)
          else assertAnswer(refused, 400, invalidArgument([path, 'cannot be changed']))
          assertStatus(await send(valueAt(standing, path) ?? null), 200)
        })
      })
    }
  }

  test('200: hours read, changed in either field, and sent back whole; 400: changed in both, differently', async () => {
    const { uri } = await anEventType(app, colleague, { name: 'Hours' })
    const get = () => read('/event_type_availability_schedules', { event_type: uri })
    const tuesdays = (from: string) => [{ type: 'wday', wday: 'tuesday', intervals: [{ from, to: '16:00' }] }]
    const patch = (body: object) =>
      app.ask('PATCH /event_type_availability_schedules', { token: colleague.token, query: { event_type: uri }, body })
    const outside = resourceOf(await patch({ ...(await get()), rules: tuesdays('10:00') }))
    assert.deepEqual(outside.rules[2].intervals, [{ from: '10:00', to: '16:00' }])
    const standing = await get()
    const inside = resourceOf(
      await patch({ ...standing, availability_rule: { ...standing.availability_rule, rules: tuesdays('11:00') } }),
    )
    assert.deepEqual(inside.rules[2].intervals, [{ from: '11:00', to: '16:00' }])
    const now = await get()
    const both = await patch({
      ...now,
      rules: tuesdays('12:00'),
      availability_rule: { ...now.availability_rule, rules: tuesdays('13:00') },
    })
    assertAnswer(both, 400, invalidArgument(['rules', 'must be the same as availability_rule.rules']))
  })

  test('200: buffers and the increment under either name, and sent back whole; 400: changed in both, differently', async () => {
    const { uri } = await anEventType(app, colleague, { name: 'Buffers' })
    const patch = (body: object) => app.ask(`PATCH ${uri}`, { token: colleague.token, body })
    const flat = resourceOf(await patch({ ...(await read(uri)), before_buffer: 10, start_time_increment: 15 }))
    assert.deepEqual([flat.before_buffer, flat.scheduling_rules.buffer_before, flat.start_time_increment], [10, 10, 15])
    const nested = resourceOf(
      await patch({ ...flat, scheduling_rules: { ...flat.scheduling_rules, buffer_after: 20 } }),
    )
    assert.deepEqual([nested.after_buffer, nested.scheduling_rules.buffer_after], [20, 20])
    const both = await patch({ before_buffer: 30, scheduling_rules: { buffer_before: 45 } })
    assertAnswer(both, 400, invalidArgument(['before_buffer', 'must be the same as scheduling_rules.buffer_before']))
    assertAnswer(
      await patch({ before_buffer: 721 }),
      400,
      invalidArgument(['before_buffer', 'must be less than or equal to 720']),
    )
    assert.deepEqual(await read(uri), nested)
  })

  test('200: a description with markup stays when its plain text is sent back, and changes when that changes', async () => {
    const { uri } = await anEventType(app, colleague, { name: 'Described', description: '<p>Hi <b>there</b></p>' })
    const before = await read(uri)
    const renamed = resourceOf(
      await app.ask(`PATCH ${uri}`, { token: colleague.token, body: { ...before, name: 'Renamed' } }),
    )
    assert.equal(renamed.description_html, before.description_html)
    const said = resourceOf(
      await app.ask(`PATCH ${uri}`, { token: colleague.token, body: { ...renamed, description_plain: 'Bye' } }),
    )
    assert.deepEqual([said.description_plain, said.description_html], ['Bye', '<p>Bye</p>'])
  })

  test('200: notes of a meeting, changed as the resource has them', async () => {
    const to = `/scheduled_events/${booked.eventId}`
    const before = await read(to)
    const after = resourceOf(
      await app.ask(`PATCH ${to}`, { token: colleague.token, body: { ...before, meeting_notes_plain: 'Changed' } }),
    )
    assert.deepEqual([after.meeting_notes_plain, after.meeting_notes_html], ['Changed', '<p>Changed</p>'])
  })

  test('200: instants, ids and numbers written in another way are the same', async () => {
    const event = await read(`/scheduled_events/${booked.eventId}`)
    const start_time = event.start_time.replace('.000000Z', '+00:00')
    const body = {
      start_time,
      event_type: type.id,
      invitees_counter: { limit: '1' },
      meeting_notes_plain: event.meeting_notes_plain,
    }
    assertStatus(await app.ask(`PATCH /scheduled_events/${booked.eventId}`, { token: colleague.token, body }), 200)
  })

  test('200: an unset language stays unset in a copy that is sent back, and is set when sent alone', async () => {
    const { id, uri } = await anEventType(app, colleague, { name: 'Unset' })
    const kept = async () =>
      (
        await app.context.database.reader
          .selectFrom('event_types')
          .select('locale')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).locale
    await app.ask(`PATCH ${uri}`, { token: colleague.token, body: { ...(await read(uri)), name: 'Renamed' } })
    assert.equal(await kept(), null)
    await app.ask(`PATCH ${uri}`, { token: colleague.token, body: { locale: 'en' } })
    assert.equal(await kept(), 'en')
  })

  test('200: what is no setting of ours is ignored', async () => {
    assertStatus(
      await app.ask(`PATCH ${type.uri}`, { token: colleague.token, body: { crm_reference: 'x', slug_of_old: 'y' } }),
      200,
    )
  })

  test('403 and 404 come first, and reveal nothing of the resource', async () => {
    assertStatus(await app.ask(`PATCH ${type.uri}`, { token: outsider.token, body: { slug: 'guess' } }), 404)
    const of = await anEventType(app, owner)
    assertStatus(await app.ask(`PATCH ${of.uri}`, { token: colleague.token, body: { slug: 'guess' } }), 403)
    const group = await app.run(createSharedEventType, owner.principal, {
      owner: owner.uri,
      name: 'Group',
      sharing: 'group',
    })
    assertStatus(await app.ask(`PATCH ${group.uri}`, { token: colleague.token, body: { kind: 'solo' } }), 403)
  })
})

describe('POST', () => {
  for (const { address, operation } of writing.filter(
    ({ address: to }) => to.startsWith('POST ') && !actions.includes(to),
  )) {
    if ((operation.fixed ?? []).length === 0 || address === 'POST /organizations/:uuid/invitations') continue
    const by = isInvitation(address) || address === 'POST /conference_accounts' ? owner : colleague
    const make = making[address]

    test(`${address}: what cannot be set is refused by its name, and nothing is made`, async () => {
      assert.ok(make, 'a POST without a case in this test')
      const made = resourceOf(await app.ask(address, { token: by.token, body: make() }))
      const standing = { ...made, owner: made.profile?.owner, description: made.description_plain }
      await unchanged(async () => {
        for (const path of operation.fixed ?? []) {
          const answer = await app.ask(address, {
            token: by.token,
            body: { ...make(), ...bodyWith(path, another(valueAt(standing, path))) },
          })
          assertAnswer(answer, 400, invalidArgument([path, 'cannot be changed']))
        }
      })
    })
  }

  test('201: as it will be anyway', async () => {
    const body = {
      owner: colleague.uri,
      name: 'Plainly so',
      slug: 'plainly-so',
      kind: 'solo',
      secret: false,
      admin_managed: 'false',
      deleted_at: null,
    }
    assert.equal(resourceOf(await app.ask('POST /event_types', { token: colleague.token, body })).slug, 'plainly-so')
  })

  test('201: internal_note, increments and buffers can be set', async () => {
    const body = {
      owner: colleague.uri,
      name: 'Noted',
      internal_note: 'Ask first',
      start_time_increment: 20,
      before_buffer: 5,
      after_buffer: 15,
    }
    const before = await factsOf(app, cast.organizationId)
    const made = resourceOf(await app.ask('POST /event_types', { token: colleague.token, body }))
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['event_type.created'])
    assert.deepEqual({ ...made, ...body, owner: undefined }, { ...made, owner: undefined })
    const { start_time_increment, buffer_before, buffer_after } = made.scheduling_rules
    assert.deepEqual([start_time_increment, buffer_before, buffer_after], [20, 5, 15])
    const patched = resourceOf(
      await app.ask(`PATCH /event_types/${lastPart(made.uri)}`, {
        token: colleague.token,
        body: { internal_note: null },
      }),
    )
    assert.equal(patched.internal_note, null)
  })
})
