import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { updateUser } from '#accounts/index.ts'
import { insertBusySpans, setCalendarsKnownUntil } from '#availability/index.ts'
import { configureEventType, createOneOffEventType } from '#event-types/index.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, aSharedType, tuesday } from '../../support/bookings.ts'
import { aConnectionOf } from '../../support/calendars.ts'
import { aCast, lastPart, type Person } from '../../support/cast.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { fillOrganization } from '../../support/many-meetings.ts'
import { takeTime } from '../../support/taken-time.ts'
import { signedInAs, type Visitor } from '../../support/visitor.ts'

// Everything here works without a script: pages are read, and forms are sent.

const app = await testApp()
/** People who read clocks of 24 hours. */
const aCastOfDays = async () => {
  const cast = await aCast(app)
  for (const person of [cast.owner, cast.admin, cast.colleague])
    await app.run(updateUser, person.principal, { time_notation: '24h' })
  return cast
}
const { owner, admin, colleague, outsider } = await aCastOfDays()

const schedulesOf = async ({ token, uri }: Person) =>
  itemsOf(await app.ask('GET /user_availability_schedules', { token, query: { user: uri } }))

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Somebody's own page, and a form of it. */
const at = async (visitor: Visitor) => {
  const path = (await visitor.get('/app/availability')).location ?? ''
  return {
    path,
    send: (act: string, fields: Record<string, string | string[]>) =>
      visitor.submit(`${path}/${act}`, fields, { page: path }),
  }
}

