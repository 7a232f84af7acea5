// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ICAL from 'ical.js'
import { configureEventType } from '#event-types/index.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, anInviteeNamed, aSharedType, aTypeAsking, hours } from '../../support/bookings.ts'
import { knowCalendarsUntil, makeBusy } from '../../support/busy-time.ts'
import { aCast, aFounder, aGroup, aMember, inGroup } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const visitor = await signedInAs(app, colleague)
const nextHour = hours()
const type = await anEventType(app, colleague, { active: true, name: 'Portfolio talk' })
const openOf = (id: string): string => `/app/meetings?open=${id}`
/** The times that a booking page offers. */
const startsIn = (text: string): string[] => {
  const { booking } = JSON.parse(/<script[^>]*id="page-data"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '{}')
  return Object.values<[string][]>(booking.month.days).flatMap((times) => times.map(([start]) => start))
}
/** From the panel of the meeting that the address names. */
const send = (path: string, fields: Record<string, string>, page = openOf(path.split('/')[3] ?? '')) =>
  visitor.submit(path, fields, { page })

describe('meetings in the console', () => {
  test('a line shows what time it is, on the clock of the member, in the column of today and nowhere else', async () => {
    const own = await testApp()
    own.clock.advance(2 * 3_600_000 + 23 * 60_000)
    const host = await aFounder(own)
    const time = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Lisbon', hour: 'numeric', minute: '2-digit' })
    const [, hour = '', minute = ''] = /(\d+):(\d+)/.exec(time.format(own.clock.now())) ?? []
    const { text } = await (await signedInAs(own, host)).get('/app/meetings?view=week')
    const [before = '', after = '', ...others] = text.split('<i class="now')
    assert.deepEqual(others, [])
    assert.match(after, new RegExp(`^ at-${minute[0]}0 at-${minute[1]}"`))
    const today = before.slice(before.lastIndexOf('<section'))
    assert.match(today, /class="today"/)
    // The days begin at eight where nothing is earlier.
    assert.equal(today.split('class="hour"').length - 2, Number(hour) - 8)
  })

  test('what a calendar blocks is hatched in one’s own week, within the hours that are shown; not in that of everybody', async () => {
    const host = await aFounder(app)
    const reader = await signedInAs(app, host)
    await makeBusy(app, host, '2026-03-03T13:15:00Z', '2026-03-03T14:45:00Z')
    await makeBusy(app, host, '2026-03-04T22:00:00Z', '2026-03-05T09:30:00Z')
    const busyIn = (text: string): string[] => text.match(/(?<=class="busy )[^"]*/g) ?? []
    const { text } = await reader.get('/app/meetings?view=week&at=2026-03-03')
    assert.deepEqual(busyIn(text), ['at-10 at-5 h1 for-30 for-0', 'at-0 at-0 h1 for-30 for-0'])
    const wednesday = text.slice(text.indexOf('Wed, Mar 4'), text.indexOf('Thu, Mar 5'))
    assert.deepEqual(busyIn(wednesday), [])
    for (const more of ['view=week&at=2026-03-03&who=all', 'view=week&at=2026-03-03&q=a', 'view=week&at=2026-03-10'])
      assert.deepEqual(busyIn((await reader.get(`/app/meetings?${more}`)).text), [], more)
    await knowCalendarsUntil(app, host, '2026-03-01T00:00:00Z')
    const lost = await reader.get('/app/meetings?view=week&at=2026-03-03')
    assert.equal(lost.status, 200)
    assert.deepEqual(busyIn(lost.text), [])
  })

  test('are found by name, address, answer and host; a week, a day and a list show them; those of others only to admins', async () => {
    const invitee = anInviteeNamed('Findable')
    const start = nextHour()
    const booked = await aBooking(app, colleague, type, { start_time: start, invitee })
    const date = start.slice(0, 10)
    for (const path of [
      '/app/meetings',
      '/app/meetings?q=FINDABLE',
      `/app/meetings?q=${encodeURIComponent(invitee.email)}`,
      `/app/meetings?view=week&at=${date}`,
      `/app/meetings?view=day&at=${date}`,
    ])
      assert.ok((await visitor.get(path)).text.includes(`id="meeting-${booked.eventId}"`), path)
    for (const path of [
      '/app/meetings?q=100%25',
      '/app/meetings?state=canceled',
      '/app/meetings?state=past',
      '/app/meetings?view=day&at=2020-01-01',
    ])
      assert.ok(!(await visitor.get(path)).text.includes(booked.eventId), path)
    const admin = await signedInAs(app, owner)
    assert.ok(!(await admin.get('/app/meetings')).text.includes(booked.eventId))
    assert.ok(
      (await admin.get(`/app/meetings?who=all&q=${encodeURIComponent(colleague.name)}`)).text.includes(booked.eventId),
    )
    const stranger = await signedInAs(app, outsider)
    for (const path of ['/app/meetings?who=all', openOf(booked.eventId)])
      assert.ok(!(await stranger.get(path)).text.includes(invitee.email), path)
  })

  test('one is opened, gets notes, is moved and is canceled with a reason; the panel says what was refused', async () => {
    const invitee = anInviteeNamed('Mover')
    const booked = await aBooking(app, colleague, type, { start_time: nextHour(), invitee })
    const id = booked.eventId
    const panel = await visitor.get(openOf(id))
    for (const words of [invitee.name, invitee.email, 'Portfolio talk']) assert.ok(panel.text.includes(words), words)
    assert.ok(panel.text.includes(`href="/app/meetings#meeting-${id}"`), 'closing it leads back to its row')
    const saved = await visitor.post(
      `/app/meetings/${id}/notes`,
      { form_token: panel.fields.form_token ?? '', fields: 'notes', notes: 'Bring the <samples>, & tea' },
      { headers: { accept: 'application/json' } },
    )
    assert.deepEqual([saved.status, JSON.parse(saved.text)], [200, { texts: {} }])
    assert.match((await visitor.get(openOf(id))).text, /Bring the &lt;samples>, &amp; tea/)

    const page = `/app/meetings/${id}/move/${booked.inviteeId}`
    const choosing = await visitor.get(page)
    assert.match(choosing.text, /<h1>Reschedule Portfolio talk<.*Currently booked for/s)
    assert.ok(choosing.text.includes('No mail server is set up, so nobody gets an email.'))
    const time = startsIn(choosing.text)[0] ?? ''
    assert.notEqual(time, '', 'open times are offered')
    const asking = await visitor.get(`${page}/${time}`)
    assert.ok(asking.text.includes('Confirm the new time') && asking.text.includes('name="reason"'))
    const form = { page: `${page}/${time}` }
    const refused = await visitor.submit(`${page}/2020-01-01T00:00:00Z`, {}, form)
    assert.deepEqual([refused.status, refused.text.includes('no longer available')], [400, true])
    const moved = await visitor.submit(`${page}/${time}`, { reason: 'A train is late' }, form)
    const newId = new URL(moved.location ?? '', 'http://x').searchParams.get('open') ?? ''
    assert.equal(moved.status, 303)
    assert.notEqual(newId, id)
    assert.match((await visitor.get(moved.location ?? '')).text, /Meeting rescheduled/)
    const old = (await visitor.get(openOf(id))).text
    const former = (
      await app.ask(`GET /scheduled_events/${id}/invitees/${booked.inviteeId}`, { token: colleague.token })
    ).body.resource
    assert.equal(former.cancellation.reason, 'A train is late')
    assert.match(old, new RegExp(`<a href="/app/meetings\\?open=${newId}">Rescheduled to \\w{3}, \\w{3} \\d+, [^<]+<`))
    const row = new RegExp(`id="meeting-${id}"(?:(?!<li).)*open=${newId}">Rescheduled to [^<]+<`, 's')
    assert.match(
      (await visitor.get('/app/meetings?state=canceled')).text,
      row,
      'a list of what was canceled says what was only moved',
    )
    const canceled = await send(`/app/meetings/${newId}/cancel`, {
      reason: 'Snowed in',
      back: 'https://elsewhere.test/',
    })
    assert.ok(canceled.location?.startsWith(`/app/meetings?open=${newId}&done=canceled&`))
    assert.match((await visitor.get(openOf(newId))).text, /Snowed in/)
  })

  test('who administers a group sees what its members host; a plain member of it does not', async () => {
    const [head, inside] = [await aMember(app, owner), await aMember(app, owner)]
    const group = await aGroup(app, owner, 'Field work')
    await inGroup(app, owner, group, { membership: head.membershipUri }, 'admin')
    await inGroup(app, owner, group, { membership: inside.membershipUri })
    const booked = await aBooking(app, inside, await anEventType(app, inside, { active: true }), {
      start_time: nextHour(),
    })
    const [by, plain] = [await signedInAs(app, head), await signedInAs(app, inside)]
    const path = `/app/meetings?who=${group.id}`
    const { text } = await by.get(path)
    assert.ok(
      text.includes('>Field work</a>') &&
        text.includes(`id="meeting-${booked.eventId}"`) &&
        text.includes(`class="hint">${inside.name}<`),
    )
    assert.ok(text.includes(`/app/meetings/changes?who=${group.id}`))
    assert.ok(!(await by.get('/app/meetings')).text.includes(booked.eventId), 'it is not their own')
    assert.ok((await by.get(`${path}&open=${booked.eventId}`)).text.includes(booked.invitee.email))
    assert.deepEqual(
      [(await plain.get(path)).status, (await plain.get('/app/meetings')).text.includes('Field work')],
      [403, false],
    )
    assert.equal((await (await signedInAs(app, outsider)).get(path)).status, 404)
  })

  test('who has no meetings yet is led to what can be shared; a search that finds nothing is not', async () => {
    const newcomer = await signedInAs(app, (await aCast(app)).owner)
    for (const state of ['upcoming', 'past'])
      assert.match(
        (await newcomer.get(`/app/meetings?state=${state}`)).text,
        /class="empty"><p>[^<]+<\/p><a class="button" href="\/app">/,
      )
    for (const query of ['state=canceled', 'q=nobody'])
      assert.match((await newcomer.get(`/app/meetings?${query}`)).text, /class="empty"><p>[^<]+<\/p><\/div>/)
  })

  test('a no-show is marked once it has begun, and taken back', async () => {
    const booked = await aBooking(app, colleague, type, { start_time: nextHour() })
    const id = booked.eventId
    assert.match((await visitor.get(openOf(id))).text, /available once the meeting has started/)
    const path = `/app/meetings/${id}/guests/${booked.inviteeId}/no-show`
    const list = new URLSearchParams({ state: 'past', q: 'talk', open: id })
    const marked = await send(path, { absent: 'true', back: `/app/meetings?${list}` })
    assert.match((await visitor.get(openOf(id))).text, /class="chip">No-show/)
    const past = (await visitor.get(marked.location ?? '')).text
    const [, form = ''] = /<div class="toast">(.*?)<\/form>/s.exec(past) ?? []
    assert.ok(
      form.includes(`name="back" value="/app/meetings?${String(list).replaceAll('&', '&amp;')}"`),
      `Undo leads back to the list it was in: ${form}`,
    )
    const undone = await send(path, { absent: 'false', back: openOf(id) })
    assert.doesNotMatch((await visitor.get(undone.location ?? '')).text, /class="chip">No-show/)
  })

  test('one guest of several is canceled: the toast speaks of the guest, and the meeting stays for the others', async () => {
    const group = await aSharedType(app, colleague, 'group', { name: 'Open class', seats: 5 })
    const start_time = nextHour()
    const [leaving, staying] = [anInviteeNamed('Leaving'), anInviteeNamed('Staying')]
    const one = await aBooking(app, colleague, group, { start_time, invitee: leaving })
    const other = await aBooking(app, colleague, group, { start_time, invitee: staying })
    assert.equal(one.eventId, other.eventId)
    const { location = '' } = await send(`/app/meetings/${one.eventId}/guests/${one.inviteeId}/cancel`, {
      reason: 'Full',
      back: openOf(one.eventId),
    })
    const { text } = await visitor.get(location)
    assert.match(text, /<div class="toast"><span>Booking canceled</)
    assert.equal(
      (await app.ask(`GET /scheduled_events/${one.eventId}`, { token: colleague.token })).body.resource.status,
      'active',
    )
    for (const file of ['csv', 'ics']) {
      const exported = (await visitor.get(`/app/meetings.${file}?q=Open%20class`)).text.replaceAll('\r\n ', '')
      assert.deepEqual(
        [leaving, staying].map(({ email }) => exported.includes(email)),
        [false, true],
        `the ${file} names who comes`,
      )
    }
  })

  test('a meeting of several guests is moved as one: all of them, each told, or nobody; others find nothing there', async () => {
    const group = await aSharedType(app, colleague, 'group', { name: 'Tour', seats: 4 })
    const [from, to, full] = [nextHour(), nextHour(), nextHour()]
    const guests = [anInviteeNamed('First'), anInviteeNamed('Second'), anInviteeNamed('Third')]
    const booked = []
    for (const invitee of guests) booked.push(await aBooking(app, colleague, group, { start_time: from, invitee }))
    const id = booked[0]?.eventId ?? ''
    for (const _ of [1, 2]) await aBooking(app, colleague, group, { start_time: full })
    const statusOf = async (event: string) =>
      (await app.ask(`GET /scheduled_events/${event}`, { token: colleague.token })).body.resource
    const page = `/app/meetings/${id}/move/all`
    assert.ok((await visitor.get(openOf(id))).text.includes(`href="${page}"`))
    const choosing = (await visitor.get(page)).text
    assert.ok(guests.every(({ name }) => choosing.split('New time for ')[1]?.split(' · ')[0]?.includes(name)))
    const offered = startsIn(choosing).map((start) => Date.parse(start))
    assert.deepEqual(
      [offered.includes(Date.parse(to)), offered.includes(Date.parse(from))],
      [true, false],
      'when they meet already is not offered',
    )
    const move = (start: string, by = visitor) =>
      by.submit(`${page}/${new Date(start).toISOString().slice(0, 19)}Z`, {}, { page: '/app/meetings' })
    assert.equal((await move(full)).status, 400)
    assert.deepEqual(
      [(await statusOf(id)).status, (await statusOf(id)).invitees_counter.active],
      ['active', 3],
      'there are two seats for three: nobody is moved',
    )

    const stranger = await signedInAs(app, outsider)
    assert.equal((await move(to, stranger)).status, 404)
    assert.equal((await statusOf(id)).status, 'active')

    const moved = await move(to)
    const next = new URL(moved.location ?? '', 'http://x').searchParams.get('open') ?? ''
    const [old, now] = [await statusOf(id), await statusOf(next)]
    assert.deepEqual(
      [old.status, now.status, now.invitees_counter.active, now.start_time.slice(0, 16)],
      ['canceled', 'active', 3, to.slice(0, 16)],
    )
    for (const { inviteeId, eventId } of booked) {
      const { resource } = (
        await app.ask(`GET /scheduled_events/${eventId}/invitees/${inviteeId}`, { token: colleague.token })
      ).body
      assert.deepEqual([resource.rescheduled, String(resource.new_invitee).includes(next)], [true, true])
    }
    assert.equal((await move(full)).location, openOf(id), 'a second click')
  })

  test('a host books for somebody; what is refused stands beside its field, and nothing typed is lost', async () => {
    const address = `/app/meetings/new/${type.id}`
    assert.ok((await visitor.get('/app/meetings/new')).text.includes(`href="${address}"`))
    const [time = ''] = startsIn((await visitor.get(address)).text)
    const fields = { name: 'Ordered Guest', email: 'ordered@client.test', timezone: 'Europe/Lisbon' }
    const page = { page: `${address}/${time}` }
    const refused = await visitor.submit(`${address}/${time}`, { ...fields, email: 'not an address' }, page)
    assert.equal(refused.status, 400)
    assert.match(refused.text, /Enter a valid email address/)
    assert.match(refused.text, /value="Ordered Guest"/)
    const booked = await visitor.submit(`${address}/${time}`, fields, page)
    assert.match((await visitor.get(booked.location ?? '')).text, /ordered@client\.test/)
    const taken = await visitor.post(
      `${address}/${time}`,
      { ...fields, form_token: refused.fields.form_token ?? '' },
      { headers: { accept: 'application/json' } },
    )
    assert.deepEqual([taken.status, JSON.parse(taken.text).outcome], [400, 'taken'])
    const stranger = await signedInAs(app, outsider)
    assert.equal((await stranger.get(address)).status, 404)
    assert.equal((await stranger.submit(`${address}/${time}`, fields, { page: '/app' })).status, 404)
  })

  test('a host gives the phone number, optional answers may be left out, and the own event types come first', async () => {
    const calling = await aTypeAsking(app, colleague, { name: 'Anything else?', type: 'string', required: false })
    await app.run(configureEventType, colleague.principal, {
      uuid: calling.id,
      locations: [{ kind: 'outbound_call' }, { kind: 'zoom_conference' }],
    })
    const ofAdmin = await anEventType(app, owner, { active: true, name: 'Zebras' })
    const { text: list } = await (await signedInAs(app, owner)).get('/app/meetings/new')
    assert.ok(list.indexOf(ofAdmin.id) < list.indexOf(calling.id))
    const address = `/app/meetings/new/${calling.id}`
    const [time = ''] = startsIn((await visitor.get(address)).text)
    const form = (await visitor.get(`${address}/${time}`)).text
    assert.match(form, /Invitee’s phone number.*Anything else\? <small>\(optional\)/s)
    const booked = await visitor.submit(
      `${address}/${time}`,
      { name: 'Called Guest', email: 'called@client.test', timezone: 'UTC', place: '0', place_0: '+351 912 345 678' },
      { page: `${address}/${time}` },
    )
    assert.ok((await visitor.get(booked.location ?? '')).text.includes('+351 912 345 678'))
  })

  test('a host answers for somebody by choosing', async () => {
    const size = {
      name: 'How many are you?',
      type: 'single_select',
      required: true,
      answer_choices: ['1-10', '11-100'],
      include_other: true,
    }
    const topics = { name: 'What about?', type: 'multi_select', answer_choices: ['API', 'MCP'] }
    const asking = await aTypeAsking(app, colleague, size, topics)
    const address = `/app/meetings/new/${asking.id}`
    const [time = ''] = startsIn((await visitor.get(address)).text)
    const fields = {
      ...{ name: 'Choosing Guest', email: 'choosing@client.test', timezone: 'Europe/Lisbon' },
      ...{ answer_0: 'other', answer_0_other: '7 and a dog', answer_1: '1' },
    }
    const { location = '' } = await visitor.submit(`${address}/${time}`, fields, { page: `${address}/${time}` })
    const panel = (await visitor.get(location)).text
    for (const answer of ['7 and a dog', 'MCP']) assert.ok(panel.includes(answer), answer)
    const found = async (q: string): Promise<boolean> =>
      (await visitor.get(`/app/meetings?q=${encodeURIComponent(q)}`)).text.includes('Choosing Guest')
    assert.deepEqual(
      [await found('and a DOG'), await found('How many'), await found('position')],
      [true, false, false],
      'a search looks at answers, not at questions',
    )
  })

  test('the list is a file: CSV without formulas, and a calendar that others read; canceled ones are marked', async () => {
    const start_time = nextHour()
    const end_time = new Date(Date.parse(start_time) + 1_800_000).toISOString()
    const invitee = { ...anInviteeNamed('Sheet'), name: '=HYPERLINK("x")' }
    const { event, eventId } = await aBooking(app, colleague, type, { start_time, invitee })
    const csv = await visitor.get('/app/meetings.csv?q=HYPERLINK')
    const [header, row] = csv.text.slice(1).split('\r\n')
    assert.equal(
      header,
      '"name","status","start_time","end_time","location","hosts","invitees","addresses","guests","canceled_by","reason","uri"',
    )
    const times = [start_time, end_time].map((instant) => `"${instant.slice(0, 19)}.000000Z"`).join()
    assert.equal(
      row,
      `"Portfolio talk","active",${times},"","${colleague.name}","'=HYPERLINK(""x"")","${invitee.email}","","","","${event}"`,
    )
    assert.equal(csv.headers['content-disposition'], 'attachment; filename="meetings.csv"')
    const entriesIn = async (state: string): Promise<string[][]> => {
      const { text } = await visitor.get(`/app/meetings.ics?q=HYPERLINK&state=${state}`)
      const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
      return events.map((one) =>
        ['summary', 'dtstart', 'dtend', 'status'].map((name) => String(one.getFirstPropertyValue(name))),
      )
    }
    const entry = [
      'Portfolio talk – =HYPERLINK("x")',
      ...[start_time, end_time].map((instant) => `${instant.slice(0, 19)}Z`),
    ]
    assert.deepEqual(await entriesIn('upcoming'), [[...entry, 'CONFIRMED']])
    await app.ask(`POST /scheduled_events/${eventId}/cancellation`, { token: colleague.token, body: {} })
    assert.deepEqual([await entriesIn('upcoming'), await entriesIn('canceled')], [[], [[...entry, 'CANCELLED']]])
  })

  test('the calendar file names organizer, hosts, invitee, and guests; no server sends messages to them', async () => {
    const [start_time, guest] = [nextHour(), 'along@client.test']
    const invitee = anInviteeNamed('Filed')
    await aBooking(app, colleague, type, { start_time, invitee, event_guests: [guest] })
    const text = (await visitor.get('/app/meetings.ics?q=Filed')).text.replaceAll('\r\n ', '')
    const people = [...text.matchAll(/^(ORGANIZER|ATTENDEE)(\S*?;CN="[^"]+").*:mailto:(\S+)/gm)]
    assert.deepEqual(
      people.map(([, role, , email]) => [role, email]),
      [
        ['ORGANIZER', colleague.email],
        ['ATTENDEE', colleague.email],
        ['ATTENDEE', invitee.email],
        ['ATTENDEE', guest],
      ],
    )
    assert.ok(people.every(([line]) => line.includes(';SCHEDULE-AGENT=NONE;')))
    assert.match(text, new RegExp(`DESCRIPTION:.*Guests: <${guest}>`))
  })

  test('a file has all of the list, not only what a page shows of it', async () => {
    const busy = await aMember(app, owner)
    const short = await anEventType(app, busy, { active: true })
    const nextHalf = hours(30)
    for (let count = 0; count < 26; count += 1) await aBooking(app, busy, short, { start_time: nextHalf() })
    const theirs = await signedInAs(app, busy)
    const countIn = async (path: string, mark: string): Promise<number> =>
      (await theirs.get(path)).text.split(mark).length - 1
    assert.deepEqual(
      [
        await countIn('/app/meetings', 'data-row='),
        await countIn('/app/meetings.csv', '"active"'),
        await countIn('/app/meetings.ics', 'BEGIN:VEVENT'),
      ],
      [25, 26, 26],
    )
  })
})
