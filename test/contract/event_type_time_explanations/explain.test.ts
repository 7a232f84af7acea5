// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { insertBusySpans, saveUserAvailabilitySchedule, setCalendarsKnownUntil } from '#availability/index.ts'
import { createSharedEventType, setConferenceLink } from '#event-types/index.ts'
import { deleteAccount, recordAccountHealth } from '#integrations/index.ts'
import {
  assertAlike,
  assertAnswer,
  insufficientScope,
  invalidArgument,
  notFound,
  resourceOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, aSharedType } from '../../support/bookings.ts'
import { aConnectionOf } from '../../support/calendars.ts'
import { aCast, aMember, aToken, type Person } from '../../support/cast.ts'
import { anAccount } from '../../support/conferences.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { takeTime } from '../../support/taken-time.ts'

// The clock stands at Monday, 2 March 2026, 10:00 UTC.
const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const traits = {
  active: true,
  duration: 60,
  timezone: 'UTC',
  scheduling_rules: { start_time_increment: 60, buffer_after: 15 },
}
const eventType = await anEventType(app, owner, traits)

const ask = (token: string, query: Record<string, string>) =>
  app.ask('GET /event_type_time_explanations', { token, query: { timezone: 'UTC', ...query } })
interface Asked {
  readonly token?: string
  readonly uri?: string
  readonly timezone?: string
  readonly user?: string
}
const explain = async (start: string, { token = owner.token, uri = eventType.uri, ...more }: Asked = {}) =>
  resourceOf(await ask(token, { event_type: uri, start_time: start, ...more }))
const kindsAt = async (start: string, more = {}): Promise<string[]> =>
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  (await explain(start, more)).reasons.map(({ kind }: any) => kind)