describe('hours without a script', () => {
  test('rows are saved as people write times; buttons add, remove and copy; what cannot be read is said and nothing changes', async () => {
    const visitor = await signedInAs(app, colleague)
    const { path, send } = await at(visitor)
    const shown = await visitor.get(path)
    assert.match(shown.text, /aria-label="Monday, available, 1 time range"/)
    assert.match(shown.text, /aria-label="Monday, 09:00 to 17:00"/)
    const monday = async () => (await schedulesOf(colleague))[0].rules[1].intervals
    const row = { 'monday-shown': 'yes', 'monday-on': 'on', 'monday-from': ['930', '1pm'], 'monday-to': ['12', '17h'] }
    assert.equal((await send('hours', row)).location, path)
    assert.deepEqual(await monday(), [
      { from: '09:30', to: '12:00' },
      { from: '13:00', to: '17:00' },
    ])
    const bad = await send('hours', { ...row, 'monday-from': ['nine', '13'] })
    assert.deepEqual([bad.status, bad.text.includes('Enter a time like 09:30.')], [400, true])
    assert.equal(
      (await send('hours', { ...row, 'monday-from': ['18', '13'] })).text.includes(
        'The end time must be after the start time.',
      ),
      true,
    )
    assert.equal((await monday())[0].from, '09:30')
    await send('hours', { ...row, drop: 'monday.1' })
    assert.deepEqual(await monday(), [{ from: '09:30', to: '12:00' }])
    await send('hours', {
      'monday-shown': 'yes',
      'monday-on': 'on',
      'monday-from': '8',
      'monday-to': '12',
      copy: 'monday.all',
    })
    assert.deepEqual(
      (await schedulesOf(colleague))[0].rules.map(({ intervals }: { intervals: object[] }) => intervals),
      Array(7).fill([{ from: '08:00', to: '12:00' }]),
    )
    await send('hours', { 'sunday-shown': 'yes' })
    assert.deepEqual((await schedulesOf(colleague))[0].rules[0].intervals, [])
  })

  test('dates are one row however many, holidays are taken, and each is taken back by what the page offers', async () => {
    const visitor = await signedInAs(app, colleague)
    const { path, send } = await at(visitor)
    const dates = async () => (await schedulesOf(colleague))[0].rules.slice(7)
    const added = await send('dates', { start: '2026-12-21', end: '2026-12-31', kind: 'off' })
    assert.equal((await dates()).length, 11)
    const after = await visitor.get(added.location ?? '')
    assert.match(after.text, /Mon, Dec 21 – Thu, Dec 31/)
    assert.match(after.text, /11 days/)
    await send('dates/remove', { of: after.fields.of ?? '' })
    assert.deepEqual(await dates(), [])
    await send('dates', { start: '2027-01-09', end: '', kind: 'hours', hours: '10-13, 15-17' })
    assert.equal((await dates())[0].intervals.length, 2)
    // Undo gives back the hours that these dates had before, not the usual ones.
    const replaced = await visitor.get(
      (await send('dates', { start: '2027-01-08', end: '2027-01-10', kind: 'off' })).location ?? '',
    )
    assert.equal((await dates()).length, 3)
    await send('dates/remove', { of: replaced.fields.of ?? '', was: replaced.fields.was ?? '' })
    assert.deepEqual(
      (await dates()).map(({ date, intervals }: { date: string; intervals: object[] }) => [date, intervals.length]),
      [['2027-01-09', 2]],
    )
    // What is wrong stands below its field, in words of the page.
    for (const [end, words] of [
      ['2026-12-01', 'The last day can’t be before the first day.'],
      ['2030-12-31', 'Choose at most one year at a time.'],
    ] as const)
      assert.ok(
        (await send('dates', { start: '2026-12-10', end, kind: 'off' })).text.includes(`id="days-wrong">${words}<`),
        words,
      )
    assert.equal((await send('holidays', {})).location, path)
    assert.match(
      (await send('dates', { start: '2027-01-09', kind: 'hours', hours: 'late' })).text,
      /Enter a time like 09:30\./,
    )
    assert.match((await visitor.get(`${path}?country=DE`)).text, /Tag der Deutschen Einheit/)
    await send('holidays', { date: ['2026-10-03', '2026-12-25'] })
    assert.deepEqual(
      (await dates()).map(({ date }: { date: string }) => date),
      ['2026-10-03', '2026-12-25', '2027-01-09'],
    )
    assert.match((await visitor.get(`${path}?country=DE`)).text, /Tag der Deutschen Einheit · Germany/)
  })

  test('whoever reads clocks of 12 hours sees no other: fields, bars, other dates, examples and refusals; what is shown is saved as what it was', async () => {
    const { colleague: reader } = await aCast(app)
    const visitor = await signedInAs(app, reader)
    const { path, send } = await at(visitor)
    const row = { 'monday-shown': 'yes', 'monday-on': 'on', 'monday-from': '9.30', 'monday-to': '24' }
    await send('hours', row)
    await send('dates', { start: '2027-01-09', kind: 'hours', hours: '10:00 am-1:00 pm, 3:00 PM - 5 pm' })
    const plain = async (address = path) =>
      (await visitor.get(address)).text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')
    const shown = await plain()
    for (const words of [
      'aria-label="Monday, 9:30 am to 12:00 am"',
      'aria-valuetext="9:00 am to 5:00 pm"',
      'value="9:30 am" aria-label="Monday, start time"',
      'value="12:00 am" aria-label="Monday, end time"',
      '>10:00 am – 1:00 pm, 3:00 pm – 5:00 pm<',
      'name="hours" value="9:00 am-12:00 pm"',
      'Separate time ranges with commas: 10:00 am-1:00 pm, 3:00 pm-5:00 pm',
      '"hour12":true',
    ])
      assert.ok(shown.includes(words), words)
    // Nothing but what is sent back by Undo and the time field of a browser is written in 24 hours.
    assert.doesNotMatch(shown.replace(/<script[\s\S]*?<\/script>/g, ''), /\b(?:0\d|1[3-9]|2[0-4]):\d\d/)
    const rules = async () => (await schedulesOf(reader))[0].rules
    const before = await rules()
    const fields = Object.fromEntries(
      weekdays.flatMap((day) =>
        ['from', 'to'].map((side) => [
          `${day}-${side}`,
          [...shown.matchAll(new RegExp(`name="${day}-${side}" value="([^"]+)"`, 'g'))].map(([, value = '']) => value),
        ]),
      ),
    )
    assert.deepEqual(fields['monday-to'], ['12:00 am'])
    const on = weekdays.flatMap((day) => [
      [`${day}-shown`, 'yes'],
      ...(fields[`${day}-from`]?.length ? [[`${day}-on`, 'on']] : []),
    ])
    await send('hours', { ...Object.fromEntries(on), ...fields })
    assert.deepEqual(await rules(), before)
    assert.match((await send('hours', { ...row, 'monday-to': 'soon' })).text, /Enter a time like 9:30 am\./)
    assert.match(
      (await send('dates', { start: '2027-01-10', kind: 'hours', hours: 'late' })).text,
      /id="dates-wrong">Enter a time like 9:30 am\.</,
    )

    const type = await anEventType(app, reader, {
      active: true,
      duration: 60,
      name: 'Call',
      scheduling_rules: { start_time_increment: 30 },
    })
    const ask = (date: string, time: string, locale = 'en') =>
      plain(`${path}?why=yes&type=${type.id}&date=${date}&time=${time}&zone=Europe/Lisbon&locale=${locale}`)
    assert.match(await ask('2026-03-03', '18:00'), /Outside your weekly hours\. Tuesdays: 9:00 am – 5:00 pm\./)
    assert.match(
      await ask('2026-03-03', '16:30'),
      /A 60-minute meeting at 4:30 pm would end at 5:30 pm, after your hours end at 5:00 pm\./,
    )
    assert.match(
      await ask('2026-03-03', '13:10'),
      /1:10 pm isn’t a start time: .* starts every 30 minutes, for example at 1:00 pm and 1:30 pm\./,
    )
    assert.match(
      await ask('2026-03-03', '13:00'),
      />9:00 am to 12:30 pm<\/a>.*time=13%3A00&amp;[^>]*aria-current="true">1:00 pm</,
    )
    assert.match(await ask('2026-03-29', '01:30'), /The clocks go forward on Sun, Mar 29, so 1:30 am doesn’t exist\./)
    assert.match(await ask('2026-03-03', '18:00', 'es'), /9:00 a\. m\. – 5:00 p\. m\.</)
  })

  test('a week begins as it does in the calendar of the language, and a day that is copied to weekdays is copied to them', async () => {
    const { colleague: reader } = await aCast(app)
    const visitor = await signedInAs(app, reader)
    const { path, send } = await at(visitor)
    const orderIn = async (locale: string, pattern: RegExp) =>
      [...(await visitor.get(`${path}?locale=${locale}`)).text.matchAll(pattern)].map(([, day]) => day).slice(0, 7)
    const rows = /name="(\w+)-shown"/g
    assert.deepEqual(await orderIn('en', rows), ['sunday', ...weekdays.slice(0, 6)])
    assert.deepEqual(await orderIn('pt', rows), ['sunday', ...weekdays.slice(0, 6)])
    assert.deepEqual(await orderIn('de', rows), weekdays)
    await send('hours', {
      'sunday-shown': 'yes',
      'sunday-on': 'on',
      'sunday-from': '8',
      'sunday-to': '12',
      copy: 'sunday.weekdays',
    })
    assert.deepEqual(
      (await schedulesOf(reader))[0].rules.map(
        ({ wday, intervals }: { wday: string; intervals: { from: string }[] }) => `${wday} ${intervals[0]?.from}`,
      ),
      ['sunday 08:00', ...weekdays.slice(0, 5).map((day) => `${day} 08:00`), 'saturday undefined'],
    )
  })

  test('400: a name that is taken or empty stays in its field, which is open, with the sentence beside it', async () => {
    const visitor = await signedInAs(app, colleague)
    const { send } = await at(visitor)
    const { location = '' } = await send('new', { name: 'Evenings <late>' })
    for (const [form, id, typed, words] of [
      ['new', 'new-name', 'evenings &lt;late>', 'This name is already in use. Choose another one.'],
      ['name', 'schedule-name', 'evenings &lt;late>', 'This name is already in use. Choose another one.'],
      ['new', 'new-name', ' ', 'This field is required.'],
    ] as const) {
      const { status, text } = await send(form, { name: typed.replace('&lt;', '<') })
      assert.equal(status, 400)
      assert.match(
        text,
        new RegExp(`<details class="menu fields-menu" data-menu="${form === 'new' ? 'new' : 'schedule'}" open`),
      )
      assert.ok(text.includes(`value="${typed}"`) && text.includes(`id="${id}-wrong">${words}<`), text)
    }
    await visitor.post(`${location.split('?')[0]}/delete`, {
      form_token: (await visitor.get(location)).fields.form_token ?? '',
    })
  })

  test('schedules are made, renamed, made the default and deleted; what was deleted comes back with what used it', async () => {
    const visitor = await signedInAs(app, admin)
    const { send } = await at(visitor)
    const made = await send('new', { name: 'Evenings' })
    const evenings = (made.location ?? '').split('?')[0] ?? ''
    const on = (act: string, fields: Record<string, string> = {}) =>
      visitor.submit(`${evenings}/${act}`, fields, { page: evenings })
    assert.match((await send('new', { name: 'evenings' })).text, /This name is already in use/)
    const { location: renamed = '' } = await on('name', { name: 'Late' })
    assert.match(
      (await visitor.get(renamed)).text,
      /class="toast">.*action="[^"]+\/name".*name="name" value="Evenings".*Undo/s,
    )
    await on('zone', { timezone: 'Asia/Tokyo' })
    const deleted = await on('delete')
    assert.equal((await schedulesOf(admin)).length, 1)
    const page = await visitor.get(deleted.location ?? '')
    const restored = await visitor.submit(
      (deleted.location ?? '').replace(/\?.*/, '/restore'),
      { of: page.fields.of ?? '' },
      { page: deleted.location ?? '' },
    )
    assert.match(restored.location ?? '', /done=restored/)
    assert.deepEqual((await schedulesOf(admin)).map(({ name, timezone }) => [name, timezone]).at(-1), [
      'Late',
      'Asia/Tokyo',
    ])
    const other = await signedInAs(app, owner)
    assert.equal(
      (
        await other.submit(
          (deleted.location ?? '').replace(/\?.*/, '/restore'),
          { of: page.fields.of ?? '' },
          { page: (await at(other)).path },
        )
      ).status,
      404,
    )
  })

  test("404: somebody else's schedule, unless one is an owner or admin; and another organization's", async () => {
    const [hers] = await schedulesOf(owner)
    const path = `/app/availability/${lastPart(hers.uri)}`
    for (const stranger of [colleague, outsider]) {
      const visitor = await signedInAs(app, stranger)
      assert.equal((await visitor.get(path)).status, 404)
      assert.equal(
        (await visitor.submit(`${path}/zone`, { timezone: 'UTC' }, { page: (await at(visitor)).path })).status,
        404,
      )
    }
    const shown = await (await signedInAs(app, admin)).get(path)
    assert.equal(shown.status, 200)
    assert.ok(shown.text.includes('class="note"'))
  })
})

