// seconds: 7
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { assertStatus } from '../../support/answers.ts'
import { aBooking, aSharedType } from '../../support/bookings.ts'
import { aCaldavServer, type CaldavServer, caldavPrograms, lackingCaldav } from '../../support/caldav-server.ts'
import { connect, hoursOffered } from '../../support/calendars.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { anEventType } from '../../support/event-types.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const traits = { active: true, duration: 60, timezone: 'UTC', scheduling_rules: { start_time_increment: 60 } }
const at = (hour: string): string => `2026-03-03T${hour}:00:00Z`

/** What stands in a calendar, as any other client reads it. */
const entriesIn = async (server: CaldavServer, calendar: string): Promise<string[]> => {
  const listed = await server.ask('PROPFIND', calendar, '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>', {
    depth: '1',
    'content-type': 'application/xml',
  })
  const hrefs = [...listed.text.matchAll(/<[\w:]*href>([^<]+\.ics)<\/[\w:]*href>/g)].map(([, href]) => href as string)
  return Promise.all(hrefs.map(async (href) => (await server.ask('GET', href)).text.replaceAll(/\r?\n[ \t]/g, '')))
}

const startsOf = (entries: readonly string[]): (string | undefined)[] =>
  entries.map((text) => /^DTSTART:(\S+)/m.exec(text)?.[1]).sort()

/** Its meetings go into the calendar of this name. */
const connectForWork = async (person: Person, server: CaldavServer) => {
  const connection = await connect(app, person, server)
  const work = connection.calendars.find((one: { name: string }) => one.name === 'work')
  if (!work.takes_meetings)
    assertStatus(await app.ask(`PATCH ${work.uri}`, { token: person.token, body: { takes_meetings: true } }), 200)
  await app.work()
  return connection
}

/** A meeting at 11, with the text of its entry in the calendar and the name of its file. */
const aWrittenMeeting = async (server: CaldavServer, calendar: string) => {
  const person = await aFounder(app)
  const type = await anEventType(app, person, traits)
  const connection = await connectForWork(person, server)
  const booked = await aBooking(app, person, type, { start_time: at('11') })
  await app.work()
  const [text = ''] = await entriesIn(server, calendar)
  return {
    person,
    type,
    connection,
    booked,
    text,
    name: `${encodeURIComponent(/UID:(\S+)/.exec(text)?.[1] as string)}.ics`,
  }
}

for (const program of caldavPrograms) {
  describe(`a meeting in the calendar of its host, on ${program}`, { skip: lackingCaldav(program) }, () => {
    test('is written once, moves in place, never counts twice, and goes when it is canceled', async () => {
      const server = await aCaldavServer(program)
      const calendar = await server.makeCalendar('work')
      const person = await aFounder(app)
      const type = await anEventType(app, person, traits)
      await aBooking(app, person, type, { start_time: at('09') })
      const connection = await connectForWork(person, server)
      assert.deepEqual(
        startsOf(await entriesIn(server, calendar)),
        ['20260303T090000Z'],
        'what was booked before is there',
      )

      const booked = await aBooking(app, person, type, { start_time: at('11') })
      await app.work()
      const [first] = (await entriesIn(server, calendar)).filter((text) => text.includes('DTSTART:20260303T110000Z'))
      assert.match(first ?? '', /UID:[0-9a-f]{32}@openslot/)
      assert.doesNotMatch(first ?? '', /ATTENDEE|ORGANIZER|METHOD/)

      await app.ask(`POST ${connection.uri}/read`, { token: person.token })
      await app.work()
      assert.deepEqual(await hoursOffered(app, person, type, '2026-03-03'), ['10', '12', '13', '14', '15', '16'])

      const uid = /UID:(\S+)/.exec(first ?? '')?.[1] as string
      const moved = await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: at('14') })
      await app.work()
      const [entry, ...more] = (await entriesIn(server, calendar)).filter((text) => text.includes(uid))
      assert.match(entry ?? '', /DTSTART:20260303T140000Z/)
      assert.deepEqual(more, [], 'the same entry, at its new time')
      assert.deepEqual(startsOf(await entriesIn(server, calendar)), ['20260303T090000Z', '20260303T140000Z'])

      await app.run(cancelInvitee, person.principal, { uuid: lastPart(moved.uri) })
      await app.work()
      assert.deepEqual(startsOf(await entriesIn(server, calendar)), ['20260303T090000Z'])

      await app.ask(`DELETE ${connection.uri}`, { token: person.token, query: { take_back: 'true' } })
      assert.deepEqual(await entriesIn(server, calendar), [])
    })

    test('names guests and the other hosts in its description, not as attendees; a guest who is erased is removed', async () => {
      const server = await aCaldavServer(program)
      const calendar = await server.makeCalendar('work')
      const person = await aFounder(app)
      const other = await aMember(app, person)
      const type = await aSharedType(app, person, 'collective', { ...traits, hosts: [person, other] })
      await connectForWork(person, server)
      const [staying, leaving] = ['staying@client.test', 'leaving@client.test']
      await aBooking(app, person, type, { start_time: at('11'), event_guests: [staying, leaving] })
      await app.work()
      const [entry = ''] = await entriesIn(server, calendar)
      const hosts = [person, other].map(({ name, email }) => `${name} <${email}>`).join('\\, ')
      assert.ok(entry.includes(`\\nGuests: <${staying}>\\, <${leaving}>\\nHost: ${hosts}`), entry)
      assert.doesNotMatch(entry, /ATTENDEE|ORGANIZER/)

      const body = { emails: [leaving] }
      assertStatus(await app.ask('POST /data_compliance/deletion/invitees', { token: person.token, body }), 202)
      await app.work()
      const [after = '', ...more] = await entriesIn(server, calendar)
      assert.deepEqual([after.includes(staying), after.includes(leaving), more], [true, false, []])
    })

    test('that another client has put under another address is updated there, and there is one', async () => {
      const server = await aCaldavServer(program)
      const calendar = await server.makeCalendar('work')
      const { person, booked, text, name } = await aWrittenMeeting(server, calendar)
      await server.ask('DELETE', `${calendar}${name}`)
      const put = await server.ask('PUT', `${calendar}another.ics`, text, { 'content-type': 'text/calendar' })
      assert.ok(put.status < 300, put.text)
      await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: at('14') })
      await app.work()
      assert.deepEqual(startsOf(await entriesIn(server, calendar)), ['20260303T140000Z'])
    })

    test('that its host has dragged into another calendar is one entry, follows moves there, and goes when it is canceled', async () => {
      const server = await aCaldavServer(program)
      const [calendar, other] = [await server.makeCalendar('work'), await server.makeCalendar('private')]
      const { person, type, connection, booked, text, name } = await aWrittenMeeting(server, calendar)
      await server.ask('DELETE', `${calendar}${name}`)
      assert.ok((await server.ask('PUT', `${other}${name}`, text, { 'content-type': 'text/calendar' })).status < 300)

      const moved = await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: at('14') })
      await app.work()
      assert.deepEqual(
        [await entriesIn(server, calendar), startsOf(await entriesIn(server, other))],
        [[], ['20260303T140000Z']],
      )
      await app.ask(`POST ${connection.uri}/read`, { token: person.token })
      await app.work()
      assert.deepEqual(
        await hoursOffered(app, person, type, '2026-03-03'),
        ['09', '10', '11', '12', '13', '15', '16'],
        'it counts once',
      )

      await server.ask('DELETE', `${other}${name}`)
      assert.ok(
        (await server.ask('PUT', `${calendar}again.ics`, text, { 'content-type': 'text/calendar' })).status < 300,
      )
      await app.run(cancelInvitee, person.principal, { uuid: lastPart(moved.uri) })
      await app.work()
      assert.deepEqual([await entriesIn(server, calendar), await entriesIn(server, other)], [[], []])
    })
  })
}

