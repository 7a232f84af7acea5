// seconds: 5
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import {
  beginCalendarConsent,
  calendarSyncs,
  checkCalendarConnection,
  finishCalendarConsent,
} from '#calendars/index.ts'
import { detailBody, type Problem } from '#contract/problem.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking } from '../../support/bookings.ts'
import { connectWithConsent, oauthSettings, useCalendarServices } from '../../support/calendar-services.ts'
import { hoursOffered } from '../../support/calendars.ts'
import { aFounder, lastPart } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'

const app = await testApp({ isHeard: true, settings: oauthSettings })
const newServices = useCalendarServices(app.context)
const { work } = await ownWork(app, withoutMail(app.context))

const day = '2026-03-03'
const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
const without = (...taken: string[]): string[] => hours.filter((hour) => !taken.includes(hour))
const at = (hour: string): string => `${day}T${hour}:00:00Z`

type How = 'busy' | 'free' | 'tentative' | 'declined' | 'answered maybe'
type Event = Readonly<Record<string, unknown>>

const kinds = {
  google: {
    event: (id: string, hour: string, how: How = 'busy'): Event => ({
      ...{ id, status: how === 'tentative' ? 'tentative' : 'confirmed', summary: 'Something private' },
      start: { dateTime: `${day}T${hour}:00:00Z` },
      end: { dateTime: `${day}T${hour}:30:00Z` },
      ...(how === 'free' ? { transparency: 'transparent' } : {}),
      ...(how === 'declined' || how === 'answered maybe'
        ? {
            attendees: [
              {
                email: 'host@stand-in.test',
                self: true,
                responseStatus: how === 'declined' ? 'declined' : 'tentative',
              },
            ],
          }
        : {}),
    }),
    allDay: (id: string, isBusy: boolean): Event => ({
      ...{ id, status: 'confirmed', start: { date: day }, end: { date: '2026-03-04' } },
      ...(isBusy ? {} : { transparency: 'transparent' }),
    }),
    startOf: (event: Record<string, Record<string, string>>) => event.start?.dateTime?.slice(11, 13),
  },
  microsoft: {
    event: (id: string, hour: string, how: How = 'busy'): Event => ({
      ...{ id, type: 'singleInstance', subject: 'Something private', isAllDay: false, isCancelled: false },
      showAs: how === 'free' ? 'free' : how === 'tentative' ? 'tentative' : 'busy',
      responseStatus: {
        response: how === 'declined' ? 'declined' : how === 'answered maybe' ? 'tentativelyAccepted' : 'organizer',
      },
      start: { dateTime: `${day}T${hour}:00:00.0000000`, timeZone: 'UTC' },
      end: { dateTime: `${day}T${hour}:30:00.0000000`, timeZone: 'UTC' },
    }),
    allDay: (id: string, isBusy: boolean): Event => ({
      ...{ id, type: 'singleInstance', isAllDay: true, showAs: isBusy ? 'oof' : 'workingElsewhere' },
      start: { dateTime: `${day}T00:00:00.0000000`, timeZone: 'UTC' },
      end: { dateTime: '2026-03-04T00:00:00.0000000', timeZone: 'UTC' },
    }),
    startOf: (event: Record<string, Record<string, string>>) => event.start?.dateTime?.slice(11, 13),
  },
} as const

