// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Kysely } from 'kysely'
import { getInsights, listMeetings } from '#bookings/index.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tables } from '#schema/tables.ts'
import { assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, anInviteeNamed, aSharedType, tuesday } from '../../support/bookings.ts'
import { aCast, aFounder, aMember } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const second = await aMember(app, owner)
const type = await anEventType(app, colleague, { active: true, name: 'Portfolio talk' })
const shared = await aSharedType(app, owner, 'round_robin', { hosts: [colleague, second], name: 'Round' })

// On Tuesday, 3 March: two that were held, one of them without its invitee; one canceled; two of a round robin.
await aBooking(app, colleague, type, { start_time: tuesday('09:00') })
const missed = await aBooking(app, colleague, type, { start_time: tuesday('10:00') })
const canceled = await aBooking(app, colleague, type, { start_time: tuesday('11:00') })
await app.ask(`POST /scheduled_events/${canceled.eventId}/cancellation`, {
  token: colleague.token,
  body: { reason: 'ill' },
})
for (const time of ['13:00', '14:00']) await aBooking(app, owner, shared, { start_time: tuesday(time) })
app.clock.advance(2 * 86_400_000 + 2 * 3_600_000)
await app.ask('POST /invitee_no_shows', { token: colleague.token, body: { invitee: missed.invitee.uri } })
const asked = { days: 7, timezone: 'Asia/Kolkata' }