describe('why a time is not available', () => {
  test('of a type whose only location makes no links, the panel says so beside a time that is available, in every language', async () => {
    const locations = [{ kind: 'zoom_conference' }]
    const type = await anEventType(app, owner, { active: true, duration: 60, name: 'Intro call', locations })
    const visitor = await signedInAs(app, owner)
    const { path } = await at(visitor)
    const why = `${path}?why=yes&type=${type.id}&date=2026-03-19&time=09:00&zone=Europe/Lisbon`
    const { text } = await visitor.get(why)
    assert.match(text, /This time is available\.[\s\S]*Invitees get no link to join: you haven’t connected Zoom\./)
    assert.match(text, /href="\/app\/integrations\/conferences"/)
    for (const [locale, said] of [
      ['de', 'Sie haben Zoom nicht verbunden'],
      ['es', 'no ha conectado Zoom'],
      ['fr', 'vous n’avez pas connecté Zoom'],
      ['it', 'non ha collegato Zoom'],
      ['nl', 'u hebt Zoom niet gekoppeld'],
      ['pt', 'não ligou o Zoom'],
      ['uk', 'ви не підключили Zoom'],
    ] as const)
      assert.ok((await visitor.get(`${why}&locale=${locale}`)).text.includes(said), locale)
  })

  test('the URL contains the question; the panel shows the reason, other conflicts, and all start times of the day', async () => {
    const type = await anEventType(app, owner, {
      active: true,
      duration: 60,
      name: 'Intro call',
      scheduling_rules: { buffer_after: 10, start_time_increment: 30 },
    })
    await aBooking(app, owner, await anEventType(app, owner, { active: true, duration: 60, name: 'Workshop' }), {
      start_time: tuesday('14:00'),
    })
    const visitor = await signedInAs(app, owner)
    const { path } = await at(visitor)
    const ask = async (time: string, more = '') =>
      (await visitor.get(`${path}?why=yes&type=${type.id}&date=2026-03-03&time=${time}&zone=Europe/Lisbon${more}`)).text
    assert.match(
      await ask('13:00'),
      /Too close to Workshop \(14:00\s–\u2060\s15:00\)\. Intro call has a buffer of 10 minutes after it\./,
    )
    assert.match(await ask('13:00'), /No other conflicts\./)
    assert.match(await ask('14:30'), /You’re already booked: Workshop, 14:00\s–\u2060\s15:00\./)
    assert.match(await ask('16:30'), /A 60-minute meeting at 16:30 would end at 17:30, after your hours end at 17:00\./)
    // Both hold: it would end too late, and it is off the grid.
    const late = await ask('16:45')
    assert.match(
      late,
      /A 60-minute meeting at 16:45 would end at 17:45, after your hours end at 17:00\.[\s\S]*Other conflicts:/,
    )
    assert.match(late, /16:45 isn’t a start time: Intro call starts every 30 minutes\./)
    assert.match(
      await ask('17:45'),
      /Outside your weekly hours\. [\s\S]*Other conflicts:[\s\S]*17:45 isn’t a start time: Intro call starts every 30 minutes\./,
    )
    assert.match(
      await ask('09:10'),
      /09:10 isn’t a start time: Intro call starts every 30 minutes, for example at 09:00 and 09:30\./,
    )
    assert.match(await ask('18:00'), /Outside your weekly hours\. Tuesdays: 09:00\s–\u2060\s17:00\./)
    assert.match(await ask('09:00'), /This time is available\./)
    const at13 = await visitor.get(`${path}?why=yes&type=${type.id}&date=2026-03-02&time=13:00&zone=Europe/Lisbon`)
    assert.match(at13.text, /Less than the minimum notice of 4 hours\. The first bookable time is after 14:00 today\./)
    assert.match(
      (await visitor.get(`${path}?why=yes&type=${type.id}&date=2026-09-01&time=13:00&zone=Europe/Lisbon`)).text,
      /The last bookable day is May 1\./,
    )
    const day = await ask('13:00')
    assert.match(day, /09:00 to 12:30<\/a><span class="yes">Available/)
    assert.match(day, /Meeting: Workshop/)
    await app.run(configureEventType, owner.principal, { uuid: type.id, active: false })
    assert.match(
      await ask('18:00'),
      /Intro call is turned off\.[\s\S]*Other conflicts:[\s\S]*Outside your weekly hours/,
    )
    assert.match(await ask('18:00', '&locale=de'), /Intro call ist ausgeschaltet\.[\s\S]*Außerhalb Ihrer Wochenzeiten/)
    // "You" is the viewer alone.
    const seen = await (await signedInAs(app, admin)).get(
      `${path}?why=yes&type=${type.id}&date=2026-03-07&time=10:00&zone=UTC`,
    )
    assert.match(seen.text, /has no weekly hours on Saturdays\./)
  })

  test('every reason has its sentence: as "you" for oneself, by name for an admin who asks for somebody', async () => {
    const cast = await aCastOfDays()
    const [host, second] = [cast.colleague, cast.admin]
    const { organizationId } = host.principal
    const [own, asAdmin] = [await signedInAs(app, host), await signedInAs(app, cast.owner)]
    const [{ path }, { path: ofOwner }] = [await at(own), await at(asAdmin)]
    /** What the host is told, and what an admin is told about the host. */
    const told = async (
      type: { readonly id: string },
      date: string,
      time: string,
      ...expected: readonly RegExp[]
    ): Promise<void> => {
      const question = new URLSearchParams({
        why: 'yes',
        type: type.id,
        date,
        time,
        zone: 'Europe/Lisbon',
        as: host.id,
      })
      const [mine, theirs] = [
        (await own.get(`${path}?${question}`)).text,
        (await asAdmin.get(`${ofOwner}?${question}`)).text,
      ]
      for (const [index, text] of [mine, theirs].entries())
        assert.match(text.replaceAll('\u00a0', ' ').replaceAll('\u2060', ''), expected[index] ?? expected[0] ?? /^$/)
    }
    const rules = { start_time_increment: 60 }
    const traits = { active: true, duration: 60, name: 'Call', scheduling_rules: rules }
    const type = await anEventType(app, host, traits)
    const name = host.name

    const { send } = await at(own)
    await send('dates', { start: '2026-03-11', end: '2026-03-11', kind: 'off' })
    await send('dates', { start: '2026-03-12', end: '2026-03-12', kind: 'hours', hours: '13:00-15:00' })
    await told(
      type,
      '2026-03-11',
      '10:00',
      /You’re unavailable on Wed, Mar 11\./,
      new RegExp(`${name} is unavailable on Wed, Mar 11\\.`),
    )
    await told(
      type,
      '2026-03-12',
      '10:00',
      /Outside your date-specific hours on Thu, Mar 12: 13:00 – 15:00\./,
      new RegExp(`Outside ${name}’s date-specific hours on Thu, Mar 12: 13:00 – 15:00\\.`),
    )
    await told(type, '2026-03-02', '09:00', /This time is in the past\./)

    const fixed = await anEventType(app, host, {
      ...traits,
      scheduling_rules: {
        ...rules,
        booking_window: { type: 'fixed', start_date: '2026-03-16', end_date: '2026-03-20' },
      },
    })
    await told(fixed, '2026-03-24', '10:00', /Bookable days are Mar 16 to Mar 20\./)

    for (const [limit, words] of [
      ['max_per_day', 'Daily limit reached: 1 of 1 meetings are booked on Mon, Mar 16\\.'],
      ['max_per_week', 'Weekly limit reached: 1 of 1 meetings are booked in the week of (Sun, Mar 15|Mon, Mar 16)\\.'],
    ] as const) {
      const limited = await anEventType(app, host, { ...traits, scheduling_rules: { ...rules, [limit]: 1 } })
      const hour = limit === 'max_per_day' ? '09' : '10'
      await aBooking(app, host, limited, { start_time: `2026-03-16T${hour}:00:00Z` })
      await told(limited, '2026-03-16', '14:00', new RegExp(words))
    }
    const seats = await aSharedType(app, host, 'group', { name: 'Class', seats: 2, duration: 60 })
    for (let taken = 0; taken < 2; taken += 1) await aBooking(app, host, seats, { start_time: '2026-03-17T09:00:00Z' })
    await told(seats, '2026-03-17', '09:00', /All 2 seats are taken\./)
    await takeTime(app, host, '2026-03-18T11:00:00Z', '2026-03-18T12:00:00Z', { kind: 'reserved' })
    await told(type, '2026-03-18', '11:00', /This time is reserved\./)

    // Together, and whoever is free.
    const shared = { owner: host.uri, hosts: [second], name: 'Shared', duration: 60 }
    const collective = await aSharedType(app, cast.owner, 'collective', shared)
    await told(
      collective,
      '2026-03-18',
      '11:00',
      new RegExp(`${name} \\(Lisbon time\\) isn’t available:.*This time is reserved\\.`, 's'),
    )
    await (await at(await signedInAs(app, second))).send('zone', { timezone: 'Europe/Kyiv' })
    // Hours are those of the host's own clock, which is named where it is not the one of the question.
    await told(
      collective,
      '2026-03-18',
      '16:00',
      new RegExp(
        `${second.name} \\(Kyiv time\\) isn’t available:.*Outside ${second.name}’s weekly hours\\. [^<]*\\(Kyiv time\\)\\.`,
        's',
      ),
    )
    const roundRobin = await aSharedType(app, cast.owner, 'round_robin', shared)
    await told(
      roundRobin,
      '2026-03-21',
      '11:00',
      new RegExp(
        `None of the 2 hosts are available:.*${name} \\(Lisbon time\\): You have no weekly hours on Saturdays\\..*${second.name} \\(Kyiv time\\): ${second.name} has no weekly hours`,
        's',
      ),
      new RegExp(
        `None of the 2 hosts are available:.*${name} \\(Lisbon time\\): ${name} has no weekly hours on Saturdays\\.`,
        's',
      ),
    )

    const { calendar } = await aConnectionOf(app, host)
    await app.context.database.write(async (tx) => {
      await tx
        .updateTable('calendars')
        .set({ checks_conflicts: true, looked_at: app.clock.now() })
        .where('id', '=', calendar)
        .execute()
      const busy = {
        itemKey: 'event',
        start: Date.parse('2026-03-19T10:00:00Z'),
        end: Date.parse('2026-03-19T11:00:00Z'),
      }
      await insertBusySpans(tx, { organizationId, membershipId: host.membershipId, calendarId: calendar }, [busy])
      await setCalendarsKnownUntil(tx, organizationId, host.membershipId, new Date('2026-03-24T00:00:00Z'))
    })
    await told(
      type,
      '2026-03-19',
      '10:00',
      /You’re busy in “Feed”, 10:00 – 11:00\..*href="\/app\/integrations"/s,
      new RegExp(`${name} is busy in a connected calendar, 10:00 – 11:00\\.`),
    )
    await told(
      type,
      '2026-03-25',
      '10:00',
      /Your calendars are synced only until Mar 24\./,
      new RegExp(`${name}’s calendars are synced only until Mar 24\\.`),
    )
    await app.context.database.write((tx) =>
      setCalendarsKnownUntil(tx, organizationId, host.membershipId, app.clock.now()),
    )
    await told(
      type,
      '2026-03-25',
      '10:00',
      /Your calendar “Feed” hasn’t synced since 10:00 today, so you can’t be booked\./,
      new RegExp(`We can’t sync ${name}’s calendars, so they can’t be booked\\.`),
    )
  })

  test('a link for one meeting is no second event type: it is not asked about, not counted, and nobody is booked through it for others', async () => {
    const founder = (await aCast(app)).owner
    await anEventType(app, founder, { active: true, name: 'Long talk' })
    const visitor = await signedInAs(app, founder)
    const { path } = await at(visitor)
    const before = /used by (\d+) event type/.exec((await visitor.get(path)).text)?.[1]
    await app.run(createOneOffEventType, founder.principal, {
      ...{ name: 'Long talk', host: founder.uri, duration: 30 },
      date_setting: { type: 'days_in_future', days: 14, only_weekdays: false },
    })
    const named = async (address: string): Promise<number> =>
      (await visitor.get(address)).text.match(/<(?:option|a)[^>]*>Long talk</g)?.length ?? 0
    assert.deepEqual([await named(`${path}?why=yes`), await named('/app/meetings/new')], [1, 1])
    assert.equal(/used by (\d+) event type/.exec((await visitor.get(path)).text)?.[1], before)
  })

  test('zones are chosen by their cities, in the language of the page, and said so', async () => {
    const visitor = await signedInAs(app, owner)
    const { text } = await visitor.get(`${(await at(visitor)).path}?why=yes&zone=Europe/Lisbon&locale=de`)
    assert.equal(text.match(/<option[^>]*value="Europe\/Lisbon"[^>]*>Lissabon</g)?.length, 2)
    assert.doesNotMatch(text, /<option[^>]*>(?:Europe\/|US\/)/)
    assert.match(text, /data-menu="zone"><summary[^>]*>(?:<svg.*?<\/svg>)?Lissabon</s)
    assert.match(
      (await visitor.get(`${(await at(visitor)).path}?done=zone&of=UTC&locale=de`)).text,
      /Zeitzone auf Lissabon geändert\./,
    )
  })

  test('an admin may ask for every member, however many there are', async () => {
    const many = await aCast(app)
    await fillOrganization(app, many, { users: 110, meetings: 0 })
    const visitor = await signedInAs(app, many.owner)
    const { text } = await visitor.get(`${(await at(visitor)).path}?why=yes`)
    const [, people = ''] = /<select[^>]*name="as"[^>]*>(.*?)<\/select>/s.exec(text) ?? []
    assert.equal([...people.matchAll(/Demo Host \d+</g)].length, 110)
  })

  test('a time that the clock skips, and nonsense in the address, are answered too', async () => {
    const visitor = await signedInAs(app, owner)
    const { path } = await at(visitor)
    assert.match(
      (await visitor.get(`${path}?why=yes&date=2026-03-29&time=01:30&zone=Europe/Lisbon`)).text,
      /The clocks go forward on Sun, Mar 29, so 01:30 doesn’t exist\./,
    )
    for (const query of [
      'why=yes&type=x&date=2026-13-45&time=99:99&zone=Nowhere&as=nobody',
      'done=deleted&of=%00',
      'done=removed&of=a',
      'country=XX',
      'done=constructor',
    ])
      assert.equal((await visitor.get(`${path}?${query}`)).status, 200, query)
  })
})