for (const kind of ['google', 'microsoft'] as const) {
  const { event, allDay, startOf } = kinds[kind]

  const aHost = async () => {
    const standIn = (await newServices())[kind]
    const person = await aFounder(app)
    const type = await anEventType(app, person, {
      active: true,
      duration: 60,
      timezone: 'UTC',
      scheduling_rules: { start_time_increment: 60 },
    })
    const connected = async () => connectWithConsent(app, person, kind, standIn)
    const sync = async ({ uri }: { uri: string }): Promise<string> => {
      await app.ask(`POST ${uri}/read`, { token: person.token })
      await work()
      return state({ uri })
    }
    const state = async ({ uri }: { uri: string }): Promise<string> =>
      resourceOf(await app.ask(`GET ${uri}`, { token: person.token })).state
    const refreshes = () => standIn.requests.filter((request) => request === 'TOKEN refresh_token').length
    return {
      standIn,
      person,
      type,
      connected,
      sync,
      state,
      refreshes,
      offered: () => hoursOffered(app, person, type, day),
    }
  }

  describe(`a calendar at ${kind}`, () => {
    test('makes its owner busy by the rules, follows changes by token, and survives a token that is too old', async () => {
      const { standIn, connected, sync, offered } = await aHost()
      standIn.put(event('busy1', '09'))
      for (const [hour, how] of [
        ...Object.entries({ '10': 'free', '11': 'tentative', '12': 'declined', '13': 'answered maybe' }),
      ])
        standIn.put(event(`e${hour}`, hour, how as How))
      standIn.put(allDay('wholeday', false))
      standIn.pageSize = 2
      const connection = await connected()
      assert.equal(connection.account, standIn.email)
      assert.deepEqual(await offered(), [], 'nobody is free before the first sync')
      assert.equal(await sync(connection), 'fresh')
      assert.deepEqual(await offered(), without('09', '11', '13'))

      const lists = () => standIn.requests.filter((request) => /GET .*(events|delta)$/.test(request)).length
      const before = lists()
      assert.equal(await sync(connection), 'fresh')
      assert.equal(lists() - before, 1, 'a sync without changes is one request')

      standIn.put(event('busy1', '15'))
      standIn.put(event('new1', '16'))
      standIn.remove('e11')
      await sync(connection)
      assert.deepEqual(await offered(), without('13', '15', '16'))

      standIn.forgetTokens()
      standIn.remove('new1')
      standIn.put(allDay('wholeday', true))
      assert.equal(await sync(connection), 'fresh')
      assert.deepEqual(await offered(), [])
      standIn.remove('wholeday')
      await sync(connection)
      assert.deepEqual(await offered(), without('13', '15'))

      const rows = await app.context.database.reader.selectFrom('calendar_items').select('events').execute()
      assert.ok(!JSON.stringify(rows).includes('private'), 'no titles are kept')
    })

    if (kind === 'google')
      test('has a meeting that came by an import already: the event is updated, and there is no second one', async () => {
        const { standIn, person, type, connected, sync, offered } = await aHost()
        const booked = await aBooking(app, person, type, { start_time: at('10') })
        await app.context.database.write(async (tx) => {
          await tx
            .updateTable('scheduled_events')
            .set({ calendar_uid: 'abc123@google.com' })
            .where('id', '=', booked.eventId)
            .execute()
          await tx
            .updateTable('invitees')
            .set({ imported: true })
            .where('scheduled_event_id', '=', booked.eventId)
            .execute()
        })
        standIn.put({ ...event('abc123', '10'), iCalUID: 'abc123@google.com' })
        await sync(await connected())
        await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: at('14') })
        await work()
        assert.deepEqual(
          standIn.events().map((one) => [one.id, startOf(one)]),
          [['abc123', '14']],
        )
        assert.deepEqual(await offered(), without('14'))
      })

    if (kind === 'google')
      test('has a meeting with a UID that is no id at Google: its entry does not make its host busy a second time, and is missed when it is deleted', async () => {
        const { standIn, person, type, connected, sync } = await aHost()
        for (const uid of ['Made-Elsewhere@client.test', 'madeelsewhere@client.test']) {
          const booked = await aBooking(app, person, type, { start_time: at(uid.startsWith('M') ? '10' : '12') })
          await app.context.database.write(async (tx) => {
            await tx
              .updateTable('scheduled_events')
              .set({ calendar_uid: uid })
              .where('id', '=', booked.eventId)
              .execute()
            await tx
              .updateTable('invitees')
              .set({ imported: true })
              .where('scheduled_event_id', '=', booked.eventId)
              .execute()
          })
        }
        const connection = await connected()
        await sync(connection)
        assert.equal(standIn.events().length, 2)
        // As Google does.
        for (const one of standIn.events()) standIn.put({ ...one, iCalUID: `${one.id}@google.com` })
        assert.equal(await sync(connection), 'fresh')
        const query = { user: person.uri, start_time: at('00'), end_time: `${day}T23:59:00Z` }
        const { body } = await app.ask('GET /user_busy_times', { token: person.token, query })
        assert.deepEqual(
          body.collection.map(({ type: what }: { type: string }) => what),
          ['calendly', 'calendly'],
        )
        for (const { id } of standIn.events()) standIn.remove(id)
        await sync(connection)
        const { reader } = app.context.database
        const changes = await reader
          .selectFrom('calendar_entries')
          .select('host_change')
          .where('membership_id', '=', person.membershipId)
          .execute()
        assert.deepEqual(
          changes.map(({ host_change }) => /deleted/.test(JSON.stringify(host_change))),
          [true, true],
        )
      })

    if (kind === 'google')
      test('loses the occurrences of a series that was deleted, and not those of one that was split off from it', async () => {
        const { standIn, connected, sync, offered } = await aHost()
        standIn.put(event('abcde_20260303T100000Z', '10'))
        standIn.put(event('abcde_20260303', '11'))
        standIn.put(event('abcde_R20260303T120000_20260303T120000Z', '12'))
        standIn.put(event('abcde2_20260303T130000Z', '13'))
        const connection = await connected()
        await sync(connection)
        assert.deepEqual(await offered(), without('10', '11', '12', '13'))
        standIn.remove('abcde')
        await sync(connection)
        assert.deepEqual(await offered(), without('12', '13'))
      })

    if (kind === 'microsoft')
      test('has an occurrence whose series was just deleted: it is busy until it is removed itself, and nothing is lost', async () => {
        const { standIn, connected, sync, offered } = await aHost()
        const {
          id,
          type: _,
          showAs,
          responseStatus,
          isAllDay,
          isCancelled,
          subject,
          ...times
        } = event('occurrence', '10')
        standIn.put({ id, ...times, type: 'occurrence', seriesMasterId: 'deleted' })
        const connection = await connected()
        assert.equal(await sync(connection), 'fresh')
        assert.deepEqual(await offered(), without('10'))
        standIn.remove('occurrence')
        assert.equal(await sync(connection), 'fresh')
        assert.deepEqual(await offered(), hours)
      })

    if (kind === 'microsoft')
      test('gets one entry of a meeting whose UID has a quotation mark', async () => {
        const { standIn, person, type, connected } = await aHost()
        const booked = await aBooking(app, person, type, { start_time: at('10') })
        await app.context.database.write(async (tx) => {
          await tx
            .updateTable('scheduled_events')
            .set({ calendar_uid: "host's meeting@client.test" })
            .where('id', '=', booked.eventId)
            .execute()
          await tx
            .updateTable('invitees')
            .set({ imported: true })
            .where('scheduled_event_id', '=', booked.eventId)
            .execute()
        })
        await connected()
        await work()
        assert.deepEqual(standIn.events().map(startOf), ['10'])
      })

    test('takes meetings once, moves them in place, and gives them back', async () => {
      const { standIn, person, type, connected, sync, offered } = await aHost()
      const booked = await aBooking(app, person, type, { start_time: at('10') })
      const connection = await connected()
      await sync(connection)
      assert.deepEqual(standIn.events().map(startOf), ['10'])
      const [first] = standIn.events()
      assert.equal(first.attendees, undefined)
      await sync(connection)
      assert.deepEqual(await offered(), without('10'))
      const { calendar_event } = resourceOf(
        await app.ask(`GET /scheduled_events/${booked.eventId}`, { token: person.token }),
      )
      assert.deepEqual(calendar_event, { kind: kind === 'google' ? 'google' : 'outlook', external_id: first.id })

      const moved = await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: at('14') })
      await work()
      assert.deepEqual(standIn.events().map(startOf), ['14'])
      assert.equal(standIn.events()[0].id, first.id)

      await app.run(cancelInvitee, person.principal, { uuid: lastPart(moved.new_invitee ?? moved.uri) })
      await work()
      assert.deepEqual(standIn.events(), [])
      await sync(connection)
      assert.deepEqual(await offered(), hours)
      const { steps } = await app.run(checkCalendarConnection, person.principal, { uuid: lastPart(connection.uri) })
      assert.ok(
        steps.every(({ ok }: { ok: boolean }) => ok),
        JSON.stringify(steps),
      )
      assert.deepEqual(standIn.events(), [])
    })

    test('gets one entry although the answer to its writing, its move and its removal is lost', async () => {
      const { standIn, person, type, connected } = await aHost()
      await connected()
      await work()
      const lost = new Set<string>()
      standIn.intercept = async (request) => {
        if (request.method === 'GET' || lost.has(request.method)) return undefined
        lost.add(request.method)
        // It is done, and answered with an error.
        const done = standIn.intercept
        standIn.intercept = () => undefined
        const url = `${standIn.url}${request.path}?${request.query}`
        const headers = Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
        )
        await fetch(url, {
          method: request.method,
          headers: headers as Record<string, string>,
          ...(request.text ? { body: request.text } : {}),
        })
        standIn.intercept = done
        return { status: 500 }
      }
      const booked = await aBooking(app, person, type, { start_time: at('10') })
      for (let round = 0; round < 4; round += 1) {
        await work()
        app.clock.advance(10 * 60_000)
      }
      assert.deepEqual(standIn.events().map(startOf), ['10'])
      const moved = await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: at('14') })
      for (let round = 0; round < 4; round += 1) {
        await work()
        app.clock.advance(10 * 60_000)
      }
      assert.deepEqual(standIn.events().map(startOf), ['14'])
      await app.run(cancelInvitee, person.principal, { uuid: lastPart(moved.new_invitee ?? moved.uri) })
      for (let round = 0; round < 4; round += 1) {
        await work()
        app.clock.advance(10 * 60_000)
      }
      assert.deepEqual(standIn.events(), [])
      assert.deepEqual([...lost], ['POST', kind === 'google' ? 'PUT' : 'PATCH', 'DELETE'])
    })

    test('is lost when the consent is taken back, and found when it is given again', async () => {
      const { standIn, person, connected, sync, offered } = await aHost()
      const connection = await connected()
      assert.equal(await sync(connection), 'fresh')
      standIn.endAccess()
      assert.equal(await sync(connection), 'fresh', 'an access token that ended early is renewed')
      standIn.endAccess()
      // The service takes so long that the four overlap.
      standIn.interceptTokens = () => ({ status: 400, body: { error: 'interaction_required' } })
      assert.equal(await sync(connection), 'lost', 'only its owner can help')
      standIn.interceptTokens = () => undefined
      assert.equal(await sync(connection), 'fresh')
      standIn.revoke()
      assert.equal(await sync(connection), 'lost')
      assert.deepEqual(await offered(), [])
      const { reason } = resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token }))
      assert.match(reason, /Reconnect the calendar/)
      const again = await connected()
      assert.equal(again.uri, connection.uri)
      assert.equal(await sync(connection), 'fresh')
      assert.deepEqual(await offered(), hours)
    })

    test('late or lost as decided, whatever the service answers', async () => {
      const { standIn, connected, sync, state, offered } = await aHost()
      standIn.put(event('busy1', '10'))
      const connection = await connected()
      assert.equal(await sync(connection), 'fresh')
      const refused = (status: number, headers: Record<string, string> = {}, body: object = {}) => ({
        status,
        headers,
        body,
      })
      const faults = {
        '403': { answer: refused(403), state: 'late' },
        '403 for a limit': {
          answer: refused(403, {}, { error: { errors: [{ reason: 'userRateLimitExceeded' }], code: 'x' } }),
          state: 'late',
        },
        '404': { answer: refused(404), state: 'lost' },
        '412': { answer: refused(412), state: 'late' },
        '429': { answer: refused(429, { 'retry-after': '900' }), state: 'late' },
        '500': { answer: refused(500), state: 'late' },
        '503': { answer: refused(503), state: 'late' },
        'no list': { answer: refused(200, {}, { hello: 1 }), state: 'late' },
      }
      for (const [name, { answer, state: expected }] of Object.entries(faults)) {
        standIn.intercept = () => answer
        assert.equal(await sync(connection), expected, name)
        assert.deepEqual(await offered(), expected === 'lost' ? [] : without('10'), name)
        standIn.intercept = () => undefined
        assert.equal(await sync(connection), 'fresh', `after ${name}`)
        assert.deepEqual(await offered(), without('10'), `after ${name}`)
      }
      standIn.intercept = () => refused(429, { 'retry-after': '900' })
      await sync(connection)
      standIn.intercept = () => undefined
      app.clock.advance(10 * 60_000)
      await work()
      assert.equal(await state(connection), 'late', 'it is left alone as long as it asked')
      app.clock.advance(6 * 60_000)
      await work()
      assert.equal(await state(connection), 'fresh')
    })

    test('has its token renewed once, however many workers find it expired', async () => {
      const { standIn, connected, sync, refreshes } = await aHost()
      const connection = await connected()
      assert.equal(await sync(connection), 'fresh')
      app.clock.advance(2 * 60 * 60_000)
      standIn.endAccess()
      standIn.interceptTokens = () => pause(150).then(() => undefined)
      const before = refreshes()
      const { database } = app.context
      const task = async () => {
        const [kindOfJob] = [calendarSyncs(app.context)]
        const tasks = await database.write((tx) =>
          kindOfJob.load(tx, [{ id: 1, subjectId: lastPart(connection.uri) } as never]),
        )
        return kindOfJob.act(tasks.get(1) as never, async () => true)
      }
      const outcomes = await Promise.all([task(), task(), task(), task()])
      assert.deepEqual(
        outcomes.map(({ fault }) => fault),
        [undefined, undefined, undefined, undefined],
      )
      assert.equal(refreshes() - before, 1)
    })
  })

  test(`400: a consent at ${kind} that is not whole, not ours or too late connects nothing`, async () => {
    const { standIn, person } = await aHost()
    const begin = async () => standIn.consent((await app.run(beginCalendarConsent, person.principal, { kind })).address)
    const refused = async (input: object, by = person) =>
      assert.rejects(app.run(finishCalendarConsent, by.principal, input as Record<string, unknown>), (error: Problem) =>
        /Start again/.test(error.details.map(detailBody)[0]?.message ?? ''),
      )
    await refused(await begin(), await aFounder(app))
    const whole = await begin()
    await refused({ ...whole, state: `${whole.state.slice(0, -4)}AAAA` })
    await refused({ ...whole, code: 'another' })
    app.clock.advance(20 * 60_000)
    await refused(whole)
    if (kind === 'google') {
      standIn.grantedScope = 'https://www.googleapis.com/auth/calendar.events'
      await refused(await begin())
    }
    const { body } = await app.ask('GET /calendar_connections', { token: person.token })
    assert.deepEqual(body.collection, [])
  })
}
