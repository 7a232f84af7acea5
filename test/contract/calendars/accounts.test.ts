// seconds: 4
// on: embedded
import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { checkCalendarConnection, deleteOldEntries } from '#calendars/index.ts'
import { assertAnswer, assertStatus, invalidArgument, resourceOf } from '../../support/answers.ts'
import { aBooking } from '../../support/bookings.ts'
import { connect } from '../../support/calendars.ts'
import { aFounder, lastPart } from '../../support/cast.ts'
import { aCertificate } from '../../support/certificate.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { anEventType } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const at = (hour: string): string => `2026-03-03T${hour}:00:00Z`

/** A host whose calendar is on the stand-in, and was read. */
const aHost = async () => {
  const server = await aDavStandIn()
  const person = await aFounder(app)
  const type = await anEventType(app, person, {
    active: true,
    duration: 60,
    timezone: 'UTC',
    scheduling_rules: { start_time_increment: 60 },
  })
  const connection = await connect(app, person, server)
  await app.work()
  const asked = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = server.requests.length
    await work()
    await app.work()
    return server.requests.slice(before).map((request) => request.split(' ')[0] as string)
  }
  const patch = (address: string, body: object) => app.ask(`PATCH ${address}`, { token: person.token, body })
  return { server, person, type, connection, calendar: connection.calendars[0], asked, patch }
}