describe('GET /event_type_time_explanations', () => {
  test('200: a time that is offered has no reason, but an address', async () => {
    const { offered, reasons, scheduling_url, host, start_time } = await explain('2026-03-03T09:00:00Z')
    assert.deepEqual(
      { offered, reasons, start_time },
      { offered: true, reasons: [], start_time: '2026-03-03T09:00:00.000000Z' },
    )
    assert.match(scheduling_url, /\/2026-03-03T09:00:00Z$/)
    assert.equal(host.user, owner.uri)
  })

  test('200: what the settings say: past, notice, window, hours, too long, grid, other hours on a date, switched off', async () => {
    assert.deepEqual((await explain('2026-03-03T18:00:00Z')).reasons, [
      { kind: 'hours', date: '2026-03-03', timezone: 'UTC', intervals: [{ from: '09:00', to: '17:00' }] },
    ])
    assert.deepEqual((await explain('2026-03-03T09:10:00Z')).reasons, [
      {
        kind: 'grid',
        increment: 60,
        previous_start_time: '2026-03-03T09:00:00.000000Z',
        next_start_time: '2026-03-03T10:00:00.000000Z',
      },
    ])
    assert.deepEqual((await explain('2026-03-03T16:30:00Z')).reasons, [
      {
        kind: 'too_long',
        duration: 60,
        end_time: '2026-03-03T17:30:00.000000Z',
        hours_end_time: '2026-03-03T17:00:00.000000Z',
        timezone: 'UTC',
      },
      { kind: 'grid', increment: 60, previous_start_time: '2026-03-03T16:00:00.000000Z', next_start_time: null },
    ])
    assert.deepEqual(await kindsAt('2026-03-03T17:30:00Z'), ['hours', 'grid'])
    // Hours that begin earlier would have a grid of their own.
    assert.deepEqual(await kindsAt('2026-03-03T08:30:00Z'), ['hours'])
    assert.deepEqual((await explain('2026-03-02T13:00:00Z')).reasons, [
      { kind: 'notice', minutes: 240, first_start_time: '2026-03-02T14:00:00.000000Z' },
    ])
    assert.deepEqual(await kindsAt('2026-03-02T09:00:00Z'), ['past'])
    assert.deepEqual((await explain('2026-09-01T09:00:00Z')).reasons, [
      { kind: 'window', start_date: null, end_date: '2026-05-01' },
    ])
    assert.deepEqual(
      await kindsAt('2026-03-07T08:00:00Z', { uri: (await anEventType(app, owner, { ...traits, active: false })).uri }),
      ['off', 'hours'],
    )
    const rules = [{ type: 'date', date: '2026-03-04', intervals: [] }]
    await app.run(saveUserAvailabilitySchedule, admin.principal, {
      user: admin.uri,
      name: 'Other',
      rules,
      timezone: 'UTC',
      default: true,
    })
    assert.deepEqual(
      (
        await explain('2026-03-04T09:00:00Z', {
          uri: (await anEventType(app, admin, { ...traits, timezone: undefined })).uri,
        })
      ).reasons,
      [{ kind: 'override', date: '2026-03-04', timezone: 'UTC', intervals: [] }],
    )
  })

  test('200: a time that the clock skips does not exist; one without an offset is local to the zone', async () => {
    const { start_time, reasons } = await explain('2026-03-29T01:30', { timezone: 'Europe/Lisbon' })
    assert.deepEqual({ start_time, reasons }, { start_time: null, reasons: [{ kind: 'zone_change' }] })
    assert.equal(
      (await explain('2026-03-03T10:00', { timezone: 'Europe/Berlin' })).start_time,
      '2026-03-03T09:00:00.000000Z',
    )
  })

  test('200: meetings and buffers have the names of meetings for those who may see them', async () => {
    const { eventId } = await aBooking(
      app,
      colleague,
      await anEventType(app, colleague, { ...traits, name: 'Workshop' }),
      {
        start_time: '2026-03-03T14:00:00Z',
      },
    )
    const uri = (await anEventType(app, colleague, traits)).uri
    const event = `${app.context.links.api}/scheduled_events/${eventId}`
    const times = { start_time: '2026-03-03T14:00:00.000000Z', end_time: '2026-03-03T15:00:00.000000Z' }
    const named = { kind: 'meeting', ...times, event, name: 'Workshop' }
    for (const { token } of [colleague, admin, owner])
      assert.deepEqual((await explain('2026-03-03T14:00:00Z', { uri, token })).reasons, [named])
    assert.deepEqual((await explain('2026-03-03T14:00:00Z', { uri, user: admin.uri })).reasons, [named])
    assert.deepEqual((await explain('2026-03-03T13:00:00Z', { uri, token: colleague.token })).reasons, [
      {
        kind: 'buffer',
        ...times,
        event,
        calendar: null,
        name: 'Workshop',
        side: 'after',
        minutes: 15,
        other_minutes: 0,
      },
    ])
    const own = await anEventType(app, owner, traits)
    await aBooking(app, owner, await anEventType(app, owner, { ...traits, name: 'Private' }), {
      start_time: '2026-03-05T14:00:00Z',
    })
    for (const asked of [{ token: colleague.token }, { user: colleague.uri }])
      assert.deepEqual((await explain('2026-03-05T14:00:00Z', { uri: own.uri, ...asked })).reasons, [
        {
          kind: 'meeting',
          start_time: '2026-03-05T14:00:00.000000Z',
          end_time: '2026-03-05T15:00:00.000000Z',
          event: null,
          name: null,
        },
      ])
  })

  test('200: calendars have their names for their owner and for admins, and a calendar that is not read is no free time', async () => {
    const { calendar } = await aConnectionOf(app, colleague)
    const { organizationId } = colleague.principal
    const busy = {
      itemKey: 'event',
      start: Date.parse('2026-03-10T10:00:00Z'),
      end: Date.parse('2026-03-10T11:00:00Z'),
    }
    await app.context.database.write(async (tx) => {
      await tx
        .updateTable('calendars')
        .set({ checks_conflicts: true, looked_at: app.clock.now() })
        .where('id', '=', calendar)
        .execute()
      await insertBusySpans(tx, { organizationId, membershipId: colleague.membershipId, calendarId: calendar }, [busy])
      await setCalendarsKnownUntil(tx, organizationId, colleague.membershipId, new Date('2026-03-20T00:00:00Z'))
    })
    const uri = (await anEventType(app, colleague, traits)).uri
    const times = { start_time: '2026-03-10T10:00:00.000000Z', end_time: '2026-03-10T11:00:00.000000Z' }
    const named = [
      { kind: 'calendar', ...times, calendar: `${app.context.links.api}/calendars/${calendar}`, name: 'Feed' },
    ]
    for (const { token } of [colleague, admin])
      assert.deepEqual((await explain('2026-03-10T10:00:00Z', { uri, token })).reasons, named)
    const [unread] = (await explain('2026-03-23T10:00:00Z', { uri, token: colleague.token })).reasons
    assert.deepEqual(
      [unread.kind, unread.name, unread.known_until, unread.last_read_at],
      ['unread', 'Feed', '2026-03-20T00:00:00.000000Z', '2026-03-02T10:00:00.000000Z'],
    )
  })

  test('200: several hosts: who cannot, and why', async () => {
    const shared = {
      owner: owner.uri,
      name: 'Together',
      hosts: [{ user: colleague.uri }],
      ...traits,
      timezone: undefined,
    }
    const collective = await app.run(createSharedEventType, owner.principal, { ...shared, sharing: 'collective' })
    const roundRobin = await app.run(createSharedEventType, owner.principal, { ...shared, sharing: 'round_robin' })
    await takeTime(app, owner, '2026-03-12T11:00:00Z', '2026-03-12T12:00:00Z', { kind: 'reserved' })
    const reserved = {
      kind: 'reserved',
      start_time: '2026-03-12T11:00:00.000000Z',
      end_time: '2026-03-12T12:00:00.000000Z',
    }
    const { host, reasons } = await explain('2026-03-12T11:00:00Z', { uri: collective.uri })
    assert.equal(host, null)
    assert.deepEqual(
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
      reasons.map((reason: any) => [reason.kind, reason.host.user, reason.reasons]),
      [['collective', owner.uri, [reserved]]],
    )
    assert.deepEqual(await kindsAt('2026-03-12T11:00:00Z', { uri: roundRobin.uri }), [])
    const [none] = (await explain('2026-03-14T11:00:00Z', { uri: roundRobin.uri })).reasons
    assert.deepEqual(
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
      none.hosts.map((one: any) => [one.host.user, one.reasons[0].kind]),
      [
        [owner.uri, 'hours'],
        [colleague.uri, 'hours'],
      ],
    )
  })

  test('400 for what cannot be a time; 403 for a scope that is missing; 404 for what is not here', async () => {
    const asked = { event_type: eventType.uri, start_time: '2026-03-03T09:00:00Z' }
    for (const start_time of ['2026-02-30T09:00', '2026-03-03T24:00', 'soon', '2026-03-03'])
      assertAnswer(
        await ask(owner.token, { ...asked, start_time }),
        400,
        invalidArgument(['start_time', 'is in invalid format']),
      )
    assertAnswer(
      await ask(owner.token, { ...asked, timezone: 'Europe/Nowhere' }),
      400,
      invalidArgument(['timezone', 'must be an IANA time zone, such as Europe/Lisbon']),
    )
    assertAnswer(
      await ask(await aToken(app, owner.principal, ['users:read']), asked),
      403,
      insufficientScope('availability:read'),
    )
    const unknown = await ask(owner.token, {
      ...asked,
      event_type: `${app.context.links.api}/event_types/${randomUUID()}`,
    })
    assertAnswer(unknown, 404, notFound)
    assertAlike(await ask(outsider.token, asked), unknown)
  })
})

