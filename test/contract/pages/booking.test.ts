// seconds: 2
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { configureEventType, createOneOffEventType, createSchedulingLink, deleteEventType } from '#event-types/index.ts'
import { addTeamMember, brandOrganization } from '#organizations/index.ts'
import { testApp } from '../../support/app.ts'
import {
  aBooking,
  aSharedType,
  aTypeAsking,
  eventOf,
  factsDuring,
  inviteeIdOf,
  inviteeOf,
  tokenIn,
  tuesday,
} from '../../support/bookings.ts'
import { aCast, aMember, aTeam, lastPart, type Made, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { type Shown, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, outsider } = await aCast(app)

/** A person of their own for each test: nobody else books their time. */
const aHost = (): Promise<Person> => aMember(app, owner)

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
const resource = async ({ uri }: Made, { token }: Person): Promise<any> =>
  (await app.ask(`GET ${uri}`, { token })).body.resource

const pathOf = async (made: Made, host: Person): Promise<string> =>
  new URL((await resource(made, host)).scheduling_url).pathname

/** A one-on-one type that can be booked, and where. */
const aPage = async (traits: Readonly<Record<string, unknown>> = {}) => {
  const host = await aHost()
  const type = await anEventType(app, host, { active: true, ...traits })
  return { host, type, path: await pathOf(type, host) }
}

const visitor = () => new Visitor(app)

const details = { name: 'A Visitor', email: 'visitor@client.test', timezone: 'Europe/Stockholm' }

/** Fills in the form of a time, as a browser without a script does. */
const fillIn = (
  path: string,
  fields: Readonly<Record<string, string | readonly string[]>> = {},
  start = tuesday(),
): Promise<Shown> => visitor().submit(`${path}/${start}`, { ...details, ...fields })

/** The invitee's token, in the address of a confirmation. */
const bookedIn = ({ location }: Shown): string => tokenIn(location)

const countOf = async (what: 'invitees' | 'facts' | 'scheduled_events'): Promise<number> => {
  const { rows } = await app.context.database.write((tx) =>
    sql<{ n: number }>`select count(*)::integer as n from ${sql.raw(what)}`.execute(tx),
  )
  return rows[0]?.n ?? 0
}

const nothingHappens = async (work: () => Promise<unknown>): Promise<void> => {
  const counts = () => Promise.all([countOf('invitees'), countOf('facts'), countOf('scheduled_events')])
  const before = await counts()
  await work()
  assert.deepEqual(await counts(), before)
}

const inviteeFor = (host: Person, id: string) =>
  app.context.database
    .write((tx) =>
      sql<{ event: string }>`select scheduled_event_id as event from invitees where id = ${id}::uuid`.execute(tx),
    )
    .then(({ rows }) =>
      inviteeOf(app, host, {
        invitee: { uri: `${app.context.links.api}/scheduled_events/${rows[0]?.event}/invitees/${id}` },
      }),
    )

describe('the page of a user', () => {
  test('200: what they offer, also what they hold with others; nothing that is secret, off or deleted', async () => {
    const { host, path } = await aPage({ name: 'Shown here' })
    await anEventType(app, host, { name: 'Is off', active: false })
    const secret = await anEventType(app, host, { name: 'Is secret', active: true })
    await app.run(configureEventType, host.principal, { uuid: secret.id, secret: true })
    const gone = await anEventType(app, host, { name: 'Is gone', active: true })
    await app.run(deleteEventType, host.principal, { uuid: gone.id })
    await aSharedType(app, owner, 'collective', { name: 'Held together', hosts: [owner, host] })
    const shown = await visitor().get(path.split('/').slice(0, 2).join('/'))
    assert.equal(shown.status, 200)
    for (const words of ['Shown here', 'Held together', host.name]) assert.ok(shown.text.includes(words), words)
    for (const words of ['Is off', 'Is secret', 'Is gone', owner.email, host.email])
      assert.ok(!shown.text.includes(words), words)
    assert.equal((await visitor().get(await pathOf(secret, host))).status, 200)
    const carried =
      'embed_domain=1&primary_color=ff0000&utm_source=s&name=Ann&a1=x&month=2026-04&date=2026-04-07&timezone=Asia%2FTokyo'
    const led = await visitor().get(`${path.split('/').slice(0, 2).join('/')}?${carried}&gclid=1`)
    assert.ok(
      led.text.includes(`href="${path}?${carried.replaceAll('&', '&amp;')}"`),
      'all that a page understands goes on to the type',
    )
  })

  test('200: a team shows its shared event types and its members', async () => {
    const host = await aHost()
    const team = await aTeam(app, owner)
    await app.run(addTeamMember, owner.principal, { team: team.uri, membership: host.membershipUri })
    await aSharedType(app, owner, 'round_robin', { name: 'Whoever is free', hosts: [owner, host] })
    const { scheduling_url } = await resource(team, owner)
    const shown = await visitor().get(new URL(scheduling_url).pathname)
    assert.equal(shown.status, 200)
    for (const words of [host.name, 'Whoever is free']) assert.ok(shown.text.includes(words), words)
  })

  test('404: unknown slug; as a page in the language of the browser, and for programs as everywhere', async () => {
    const page = await visitor().get('/nobody-at-all', { headers: { 'accept-language': 'fr-CA, en;q=0.5' } })
    assert.equal(page.status, 404)
    assert.match(page.text, /<html lang="fr">/)
    assert.match(page.text, /Page introuvable/)
    const { status, body } = await app.ask('GET /nobody-at-all')
    assert.deepEqual(
      [status, body],
      [404, { title: 'Resource Not Found', message: 'The server could not find the requested resource.' }],
    )
  })

  test('404: a malformed slug, in every part of an address', async () => {
    for (const path of [
      '/%00',
      '/a/%00',
      '/users/x/y',
      '/d/%00/x',
      '/s/%ED',
      '/reschedulings/%00',
      '/cancellations/1',
      '/a/b/2026-02-30T09:00:00Z',
      '/team/%00',
    ])
      assert.equal((await visitor().get(path)).status, path === '/s/%ED' ? 400 : 404, path)
  })

  test("an organization's logo and colour are on its pages, and the policy lets that one picture in", async () => {
    await app.runOpen(brandOrganization, {
      organization: outsider.principal.organizationId,
      logo_url: 'https://pictures.test/logo.png',
      color: '#AA3300',
    })
    const type = await anEventType(app, outsider, { active: true })
    const { text, headers } = await visitor().get(await pathOf(type, outsider))
    assert.match(text, /src="https:\/\/pictures\.test\/logo\.png"/)
    assert.match(text, /<meta property="og:image" content="https:\/\/pictures\.test\/logo\.png"/)
    assert.match(text, /<meta property="og:title" content="Intro call · [^"]+"/)
    assert.match(text, /--accent:#aa3300/)
    assert.match(String(headers['content-security-policy']), /img-src 'self' https:\/\/pictures\.test;/)
    const facts = await factsDuring(app, outsider.principal.organizationId, () =>
      app.runOpen(brandOrganization, { organization: outsider.principal.organizationId, logo_url: null }),
    )
    assert.deepEqual(
      facts.map(({ name, subject }) => [name, subject.logo_url, subject.color]),
      [['organization.changed', null, '#aa3300']],
    )
    await assert.rejects(
      app.runOpen(brandOrganization, {
        organization: outsider.principal.organizationId,
        logo_url: 'javascript:alert(1)',
      }),
    )
  })
})

describe('the page of a type', () => {
  test('200: without a script it shows what it is, its days and times, and the way on', async () => {
    const { path } = await aPage({ name: 'Intro call', description_plain: undefined })
    const days = await visitor().get(path)
    assert.equal(days.status, 200)
    assert.match(days.text, /<h1>Intro call<\/h1>/)
    assert.match(days.text, /href="[^"]*month=2026-03&amp;date=2026-03-03"/)
    const times = await visitor().get(`${path}?date=2026-03-03`)
    assert.ok(times.text.includes(`href="${path}/${tuesday('14:00')}?month=2026-03&amp;date=2026-03-03"`))
    assert.match(times.text, />2:00 pm</)
    assert.match((await visitor().get(`${path}/${tuesday()}`)).text, /<form[^>]*method="post"/)
  })

  test('404 while it is off or deleted, with an explanation', async () => {
    const { host, type, path } = await aPage()
    await app.run(configureEventType, host.principal, { uuid: type.id })
    await app.ask(`PATCH ${type.uri}`, { token: host.token, body: { active: false } })
    const off = await visitor().get(path)
    assert.deepEqual([off.status, /Not taking bookings/.test(off.text)], [404, true])
    await app.run(deleteEventType, host.principal, { uuid: type.id })
    assert.equal((await visitor().get(path)).status, 404)
  })

  test('may be framed by any site, sets no cookie, and runs nothing but its own script', async () => {
    const { path } = await aPage()
    const { headers, text } = await visitor().get(`${path}?embed_domain=1`)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /frame-ancestors \*$/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.equal(headers['x-frame-options'], undefined)
    assert.equal(headers['set-cookie'], undefined)
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
    assert.ok(text.includes(`<script nonce="${nonce}" src="/assets/booking-`))
    const again = await visitor().get(path)
    assert.ok(!String(again.headers['content-security-policy']).includes(nonce))
  })

  test('colours are taken from the address only if they are valid', async () => {
    const { path } = await aPage()
    const { text } = await visitor().get(
      `${path}?primary_color=%23ff8800&background_color=101820&text_color=fff}body{display:none`,
    )
    assert.match(text, /--accent:#ff8800/)
    assert.match(text, /--paper:#101820/)
    const style = text.slice(0, text.indexOf('</style>'))
    assert.doesNotMatch(style, /body\{display:none/)
  })

  test('its script is kept for ever, and its address changes with it', async () => {
    const { path } = await aPage()
    const address = /src="(\/assets\/booking-[0-9a-f]{16}\.js)"/.exec((await visitor().get(path)).text)?.[1] ?? ''
    const packed = await app.server.inject({ url: address, headers: { 'accept-encoding': 'gzip' } })
    assert.deepEqual(
      [packed.statusCode, packed.headers['content-encoding'], packed.headers['cache-control']],
      [200, 'gzip', 'public, max-age=31536000, immutable'],
    )
    assert.ok(packed.rawPayload.length <= 20_000, `${packed.rawPayload.length} bytes`)
    assert.equal((await app.server.inject({ url: '/assets/booking-0000000000000000.js' })).statusCode, 404)
    const { text } = await visitor().get(path)
    const font = await app.server.inject({ url: /url\("(\/assets\/manrope-latin-\w+\.woff2)"\)/.exec(text)?.[1] ?? '' })
    const picture = await app.server.inject({
      url: new URL(/og:image" content="([^"]+)"/.exec(text)?.[1] ?? '').pathname,
    })
    assert.deepEqual(
      [font, picture].map(({ statusCode, headers }) => [statusCode, headers['content-type']]),
      [
        [200, 'font/woff2'],
        [200, 'image/png'],
      ],
    )
  })
})

describe('a month without times', () => {
  test('200: it says so and links to the next; without a requested month the first one with times is shown', async () => {
    const { host, type, path } = await aPage()
    await app.run(configureEventType, host.principal, {
      uuid: type.id,
      scheduling_rules: { booking_window: { type: 'unlimited' } },
    })
    const [{ uri }] = (
      await app.ask('GET /event_type_availability_schedules', { token: host.token, query: { event_type: type.uri } })
    ).body.collection
    await app.ask(`PATCH /event_type_availability_schedules/${lastPart(uri)}`, {
      token: host.token,
      body: {
        availability_rule: {
          rules: [{ type: 'date', date: '2026-04-07', intervals: [{ from: '09:00', to: '10:00' }] }],
          timezone: 'Europe/Lisbon',
        },
      },
    })
    const empty = await visitor().get(`${path}?month=2026-03`)
    assert.match(empty.text, /No available times in March 2026\..*<a href="[^"]*month=2026-04">/)
    assert.doesNotMatch(empty.text, /class="day open/)
    const first = await visitor().get(path)
    assert.match(first.text, /<h2 id="month"[^>]*>April 2026/)
    assert.deepEqual(
      [...first.text.matchAll(/class="day open[^"]*"[^>]*data-date="([^"]+)"/g)].map(([, date]) => date),
      ['2026-04-07'],
    )
  })
})

describe('a month of open times', () => {
  const monthOf = (type: Made, month: string, query: Readonly<Record<string, string>> = {}) =>
    app.ask(`GET /api/booking/event_types/${type.id}/months/${month}`, {
      query: { timezone: 'Europe/Lisbon', ...query },
    })

  test('200: all of it in one answer, and the same times as the API lists', async () => {
    const { host, type } = await aPage()
    const { status, body } = await monthOf(type, '2026-03')
    assert.equal(status, 200)
    const listed = await app.ask('GET /event_type_available_times', {
      token: host.token,
      query: { event_type: type.uri, start_time: '2026-03-02T10:00:01Z', end_time: '2026-03-31T22:59:59Z' },
    })
    const times = Object.values(body.days as Record<string, [string][]>).flatMap((day) => day.map(([start]) => start))
    assert.deepEqual(
      times,
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
      listed.body.collection.map(({ start_time }: any) => start_time),
    )
    assert.ok(times.length > 200, `${times.length} times`)
  })

  test('200: by the days and clocks of the zone that was asked for', async () => {
    const { type } = await aPage()
    const { body } = await monthOf(type, '2026-03', { timezone: 'Pacific/Auckland' })
    assert.deepEqual(body.days['2026-03-03'].slice(-1), [['2026-03-03T10:30:00Z', '23:30', 1]])
    assert.deepEqual(body.days['2026-03-04'][0], ['2026-03-03T11:00:00Z', '00:00', 1])
    assert.deepEqual(
      (await monthOf(type, '2026-03-31T12:00:00Z', { timezone: 'Pacific/Auckland' })).body.month,
      '2026-04',
    )
    assert.deepEqual([body.hasPrevious, body.hasNext, body.today], [false, true, '2026-03-02'])
  })

  test('200: half a day ahead of the host and half a day behind, every time is on its own day, and none is missing', async () => {
    const { host, type } = await aPage()
    const listed = await app.ask('GET /event_type_available_times', {
      token: host.token,
      query: { event_type: type.uri, start_time: '2026-03-10T12:00:00Z', end_time: '2026-04-09T12:00:00Z' },
    })
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
    const wanted: string[] = listed.body.collection.map(({ start_time }: any) => start_time)
    for (const [timezone, hours] of [
      ['Pacific/Kiritimati', 14],
      ['Pacific/Pago_Pago', -11],
    ] as const) {
      const months = await Promise.all(
        ['2026-03', '2026-04'].map(async (month) => (await monthOf(type, month, { timezone })).body),
      )
      const shown = months.flatMap(({ days }) =>
        Object.entries(days as Record<string, [string, string][]>).flatMap(([date, times]) =>
          times.map(([start, clock]) => ({ start, local: `${date}T${clock}` })),
        ),
      )
      const among = new Set(wanted)
      assert.deepEqual(
        shown.filter(({ start }) => among.has(start)),
        wanted.map((start) => ({
          start,
          local: new Date(Date.parse(start) + hours * 3_600_000).toISOString().slice(0, 16),
        })),
        timezone,
      )
    }
  })

  test('200: of two starts with the same local time, each shows its offset, and when it ends', async () => {
    const { host, type } = await aPage()
    await app.run(configureEventType, host.principal, {
      uuid: type.id,
      scheduling_rules: { booking_window: { type: 'unlimited' } },
    })
    const [{ uri }] = (
      await app.ask('GET /event_type_availability_schedules', { token: host.token, query: { event_type: type.uri } })
    ).body.collection
    const rules = [{ type: 'date', date: '2026-10-25', intervals: [{ from: '00:00', to: '04:00' }] }]
    const saved = await app.ask(`PATCH /event_type_availability_schedules/${lastPart(uri)}`, {
      token: host.token,
      body: { availability_rule: { rules, timezone: 'Europe/Lisbon' } },
    })
    assert.equal(saved.status, 200, saved.text)
    const day = (await monthOf(type, '2026-10')).body.days['2026-10-25']
    const doubled = day.filter(([, clock]: [string, string]) => clock === '01:00')
    assert.deepEqual(doubled, [
      ['2026-10-25T00:00:00Z', '01:00', 1, 'UTC+1'],
      ['2026-10-25T01:00:00Z', '01:00', 1, 'UTC+0'],
    ])
    assert.deepEqual(
      day.filter(([start]: [string]) => start === '2026-10-25T00:30:00Z'),
      [['2026-10-25T00:30:00Z', '01:30', 1, 'UTC+1', '01:00']],
    )
    const form = await visitor().get(`${await pathOf(type, host)}/2026-10-25T00:30:00Z`)
    assert.match(form.text.replaceAll(/<[^>]+>/g, ''), /Sunday, October 25, 2026, 1:30 am \(UTC\+1\) – 1:00 am/)
  })

  test('200: seats of a group type, and lengths of one that has several', async () => {
    const host = await aHost()
    const together = await aSharedType(app, host, 'group', { seats: 3, hosts: [host] })
    await aBooking(app, host, together)
    const first = (await monthOf(together, '2026-03')).body.days['2026-03-03'][0]
    assert.deepEqual(first, [tuesday(), '09:00', 2])
    const page = await visitor().get(`${await pathOf(together, host)}?date=2026-03-03`)
    assert.match(page.text, /2 seats left/)

    const { type } = await aPage({ duration: 30, duration_options: [30, 60] })
    const lastOf = async (duration: string) =>
      (await monthOf(type, '2026-03', { duration })).body.days['2026-03-03'].at(-1)[1]
    assert.deepEqual([await lastOf('30'), await lastOf('60'), await lastOf('45')], ['16:30', '16:00', '16:30'])
  })

  test('400: no zone, no month. 404: no type, and one that is booked through its link alone', async () => {
    const { type } = await aPage()
    assert.equal((await monthOf(type, '2026-03', { timezone: 'Mars/Olympus' })).status, 400)
    assert.equal((await monthOf(type, '2026-13')).status, 400)
    assert.equal((await monthOf({ ...type, id: '00000000-0000-4000-8000-000000000000' }, '2026-03')).status, 404)
    const { id, code } = await aOneOff()
    assert.equal((await monthOf({ id, uri: '' }, '2026-03')).status, 404)
    assert.equal((await monthOf({ id, uri: '' }, '2026-03', { code })).status, 200)
    assert.equal((await monthOf(type, '2026-03', { code })).status, 404)
    assert.equal((await monthOf(type, '2026-03', { invitee: 'none' })).status, 404)
  })
})

/** A one-off type of a host of its own. */
const aOneOff = async () => {
  const host = await aHost()
  const { uri, scheduling_url } = await app.run(createOneOffEventType, host.principal, {
    name: 'Just once',
    host: host.uri,
    duration: 30,
    date_setting: { type: 'date_range', start_date: '2026-03-03', end_date: '2026-03-10' },
    location: { kind: 'custom', location: 'Here' },
  })
  const path = new URL(scheduling_url).pathname
  return { host, id: lastPart(uri), path, code: path.split('/')[2] ?? '' }
}

describe('booking on a page', () => {
  test('303 to a confirmation: one invitee, one fact, by an anonymous visitor', async () => {
    const { host, path } = await aPage()
    let sent: Shown | undefined
    const facts = await factsDuring(app, host.principal.organizationId, async () => {
      // There is no field for a text reminder, because nothing sends one.
      sent = await fillIn(`${path}`, {
        guests: 'one@guest.test; two@guest.test',
        text_reminder_number: '+351 210 000 000',
      })
    })
    assert.equal(sent?.status, 303, sent?.text)
    const token = bookedIn(sent as Shown)
    assert.deepEqual(
      facts.map(({ name, actor_type, actor_id, subject }) => [
        name,
        actor_type,
        actor_id,
        lastPart(subject.invitee.uri),
      ]),
      [['invitee.created', 'invitee', null, inviteeIdOf(token)]],
    )
    const invitee = await inviteeFor(host, inviteeIdOf(token))
    assert.deepEqual(
      [
        invitee.name,
        invitee.email,
        invitee.timezone,
        invitee.scheduling_method,
        invitee.invitee_scheduled_by,
        invitee.text_reminder_number,
      ],
      ['A Visitor', 'visitor@client.test', 'Europe/Stockholm', null, null, null],
    )
    assert.deepEqual(
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
      (await eventOf(app, host, invitee)).event_guests.map(({ email }: any) => email),
      ['one@guest.test', 'two@guest.test'],
    )
    const confirmation = await visitor().get(sent?.location ?? '')
    assert.equal(confirmation.status, 200)
    assert.match(confirmation.text, /You’re booked/)
    assert.match(confirmation.text, /Tuesday, March 3, 2026,<[^>]+> <[^>]+>10:00 am – 10:30 am</)
    // By the clock that the calendar had.
    const british = await visitor().get(sent?.location ?? '', { headers: { 'accept-language': 'en-GB' } })
    assert.match(british.text, /Tuesday, March 3, 2026,<[^>]+> <[^>]+>10:00 – 10:30</)
    assert.deepEqual(
      [confirmation.headers['referrer-policy'], confirmation.headers['cache-control']],
      ['no-referrer', 'no-store'],
    )
  })

  test('the language that is set for the type wins over the browser, unless the visitor chooses another', async () => {
    const german = { headers: { 'accept-language': 'de' } }
    const languageAt = async (path: string): Promise<string> =>
      /<html lang="(\w+)"/.exec((await visitor().get(path, german)).text)?.[1] ?? ''
    const unset = await aPage()
    assert.equal((await resource(unset.type, unset.host)).locale, 'en', 'shown as en, and the browser decides')
    assert.equal(await languageAt(unset.path), 'de')
    for (const locale of ['en', 'fr'] as const) {
      const set = await aPage({ locale })
      assert.equal(await languageAt(set.path), locale)
      assert.equal(await languageAt(`${set.path}?locale=uk`), 'uk')
    }
  })

  test('into a calendar in four ways, each with the same start and end, and the links of the booking', async () => {
    const { host, path } = await aPage()
    const token = bookedIn(await fillIn(path))
    const file = await visitor().get(`/invitees/${token}/ics`)
    assert.match(String(file.headers['content-disposition']), /attachment/)
    const entries = new ICAL.Component(ICAL.parse(file.text))
      .getAllSubcomponents('vevent')
      .map((entry) => new ICAL.Event(entry))
    assert.deepEqual(
      entries.map(({ startDate, endDate, summary, attendees }) => [
        String(startDate),
        String(endDate),
        summary,
        attendees.length,
      ]),
      [['2026-03-03T09:00:00Z', '2026-03-03T09:30:00Z', `Intro call – ${host.name}`, 2]],
    )
    const { text } = await visitor().get(`${path}/invitees/${token}`)
    const parametersOf = (origin: string, ...names: readonly string[]): (string | null)[] => {
      const address = new URL(new RegExp(`href="(${origin}[^"]+)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '')
      return names.map((name) => address.searchParams.get(name))
    }
    const title = `Intro call · ${host.name}`
    assert.deepEqual(parametersOf('https://calendar\\.google\\.com/', 'action', 'dates', 'text'), [
      'TEMPLATE',
      '20260303T090000Z/20260303T093000Z',
      title,
    ])
    for (const origin of ['https://outlook\\.live\\.com/', 'https://outlook\\.office\\.com/'])
      assert.deepEqual(parametersOf(origin, 'rru', 'startdt', 'enddt', 'subject'), [
        'addevent',
        '2026-03-03T09:00:00.000Z',
        '2026-03-03T09:30:00.000Z',
        title,
      ])
    const [details = ''] = parametersOf('https://calendar\\.google\\.com/', 'details')
    assert.match(
      details ?? '',
      new RegExp(`^Reschedule: http\\S+/reschedulings/${token}\\n\\nCancel: http\\S+/cancellations/${token}$`),
    )
    assert.deepEqual(parametersOf('https://outlook\\.office\\.com/', 'body'), [details])
  })

  test('201 for a script: where to go, and the addresses in the API', async () => {
    const { host, path } = await aPage()
    const answer = await visitor().submit(`${path}/${tuesday()}`, details, { headers: {} })
    assert.equal(answer.status, 303)
    const page = await visitor().get(`${path}/${tuesday('10:00')}?embed_domain=1&utm_source=mail`)
    const json = await visitor().post(
      `${path}/${tuesday('10:00')}?embed_domain=1&UTM_Source=mail&gclid=x&crm_uuid=${'y'.repeat(256)}`,
      { ...details, form_token: page.fields.form_token ?? '' },
      { headers: { accept: 'application/json' } },
    )
    const outcome = JSON.parse(json.text)
    assert.equal(json.status, 201)
    assert.match(
      outcome.invitee,
      /^http:\/\/127\.0\.0\.1:3000\/scheduled_events\/[0-9a-f-]{36}\/invitees\/[0-9a-f-]{36}$/,
    )
    assert.match(outcome.to, /\/invitees\/[0-9a-f-]{45}-[a-z2-7]{26}\?embed_domain=1$/)
    const invitee = await inviteeFor(host, lastPart(outcome.invitee))
    assert.deepEqual([invitee.tracking.utm_source, invitee.tracking.crm_uuid], ['mail', null])
  })

  test('every kind of question and location, with errors shown beside the field and no input lost', async () => {
    const host = await aHost()
    const type = await aTypeAsking(
      app,
      host,
      { name: 'Line', required: true },
      { name: 'Lines', type: 'text' },
      { name: 'Number', type: 'phone_number' },
      { name: 'One', type: 'single_select', answer_choices: ['Red', 'Blue, dark'], include_other: true },
      { name: 'Several', type: 'multi_select', answer_choices: ['A', 'B', 'C'], required: true },
    )
    await app.run(configureEventType, host.principal, {
      uuid: type.id,
      name_format: 'first_and_last',
      locations: [{ kind: 'physical', location: 'Rua Nova 1' }, { kind: 'outbound_call' }, { kind: 'ask_invitee' }],
    })
    const path = await pathOf(type, host)
    const wrong = await fillIn(path, {
      first_name: 'Ann',
      last_name: '',
      email: 'grace@client',
      guests: 'not an address, one@guest.test two@guest.test',
      answer_2: 'abc',
      answer_3: 'other',
      answer_4: '9',
      place: '1',
      place_1: 'call me',
    })
    assert.equal(wrong.status, 400)
    for (const field of [
      'last_name',
      'email',
      'guests',
      'answer_0',
      'answer_2',
      'answer_3_other',
      'answer_4',
      'place_1',
    ])
      assert.ok(wrong.text.includes(`id="${field}-wrong"`), field)
    for (const words of [
      'name@example.com',
      '“not an address”',
      '+351 912 345 678',
      'Enter your answer or select another option.',
    ])
      assert.ok(wrong.text.includes(words), words)
    assert.equal(wrong.fields.first_name, 'Ann')
    assert.equal(wrong.fields.place_1, 'call me')

    const answers = {
      answer_0: 'a line',
      answer_1: 'two\nlines',
      answer_2: '+351 210 000 000',
      answer_3: 'other',
      answer_3_other: 'Green',
      answer_4: ['0', '2'],
    }
    const sent = await fillIn(path, {
      first_name: 'Ann',
      last_name: 'Other',
      place: '1',
      place_1: '+351 219 999 999',
      ...answers,
    })
    assert.equal(sent.status, 303, sent.text)
    const invitee = await inviteeFor(host, inviteeIdOf(bookedIn(sent)))
    assert.deepEqual(
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
      [invitee.first_name, invitee.last_name, invitee.questions_and_answers.map(({ answer }: any) => answer)],
      ['Ann', 'Other', ['a line', 'two\nlines', '+351 210 000 000', 'Green', 'A\nC']],
    )
    const { location } = await eventOf(app, host, invitee)
    assert.deepEqual([location.type, location.location], ['outbound_call', '+351 219 999 999'])
  })

  test('400: a name or an address with invisible characters; a line break in a name becomes a space', async () => {
    const host = await aHost()
    const path = await pathOf(await anEventType(app, host, { active: true }), host)
    const unseen = await fillIn(path, { name: '\u200b\u202e', email: 'in\u200bvitee@client.test' })
    assert.equal(unseen.status, 400)
    for (const field of ['name', 'email']) assert.ok(unseen.text.includes(`id="${field}-wrong"`), field)
    const sent = await fillIn(path, { name: 'Demo\u2028\u0085Invitee' })
    assert.equal(sent.status, 303, sent.text)
    assert.equal((await inviteeFor(host, inviteeIdOf(bookedIn(sent)))).name, 'Demo Invitee')
  })

  test('303: the hosts of a round robin call the given number', async () => {
    const other = await aMember(app, owner)
    const shared = await aSharedType(app, owner, 'round_robin', {
      name: 'We’ll call you',
      locations: [{ kind: 'outbound_call' }],
      hosts: [other],
    })
    const path = await pathOf(shared, owner)
    assert.equal((await fillIn(path, { place_0: 'call me' })).status, 400)
    const sent = await fillIn(path, { place_0: '+351 219 999 999' })
    assert.equal(sent.status, 303, sent.text)
    const { location } = await eventOf(app, owner, await inviteeFor(owner, inviteeIdOf(bookedIn(sent))))
    assert.deepEqual([location.type, location.location], ['outbound_call', '+351 219 999 999'])
  })

  test('what an address fills in: names in one field or two, answers by position, several with commas', async () => {
    const host = await aHost()
    const type = await aTypeAsking(
      app,
      host,
      { name: 'Line' },
      { name: 'Several', type: 'multi_select', answer_choices: ['A', 'B', 'C'], include_other: true },
    )
    const path = await pathOf(type, host)
    const one = await visitor().get(
      `${path}/${tuesday()}?first_name=Ann&last_name=Other&email=ann+x@client.test&A1=Hi&a2=A,C,D&guests=a@b.test`,
    )
    assert.deepEqual(
      [one.fields.name, one.fields.email, one.fields.answer_0, one.fields.answer_1_other],
      ['Ann Other', 'ann+x@client.test', 'Hi', 'D'],
    )
    assert.match(one.text, /a@b\.test<\/textarea>/)
    assert.equal(one.text.match(/name="answer_1" value="[02]" checked/g)?.length, 2)
    await app.run(configureEventType, host.principal, {
      uuid: type.id,
      name_format: 'first_and_last',
      locations: [{ kind: 'outbound_call' }],
    })
    const two = await visitor().get(
      `${path}/${tuesday()}?name=Ann%20Mary%20Other&guests[]=a@b.test&guests[]=c@d.test&location=+351+219`,
    )
    assert.deepEqual([two.fields.first_name, two.fields.last_name], ['Ann', 'Mary Other'])
    assert.equal(two.fields.place_0, '+351 219')
    assert.match(two.text, />a@b\.test, c@d\.test<\/textarea>/)
  })

  test('303 to the page of the type, with what it may want to know', async () => {
    const host = await aHost()
    const type = await aTypeAsking(
      app,
      host,
      { name: 'Line' },
      { name: 'Several', type: 'multi_select', answer_choices: ['A', 'B', 'C'] },
    )
    await app.run(configureEventType, host.principal, {
      uuid: type.id,
      redirect_url: 'https://thanks.test/done?x=1#part',
    })
    const path = await pathOf(type, host)
    const campaign = { utm_campaign: 'c', utm_source: 's', utm_medium: 'm', utm_content: 'n', utm_term: 't' }
    const where = `${path}/${tuesday()}?${new URLSearchParams({ ...campaign, crm_uuid: 'crm-1' })}`
    const page = await visitor().get(where)
    assert.match(String(page.headers['content-security-policy']), /form-action 'self' https:\/\/thanks\.test;/)
    const more = { name: 'Ann Mary Other', answer_0: 'Hi', answer_1: ['0', '2'], guests: 'a@b.test c@d.test' }
    const sent = await visitor().post(where, { ...details, ...more, form_token: page.fields.form_token ?? '' })
    const to = new URL(sent.location ?? '')
    assert.equal(to.origin + to.pathname + to.hash, 'https://thanks.test/done#part')
    const id = to.searchParams.get('invitee_uuid') ?? ''
    assert.deepEqual(Object.fromEntries(to.searchParams), {
      x: '1',
      ...{ assigned_to: host.name, event_type_uuid: type.id, event_type_name: 'Intro call' },
      // By the clock of the invitee, who is in Stockholm.
      ...{ event_start_time: '2026-03-03T10:00:00+01:00', event_end_time: '2026-03-03T10:30:00+01:00' },
      ...{
        invitee_uuid: id,
        invitee_full_name: 'Ann Mary Other',
        invitee_first_name: 'Ann',
        invitee_last_name: 'Mary Other',
      },
      ...{ invitee_email: 'visitor@client.test', answer_1: 'Hi', answer_2: 'A, C', guests: 'a@b.test,c@d.test' },
      ...{ ...campaign, salesforce_uuid: 'crm-1' },
    })
    assert.deepEqual((await inviteeFor(host, id)).tracking, {
      ...campaign,
      salesforce_uuid: 'crm-1',
      crm_uuid: 'crm-1',
    })
  })

  test('400 when the time was taken meanwhile: with a message, the answers, and other times', async () => {
    const { host, type, path } = await aPage()
    const someone = visitor()
    const page = await someone.get(`${path}/${tuesday()}`)
    await aBooking(app, host, type)
    const taken = await someone.post(`${path}/${tuesday()}`, {
      ...details,
      name: 'Kept Name',
      form_token: page.fields.form_token ?? '',
    })
    assert.equal(taken.status, 400)
    assert.match(taken.text, /This time is no longer available\. Choose another one\. We kept your answers/)
    assert.equal(taken.fields.name, 'Kept Name')
    assert.ok(
      taken.text.includes(`formaction="${path}/${tuesday('10:30')}`) ||
        taken.text.includes(`formAction="${path}/${tuesday('10:30')}`),
      'another time',
    )
    const json = await someone.post(
      `${path}/${tuesday()}`,
      { ...details, form_token: page.fields.form_token ?? '' },
      { headers: { accept: 'application/json' } },
    )
    assert.deepEqual([json.status, JSON.parse(json.text).outcome], [400, 'taken'])
    const looked = await someone.get(`${path}/${tuesday()}`)
    assert.deepEqual(
      [looked.status, /This time is no longer available\. Choose another one/.test(looked.text)],
      [200, true],
    )
  })

  test('sent twice, also at once, it is booked once: of a time, of a seat and through a link', async () => {
    const { host, path } = await aPage()
    const together = await aSharedType(app, host, 'group', { seats: 9, hosts: [host] })
    const { path: once } = await aOneOff()
    for (const [where, start] of [
      [path, tuesday()],
      [await pathOf(together, host), tuesday('11:00')],
      [once, tuesday()],
    ] as const) {
      const page = await visitor().get(`${where}/${start}`)
      const before = await countOf('invitees')
      const send = () =>
        visitor().post(`${where}/${start}`, { ...details, place: '0', form_token: page.fields.form_token ?? '' })
      const answers = [...(await Promise.all([send(), send(), send()])), await send()]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [303, 303, 303, 303],
        where,
      )
      assert.equal(new Set(answers.map(bookedIn)).size, 1)
      assert.equal(await countOf('invitees'), before + 1)
    }
  })

  test('403 and nothing happens: without our token, with that of another page, from another site; GET changes nothing', async () => {
    const { path } = await aPage()
    const { path: other } = await aPage()
    const booked = await fillIn(other)
    const cancellation = `/cancellations/${bookedIn(booked)}`
    const moving = `/reschedulings/${bookedIn(booked)}`
    const token = (await visitor().get(`${path}/${tuesday()}`)).fields.form_token ?? ''
    const othersToken = (await visitor().get(`${other}/${tuesday('12:00')}`)).fields.form_token ?? ''
    await nothingHappens(async () => {
      for (const [where, good] of [
        [`${path}/${tuesday()}`, token],
        [cancellation, (await visitor().get(cancellation)).fields.form_token ?? ''],
        [
          `${moving}/${tuesday('15:00')}`,
          (await visitor().get(`${moving}/${tuesday('15:00')}`)).fields.form_token ?? '',
        ],
      ] as const) {
        assert.notEqual(good, '', where)
        assert.equal((await visitor().post(where, details)).status, 403, where)
        assert.equal((await visitor().post(where, { ...details, form_token: othersToken })).status, 403, where)
        for (const headers of [
          { 'sec-fetch-site': 'cross-site' },
          { origin: 'https://evil.test' },
          { 'sec-fetch-site': 'same-site' },
        ] as Record<string, string>[])
          assert.equal((await visitor().post(where, { ...details, form_token: good }, { headers })).status, 403, where)
        const plain = { headers: { 'content-type': 'text/plain' } }
        assert.equal((await visitor().post(where, { ...details, form_token: good }, plain)).status, 415, where)
        const fields = new URLSearchParams({ ...details, form_token: good })
        for (const method of ['GET', 'HEAD'] as const)
          assert.equal((await visitor().ask(method, `${where}?${fields}`, undefined)).status, 200, where)
      }
    })
  })

  test('a page that was open for two days shows a message, keeps the answers, and works when it is sent again', async () => {
    const { path } = await aPage()
    const page = await visitor().get(`${path}/2026-03-10T09:00:00Z`)
    app.clock.advance(2 * 86_400_000)
    try {
      const stale = await visitor().post(`${path}/2026-03-10T09:00:00Z`, {
        ...details,
        form_token: page.fields.form_token ?? '',
      })
      assert.deepEqual([stale.status, stale.fields.name], [403, 'A Visitor'])
      const again = await visitor().post(`${path}/2026-03-10T09:00:00Z`, {
        ...details,
        form_token: stale.fields.form_token ?? '',
      })
      assert.equal(again.status, 303)
    } finally {
      app.clock.advance(-2 * 86_400_000)
    }
  })
})

describe('links that work once', () => {
  test('303, then 410: a one-off type, and a single-use link; canceling does not revive them', async () => {
    const host = await aHost()
    const type = await anEventType(app, host, { active: true })
    const { booking_url } = await app.run(createSchedulingLink, host.principal, {
      owner: type.uri,
      owner_type: 'EventType',
      max_event_count: 1,
    })
    const { path: oneOff } = await aOneOff()
    for (const path of [new URL(booking_url).pathname, oneOff]) {
      assert.equal((await visitor().get(path)).status, 200)
      const { headers } = await visitor().get(path)
      assert.deepEqual([headers['referrer-policy'], headers['x-robots-tag']], ['no-referrer', 'noindex, nofollow'])
      const sent = await fillIn(path)
      assert.equal(sent.status, 303, sent.text)
      const used = await visitor().get(path)
      assert.deepEqual([used.status, /This single-use link has already been used/.test(used.text)], [410, true])
      assert.equal((await fillIn(path, {}, tuesday('12:00'))).status, 410)
      await visitor().submit(`/cancellations/${bookedIn(sent)}`, { reason: '' })
      assert.equal((await visitor().get(path)).status, 410)
    }
  })

  test('pages of what is off, used, expired, or gone name the host and lead to their page; an unknown link names nobody', async () => {
    const { type, host, path } = await aPage()
    const link = { owner: type.uri, owner_type: 'EventType', max_event_count: 1 } as const
    const [used, expired] = [
      new URL((await app.run(createSchedulingLink, host.principal, link)).booking_url).pathname,
      new URL((await app.run(createSchedulingLink, host.principal, link)).booking_url).pathname,
    ]
    await fillIn(used)
    await app.context.database.write((tx) =>
      sql`update booking_links set expires_at = ${app.clock.now()} where event_type_id = ${type.id}::uuid`.execute(tx),
    )
    await app.run(configureEventType, host.principal, { uuid: type.id, active: false })
    const owner = path.split('/')[1] ?? ''
    for (const [address, status] of [
      [used, 410],
      [expired, 410],
      [path, 404],
      [`/${owner}/never-there`, 404],
    ] as const) {
      const shown = await visitor().get(address)
      assert.equal(shown.status, status, address)
      assert.ok(shown.text.includes(`<a href="/${owner}">Other meetings with ${host.name}</a>`), address)
    }
    for (const address of ['/d/aaaaaaaaaaaaaaaaaaaaaaaaaa/x', '/nobody-here/x'])
      assert.doesNotMatch((await visitor().get(address)).text, /Other meetings/, address)
  })

  test('410 when it has expired, 404 when it never existed; also at the legacy address', async () => {
    const { type, host } = await aPage()
    const { booking_url } = await app.run(createSchedulingLink, host.principal, {
      owner: type.uri,
      owner_type: 'EventType',
      max_event_count: 1,
    })
    const path = new URL(booking_url).pathname
    assert.equal((await visitor().get(`/s/${path.split('/')[2]}`)).status, 200)
    await app.context.database.write((tx) =>
      sql`update booking_links set expires_at = ${app.clock.now()} where event_type_id = ${type.id}::uuid`.execute(tx),
    )
    const expired = await visitor().get(path)
    assert.deepEqual([expired.status, /This link has expired/.test(expired.text)], [410, true])
    assert.equal((await visitor().get('/d/aaaaaaaaaaaaaaaaaaaaaaaaaa/x')).status, 404)
  })

  test('410 when the days that it was for are over, and not before: of a one-off type, and of a share', async () => {
    const { path: oneOff } = await aOneOff()
    const { host, type } = await aPage()
    const terms = { event_type: type.uri, period_type: 'fixed', start_date: '2026-03-03', end_date: '2026-03-10' }
    const { body } = await app.ask('POST /shares', { token: host.token, body: terms })
    const share = new URL(body.resource.scheduling_links[0].booking_url).pathname
    const lookAfter = async (path: string, days: number) => {
      app.clock.advance(days * 86_400_000)
      try {
        const { status, text } = await visitor().get(path)
        return [status, /<h1>This link has expired/.test(text)]
      } finally {
        app.clock.advance(-days * 86_400_000)
      }
    }
    for (const path of [oneOff, share]) {
      assert.deepEqual(await lookAfter(path, 8), [200, false], path)
      assert.deepEqual(await lookAfter(path, 9), [410, true], path)
    }
  })
})

describe('canceling and moving', () => {
  test('the page to reschedule says so, names the current time, and opens on the month of the meeting', async () => {
    const { path } = await aPage()
    const { text } = await visitor().get(`/reschedulings/${bookedIn(await fillIn(path, {}, '2026-04-07T09:00:00Z'))}`)
    assert.match(text, /<h1>Reschedule [^<]+<\/h1>.*Currently booked for .*April 7.*April 2026/s)
  })

  test('canceling asks first, is done by the invitee, and only once; never in a frame', async () => {
    const { host, path } = await aPage()
    const token = bookedIn(await fillIn(path))
    const address = `/cancellations/${token}`
    const asked = await visitor().get(address)
    assert.deepEqual([asked.status, asked.headers['x-frame-options']], [200, 'DENY'])
    assert.match(String(asked.headers['content-security-policy']), /frame-ancestors 'none'/)
    const send = () => visitor().post(address, { reason: 'Ill', form_token: asked.fields.form_token ?? '' })
    let answers: Shown[] = []
    const facts = await factsDuring(app, host.principal.organizationId, async () => {
      answers = [await send(), await send()]
    })
    assert.deepEqual(
      answers.map(({ status, location }) => [status, location]),
      [
        [303, address],
        [303, address],
      ],
    )
    assert.deepEqual(
      facts.map(({ name, actor_type }) => [name, actor_type]),
      [['invitee.canceled', 'invitee']],
    )
    const invitee = await inviteeFor(host, inviteeIdOf(token))
    assert.deepEqual(
      [
        invitee.status,
        invitee.cancellation.canceler_type,
        invitee.cancellation.canceled_by,
        invitee.cancellation.reason,
      ],
      ['canceled', 'invitee', 'A Visitor', 'Ill'],
    )
    assert.equal((await eventOf(app, host, invitee)).status, 'canceled')
    assert.match((await visitor().get(address)).text, /This meeting has been canceled/)
    assert.equal((await fillIn(path)).status, 303, 'the time is free again')
  })

  test('one of several in a group: the others stay, and are nowhere on the page', async () => {
    const host = await aHost()
    const type = await aSharedType(app, host, 'group', { seats: 5, hosts: [host] })
    const path = await pathOf(type, host)
    const first = bookedIn(await fillIn(path, { name: 'First One', email: 'first@client.test' }))
    const second = await fillIn(path, {
      name: 'Second One',
      email: 'second@client.test',
      guests: 'with.second@client.test',
    })
    const page = await visitor().get(`/cancellations/${first}`)
    for (const words of ['Second One', 'second@client.test', 'with.second'])
      assert.ok(!page.text.includes(words), words)
    await visitor().submit(`/cancellations/${first}`, {})
    const event = await eventOf(app, host, await inviteeFor(host, inviteeIdOf(bookedIn(second))))
    assert.deepEqual([event.status, event.invitees_counter.active], ['active', 1])
  })

  test('moving: a new invitee in place of the old one, with the same answers; two facts in one; sent twice, moved once', async () => {
    const host = await aHost()
    const type = await aTypeAsking(app, host, { name: 'Line' })
    const path = await pathOf(type, host)
    const old = bookedIn(await fillIn(path, { answer_0: 'kept' }))
    const address = `/reschedulings/${old}`
    const page = await visitor().get(address)
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.match(page.text, /Currently booked for Tuesday, March 3, 2026,<[^>]+> <[^>]+>10:00 am/)
    const form = await visitor().get(`${address}/${tuesday('11:00')}`)
    const send = () =>
      visitor().post(`${address}/${tuesday('11:00')}`, {
        reason: 'Later',
        form_token: form.fields.form_token ?? '',
        timezone: 'Europe/Lisbon',
      })
    let answers: Shown[] = []
    const facts = await factsDuring(app, host.principal.organizationId, async () => {
      answers = [...(await Promise.all([send(), send()])), await send()]
    })
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303],
    )
    assert.equal(new Set(answers.map(bookedIn)).size, 1)
    assert.deepEqual(
      facts.map(({ name, actor_type }) => [name, actor_type]),
      [['invitee.rescheduled', 'invitee']],
    )
    const moved = await inviteeFor(host, inviteeIdOf(bookedIn(answers[0] as Shown)))
    const before = await inviteeFor(host, inviteeIdOf(old))
    assert.deepEqual(
      [before.status, before.rescheduled, before.new_invitee, before.cancellation.reason],
      ['canceled', true, moved.uri, 'Later'],
    )
    assert.deepEqual(
      [moved.old_invitee, moved.questions_and_answers[0].answer, moved.scheduling_method],
      [before.uri, 'kept', null],
    )
    assert.match(form.text, /Confirm the new time/)
    const now = await visitor().get(answers[0]?.location ?? '')
    assert.match(now.text, /Your meeting has been rescheduled/)
    const outdated = await visitor().get(address)
    assert.equal(outdated.status, 410)
    for (const { text } of [now, outdated]) {
      assert.match(
        text,
        /<strong><span class="unit">Tuesday, March 3, 2026,<\/span> <span class="whole">11:00 am/,
        'the new time',
      )
      assert.match(
        text,
        /Previous time: <s><span class="unit">Tuesday, March 3, 2026,<\/span> <span class="whole">9:00 am/,
        'the old one is struck through',
      )
    }
  })

  test('400 to a time that is taken, and the old one stays', async () => {
    const { host, type, path } = await aPage()
    const token = bookedIn(await fillIn(path))
    const form = await visitor().get(`/reschedulings/${token}/${tuesday('11:00')}`)
    await aBooking(app, host, type, { start_time: tuesday('11:00') })
    const answer = await visitor().post(`/reschedulings/${token}/${tuesday('11:00')}`, {
      form_token: form.fields.form_token ?? '',
    })
    assert.equal(answer.status, 400)
    assert.equal((await inviteeFor(host, inviteeIdOf(token))).status, 'active')
  })

  test('410 when it is over; 404 when it never was', async () => {
    const { path } = await aPage()
    const token = bookedIn(await fillIn(path))
    app.clock.advance(2 * 86_400_000)
    try {
      for (const address of [`/reschedulings/${token}`, `/cancellations/${token}`]) {
        const over = await visitor().get(address)
        assert.deepEqual([over.status, /This meeting is over/.test(over.text)], [410, true], address)
      }
    } finally {
      app.clock.advance(-2 * 86_400_000)
    }
    for (const address of ['/reschedulings/', '/cancellations/', '/a/b/invitees/']) {
      assert.equal((await visitor().get(`${address}00000000-0000-4000-8000-000000000000`)).status, 404)
    }
  })
})

describe('limits of strangers', () => {
  test('429 in the visitor’s language, with nothing booked', async () => {
    const limited = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on' } })
    const { path } = await aPage()
    const someone = new Visitor(limited)
    const page = await someone.get(`${path}/${tuesday()}`)
    const send = (hour: number) =>
      someone.post(
        `${path}/${tuesday(`${String(hour).padStart(2, '0')}:00`)}`,
        { ...details, email: 'often@client.test', form_token: page.fields.form_token ?? '' },
        { headers: { 'accept-language': 'de' } },
      )
    const answers = []
    for (const hour of [9, 10, 11, 12, 13, 14]) answers.push(await send(hour))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303, 303, 303, 429],
    )
    assert.match(answers[5]?.text ?? '', /Zu viele Versuche/)
    assert.ok(Number(answers[5]?.headers['retry-after']) > 0)
  })
})
