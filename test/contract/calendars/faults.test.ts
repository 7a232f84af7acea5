import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { calendarSyncs } from '#calendars/index.ts'
import { Worker } from '#execution/jobs/worker.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { connect, hoursOffered } from '../../support/calendars.ts'
import { aFounder } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { anEventType } from '../../support/event-types.ts'
import { putOthersAside } from '../../support/own-work.ts'
import { recordedLog } from '../../support/recorded-log.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const day = '2026-03-03'
const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
const busyAtTen = hours.filter((hour) => hour !== '10')
const event = (uid: string, hour: string): string =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20260303T${hour}0000Z\r\nDTEND:20260303T${hour}3000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end()
const xml =
  (text: string): Answer =>
  (_, response) =>
    void response.writeHead(207).end(`<?xml version="1.0"?>${text}`)
const item = (inner: string): string =>
  `<multistatus xmlns="DAV:"><response><href>/calendar/one.ics</href>${inner}</response><sync-token>t</sync-token></multistatus>`

/** What a server may answer to every request, and what its owner's connection is then. */
const faults: Readonly<
  Record<
    string,
    {
      readonly answer: Answer
      readonly state: 'late' | 'lost'
      readonly requests?: number
      readonly milliseconds?: number
    }
  >
> = {
  '401': { answer: status(401), state: 'lost', requests: 1 },
  '403': { answer: status(403), state: 'late' },
  '404': { answer: status(404), state: 'lost' },
  '410': { answer: status(410), state: 'lost' },
  '412': { answer: status(412), state: 'late' },
  '429': { answer: status(429, { 'retry-after': '600' }), state: 'late', requests: 1 },
  '500': { answer: status(500), state: 'late' },
  '503': { answer: status(503), state: 'late', requests: 1 },
  'a page instead of XML': {
    answer: (_, response) => void response.writeHead(200).end('<html>Sign in</html>'),
    state: 'late',
  },
  'XML that is cut off': { answer: xml('<multistatus xmlns="DAV:"><response>'), state: 'late' },
  'XML with an entity of its own': {
    answer: xml('<!DOCTYPE a [<!ENTITY b "c">]><multistatus xmlns="DAV:">&b;</multistatus>'),
    state: 'late',
  },
  'an empty answer': { answer: (_, response) => void response.writeHead(207).end(), state: 'late' },
  'a list without a token or the calendar': { answer: xml('<multistatus xmlns="DAV:"/>'), state: 'late' },
  'no answer at all': { answer: () => new Promise(() => {}), state: 'late', requests: 1, milliseconds: 300 },
  // The connection was kept from the sync before, and could have been closed meanwhile: so it is asked over a new one,
  // once.
  'a connection that breaks': { answer: (request) => request.socket.destroy(), state: 'late', requests: 2 },
  'an endless redirect': {
    answer: (request, response) => void response.writeHead(302, { location: request.url }).end(),
    state: 'late',
  },
  'a redirect into another network': {
    answer: status(302, { location: 'http://10.0.0.1/' }),
    state: 'late',
    requests: 1,
  },
}

const aHost = async () => {
  const server = await aDavStandIn()
  server.put('/calendar/one.ics', event('one', '10'))
  const person = await aFounder(app)
  const type = await anEventType(app, person, {
    active: true,
    duration: 60,
    timezone: 'UTC',
    scheduling_rules: { start_time_increment: 60 },
  })
  const connection = await connect(app, person, server)
  const { database, clock } = app.context
  const sync = async (syncMilliseconds = 30_000): Promise<string> => {
    const kinds = [calendarSyncs({ ...app.context, syncMilliseconds })]
    await app.ask(`POST ${connection.uri}/read`, { token: person.token })
    await putOthersAside(app)
    await new Worker({ database, clock, log: recordedLog(), kinds }).drain()
    return resourceOf(await app.ask(`GET ${connection.uri}`, { token: person.token })).state
  }
  return { server, sync, offered: () => hoursOffered(app, person, type, day) }
}

