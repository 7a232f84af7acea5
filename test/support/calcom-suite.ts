import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { before, describe, test } from 'node:test'
import { detailBody, Problem } from '#contract/problem.ts'
import { Worker } from '#execution/jobs/worker.ts'
import { importCalcomDatabase, importing, surveyCalcomDatabase } from '#imports/index.ts'
import { resourceOf } from './answers.ts'
import { testApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { type CalcomContent, calcomContent, uidIn, withWaiting } from './calcom-content.ts'
import { type CalcomDatabaseInTest, calcomDatabase } from './calcom-database.ts'
import { aFounder, type Person } from './cast.ts'
import { runCommand } from './command-line.ts'
import { newPostgresDatabase } from './databases.ts'
import { assertInvariants } from './invariants.ts'
import { newInstallation } from './processes.ts'
import { recordedLog } from './recorded-log.ts'
import { Visitor } from './visitor.ts'
import { assertRequestsCome } from './waiting-there.ts'

const app = await testApp()

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

const bring = async (person: Person, url: string): Promise<Json> => {
  const { uri } = (await app.run(importCalcomDatabase, person.principal, { database_url: url })) as Json
  await new Worker({ ...app.context, log: recordedLog(), kinds: [importing(app.context)] }).drain()
  return resourceOf(await app.ask(`GET ${uri}`, { token: person.token }))
}

const all = async (person: Person, path: string, query: Record<string, string> = {}): Promise<Json[]> => {
  const items: Json[] = []
  for (let page_token = ''; ; ) {
    const asked = new URLSearchParams({
      organization: `${app.context.links.api}/organizations/${person.principal.organizationId}`,
      ...query,
      count: '100',
      ...(page_token ? { page_token } : {}),
    })
    const answer = await app.ask(`GET ${path}?${asked}`, { token: person.token })
    assert.equal(answer.status, 200, answer.text)
    items.push(...answer.body.collection)
    page_token = answer.body.pagination?.next_page_token ?? ''
    if (!page_token) return items
  }
}

const created = ({ counts }: Json): Record<string, number> =>
  Object.fromEntries(counts.map((one: Json) => [one.kind, one.created]))

/** A PostgreSQL that answers who connects with this error: those of tests ask for no password. */
const refusingServer = async (code: string, message: string): Promise<string> => {
  const text = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(text.length + 4)
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, text]))),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(() => server.close())
  return `postgres://reader:wrong@127.0.0.1:${(server.address() as AddressInfo).port}/calendso`
}