describe('insights', () => {
  test('count what was held, canceled and missed, by day, hour and weekday of the zone that is asked for, by type and by host', async () => {
    const own = await app.run(getInsights, colleague.principal, asked)
    const [atShared] = [own.hosts[0].held - 2]
    assert.deepEqual([own.held, own.canceled, own.no_shows], [2 + atShared, 1, 1])
    assert.deepEqual(
      own.days.map(({ date }: { date: string }) => date),
      ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'],
    )
    assert.deepEqual(own.days[5], { date: '2026-03-03', booked: 0, held: 2 + atShared, canceled: 1 })
    // They were booked on Monday.
    assert.deepEqual([own.booked, own.days[4].booked], [3 + atShared, 3 + atShared])
    // 09:00 and 10:00 in UTC begin at half past two and half past three in Kolkata.
    assert.deepEqual([own.hours[14], own.hours[15], own.weekdays[2]], [1, 1, 2 + atShared])
    const talk = own.event_types.find(({ name }: { name: string }) => name === 'Portfolio talk')
    assert.deepEqual(talk, {
      uuid: type.id,
      name: 'Portfolio talk',
      owner: colleague.name,
      no_shows: 1,
      held: 2,
      canceled: 1,
    })
    // The first is 23 hours after it was booked, the others a day or more.
    assert.deepEqual(own.leads, [1, own.held - 1, 0, 0, 0])
    assert.ok(own.median_lead_hours > 20 && own.median_lead_hours < 30)

    const all = await app.run(getInsights, owner.principal, asked)
    assert.equal(all.held, 4)
    assert.deepEqual(all.balances, [{ uuid: shared.id, name: 'Round', hosts: all.balances[0].hosts }])
    assert.equal(
      all.balances[0].hosts.reduce((sum: number, { held }: { held: number }) => sum + held, 0),
      2,
    )
    assert.equal((await app.run(getInsights, outsider.principal, asked)).held, 0)
    await assert.rejects(app.run(getInsights, colleague.principal, { ...asked, user: owner.uri }), /permission/)
  })

  test('a booking counts on the day on which it was made, also when its meeting comes later, and once however often it is moved', async () => {
    const counted = async (): Promise<number[]> => {
      const { booked, held, canceled, days } = await app.run(getInsights, second.principal, asked)
      return [booked, held, canceled, days[6].booked]
    }
    const talk = await anEventType(app, second, { active: true })
    const [booked = 0, held = 0, , today = 0] = await counted()
    const { inviteeId } = await aBooking(app, second, talk, { start_time: '2026-03-10T09:00:00Z' })
    assert.deepEqual(await counted(), [booked + 1, held, 0, today + 1])
    const moved = await app.ask(`POST /invitees/${inviteeId}/reschedule`, {
      token: second.token,
      body: { start_time: '2026-03-10T12:00:00Z' },
    })
    assert.equal(moved.status, 200, moved.text)
    assert.deepEqual(await counted(), [booked + 1, held, 0, today + 1])
  })

  test('are a page whose figures lead to the meetings behind them; others see their own only; without meetings it says what comes', async () => {
    const visitor = await signedInAs(app, owner)
    const page = await visitor.get('/app/insights?days=7')
    for (const words of [
      'Bookings per day',
      'Meetings per day',
      'Portfolio talk',
      'Round robin: Round',
      '/app/meetings?view=day&amp;at=2026-03-03&amp;who=all',
      'Last 7 days',
      '<th scope="row">2 pm</th>',
    ])
      assert.ok(page.text.includes(words), words)
    const { days, held } = await app.run(getInsights, owner.principal, { days: 7, timezone: 'UTC' })
    const listed = async (from: string, to: string): Promise<number> =>
      (await visitor.get(`/app/meetings?state=past&from=${from}&to=${to}&who=all`)).text.split('data-row=').length - 1
    const [first, last] = [days[0].date, days[6].date]
    assert.ok(page.text.includes(`/app/meetings?state=past&amp;from=${first}&amp;to=${last}&amp;who=all`))
    assert.equal(await listed(first, last), held)
    for (const day of days) assert.equal(await listed(day.date, day.date), day.held, day.date)
    const all = await app.run(getInsights, owner.principal, { days: 7, timezone: 'Europe/Lisbon' })
    const behind = async (only: string, state = 'past'): Promise<number> => {
      const address = `/app/meetings?state=${state}&only=${only}&from=${first}&to=${last}&who=all`
      assert.ok(page.text.includes(address.replaceAll('&', '&amp;')), address)
      const answer = await visitor.get(address)
      assert.equal(answer.status, 200, answer.text)
      return answer.text.split('data-row=').length - 1
    }
    for (const [hour, held] of all.hours.entries()) assert.equal(await behind(`hour-${hour}`), held, `at ${hour}`)
    for (const [weekday, held] of all.weekdays.entries())
      assert.equal(await behind(`weekday-${weekday}`), held, `on weekday ${weekday}`)
    for (const [group, invitees] of all.leads.entries())
      assert.equal(await behind(`lead-${group}`), invitees, `lead ${group}`)
    assert.equal(await behind('missed'), all.no_shows)
    const booked = (
      await visitor.get(`/app/meetings?state=all&only=booked&from=${days[4].date}&to=${days[4].date}&who=all`)
    ).text
    assert.equal(booked.split('data-row=').length - 1, all.days[4].booked)
    const byBooking = async (between: Record<string, string>): Promise<number> =>
      (await app.run(listMeetings, owner.principal, { ...between, count: '100' })).length
    const [start, end] = [
      { min_booked_at: `${days[4].date}T00:00:00Z` },
      { max_booked_at: `${days[4].date}T23:59:59Z` },
    ]
    const [since, until, both, every] = [
      await byBooking(start),
      await byBooking(end),
      await byBooking({ ...start, ...end }),
      await byBooking({}),
    ]
    assert.deepEqual(
      [both, since + until - both <= every, since > 0],
      [all.days[4].booked, true, true],
      'either end can be left open',
    )
    assert.equal(await byBooking({ max_booked_at: '2000-01-01T00:00:00Z' }), 0)
    for (const nonsense of ['hour-24', 'weekday-7', 'lead-5', 'hour', 'missed-1', '%00'])
      assert.equal((await visitor.get(`/app/meetings?only=${nonsense}&from=${first}&to=${last}`)).status, 200)
    assert.equal((await visitor.get('/app/meetings?only=hour-9&from=0001-01-01&to=9999-12-31')).status, 200)

    const own = await (await signedInAs(app, colleague)).get('/app/insights?who=all')
    assert.ok(
      own.text.includes('Portfolio talk') && !own.text.includes('All meetings') && !own.text.includes(second.name),
    )
    assert.match(
      (await (await signedInAs(app, outsider)).get('/app/insights?days=nonsense')).text,
      /No meetings in this period/,
    )
  })

  test('each figure is the number of rows of the list behind it: names that are alike, what was moved and what is later today do not change that', async () => {
    const { owner: host, colleague: other } = await aCast(app)
    const another = await anEventType(app, other, { active: true, name: 'Talk' })
    const talk = await anEventType(app, host, { active: true, name: 'Talk' })
    const long = await anEventType(app, host, { active: true, name: 'Talk at length' })
    const rounds = await Promise.all(
      ['First round', 'Second round'].map((name) => aSharedType(app, host, 'round_robin', { hosts: [other], name })),
    )
    // It is Thursday, 5 March.
    const on = (time: string): { start_time: string } => ({ start_time: `2026-03-05T${time}:00Z` })
    app.clock.advance(10 * 3_600_000)
    await aBooking(app, host, talk, { ...on('09:00'), invitee: { ...anInviteeNamed(), name: 'Talk at length' } })
    await aBooking(app, host, long, { ...on('10:00'), invitee: { ...anInviteeNamed(), name: other.name } })
    await aBooking(app, other, another, on('09:00'))
    for (const [index, round] of rounds.entries()) await aBooking(app, host, round, on(`1${index + 1}:00`))
    const moved = await aBooking(app, host, talk, on('13:00'))
    await app.ask(`POST /invitees/${moved.inviteeId}/reschedule`, {
      token: host.token,
      body: { start_time: on('13:30').start_time },
    })
    const { eventId } = await aBooking(app, host, long, on('14:00'))
    await app.ask(`POST /scheduled_events/${eventId}/cancellation`, { token: host.token, body: {} })
    await aBooking(app, host, talk, on('16:00'))
    app.clock.advance(17 * 3_600_000)

    const visitor = await signedInAs(app, host)
    const { text } = await visitor.get('/app/insights?days=7')
    const totals = [...text.matchAll(/<dd><a href="([^"]+)">(\d+)</g)]
    const rows = [...text.matchAll(/class="label"><a href="([^"]+)">[^<]+<\/a><\/span><span class="count">(\d+)/g)]
    assert.ok(totals.length === 4 && rows.length >= 5 + 4 + 1 + 2, String(rows.length))
    assert.deepEqual(totals.map(([, , count]) => Number(count)).slice(0, 3), [8, 6, 1])
    for (const [, address = '', count] of [...totals, ...rows]) {
      const list = (await visitor.get(address.replaceAll('&amp;', '&'))).text
      assert.equal(list.split('data-row=').length - 1, Number(count), address)
    }
    assert.ok([host, other].every(({ name }) => text.includes(`>Talk (${name})<`)) && text.includes('>Talk at length<'))
    const behindHost = await visitor.get(rows.at(-1)?.[1]?.replaceAll('&amp;', '&') ?? '')
    assert.match(behindHost.text, /class="chip"[^>]*>(?:First|Second) round · /)
  })

  test('every figure is about the meetings of these days: one that was moved counts where it is now, one that is still to come nowhere', async () => {
    // With a clock of its own. It is Wednesday.
    const app = await testApp()
    app.clock.advance(2 * 86_400_000)
    const person = await aFounder(app)
    const talk = await anEventType(app, person, { active: true })
    const start = app.clock.now().getTime()
    const bookAhead = (hours: number) =>
      aBooking(app, person, talk, { start_time: new Date(start + hours * 3_600_000).toISOString() })
    const miss = async (invitee: string) =>
      assertStatus(await app.ask('POST /invitee_no_shows', { token: person.token, body: { invitee } }), 201)
    const [first] = [await bookAhead(23), await bookAhead(24), await bookAhead(47), await bookAhead(48)]
    for (const hours of [167, 168, 335, 336]) await bookAhead(hours)
    const canceled = await bookAhead(26)
    assertStatus(
      await app.ask(`POST /scheduled_events/${canceled.eventId}/cancellation`, { token: person.token, body: {} }),
      200,
    )
    const moved = await bookAhead(27)
    await miss(moved.invitee.uri)
    const start_time = new Date(start + 123 * 3_600_000).toISOString()
    assertStatus(
      await app.ask(`POST /invitees/${moved.inviteeId}/reschedule`, { token: person.token, body: { start_time } }),
      200,
    )
    await miss((await bookAhead(384)).invitee.uri)
    await miss(first.invitee.uri)
    app.clock.advance(15 * 86_400_000)

    const counted = async (days: number) => {
      const all = await app.run(getInsights, person.principal, { days, timezone: 'UTC' })
      const { booked, held, canceled, invitees, no_shows, median_lead_hours, leads, event_types, hosts } = all
      return { booked, held, canceled, invitees, no_shows, median_lead_hours, leads, event_types, hosts }
    }
    const [uuid, name, userId] = [talk.id, 'Intro call', person.id]
    assert.deepEqual(await counted(20), {
      ...{ booked: 11, held: 9, canceled: 1, invitees: 9, no_shows: 1, median_lead_hours: 123, leads: [1, 2, 3, 2, 1] },
      event_types: [{ uuid, name, owner: person.name, no_shows: 1, held: 9, canceled: 1 }],
      hosts: [{ uuid: userId, name: person.name, held: 9, canceled: 1 }],
    })
    assert.deepEqual(await counted(7), {
      ...{
        booked: 0,
        held: 2,
        canceled: 0,
        invitees: 2,
        no_shows: 0,
        median_lead_hours: 335.5,
        leads: [0, 0, 0, 1, 1],
      },
      event_types: [{ uuid, name, owner: person.name, no_shows: 0, held: 2, canceled: 0 }],
      hosts: [{ uuid: userId, name: person.name, held: 2, canceled: 0 }],
    })
  })

  test('a meeting of next month that is canceled today is one of today’s cancellations, and in the list behind them; one that is moved is none', async () => {
    // With a clock of its own. It is Wednesday.
    const app = await testApp()
    app.clock.advance(2 * 86_400_000)
    const host = await aFounder(app)
    const talk = await anEventType(app, host, { active: true })
    const start = app.clock.now().getTime()
    const at = (days: number) => ({ start_time: new Date(start + days * 86_400_000).toISOString() })
    const [ended, moved] = [await aBooking(app, host, talk, at(28)), await aBooking(app, host, talk, at(29))]
    const cancellation = `POST /scheduled_events/${ended.eventId}/cancellation`
    assertStatus(await app.ask(cancellation, { token: host.token, body: {} }), 200)
    const move = `POST /invitees/${moved.inviteeId}/reschedule`
    assertStatus(await app.ask(move, { token: host.token, body: at(30) }), 200)
    const counted = async (days: number) =>
      (await app.run(getInsights, host.principal, { days, timezone: 'UTC' })).cancellations
    assert.equal(await counted(7), 1)
    const visitor = await signedInAs(app, host)
    const [, address = ''] = /href="([^"]*only=canceled[^"]*)"/.exec((await visitor.get('/app/insights')).text) ?? []
    const list = (await visitor.get(address.replaceAll('&amp;', '&'))).text
    assert.equal(list.split('data-row=').length - 1, 1)
    assert.ok(list.includes(ended.eventId))
    app.clock.advance(20 * 86_400_000)
    assert.equal(await counted(7), 0)
  })

  test('of a year are counted by the week, and each week is the number of rows of the list behind it', async () => {
    const visitor = await signedInAs(app, owner)
    const { text } = await visitor.get('/app/insights?days=365')
    assert.ok(text.includes('Meetings per week') && !text.includes('Meetings per day'))
    const weeks = [...text.matchAll(/<tr><th scope="row">[^<]+<\/th><td><a href="([^"]+)">(\d+)</g)].filter(
      ([, address = '']) => address.includes('from='),
    )
    const all = await app.run(getInsights, owner.principal, { days: 365, timezone: 'Europe/Lisbon' })
    const counts = { booked: 0, past: 0 }
    for (const [, address = '', count] of weeks) {
      if (/hour-|weekday-/.test(address)) continue
      const list = (await visitor.get(address.replaceAll('&amp;', '&'))).text
      assert.equal(list.split('data-row=').length - 1, Number(count), address)
      counts[address.includes('booked') ? 'booked' : 'past'] += Number(count)
    }
    assert.deepEqual(counts, { booked: all.booked, past: all.held })
  })

  test('are sent after the rest of their page: it can be read while they are counted, and says so when that fails', async () => {
    let goOn = (): void => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const late = await testApp({ through: whileCounting(() => held) })
    const { cookie } = await signedInAs(late, owner)
    const address = await late.server.listen({ port: 0, host: '127.0.0.1' })
    const headers = { accept: 'text/html', cookie: `__Host-openslot=${cookie}` }
    const answer = await fetch(`${address}/app/insights`, { headers, signal: AbortSignal.timeout(20_000) })
    let text = ''
    for await (const part of answer.body ?? []) {
      text += Buffer.from(part).toString('latin1')
      if (!/<p class="waiting">[^<]+<\/p>$/.test(text)) continue
      assert.ok(text.includes('Last 30 days'))
      goOn()
    }
    assert.match(text, /<p class="waiting">[^<]+<\/p><dl class="totals">[\s\S]*<\/main>[\s\S]*<\/html>\s*$/)
    await late.server.close()

    const broken = await testApp({
      through: whileCounting(async () => {
        throw new Error('no figures today')
      }),
    })
    const failed = await (await signedInAs(broken, owner)).get('/app/insights')
    assert.equal(failed.status, 200)
    assert.match(
      failed.text,
      /Loading…<\/p><div class="empty" role="alert"><h2>Something went wrong<\/h2>[\s\S]*<\/html>\s*$/,
    )
    assert.ok(broken.logged.some((line) => JSON.stringify(line).includes('no figures today')))
  })
})

/** A database that does something before it says what it has counted. */
const whileCounting =
  (act: () => Promise<void>) =>
  (database: Database): Database => {
    const counts = new WeakSet<object>()
    const reader = (database.reader as Kysely<Tables>).withPlugin({
      transformQuery: ({ node, queryId }) => {
        if (JSON.stringify(node).includes('medianLead')) counts.add(queryId)
        return node
      },
      transformResult: async ({ result, queryId }) => {
        if (counts.has(queryId)) await act()
        return result
      },
    })
    return { ...database, reader }
  }
