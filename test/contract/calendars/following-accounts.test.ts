// seconds: 6
// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { calendars as calendarTexts } from '../../../languages/console/en/calendars.ts'
import { shell as shellTexts } from '../../../languages/console/en/shell.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { connectWithConsent, oauthSettings, useCalendarServices } from '../../support/calendar-services.ts'
import { connect, hoursOffered } from '../../support/calendars.ts'
import { aFounder, type Person } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { anEventType } from '../../support/event-types.ts'
import { aFeed, aFeedServer } from '../../support/feed-server.ts'
import { mailApp } from '../../support/mail.ts'
import { signedInAs } from '../../support/visitor.ts'

const services: { make?: ReturnType<typeof useCalendarServices> } = {}
const app = await mailApp({
  settings: oauthSettings,
  onContext: (context) => {
    services.make = useCalendarServices(context)
  },
})
const newServices = services.make ?? assert.fail()
const day = '2026-03-03'
const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
const without = (...busy: string[]): string[] => hours.filter((hour) => !busy.includes(hour))
const minutes = 60_000
/** For tests in which days pass. */
const later = '2026-03-10'

/** One event: its times as lines of iCalendar, and more lines. */
const calendarOf = (uid: string, ...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
const at = (hour: string, on = day): string[] =>
  ['DTSTART', 'DTEND'].map((name, half) => `${name}:${on.replaceAll('-', '')}T${hour}${half * 3}000Z`)

// biome-ignore lint/suspicious/noExplicitAny: a calendar as the API shows it.
type Shown = any

const aHost = async (connectTo: (person: Person) => Promise<{ uri: string }>, on = day) => {
  const person = await aFounder(app)
  const type = await anEventType(app, person, {
    active: true,
    duration: 60,
    timezone: 'UTC',
    scheduling_rules: { start_time_increment: 60 },
  })
  const { uri } = await connectTo(person)
  await app.work()
  const shown = async (): Promise<Shown> => resourceOf(await app.ask(`GET ${uri}`, { token: person.token }))
  const syncNow = async () => {
    assertStatus(await app.ask(`POST ${uri}/read`, { token: person.token }), 202)
    await app.work()
    return shown()
  }
  const offered = () => hoursOffered(app, person, type, on)
  return { person, uri, shown, syncNow, offered }
}

const connections = async ({ token }: Person): Promise<Shown[]> =>
  (await app.ask('GET /calendar_connections', { token })).body.collection

describe('an account that is connected again', () => {
  test('201: one whose password was refused is renewed, at any address of its server, and keeps its settings', async () => {
    const dav = await aDavStandIn({ calendars: ['/home/one/', '/home/two/'] })
    dav.put('/home/one/a.ics', calendarOf('a', ...at('10')))
    const { person, uri, shown, syncNow, offered } = await aHost((one) => connect(app, one, dav))
    const again = async (url = dav.url) => {
      const { username, password } = dav
      return app.ask('POST /calendar_connections', {
        token: person.token,
        body: { kind: 'caldav', url, username, password },
      })
    }
    const [first] = (await shown()).calendars
    await app.ask(`PATCH ${first.uri}`, { token: person.token, body: { counts_tentative: false } })
    await syncNow()
    const refused = await again()
    assertStatus(refused, 400)
    assert.match(refused.text, /is already connected/, 'while it can be read')

    for (const url of [dav.url, dav.url.replace('/home/', '/home/one/')]) {
      dav.password = `${dav.password} and more`
      assert.equal((await syncNow()).state, 'lost')
      assert.equal(resourceOf(await again(url)).uri, uri)
      await app.work()
      assert.equal((await shown()).state, 'fresh')
      assert.deepEqual([(await connections(person)).length, (await shown()).calendars[0].counts_tentative], [1, false])
      assert.deepEqual(await offered(), without('10'))
    }
  })

  test('201: a feed that was not at its address; and 200: one that has moved to another', async () => {
    const feed = await aFeedServer(aFeed('10'))
    const url = `${feed.url}/a.ics`
    const body = { kind: 'ics', url }
    const { person, uri, shown, syncNow, offered } = await aHost(async ({ token }) =>
      resourceOf(await app.ask('POST /calendar_connections', { token, body })),
    )
    feed.serve((_, response) => void response.writeHead(404).end())
    assert.equal((await syncNow()).state, 'lost')
    feed.serve(aFeed('11'))
    assert.equal(resourceOf(await app.ask('POST /calendar_connections', { token: person.token, body })).uri, uri)
    await app.work()
    assert.deepEqual([(await shown()).state, await offered()], ['fresh', without('11')])

    const moved = await aFeedServer(aFeed('12'))
    const change = (fields: object) => app.ask(`PATCH ${uri}`, { token: person.token, body: fields })
    for (const [fields, parameter] of [
      [{ url: 'not an address' }, 'url'],
      [{ url: `${moved.url}/b.ics`, password: 'x' }, 'password'],
    ] as const) {
      const refused = await change(fields)
      assertStatus(refused, 400)
      assert.equal(refused.body.details[0].parameter, parameter)
    }
    assertStatus(await change({ url: `${moved.url}/b.ics` }), 200)
    await app.work()
    assert.deepEqual(
      [(await shown()).state, await offered(), (await connections(person)).length],
      ['fresh', without('12'), 1],
    )
  })

  test('in the console: the form of an account that was refused renews it, and the form of a lost feed takes its new address', async () => {
    const dav = await aDavStandIn()
    const { person, syncNow } = await aHost((one) => connect(app, one, dav))
    const visitor = await signedInAs(app, person)
    dav.password = 'second password'
    assert.equal((await syncNow()).state, 'lost')
    const { url, username, password } = dav
    const page = '/app/integrations'
    const sent = await visitor.submit(`${page}/accounts`, { url, username, password }, { page })
    assert.deepEqual([sent.status, sent.location], [303, `${page}?done=connected`])
    await app.work()
    assert.equal((await connections(person)).length, 1)

    const feed = await aFeedServer(aFeed('10'))
    await visitor.submit(`${page}/feeds`, { url: `${feed.url}/a.ics` }, { page })
    await app.work()
    feed.serve((_, response) => void response.writeHead(404).end())
    app.clock.advance(5 * minutes)
    await app.work()
    const path =
      /\/app\/integrations\/(connections\/[\w-]+\/address)/.exec((await visitor.get(page)).text)?.[1] ??
      assert.fail('no form for the new address')
    const moved = await aFeedServer(aFeed('10'))
    const wrong = await visitor.submit(`${page}/${path}`, { url: `${feed.url}/a.ics` }, { page })
    assert.equal(wrong.status, 400)
    assert.equal(
      (await visitor.submit(`${page}/${path}`, { url: `${moved.url}/a.ics` }, { page })).location,
      `${page}?done=saved`,
    )
    await app.work()
    assert.deepEqual(
      (await connections(person)).map(({ state }) => state),
      ['fresh', 'fresh'],
    )
  })
})

describe('an event of a whole day, or without a zone', () => {
  const floating = (zone: string): string =>
    calendarOf('a', 'DTSTART:20260303T100000', 'DTEND:20260303T103000').replace(
      'BEGIN:VEVENT',
      `X-WR-TIMEZONE:${zone}\r\nBEGIN:VEVENT`,
    )

  test('moves at once when its feed names another zone', async () => {
    const feed = await aFeedServer(floating('Europe/Berlin'))
    const body = { kind: 'ics', url: `${feed.url}/a.ics` }
    const { syncNow, offered } = await aHost(async ({ token }) =>
      resourceOf(await app.ask('POST /calendar_connections', { token, body })),
    )
    assert.deepEqual(await offered(), without('09'))
    feed.serve(floating('UTC'))
    assert.equal((await syncNow()).calendars[0].time_zone, 'UTC')
    assert.deepEqual(await offered(), without('10'))
  })

  test('moves at once when its calendar has another zone at Google', async () => {
    const { google } = await newServices()
    google.put({ id: 'abcde', status: 'confirmed', start: { date: '2026-03-03' }, end: { date: '2026-03-04' } })
    const { offered } = await aHost((person) => connectWithConsent(app, person, 'google', google))
    assert.deepEqual(await offered(), [])
    google.calendars.set(google.email, {
      ...(google.calendars.get(google.email) ?? assert.fail()),
      entry: { id: google.email, primary: true, accessRole: 'owner', timeZone: 'Pacific/Auckland' },
    })
    app.clock.advance(5 * minutes)
    await app.work()
    assert.deepEqual(await offered(), without('09', '10'), 'that day ends at 11:00 UTC')
  })

  test('moves at once when its host has another zone, and the calendar has none', async () => {
    const dav = await aDavStandIn()
    dav.put('/calendar/a.ics', calendarOf('a', 'DTSTART:20260303T100000', 'DTEND:20260303T103000'))
    const { person, offered } = await aHost((one) => connect(app, one, dav))
    const move = async (timezone: string) => {
      assertStatus(await app.ask('PATCH /users/me', { token: person.token, body: { timezone } }), 200)
      await app.work()
      return offered()
    }
    assert.deepEqual(await move('Europe/Berlin'), without('09'))
    assert.deepEqual(await move('America/New_York'), without('15'))
  })
})

test('an event whose turn did not come in a sync is expanded by the next one, although nothing has changed', async () => {
  const feed = await aFeedServer(aFeed('10'))
  const body = { kind: 'ics', url: `${feed.url}/a.ics` }
  const { person, shown, offered } = await aHost(async ({ token }) =>
    resourceOf(await app.ask('POST /calendar_connections', { token, body })),
  )
  const { organizationId } = person.principal
  const { database } = app.context
  // As a sync leaves it that had too much to do: the events of a hundred thousand others came first.
  await database.write(async (tx) => {
    const { calendar_id } = await tx
      .updateTable('calendar_items')
      .set({ is_opaque: true, is_postponed: true })
      .where('organization_id', '=', organizationId)
      .returning('calendar_id')
      .executeTakeFirstOrThrow()
    await sql`update busy_spans set span = tstzrange('2026-03-01', '2027-03-01') where organization_id = ${organizationId} and calendar_id = ${calendar_id}`.execute(
      tx,
    )
  })
  assert.deepEqual([await offered(), (await shown()).calendars[0].unread_events], [[], 1])
  app.clock.advance(5 * minutes)
  await app.work()
  assert.deepEqual([await offered(), (await shown()).calendars[0].unread_events], [without('10'), 0])
})

describe('an invitation that the owner of a calendar has declined', () => {
  const invitation = (uid: string, hour: string, attendee: string, answer = 'DECLINED'): string =>
    calendarOf(
      uid,
      ...at(hour),
      `ATTENDEE;PARTSTAT=${answer}${attendee}`,
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:colleague@stand-in.test',
    )

  test('leaves them free, under every address that the server or we know of them; one of somebody else does not', async () => {
    const dav = await aDavStandIn({ calendars: ['/one/', '/two/'] })
    dav.username = 'host'
    dav.addresses = ['MAILTO:Host@Work.test', '/principals/host/', 'mailto:host%2Bmore@work.test']
    const put = (uid: string, hour: string, attendee: string, answer?: string) =>
      dav.put(`/one/${uid}.ics`, invitation(uid, hour, attendee, answer))
    put('a', '09', ':mailto:host@work.test')
    put('b', '10', ':/principals/host/')
    put('c', '11', ';EMAIL=host@work.test:urn:uuid:1')
    put('d', '12', ':mailto:host+more@work.test')
    put('e', '13', ':mailto:stranger@stand-in.test')
    put('f', '14', ':mailto:host@work.test', 'ACCEPTED')
    dav.put(
      '/one/g.ics',
      invitation('g', '15', ':mailto:host@work.test').replace(
        'END:VEVENT',
        'ATTENDEE;PARTSTAT=ACCEPTED:mailto:host+more@work.test\r\nEND:VEVENT',
      ),
    )
    const { person, syncNow, offered } = await aHost((one) => connect(app, one, dav))
    assert.deepEqual(await offered(), without('13', '14', '15'))

    // Their own address here counts as well, and one that they get later.
    put('h', '16', `:mailto:${person.email}`)
    put('i', '13', ':mailto:later@work.test')
    dav.items.delete('/one/e.ics')
    await syncNow()
    assert.deepEqual(await offered(), without('13', '14', '15'))
    dav.addresses = [...dav.addresses, 'mailto:later@work.test']
    await syncNow()
    assert.deepEqual(await offered(), without('14', '15'))
  })
})

describe('a calendar that comes to a connected account later', () => {
  const kinds = {
    caldav: async () => {
      const dav = await aDavStandIn({ calendars: ['/one/', '/two/'] })
      return {
        connectTo: (person: Person) => connect(app, person, dav),
        add: () => {
          dav.calendars.push('/three/')
          dav.put('/three/a.ics', calendarOf('a', ...at('10', later)))
        },
        others: () => {},
      }
    },
    google: async () => {
      const { google } = await newServices()
      return {
        connectTo: (person: Person) => connectWithConsent(app, person, 'google', google),
        add: () => {
          google.addCalendar('later', { accessRole: 'owner', summary: 'Later', timeZone: 'UTC' })
          google.put(
            {
              id: 'abcde',
              status: 'confirmed',
              start: { dateTime: `${later}T10:00:00Z` },
              end: { dateTime: `${later}T10:30:00Z` },
            },
            'later',
          )
        },
        others: () => google.addCalendar('colleague', { accessRole: 'reader', summary: 'Colleague' }),
      }
    },
    microsoft: async () => {
      const { microsoft } = await newServices()
      const when = (time: string) => ({ dateTime: `${later}T${time}:00.0000000`, timeZone: 'UTC' })
      return {
        connectTo: (person: Person) => connectWithConsent(app, person, 'microsoft', microsoft),
        add: () => {
          microsoft.addCalendar('later', { name: 'Later', canEdit: true, owner: { address: microsoft.email } })
          microsoft.put(
            {
              id: 'a',
              type: 'singleInstance',
              isAllDay: false,
              showAs: 'busy',
              start: when('10:00'),
              end: when('10:30'),
            },
            'later',
          )
        },
        others: () =>
          microsoft.addCalendar('colleague', {
            name: 'Colleague',
            canEdit: false,
            owner: { address: 'colleague@stand-in.test' },
          }),
      }
    },
  }
  for (const [kind, aCalendar] of Object.entries(kinds)) {
    test(`is found on "Sync now" and once a day, counts, and is shown as new until its owner has seen to it (${kind})`, async () => {
      const { connectTo, add, others } = await aCalendar()
      const { person, shown, syncNow, offered } = await aHost(connectTo, later)
      const before = (await shown()).calendars.length
      const taking = (await shown()).calendars.find((one: Shown) => one.takes_meetings)
      await app.ask(`PATCH ${taking.uri}`, { token: person.token, body: { takes_meetings: false } })
      await app.work()
      add()
      app.clock.advance(5 * minutes)
      await app.work()
      assert.equal((await shown()).calendars.length, before, 'not with every sync')
      const synced = (await syncNow()).calendars
      const added = synced.filter((one: Shown) => one.is_new)
      assert.deepEqual([synced.length, added.length], [before + 1, 1])
      assert.deepEqual(
        [added[0].checks_conflicts, added[0].takes_meetings],
        [true, false],
        'it counts, and takes no meetings unasked',
      )
      assert.deepEqual(await offered(), without('10'))
      const visitor = await signedInAs(app, person)
      assert.match((await visitor.get('/app/integrations')).text, /class="chip new"/)
      await app.ask(`PATCH ${added[0].uri}`, { token: person.token, body: { counts_tentative: false } })
      assert.ok((await shown()).calendars.every((one: Shown) => !one.is_new))

      others()
      app.clock.advance(24 * 60 * minutes)
      await app.work()
      const daily = (await shown()).calendars
      const theirs = daily.filter((one: Shown) => !one.is_own)
      assert.deepEqual(
        [daily.length, theirs.every((one: Shown) => !one.checks_conflicts)],
        [before + 1 + (kind === 'caldav' ? 0 : 1), true],
      )
    })
  }

  test('closes nobody, when it cannot be read; and is named in the mail and beside its switches', async () => {
    const dav = await aDavStandIn({ calendars: ['/one/', '/two/'] })
    const { person, shown, syncNow, offered } = await aHost((one) => connect(app, one, dav), later)
    dav.calendars.push('/three/')
    dav.intercept((request, response) => request.url?.startsWith('/three/') && response.writeHead(403).end())
    const { state, calendars } = await syncNow()
    assert.equal(state, 'late')
    assert.deepEqual(await offered(), hours)
    assert.equal(calendars.filter((one: Shown) => one.reason !== null).length, 1)
    const mails = await app.mailDuring(async () => {
      app.clock.advance(24 * 60 * minutes)
      await app.work()
    })
    assert.equal((await shown()).state, 'lost')
    assert.deepEqual(
      mails.filter(({ envelopeTo }) => envelopeTo.includes(person.email)).map(({ subject }) => subject),
      [`We can’t sync your calendar Stand-in (${dav.username})`],
    )
    dav.intercept(() => {})
    assert.ok((await syncNow()).calendars.every((one: Shown) => one.reason === null))
  })
})

describe('an account at Microsoft', () => {
  const when = (hour: string, minute: string) => ({
    dateTime: `${later}T${hour}:${minute}:00.0000000`,
    timeZone: 'UTC',
  })
  const meeting = (id: string, hour: string) => ({
    ...{ id, type: 'singleInstance', isAllDay: false, showAs: 'busy', start: when(hour, '00'), end: when(hour, '30') },
  })

  for (const mail of [null, 'host@stand-in.test'])
    test(`counts its own calendars although their owner has an address that nobody knows (mail: ${mail})`, async () => {
      const { microsoft } = await newServices()
      microsoft.mail = mail
      const owner = { name: 'Demo Owner', address: 'outlook_0123456789ABCDEF@outlook.com' }
      microsoft.addCalendar('main', { name: 'Calendar', isDefaultCalendar: true, canEdit: true, owner })
      microsoft.addCalendar('second', { name: 'Second', isDefaultCalendar: false, canEdit: true, owner })
      microsoft.put(meeting('a', '10'))
      microsoft.put(meeting('b', '11'), 'second')
      const { shown, offered } = await aHost((person) => connectWithConsent(app, person, 'microsoft', microsoft), later)
      assert.ok((await shown()).calendars.every((one: Shown) => one.checks_conflicts && one.is_own))
      assert.deepEqual(await offered(), without('10', '11'))
    })

  test('says that a calendar of somebody else has no events, as the service may hide them; and that nothing counts, on every screen', async () => {
    const { microsoft } = await newServices()
    microsoft.addCalendar('colleague', {
      name: 'Colleague',
      canEdit: false,
      owner: { address: 'colleague@stand-in.test' },
    })
    const { person, shown } = await aHost((one) => connectWithConsent(app, one, 'microsoft', microsoft), later)
    const visitor = await signedInAs(app, person)
    const page = async (path: string) => (await visitor.get(path)).text
    const set = async (name: string, isOn: boolean) => {
      const calendar = (await shown()).calendars.find((one: Shown) => one.name === name)
      await app.ask(`PATCH ${calendar.uri}`, { token: person.token, body: { checks_conflicts: isOn } })
      await app.work()
    }
    const { emptyOfOthers, nothingCounts } = { ...calendarTexts, nothingCounts: shellTexts.notices.nothingCounts }
    assert.ok(!(await page('/app/integrations')).includes(emptyOfOthers), 'it does not count')
    await set('Colleague', true)
    assert.ok((await page('/app/integrations')).includes(emptyOfOthers))
    microsoft.put(meeting('c', '10'), 'colleague')
    app.clock.advance(5 * minutes)
    await app.work()
    assert.ok(!(await page('/app/integrations')).includes(emptyOfOthers))

    assert.ok(!(await page('/app/meetings')).includes(nothingCounts))
    await set('Colleague', false)
    await set('Calendar', false)
    assert.ok((await page('/app/meetings')).includes(nothingCounts))
    const calendarsPage = await page('/app/integrations')
    assert.ok(calendarsPage.includes(calendarTexts.nothingCounts.slice(0, 40)))
    assert.ok(!calendarsPage.includes(nothingCounts), 'it is said once')
  })
})