describe('whatever a calendar server answers, nobody is offered who is not known to be free', () => {
  test('and what was known last counts, or nothing at all, until it answers again', async () => {
    const { server, sync, offered } = await aHost()
    assert.equal(await sync(), 'fresh')
    for (const [name, { answer, state, requests, milliseconds }] of Object.entries(faults)) {
      server.intercept(answer)
      const before = server.requests.length
      assert.equal(await sync(milliseconds), state, name)
      assert.deepEqual(await offered(), state === 'lost' ? [] : busyAtTen, name)
      if (requests !== undefined) assert.equal(server.requests.length - before, requests, `${name}: no more is asked`)
      server.intercept(() => {})
      assert.equal(await sync(), 'fresh', `after ${name}`)
      assert.deepEqual(await offered(), busyAtTen, `after ${name}`)
    }
  })

  const reports: Readonly<Record<string, Answer>> = {
    'a token that the server has forgotten': status(403),
    'a token that the server cannot read': status(500),
    'a 404 among the properties of an item': xml(
      item('<propstat><prop><getetag/></prop><status>HTTP/1.1 404 Not Found</status></propstat>'),
    ),
    'an item that is called deleted and is there': xml(item('<status>HTTP/1.1 404 Not Found</status>')),
  }
  for (const [name, answer] of Object.entries(reports)) {
    test(`${name} is no deletion`, async () => {
      const { server, sync, offered } = await aHost()
      assert.equal(await sync(), 'fresh')
      let isAnswered = false
      server.intercept((request, response) => {
        if (isAnswered || request.method !== 'REPORT') return
        isAnswered = true
        answer(request, response)
      })
      assert.equal(await sync(), 'fresh')
      assert.ok(isAnswered)
      assert.deepEqual(await offered(), busyAtTen)
    })
  }
})

describe('an item of which a server gives no properties', () => {
  test('in every list, is there as long as the item itself is', async () => {
    const { server, sync, offered } = await aHost()
    assert.equal(await sync(), 'fresh')
    const none = '<propstat><prop><getetag/></prop><status>HTTP/1.1 404 Not Found</status></propstat>'
    server.intercept((request, response) => request.method === 'REPORT' && xml(item(none))(request, response))
    assert.equal(await sync(), 'fresh')
    assert.ok(server.requests.includes('GET /calendar/one.ics'))
    assert.deepEqual(await offered(), busyAtTen)
  })
})

describe('what a server gives of an item', () => {
  const ofMultiget = (data: string): string =>
    `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>/calendar/two.ics</href><propstat><prop><getetag>"9"</getetag>
      <c:calendar-data>${data}</c:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`
  const multigets = (server: Awaited<ReturnType<typeof aDavStandIn>>, data: string): void => {
    server.put('/calendar/two.ics', event('two', '11'))
    let reports = 0
    server.intercept((request, response) => {
      if (request.method !== 'REPORT') return
      reports += 1
      // First comes the list.
      if (reports === 2) xml(ofMultiget(data))(request, response)
    })
  }

  test('is asked for again when it is nothing', async () => {
    const { server, sync, offered } = await aHost()
    assert.equal(await sync(), 'fresh')
    multigets(server, '')
    assert.equal(await sync(), 'fresh')
    assert.deepEqual(
      await offered(),
      busyAtTen.filter((hour) => hour !== '11'),
    )
  })

  test('is busy at all times when it is half an item without a start, stops no other, and is read again with the next sync', async () => {
    const { server, sync, offered } = await aHost()
    assert.equal(await sync(), 'fresh')
    multigets(server, event('two', '11').slice(0, 40))
    assert.equal(await sync(), 'fresh')
    assert.deepEqual(await offered(), [])
    server.intercept(() => {})
    assert.equal(await sync(), 'fresh')
    assert.deepEqual(
      await offered(),
      busyAtTen.filter((hour) => hour !== '11'),
    )
  })
})