describe('meetings that get no link, since no location works', () => {
  const zoom = { ...traits, locations: [{ kind: 'zoom_conference' }] }
  const warningsOf = async (uri: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
    (await explain('2026-03-18T09:00:00Z', { uri })).warnings.map(({ kind, location, hosts }: any) => [
      kind,
      location,
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
      hosts.map(({ user }: any) => user),
    ])
  const noLink = (location: string, ...hosts: readonly string[]) => ['no_link', location, hosts]

  test('200: of a type whose only location needs an account that nobody has connected, they are named; the time is offered', async () => {
    const { uri } = await anEventType(app, owner, zoom)
    assert.deepEqual(await warningsOf(uri), [noLink('zoom_conference', owner.uri)])
    assert.equal((await explain('2026-03-18T09:00:00Z', { uri })).offered, true)
    const other = await anEventType(app, owner, {
      ...traits,
      locations: [...zoom.locations, { kind: 'outbound_call' }],
    })
    assert.deepEqual(await warningsOf(other.uri), [])
    assert.deepEqual(await warningsOf(eventType.uri), [])
  })

  test('200: with a URL there are none; with an account there are none until it is lost', async () => {
    const host = await aMember(app, owner)
    const { uri } = await anEventType(app, host, zoom)
    const hosts = [noLink('zoom_conference', host.uri)]
    assert.deepEqual(await warningsOf(uri), hosts)
    const set = (url: string | null) =>
      app.run(setConferenceLink, host.principal, { user: host.uri, kind: 'zoom_conference', url })
    await set('https://zoom.us/j/123')
    assert.deepEqual(await warningsOf(uri), [])
    await set(null)
    const account = await anAccount(app, owner, { url: 'https://meetings.test' })
    assert.deepEqual(await warningsOf(uri), [])
    const { organizationId } = owner.principal
    await app.context.database.write((tx) =>
      recordAccountHealth(tx, organizationId, account, { fault: 'revoked', isLost: true }, app.clock.now()),
    )
    assert.deepEqual(await warningsOf(uri), hosts)
    await app.context.database.write((tx) => deleteAccount(tx, organizationId, account))
  })

  test('200: of a round robin, every host who has none; of a collective, the first, who makes the link', async () => {
    // The owner of a shared type is one of its hosts, and the first.
    const [first, second] = [owner, await aMember(app, owner)]
    const set = (host: Person) =>
      app.run(setConferenceLink, host.principal, {
        user: host.uri,
        kind: 'zoom_conference',
        url: 'https://zoom.us/j/1',
      })
    await set(first)
    const shared = (pooling: 'round_robin' | 'collective') =>
      aSharedType(app, owner, pooling, { hosts: [second], locations: zoom.locations })
    assert.deepEqual(await warningsOf((await shared('round_robin')).uri), [noLink('zoom_conference', second.uri)])
    assert.deepEqual(await warningsOf((await shared('collective')).uri), [])
  })
})

test('200: GET /event_type_day_explanations lists every start, those between hours too, and offers what open times offer', async () => {
  const { uri } = await anEventType(app, owner, traits)
  await takeTime(app, owner, '2026-03-17T11:00:00Z', '2026-03-17T12:00:00Z')
  const query = { event_type: uri, date: '2026-03-17', timezone: 'UTC' }
  const starts = itemsOf(await app.ask('GET /event_type_day_explanations', { token: owner.token, query }))
  assert.deepEqual(
    starts.map(({ start_time, offered, reason }) => [start_time.slice(11, 13), offered, reason?.kind ?? null]),
    [
      ['09', true, null],
      ['10', false, 'buffer'],
      ['11', false, 'meeting'],
      ...['12', '13', '14', '15', '16'].map((hour) => [hour, true, null]),
    ],
  )
  const range = { event_type: uri, start_time: '2026-03-17T00:00:00Z', end_time: '2026-03-18T00:00:00Z' }
  const open = itemsOf(await app.ask('GET /event_type_available_times', { token: owner.token, query: range }))
  assert.deepEqual(
    open.map(({ start_time }) => Date.parse(start_time)),
    starts.filter(({ offered }) => offered).map(({ start_time }) => Date.parse(start_time)),
  )
})