describe('a server that refuses a UID that another calendar of the account has', () => {
  const error = (inner: string): string =>
    `<?xml version="1.0"?><d:error xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${inner}</d:error>`
  const refusals = {
    'as RFC 4791 has it': {
      status: 403,
      body: error('<c:no-uid-conflict><d:href>/private/one.ics</d:href></c:no-uid-conflict>'),
    },
    'with a status alone': { status: 412, body: '' },
    'with a sentence': {
      status: 400,
      body: error('<s:message xmlns:s="http://sabredav.org/ns">Calendar object with uid already exists</s:message>'),
    },
  }
  for (const [how, uidConflict] of Object.entries(refusals))
    test(`${how} has the entry updated there, and is not asked again`, async () => {
      const dav = await aDavStandIn({ calendars: ['/office/', '/private/'] })
      const person = await aFounder(app)
      const type = await anEventType(app, person, traits)
      await connect(app, person, dav)
      await app.work()
      const booked = await aBooking(app, person, type, { start_time: at('11') })
      await app.work()
      const [[path, item] = assert.fail()] = dav.items
      dav.items.clear()
      dav.put('/private/one.ics', item.text)
      dav.uidConflict = uidConflict
      await app.run(rescheduleInvitee, person.principal, { uuid: booked.inviteeId, start_time: at('14') })
      await app.work()
      assert.deepEqual([...dav.items.keys()], ['/private/one.ics'], path)
      assert.deepEqual(startsOf([...dav.items.values()].map(({ text }) => text)), ['20260303T140000Z'])
      const jobs = await app.context.database.reader
        .selectFrom('jobs')
        .innerJoin('calendar_entries', 'calendar_entries.id', 'jobs.subject_id')
        .select('jobs.id')
        .where('calendar_entries.organization_id', '=', person.principal.organizationId)
        .execute()
      assert.deepEqual(jobs, [])
    })
})

test('a meeting that waits to be written when its host is removed is not written into their calendar any more', async () => {
  const dav = await aDavStandIn()
  const owner = await aFounder(app)
  const host = await aMember(app, owner)
  const type = await anEventType(app, host, traits)
  await connect(app, host, dav)
  await app.work()
  const refuseWrites = ({ method }: IncomingMessage, response: ServerResponse) =>
    method === 'PUT' && response.writeHead(503).end()
  dav.intercept(refuseWrites)
  await aBooking(app, host, type, { start_time: at('11') })
  await app.work()
  const written = () => dav.requests.filter((one) => one.startsWith('PUT')).length
  const tried = written()
  assert.ok(tried > 0)
  assertStatus(await app.ask(`DELETE ${host.membershipUri}`, { token: owner.token }), 204)
  dav.intercept(() => {})
  app.clock.advance(3_600_000)
  await app.work()
  assert.deepEqual([written(), dav.items.size], [tried, 0])
})