describe('an item', () => {
  test('that is a page and no calendar makes nobody free', async () => {
    const { server, sync, offered } = await aHost()
    assert.equal(await sync(), 'fresh')
    server.put('/calendar/one.ics', '<!doctype html><title>Sign in</title>')
    assert.equal(await sync(), 'late')
    assert.deepEqual(await offered(), busyAtTen)
  })

  test('that an answer has several times is read once', async () => {
    const { server, sync, offered } = await aHost()
    server.put('/calendar/two.ics', event('two', '11'))
    server.intercept(async (request, response) => {
      if (request.method !== 'REPORT') return
      const of = (path: string): string =>
        `<response><href>${path}</href><propstat><prop><getetag>"9"</getetag><c:calendar-data>${server.items.get(path)?.text}</c:calendar-data></prop>
          <status>HTTP/1.1 200 OK</status></propstat></response>`
      const all = ['/calendar/one.ics', '/calendar/two.ics', '/calendar/one.ics', '/calendar/%6Fne.ics']
        .map(of)
        .join('')
        .replaceAll('undefined', event('one', '10'))
      xml(
        `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${all}<sync-token>t</sync-token></multistatus>`,
      )(request, response)
    })
    assert.equal(await sync(), 'fresh')
    assert.deepEqual(
      await offered(),
      busyAtTen.filter((hour) => hour !== '11'),
    )
  })

  test('whose address is longer than any that can be asked makes the answer one that cannot be read, and nobody free', async () => {
    const { server, sync, offered } = await aHost()
    assert.equal(await sync(), 'fresh')
    const long = Array.from({ length: 4_000 }, (_, index) => ((index * 7919) % 36).toString(36)).join('')
    server.put(`/calendar/${long}.ics`, event('two', '11'))
    const listed = ['/calendar/', `/calendar/${long}.ics`]
      .map((path) => `<response><href>${path}</href></response>`)
      .join('')
    server.intercept(
      (request, response) =>
        request.method === 'PROPFIND' && xml(`<multistatus xmlns="DAV:">${listed}</multistatus>`)(request, response),
    )
    assert.equal(await sync(), 'late')
    assert.deepEqual(await offered(), busyAtTen)
  })

  test('that lasts for ever, or has rules in any letters, is kept', async () => {
    const { server, sync, offered } = await aHost()
    server.put(
      '/calendar/two.ics',
      event('two', '11').replace('DTEND:20260303T113000Z', 'DURATION:P99999999999999999D'),
    )
    server.put(
      '/calendar/three.ics',
      event('three', '15').replace('END:VEVENT', `RRULE:${'\u{1F4C5}'.repeat(150_000)}\r\nEND:VEVENT`),
    )
    assert.equal(await sync(), 'fresh')
    assert.deepEqual(await offered(), ['09'])
  })
})

describe('a list in parts', () => {
  test('that does not go on is not the whole list: the items are listed in another way', async () => {
    const { server, sync, offered } = await aHost()
    server.put('/calendar/two.ics', event('two', '11'))
    const listed = (path: string) =>
      `<response><href>${path}</href><propstat><prop><getetag>"1"</getetag><resourcetype/></prop><status>HTTP/1.1 200 OK</status></propstat></response>`
    const more = '<response><href>/calendar/</href><status>HTTP/1.1 507 Insufficient Storage</status></response>'
    let isListed = false
    server.intercept((request, response) => {
      if (request.method === 'REPORT' && !isListed)
        xml(
          `<multistatus xmlns="DAV:">${listed('/calendar/one.ics')}${more}<sync-token>stuck</sync-token></multistatus>`,
        )(request, response)
      if (request.method !== 'PROPFIND') return
      isListed = true
      const items = ['/calendar/', '/calendar/one.ics', '/calendar/two.ics'].map(listed).join('')
      xml(`<multistatus xmlns="DAV:">${items}</multistatus>`)(request, response)
    })
    assert.equal(await sync(), 'fresh')
    assert.deepEqual(
      await offered(),
      busyAtTen.filter((hour) => hour !== '11'),
    )
  })
})