describe('an account on a calendar server', () => {
  test('gets each meeting once, over the old one when it moves, and loses it when it is canceled; the contract knows the names of a few services', async () => {
    const { person, type, connection, asked } = await aHost()
    const calendarEvent = async (invitee: string) => {
      const { scheduled_event_id: id } = await app.context.database.reader
        .selectFrom('invitees')
        .select('scheduled_event_id')
        .where('id', '=', invitee)
        .executeTakeFirstOrThrow()
      return resourceOf(await app.ask(`GET /scheduled_events/${id}`, { token: person.token })).calendar_event
    }
    let booked = ''
    assert.deepEqual(
      await asked(async () => (booked = (await aBooking(app, person, type, { start_time: at('10') })).inviteeId)),
      ['PUT'],
    )
    assert.equal(await calendarEvent(booked), null)
    await app.context.database.write((tx) =>
      tx
        .updateTable('calendar_connections')
        .set({ server: 'p42-caldav.icloud.com' })
        .where('id', '=', lastPart(connection.uri))
        .execute(),
    )
    let moved = ''
    const move = async () =>
      (moved = lastPart(
        (await app.run(rescheduleInvitee, person.principal, { uuid: booked, start_time: at('12') })).uri,
      ))
    assert.deepEqual(await asked(move), ['GET', 'PUT'])
    const { kind, external_id } = await calendarEvent(moved)
    assert.equal(kind, 'icloud')
    assert.match(external_id, /^[0-9a-f]{32}@openslot/)
    assert.deepEqual(await asked(() => app.run(cancelInvitee, person.principal, { uuid: moved })), ['DELETE'])
    assert.equal(await calendarEvent(moved), null)
    app.clock.advance(40 * 86_400_000)
    assert.ok((await app.context.database.write((tx) => deleteOldEntries(tx, app.clock.now()))) > 0)
    app.clock.advance(-40 * 86_400_000)
  })

  test('keeps the newer of two writings, whichever reaches the server last, and loses nothing to a removal that was given up', async () => {
    const { server, person, type, calendar, patch } = await aHost()
    const startsThere = () => [...server.items.values()].map(({ text }) => /DTSTART:(\S+)/.exec(text)?.[1])
    /** The next request of this method waits at the server until `work` has had its effect there. */
    const overtaking = async (
      method: string,
      begin: () => Promise<unknown>,
      overtake: () => Promise<unknown>,
      isThere: () => boolean,
    ) => {
      let release = (): void => {}
      const arrived = new Promise<void>((reached) => {
        server.intercept((request) => {
          if (request.method !== method) return
          server.intercept(() => {})
          reached()
          return new Promise<void>((go) => {
            release = go
          })
        })
      })
      await begin()
      const working = app.work()
      await arrived
      await overtake()
      await eventually('the newer one is there', isThere)
      release()
      await working
    }
    let booked = ''
    await overtaking(
      'PUT',
      async () => (booked = (await aBooking(app, person, type, { start_time: at('10') })).inviteeId),
      () => app.run(rescheduleInvitee, person.principal, { uuid: booked, start_time: at('12') }),
      () => startsThere()[0] === '20260303T120000Z',
    )
    assert.deepEqual(startsThere(), ['20260303T120000Z'])

    const etag = [...server.items.values()][0]?.etag
    await overtaking(
      'DELETE',
      () => patch(calendar.uri, { takes_meetings: false }),
      () => patch(calendar.uri, { takes_meetings: true }),
      () => [...server.items.values()][0]?.etag !== etag,
    )
    assert.deepEqual(startsThere(), ['20260303T120000Z'])
  })

  for (const status of [403, 409, 412]) {
    test(`that has the meeting under another address, and refuses it under ours with ${status}: that entry is updated, and goes when the meeting is canceled`, async () => {
      const { server, person, type, asked } = await aHost()
      // As a mail program writes it, when somebody adds what came with the mail.
      const there = '/calendar/from-the-mail.ics'
      server.intercept(({ method, url = '' }, response) => {
        if (method !== 'PUT' || url === there) return
        const uid = decodeURIComponent(url.replace(/^.*\/|\.ics$/g, ''))
        if (!server.items.has(there))
          server.put(
            there,
            `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20260303T080000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
          )
        response
          .writeHead(status)
          .end('<d:error xmlns:d="DAV:"><c:no-uid-conflict xmlns:c="urn:ietf:params:xml:ns:caldav"/></d:error>')
      })
      let booked = ''
      const requests = await asked(
        async () => (booked = (await aBooking(app, person, type, { start_time: at('10') })).inviteeId),
      )
      assert.deepEqual(requests, ['PUT', 'GET', 'PROPFIND', 'REPORT', 'GET', 'GET', 'PUT'])
      assert.deepEqual([...server.items.keys()], [there])
      assert.match(server.items.get(there)?.text ?? '', /DTSTART:20260303T100000Z/)
      await asked(() => app.run(cancelInvitee, person.principal, { uuid: booked }))
      assert.deepEqual([...server.items.keys()], [])
    })
  }

  test('takes meetings, and counts, only as long as its owner wants it to', async () => {
    const { person, type, calendar, asked, patch } = await aHost()
    await asked(() => aBooking(app, person, type, { start_time: at('10') }))
    // Its entry is taken out while it is read: it may be seen there once more.
    const requests = await asked(() => patch(calendar.uri, { takes_meetings: false }))
    assert.deepEqual(
      requests.filter((method) => method !== 'REPORT' && method !== 'PROPFIND'),
      ['DELETE'],
    )
    assert.ok((await asked(() => patch(calendar.uri, { takes_meetings: true }))).includes('PUT'))
    const quiet = resourceOf(await patch(calendar.uri, { checks_conflicts: false }))
    assert.equal(quiet.checks_conflicts, false)
    app.clock.advance(10 * 60_000)
    assert.ok(!(await asked(async () => {})).includes('REPORT'), 'it is not read')
  })

  test('whose password changed is lost, and mended by the new one, which is tried first', async () => {
    const { server, person, connection, patch } = await aHost()
    const state = async () => resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state
    server.password = 'second password'
    await app.ask(`POST ${connection.uri}/read`, { token: person.token })
    await app.work()
    assert.equal(await state(), 'lost')
    const refused = await patch(connection.uri, { password: 'a guess' })
    assertStatus(refused, 400)
    assert.equal(refused.body.details[0].parameter, 'password')
    assertStatus(await patch(connection.uri, { password: 'second password' }), 200)
    await app.work()
    assert.equal(await state(), 'fresh')
  })

  test('is checked from end to end, and gives back what was written when it is disconnected', async () => {
    const { person, type, connection, asked } = await aHost()
    const { steps } = await app.run(checkCalendarConnection, person.principal, { uuid: lastPart(connection.uri) })
    assert.deepEqual(
      steps.map(({ ok }: { ok: boolean }) => ok),
      [true, true, true],
    )
    await asked(() => aBooking(app, person, type, { start_time: at('10') }))
    const disconnecting = () =>
      app.ask(`DELETE ${connection.uri}`, { token: person.token, query: { take_back: 'true' } })
    assert.deepEqual(await asked(disconnecting), ['DELETE'])
    assertStatus(await app.ask(`GET ${connection.uri}`, { token: person.token }), 404)
  })

  test('is not connected when it cannot be read: 400 says what to do, and nothing half connected stays behind', async (t) => {
    const person = await aFounder(app)
    const server = await aDavStandIn()
    const empty = await aDavStandIn({ calendars: [] })
    const secure = createServer(aCertificate('calendar.test'), (_, response) => response.end())
    await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done))
    t.after(() => secure.close())
    const { url, username, password } = server
    const refusals: readonly [object, string, RegExp][] = [
      [{ url, username, password: 'wrong' }, 'password', /require an app password/],
      [{ url: empty.url, username, password }, 'url', /no calendars with events/],
      [
        { url: `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`, username, password },
        'url',
        /certificate isn’t valid/,
      ],
      [
        { url: 'https://no-such-server.invalid/', username, password },
        'url',
        /We couldn’t find a server with this name/,
      ],
      [{ url: 'http://10.0.0.1/', username, password }, 'url', /isn’t allowed/],
      [{ url, username }, 'password', /is missing/],
    ]
    for (const [body, parameter, pattern] of refusals) {
      const refused = await app.ask('POST /calendar_connections', {
        token: person.token,
        body: { kind: 'caldav', ...body },
      })
      assertStatus(refused, 400)
      assert.deepEqual(
        [refused.body.details[0].parameter, pattern.test(refused.body.details[0].message)],
        [parameter, true],
        refused.text,
      )
    }
    assert.deepEqual((await app.ask('GET /calendar_connections', { token: person.token })).body.collection, [])
  })

  test('that is checked and cannot be written, or not be signed in to, says which step failed and why', async () => {
    const { server, person, connection } = await aHost()
    const check = async () =>
      (await app.run(checkCalendarConnection, person.principal, { uuid: lastPart(connection.uri) })).steps
    server.intercept((request, response) => request.method === 'PUT' && void response.writeHead(403).end())
    const [signIn, read, write] = await check()
    assert.deepEqual([signIn.ok, read.ok, write.ok], [true, true, false])
    assert.match(`${write.step}: ${write.message}`, /^write into "Stand-in": .*doesn’t let this account/)
    server.intercept(() => {})
    server.password = 'another password'
    const steps = await check()
    assert.deepEqual(
      steps.map(({ step, ok }: { step: string; ok: boolean }) => [step, ok]),
      [['sign in', false]],
    )
    assert.match(steps[0].message, /app password/)
  })

  test('is connected once: 400 for the same again, also when they come at once', async () => {
    const [server, person] = [await aDavStandIn(), await aFounder(app)]
    const { url, username, password } = server
    const asking = () =>
      app.ask('POST /calendar_connections', { token: person.token, body: { kind: 'caldav', url, username, password } })
    const answers = await Promise.all([asking(), asking(), asking(), asking(), asking()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400, 400])
    assertAnswer(await asking(), 400, invalidArgument(['url', 'is already connected']))
    await connect(app, await aFounder(app), server)
  })

  test('whose server lists calendars twice, at addresses that are none, or at such that cannot be decoded, is connected with those that are there', async () => {
    const server = await aDavStandIn({ calendars: ['/home/1/', '/home/2/'] })
    const calendar = (
      href: string,
    ) => `<response><href>${href}</href><propstat><prop><resourcetype><collection/><c:calendar/></resourcetype></prop>
      <status>HTTP/1.1 200 OK</status></propstat></response>`
    server.intercept(({ headers }, response) => {
      if (headers.depth !== '1') return
      const calendars = ['/home/1/', 'http://', '/home/1/', '/home/%E0%A4%A/'].map(calendar).join('')
      response
        .writeHead(207)
        .end(`<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${calendars}</multistatus>`)
    })
    const { calendars } = await connect(app, await aFounder(app), server)
    assert.deepEqual(
      calendars.map(({ name }: { name: string }) => name),
      ['%E0%A4%A', '1'],
    )
  })

  test('whose server answers with more than any has, or with what no table can keep, is refused or connected with the rest; never a 500', async () => {
    const calendar = (
      href: string,
      more = '',
    ) => `<response><href>${href}</href><propstat><prop><resourcetype><collection/><c:calendar/></resourcetype>${more}</prop>
      <status>HTTP/1.1 200 OK</status></propstat></response>`
    const listing = async (...calendars: readonly string[]) => {
      const server = await aDavStandIn({ calendars: ['/home/1/', '/home/2/'] })
      server.intercept(({ headers }, response) => {
        if (headers.depth !== '1') return
        response
          .writeHead(207)
          .end(`<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${calendars.join('')}</multistatus>`)
      })
      const { url, username, password } = server
      return app.ask('POST /calendar_connections', {
        token: (await aFounder(app)).token,
        body: { kind: 'caldav', url, username, password },
      })
    }
    const tooMany = await listing(...Array.from({ length: 6_000 }, (_, index) => calendar(`/home/${index}/`)))
    assertStatus(tooMany, 400)
    assert.match(tooMany.body.details[0].message, /too large to sync/)
    const long = Array.from({ length: 4_000 }, (_, index) => ((index * 7919) % 36).toString(36)).join('')
    const names = [
      calendar(`/home/${long}/`),
      calendar('/home/1/', `<displayname>${'n'.repeat(199)}\u{1F4C5}</displayname>`),
    ]
    // A line that never comes to its colon, a hundred thousand times.
    const zone = `<c:calendar-timezone>${'TZID\n'.repeat(100_000)}</c:calendar-timezone>`
    const connected = await listing(...names, calendar('/home/2/', zone))
    assertStatus(connected, 201)
    assert.equal(resourceOf(connected).calendars.length, 2)
  })

  test('of which one calendar is gone is found again as soon as that one does not count', async () => {
    const server = await aDavStandIn({ calendars: ['/home/1/', '/home/2/'] })
    const person = await aFounder(app)
    const connection = await connect(app, person, server)
    const state = async () => {
      await app.work()
      return resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state
    }
    assert.equal(await state(), 'fresh')
    server.intercept(({ url }, response) => url === '/home/2/' && void response.writeHead(404).end())
    await app.ask(`POST ${connection.uri}/read`, { token: person.token })
    assert.equal(await state(), 'lost')
    const { reader } = app.context.database
    const [gone] = await reader
      .selectFrom('calendars')
      .select('id')
      .where('foreign_id', '=', server.url.replace('/home/', '/home/2/'))
      .execute()
    assertStatus(
      await app.ask(`PATCH /calendars/${gone?.id}`, { token: person.token, body: { checks_conflicts: false } }),
      200,
    )
    assert.equal(await state(), 'fresh')
  })

  test('whose calendars are said to be on another host or port sends no password there', async () => {
    for (const host of ['127.0.0.1', '127.0.0.2']) {
      const [server, other] = [await aDavStandIn({ calendars: ['/home/1/', '/home/2/'] }), await aDavStandIn({ host })]
      const seen: unknown[] = []
      other.intercept(({ headers }) => seen.push(headers.authorization))
      server.intercept((_, response) => {
        response.writeHead(207)
        response.end(`<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>/home/</href><propstat><prop>
          <c:calendar-home-set><href>${other.url}</href></c:calendar-home-set></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`)
      })
      const { url, username, password } = server
      const body = { kind: 'caldav', url, username, password }
      assertStatus(await app.ask('POST /calendar_connections', { token: (await aFounder(app)).token, body }), 400)
      assert.deepEqual(seen, [undefined])
    }
  })
})