/** Of so many things of each kind. */
export const calcomDatabaseSuite = (count: number): void => {
  describe('importing the database of a Cal.com', () => {
    let content: CalcomContent
    let source: CalcomDatabaseInTest
    let person: Person
    let report: Json
    let types: Map<string, Json>
    let meetings: Map<string, Json>

    before(async () => {
      content = calcomContent(count)
      source = await calcomDatabase('2025', content)
      person = await aFounder(app)
      report = await bring(person, source.url)
      types = new Map((await all(person, '/event_types')).map((one) => [one.name, one]))
      meetings = new Map((await all(person, '/scheduled_events')).map((one) => [one.name, one]))
    })

    test(`everything comes, ${count} of each kind, and the invariants hold`, async () => {
      assert.equal(report.state, 'finished', JSON.stringify(report))
      assert.deepEqual(created(report), {
        organizations: 1,
        users: count,
        organization_memberships: count,
        groups: count,
        group_relationships: count,
        user_availability_schedules: count,
        event_types: count,
        event_type_memberships: count + count / 4,
        scheduling_links: count - Math.floor(count / 3),
        routing_forms: count,
        routing_form_submissions: count,
        scheduled_events: count + count / 20,
        invitees: count + count / 20 + count / 4,
        invitee_no_shows: Math.floor(count / 9),
        webhook_subscriptions: count,
      })
      assert.ok(
        report.remarks.some((one: string) =>
          one.startsWith('“Type 3” has private links that can be used several times.'),
        ),
        report.remarks.join('\n'),
      )
      assert.ok(report.remarks.some((one: string) => one.includes('hosts confirm bookings')))
      await assertInvariants(app.context.database, person.principal.organizationId)
      assert.ok(
        !JSON.stringify(await app.context.database.reader.selectFrom('users').selectAll().execute()).includes('a hash'),
      )
    })

    test('types have their buffers, notice, limits, periods, questions, places, seats and hosts', async () => {
      const shared = types.get('Type 8')
      assert.deepEqual(
        [shared.pooling_type, shared.kind, types.get('Type 4').pooling_type],
        ['collective', 'solo', 'round_robin'],
      )
      const hosts = (await app.ask(`GET /event_type_memberships?event_type=${shared.uri}`, { token: person.token }))
        .body.collection
      assert.deepEqual(hosts.map(({ member }: Json) => member.email).sort(), ['host.10@cal.test', 'host.9@cal.test'])
      const { scheduling_rules: rules, ...third } = types.get('Type 3')
      assert.deepEqual(rules, {
        ...{
          start_time_increment: 15,
          buffer_before: 10,
          buffer_after: 15,
          minimum_notice: 63,
          max_per_day: 3,
          max_per_week: 9,
        },
        booking_window: { type: 'available_moving', days: 20, start_date: null, end_date: null },
      })
      assert.deepEqual(
        [third.slug, third.duration_options, third.secret, types.get('Type 10').secret],
        ['type-3', [30, 45], false, true],
      )
      assert.deepEqual(types.get('Type 5').scheduling_rules.booking_window, {
        type: 'fixed',
        days: null,
        start_date: '2026-03-01',
        end_date: '2026-12-31',
      })
      assert.deepEqual(
        third.custom_questions.map(({ name, type, answer_choices }: Json) => [name, type, answer_choices]),
        [
          ['What about?', 'single_select', ['Rain', 'Sun']],
          ['Additional notes', 'text', []],
        ],
      )
      assert.deepEqual(
        third.locations.map(({ kind }: Json) => kind),
        ['physical', 'zoom_conference'],
      )
      const seated = await app.context.database.reader
        .selectFrom('event_types')
        .select(['kind', 'seats'])
        .where('name', '=', 'Type 1')
        .executeTakeFirstOrThrow()
      assert.deepEqual(seated, { kind: 'group', seats: 6 })
    })

    test('schedules have every interval and every date with other hours', async () => {
      const [member] = (await all(person, '/organization_memberships')).filter(
        ({ user }) => user.email === 'host.5@cal.test',
      )
      assert.deepEqual(
        [member.user.slug, member.user.timezone, member.user.locale, member.role],
        ['host-5', 'Europe/Lisbon', 'de', 'user'],
      )
      const [schedule] = (
        await app.ask(`GET /user_availability_schedules?user=${member.user.uri}`, { token: person.token })
      ).body.collection
      assert.deepEqual([schedule.default, schedule.timezone], [true, 'Asia/Tokyo'])
      const on = (day: string) => schedule.rules.find((rule: Json) => rule.wday === day || rule.date === day)?.intervals
      assert.deepEqual(on('monday'), [
        { from: '09:00', to: '12:00' },
        { from: '13:00', to: '17:30' },
      ])
      assert.deepEqual([on('thursday'), on('sunday'), on('2026-12-24')], [[{ from: '13:00', to: '17:30' }], [], []])
    })

    test('bookings have their attendees, answers, seats, cancellations, moves, hosts and entries in calendars', async () => {
      const at = async (name: string): Promise<Json[]> =>
        (await app.ask(`GET ${meetings.get(name).uri}/invitees`, { token: person.token })).body.collection
      const [plain] = await at('Meeting 7')
      assert.deepEqual(
        [plain.email, plain.timezone, plain.status],
        ['invitee.7@client.test', 'Europe/Stockholm', 'active'],
      )
      assert.deepEqual(
        plain.questions_and_answers.map(({ question, answer }: Json) => [question, answer]),
        [
          ['What about?', 'rain'],
          ['Additional notes', 'A note'],
        ],
      )
      assert.deepEqual(
        meetings.get('Meeting 7').event_guests.map(({ email }: Json) => email),
        ['guest.7@client.test'],
      )
      assert.deepEqual(
        [meetings.get('Meeting 7').location.type, meetings.get('Meeting 7').location.join_url],
        ['zoom', 'https://zoom.test/7'],
      )
      assert.equal(meetings.get('Meeting 7').start_time, '2026-03-09T09:00:00.000000Z')
      const seats = await at('Meeting 5')
      assert.deepEqual(
        seats.map(({ uri, questions_and_answers: [answered] }: Json) => [uri.split('/').pop(), answered.answer]).sort(),
        [50, 51].map((id) => [`10000000-0000-4000-8000-${String(id).padStart(12, '0')}`, 'sun']),
      )
      const [canceled] = await at('Meeting 2')
      assert.deepEqual(
        [canceled.status, canceled.cancellation.reason, canceled.cancellation.canceler_type, canceled.rescheduled],
        ['canceled', 'Ill', 'invitee', true],
      )
      const moved = resourceOf(await app.ask(`GET ${canceled.new_invitee}`, { token: person.token }))
      assert.equal(moved.status, 'active')
      assert.notEqual((await at('Meeting 9'))[0].no_show, null)
      assert.deepEqual(
        meetings.get('Meeting 8').event_memberships.map(({ user_email }: Json) => user_email),
        ['host.9@cal.test', 'host.10@cal.test'],
      )
      assert.deepEqual(
        (await at('Meeting 8')).map(({ email }) => email),
        ['invitee.8@client.test'],
      )
      const entries = await app.context.database.reader
        .selectFrom('scheduled_events')
        .select(['calendar_uid', 'calendar_sequence'])
        .where('organization_id', '=', person.principal.organizationId)
        .where('name', '=', 'Meeting 9')
        .execute()
      assert.deepEqual(entries, [{ calendar_uid: 'bk9@Cal.com', calendar_sequence: 4 }])
      // Ids that are no UUIDs resolve.
      const found = resourceOf(await app.ask(`GET /scheduled_events/${uidIn(content, 7)}`, { token: person.token }))
      assert.equal(found.uri, meetings.get('Meeting 7').uri)
    })

    test('addresses of bookings lead to the pages of their invitee; a booking with seats is nobody’s own, and its seat is', async () => {
      const visitor = new Visitor(app)
      const booking = await visitor.get(`/booking/${uidIn(content, 7)}`)
      assert.match(String(booking.location), /\/type-7\/invitees\//)
      assert.ok((await visitor.get(String(booking.location))).text.includes('invitee.7@client.test'))
      const canceling = await visitor.get(`/booking/${uidIn(content, 7)}?cancel=true`)
      assert.ok((await visitor.get(String(canceling.location))).text.includes('Meeting 7'))
      const moving = await visitor.get(`/reschedule/${uidIn(content, 7)}`)
      assert.match(String(moving.location), /^\/reschedulings\//)
      assert.equal((await visitor.get(String(moving.location))).status, 200)
      assert.equal((await visitor.get(`/booking/${uidIn(content, 5)}`)).status, 404)
      const seat = `/booking/${uidIn(content, 5)}?seatReferenceUid=10000000-0000-4000-8000-000000000051`
      assert.ok((await visitor.get(String((await visitor.get(seat)).location))).text.includes('second.5@client.test'))
      assert.match(
        String((await visitor.get('/reschedule/10000000-0000-4000-8000-000000000050')).location),
        /^\/reschedulings\//,
      )
    })

    test('again, nothing comes twice, and what changed there is taken over', async () => {
      await source.query(`update "Booking" set title = 'Renamed' where id = 3`)
      const again = await bring(person, source.url)
      assert.deepEqual([again.state, again.run], ['finished', 2])
      for (const { kind, created, changed, gone } of again.counts)
        assert.deepEqual([kind, created, changed, gone], [kind, 0, kind === 'scheduled_events' ? 1 : 0, 0])
      await assertInvariants(app.context.database, person.principal.organizationId)
    })

    test('its sessions cannot write', async () => {
      const { ForeignPostgres } = await import('#platform/db/foreign-postgres.ts')
      const opened = await ForeignPostgres.open(source.url)
      await assert.rejects(opened.query('delete from "Booking"'), /read-only transaction/)
      await opened.close()
    })

    test('private links lead to their type, and book once; one that was used there has ended here', async () => {
      const codeOf = (id: number): string => String(content.HashedLink?.find((row) => row.id === id)?.link)
      const at = (id: number) => new Visitor(app).get(`/d/${codeOf(id)}/type-${id}`)
      const open = await at(2)
      assert.ok(open.status === 200 && open.text.includes('Type 2'), open.text)
      assert.deepEqual([(await at(5)).status, (await at(3)).status], [410, 404])
      const start = '2026-03-18T09:00:00Z'
      const sent = { name: 'Demo Visitor', email: 'visitor@client.test', place: '0', answer_0: '0' }
      const booked = await new Visitor(app).submit(`/d/${codeOf(2)}/type-2/${start}`, sent)
      assert.equal(booked.status, 303, booked.text)
      assert.equal((await at(2)).status, 410)
      assert.equal((await at(1)).status, 200)
      await source.query(`update "HashedLink" set "usageCount" = 1 where id = 1`)
      await bring(person, source.url)
      assert.equal((await at(1)).status, 410)
      const kept = JSON.stringify(await app.context.database.reader.selectFrom('booking_links').selectAll().execute())
      assert.ok(!kept.includes(codeOf(2)))
    })

    test('404: an id that can be counted up opens nothing', async () => {
      const rows = { ...content, BookingSeat: content.BookingSeat?.filter(({ bookingId }) => bookingId !== 9) ?? [] }
      const other = await aFounder(app)
      await bring(
        other,
        (
          await calcomDatabase(
            '2025',
            Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.slice(0, 60)])),
          )
        ).url,
      )
      const invitees = await app.context.database.reader
        .selectFrom('invitees')
        .select('id')
        .where('organization_id', '=', other.principal.organizationId)
        .where('email', '=', 'invitee.9@client.test')
        .execute()
      assert.equal(invitees.length, 1)
      for (const id of ['attendee-90', invitees[0]?.id])
        for (const path of [`/booking/${id}`, `/reschedule/${id}`, `/cancellations/${id}`, `/reschedulings/${id}`])
          assert.equal((await new Visitor(app).get(path)).status, 404, path)
    })

    test('400, before anything is written: a wrong password, a role without rights, no such database or server, the database of another service, a second Cal.com', async () => {
      const other = await aFounder(app)
      const why = async (url: string, by = other): Promise<string> => {
        try {
          await app.run(importCalcomDatabase, by.principal, { database_url: url })
          return 'nothing'
        } catch (error) {
          const [detail] = error instanceof Problem ? error.details.map(detailBody) : []
          return detail?.message ?? String(error)
        }
      }
      const with_ = (change: Partial<URL>): string => Object.assign(new URL(source.url), change).href
      assert.match(await why(await newPostgresDatabase()), /isn’t a Cal.com database/)
      assert.match(await why(with_({ pathname: '/nowhere' })), /no database with this name/)
      for (const url of [with_({ port: '1' }), 'postgres://reader@127.0.0.1:1/calendso'])
        assert.match(await why(url), /The database server doesn’t respond. Check the host/)
      assert.match(await why('postgres://reader@nowhere.invalid/calendso'), /We couldn’t find a server/)
      const closed = await calcomDatabase('2025', { users: [{ id: 1, email: 'one@closed.test' }] })
      await closed.query('revoke select on all tables in schema public from current_user')
      assert.match(
        await why(closed.url),
        /The database role can’t read these tables: users, Team, .*EventType, .*Booking, .*grant select on all tables/,
      )
      await closed.query('grant select on users, "EventType", "Booking", "Attendee", "Team" to current_user')
      const { reach } = await surveyCalcomDatabase(closed.url)
      assert.deepEqual(reach.closed, ['group_members', 'schedules', 'routing_forms', 'submissions', 'webhooks'])
      assert.match(JSON.stringify(reach.remarks), /tables_closed.*Membership, .*Host, .*BookingReference/)
      assert.match(
        await why(await refusingServer('28P01', 'password authentication failed')),
        /doesn’t accept the username or password/,
      )
      assert.match(await why('https://cal.test'), /must be the URL of a PostgreSQL database/)
      assert.match(
        await why((await calcomDatabase('2022', { users: [{ id: 1, email: 'one@second.test' }] })).url, person),
        /imported from one Cal\.com only/,
      )
      const imports = await app.context.database.reader
        .selectFrom('imports')
        .select('id')
        .where('organization_id', '=', other.principal.organizationId)
        .execute()
      assert.deepEqual(imports, [])
    })
  })

  describe('a Cal.com of another version', () => {
    test('2022: without hosts, forms, seats and entries in calendars, by the command into an empty installation; lists that may not be read are named', async () => {
      const source = await calcomDatabase('2022', calcomContent(20, 'older.test'))
      const here = { ...(await newInstallation()), OPENSLOT_IMPORT_CALCOM: source.url }
      const dry = await runCommand(['import', 'calcom', '--dry-run', '--json'], here)
      assert.deepEqual(
        JSON.parse(dry.stdout).would_import.counts,
        { members: 20, groups: 20, event_types: 20, routing_forms: 0, scheduled_events: 21 },
        dry.stdout,
      )
      const mistyped = await runCommand(['import', 'calcom'], {
        ...here,
        OPENSLOT_IMPORT_CALCOM: source.url.replace('postgres', 'postgress'),
      })
      assert.deepEqual(
        [mistyped.code, /must be the URL of a PostgreSQL database/.test(mistyped.stderr)],
        [1, true],
        mistyped.stderr,
      )
      const refused = await runCommand(['import', 'calcom'], here)
      assert.deepEqual(
        [refused.code, /routing forms\.\nNothing was imported\. .*--partly/.test(refused.stderr)],
        [1, true],
        refused.stderr,
      )
      assert.match((await runCommand(['member', 'list'], here)).stderr, /There is no organization yet/)
      const done = await runCommand(['import', 'calcom', '--partly', '--json'], here)
      assert.equal(done.code, 0, done.stdout + done.stderr)
      const { resource: report } = JSON.parse(done.stdout)
      assert.equal(report.state, 'finished', done.stdout)
      assert.ok(!done.stdout.includes('@127.0.0.1') && !report.source.includes('@'), report.source)
      const { users, event_types, event_type_memberships, scheduled_events, invitees, group_relationships } =
        created(report)
      assert.deepEqual(
        { users, event_types, event_type_memberships, scheduled_events, invitees, group_relationships },
        {
          users: 20,
          event_types: 20,
          event_type_memberships: 25,
          scheduled_events: 21,
          invitees: 26,
          group_relationships: 20,
        },
      )
      assert.ok(
        report.remarks.includes('The token can’t read this list, so it isn’t imported: routing forms.'),
        report.remarks.join('\n'),
      )
      const members = JSON.parse((await runCommand(['member', 'list', '--json'], here)).stdout)
      const owner = members.collection.find(({ role }: Json) => role === 'owner')
      assert.deepEqual([owner.user.email, owner.user.slug], ['host.1@older.test', 'host-1'])
      await source.query('drop table "Attendee", "Webhook"')
      const { reach } = await surveyCalcomDatabase(source.url)
      assert.deepEqual(reach.closed, ['routing_forms', 'submissions', 'meetings', 'webhooks'])
    })
  })
}

/** Of the database: see `assertRequestsCome`. */
export const calcomRequestsSuite = (): void => {
  test('bookings of the database that wait for a host are booking requests, and each becomes a meeting once, wherever it is accepted', async () => {
    const content = withWaiting(calcomContent(8, 'waiting.test'))
    const source = await calcomDatabase('2025', content)
    const person = await aFounder(app)
    await assertRequestsCome(app, person, content, async () => {
      await source.replace('Booking', content.Booking ?? [])
      return bring(person, source.url)
    })
  })
}