describe('an address that a calendar server names', () => {
  const named = (property: string, href: string): string =>
    `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>/home/</href><propstat><prop><${property}><href>${href}</href></${property}></prop>
      <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`

  test('is judged like every other: none inside another network is asked, wherever it is named', async (t) => {
    let reached = 0
    const inside = createServer((_, response) => {
      reached += 1
      response.end()
    })
    // Tests may reach 127.0.0.1, where the port must not be another test's.
    const beside = createServer((_, response) => response.destroy())
    await new Promise<void>((done) => beside.listen(0, '127.0.0.1', done))
    const { port } = beside.address() as AddressInfo
    await new Promise<void>((done) => inside.listen(port, '::1', done))
    t.after(() => {
      inside.close()
      beside.close()
    })
    const targets = [
      ...[
        `http://[::1]:${port}/`,
        `http://[::ffff:7f00:1]:${port}/`,
        'http://10.0.0.1/',
        'http://169.254.169.254/latest/meta-data/',
        'http://192.168.1.1/',
      ],
      ...[
        'http://0/',
        'http://0xa000001/',
        'http://0300.0250.1.1/',
        'https://user:password@10.0.0.1/',
        'file:///etc/passwd',
        'ftp://10.0.0.1/',
        'gopher://10.0.0.1/',
      ],
    ]
    const person = await aFounder(app)
    for (const target of targets) {
      const ways: readonly Answer[] = [
        xml(named('current-user-principal', target)),
        xml(named('c:calendar-home-set', target)),
        status(302, { location: target }),
        status(307, { location: target }),
      ]
      for (const [way, answer] of ways.entries()) {
        const server = await aDavStandIn({ calendars: ['/home/1/', '/home/2/'] })
        server.intercept(answer)
        const { url, username, password } = server
        const refused = await app.ask('POST /calendar_connections', {
          token: person.token,
          body: { kind: 'caldav', url, username, password },
        })
        assertStatus(refused, 400)
        assert.equal(refused.body.details[0].parameter, 'url', `${target} ${way}`)
      }
    }
    // An item is asked of the server that its calendar is on, whatever its address says.
    const { server, sync } = await aHost()
    server.intercept((request, response) => {
      if (request.method === 'REPORT')
        xml(`<multistatus xmlns="DAV:"><response><href>http://[::1]:${port}/one.ics</href><propstat><prop><getetag>"9"</getetag></prop>
          <status>HTTP/1.1 200 OK</status></propstat></response><sync-token>t</sync-token></multistatus>`)(
          request,
          response,
        )
    })
    await sync()
    assert.ok(server.requests.includes('GET /one.ics'))
    assert.equal(reached, 0)
  })
})

describe('one calendar of three', () => {
  const aHostOfThree = async () => {
    const calendars = ['/calendar/', '/second/', '/third/']
    const server = await aDavStandIn({ calendars })
    server.put('/calendar/one.ics', event('one', '10'))
    server.put('/second/two.ics', event('two', '11'))
    const person = await aFounder(app)
    const type = await anEventType(app, person, {
      active: true,
      duration: 60,
      timezone: 'UTC',
      scheduling_rules: { start_time_increment: 60 },
    })
    const { uri } = await connect(app, person, server)
    const sync = async () => {
      await app.ask(`POST ${uri}/read`, { token: person.token })
      await app.work()
      const { state, calendars: shown } = resourceOf(await app.ask(`GET ${uri}`, { token: person.token }))
      return [state, shown.filter((one: { checks_conflicts: boolean }) => one.checks_conflicts).length]
    }
    const refuse = (path: string): void =>
      server.intercept((request, response) => request.url?.startsWith(path) && status(404)(request, response))
    return { calendars, server, sync, refuse, offered: () => hoursOffered(app, person, type, day) }
  }

  test('that was deleted at the other side counts no more, and the others go on', async () => {
    const { calendars, sync, refuse, offered } = await aHostOfThree()
    assert.deepEqual(await sync(), ['fresh', 3])
    calendars.splice(1, 1)
    refuse('/second/')
    assert.deepEqual(await sync(), ['fresh', 2])
    assert.deepEqual(await offered(), busyAtTen)
  })

  test('that is said to be gone and is in the list of the account still counts: nobody is free by accident', async () => {
    const { server, sync, refuse, offered } = await aHostOfThree()
    assert.deepEqual(await sync(), ['fresh', 3])
    refuse('/second/')
    assert.deepEqual(await sync(), ['lost', 3])
    assert.deepEqual(await offered(), [])
    server.intercept(() => {})
    // The next sync comes by itself, within minutes.
    app.clock.advance(5 * 60_000)
    await app.work()
    assert.deepEqual(
      await offered(),
      busyAtTen.filter((hour) => hour !== '11'),
    )
  })
})
