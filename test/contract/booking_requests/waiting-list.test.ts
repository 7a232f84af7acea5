// on: embedded
// seconds: 5
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { deleteOldWaitingListEntries, getInsights, offerFreedTime } from '#bookings/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { letExpire } from '../../support/booking-requests.ts'
import { aBooking } from '../../support/bookings.ts'
import { aCast, aMember, lastPart, type Made, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import type { ReceivedMail } from '../../support/mail-server.ts'
import { raw } from '../../support/raw.ts'
import { Visitor } from '../../support/visitor.ts'
import { aWaitingPerson } from '../../support/waiting-list.ts'

const app = await mailApp({ settings: { OPENSLOT_SITE_URL: 'https://book.test' } })
const { owner, organizationId } = await aCast(app)

const linkIn = ({ text }: ReceivedMail, kind: string): string =>
  new RegExp(`https://book\\.test(/${kind}/[^\\s#]+)`).exec(text)?.[1] ?? ''

/** A host with one hour on each of two days, for which there is a waiting list. */
const aScene = async (more: object = {}) => {
  const host = await aMember(app, owner)
  const rules = [
    { type: 'date', date: '2026-03-10', intervals: [{ from: '10:00', to: '11:00' }] },
    { type: 'date', date: '2026-03-11', intervals: [{ from: '10:00', to: '11:00' }] },
  ]
  const eventType = await anEventType(app, host, {
    active: true,
    duration: 60,
    booking_rules: { waiting_list: { minutes: 60 }, ...more },
  })
  const schedule = await app.ask('PATCH /event_type_availability_schedules', {
    token: host.token,
    query: { event_type: eventType.uri },
    body: { availability_rule: { rules, timezone: 'UTC' }, availability_setting: 'host' },
  })
  assert.equal(schedule.status, 200, schedule.text)
  const path = new URL(resourceOf(await app.ask(`GET ${eventType.uri}`, { token: host.token })).scheduling_url).pathname
  return { host, eventType, path }
}

const tenth = '2026-03-10T10:00:00Z'
const eleventh = '2026-03-11T10:00:00Z'

const details = (email: string, days: readonly [string, string] = ['2026-03-10', '2026-03-10']) => ({
  ...{ name: 'A Visitor', email, timezone: 'UTC', place: '0' },
  ...{ first_day: days[0], last_day: days[1] },
})

/** Joins and confirms. Returns the page of the entry, and what was mailed. */
const wait = async (path: string, email: string, days?: readonly [string, string]) => {
  const visitor = new Visitor(app)
  const mails = await app.mailDuring(async () => {
    const joined = await visitor.submit(`${path}/waiting_list`, details(email, days))
    assert.equal(joined.status, 200, joined.text)
    assert.match(joined.text, /Check your email/)
  })
  const [mail] = mails
  assert.ok(mail && mails.length === 1 && recipientOf(mail) === email)
  const entry = linkIn(mail, 'waiting')
  const { fields } = await visitor.get(entry)
  assert.equal((await visitor.post(entry, { form_token: fields.form_token ?? '' })).status, 303)
  return { visitor, entry, email }
}

const cancel = (event: string, token: string) => app.ask(`POST ${event}/cancellation`, { token })

const offersIn = (mails: readonly ReceivedMail[]): string[] =>
  mails.filter(({ subject }) => subject.startsWith('A time is free')).map(recipientOf)

/** The page of the offer in one of these mails. */
const offerIn = (mails: readonly ReceivedMail[], email: string): string => {
  const mail = mails.find((one) => recipientOf(one) === email && one.subject.startsWith('A time is free'))
  assert.ok(mail, `no offer to ${email}`)
  return linkIn(mail, 'requests')
}

const idIn = (page: string): string => page.slice('/requests/'.length + 9, '/requests/'.length + 45)

const press = async (page: string, action: string): Promise<void> => {
  const visitor = new Visitor(app)
  const { fields } = await visitor.get(page)
  assert.equal((await visitor.post(`${page}/${action}`, { form_token: fields.form_token ?? '' })).status, 303)
}

const bookAll = async (eventType: Made, host: Person) => {
  const first = await aBooking(app, host, eventType, { start_time: tenth })
  const second = await aBooking(app, host, eventType, { start_time: eleventh })
  return { first: first.event, second: second.event }
}

describe('a waiting list', { concurrency: false }, () => {
  test('is joined where no time is free, once the address is confirmed; a link alone changes nothing', async () => {
    const { path, eventType, host } = await aScene()
    const visitor = new Visitor(app)
    assert.match((await visitor.get(path)).text, new RegExp(`href="${path}/waiting_list`))
    const refused = await visitor.submit(`${path}/waiting_list`, details('early@client.test'))
    assert.equal(refused.status, 400)
    assert.match(refused.text, /There are free times on these days/)
    await bookAll(eventType, host)
    const past = await visitor.submit(
      `${path}/waiting_list`,
      details('early@client.test', ['2026-02-01', '2026-02-02']),
    )
    assert.match(past.text, /Choose days that aren’t over/)
    const { entry } = await wait(path, 'waits@client.test')
    const page = await visitor.get(entry)
    assert.match(page.text, /You’re on the waiting list/)
    assert.equal((await visitor.get(`${entry.slice(0, -1)}${entry.endsWith('a') ? 'b' : 'a'}`)).status, 404)
  })

  test('a time that is freed is kept for the longest waiting whose days it is in, then for the next', async () => {
    const { path, eventType, host } = await aScene()
    const { first } = await bookAll(eventType, host)
    await wait(path, 'other-day@client.test', ['2026-03-11', '2026-03-11'])
    app.clock.advance(1000)
    await wait(path, 'one@client.test')
    app.clock.advance(1000)
    await wait(path, 'two@client.test', ['2026-03-03', '2026-03-20'])
    const freed = await app.mailDuring(async () => {
      assert.equal((await cancel(first, host.token)).status, 200)
    })
    assert.deepEqual(offersIn(freed), ['one@client.test'])
    const shown = await new Visitor(app).get(offerIn(freed, 'one@client.test'))
    assert.match(shown.text, /Take this time/)
    const taken = await app.ask('POST /invitees', {
      token: host.token,
      body: {
        event_type: eventType.uri,
        start_time: tenth,
        invitee: { name: 'X', email: 'x@client.test', timezone: 'UTC' },
      },
    })
    assert.equal(taken.body.details[0].code, 'already_filled')

    await letExpire(app, idIn(offerIn(freed, 'one@client.test')))
    const passedOn = await app.mailDuring(async () => app.clock.advance(61 * 60_000))
    assert.deepEqual(offersIn(passedOn), ['two@client.test'])

    const offer = offerIn(passedOn, 'two@client.test')
    const booked = await app.mailDuring(() => press(offer, 'acceptance'))
    assert.ok(booked.some((mail) => recipientOf(mail) === 'two@client.test'))
    assert.equal((await new Visitor(app).get(offer)).status, 303)
    await assertInvariants(app.context.database, organizationId)
  })

  test('who does not want a time keeps waiting for others, and gets no second offer of the same', async () => {
    const { path, eventType, host } = await aScene()
    const { first, second } = await bookAll(eventType, host)
    await wait(path, 'picky@client.test', ['2026-03-10', '2026-03-11'])
    const freed = await app.mailDuring(async () => void (await cancel(first, host.token)))
    assert.deepEqual(offersIn(freed), ['picky@client.test'])
    const skipped = await app.mailDuring(() => press(offerIn(freed, 'picky@client.test'), 'withdrawal'))
    assert.deepEqual(offersIn(skipped), [])
    const another = await app.mailDuring(async () => void (await cancel(second, host.token)))
    assert.deepEqual(offersIn(another), ['picky@client.test'])
    assert.match((await new Visitor(app).get(offerIn(freed, 'picky@client.test'))).text, /You didn’t take this time/)
  })

  test('who leaves gets no offers, and what was kept for them goes to the next', async () => {
    const { path, eventType, host } = await aScene()
    const { first } = await bookAll(eventType, host)
    const leaver = await wait(path, 'leaver@client.test')
    app.clock.advance(1000)
    await wait(path, 'stays@client.test')
    const freed = await app.mailDuring(async () => void (await cancel(first, host.token)))
    assert.deepEqual(offersIn(freed), ['leaver@client.test'])
    const left = await app.mailDuring(() => press(leaver.entry, 'leaving'))
    assert.deepEqual(offersIn(left), ['stays@client.test'])
    assert.match((await leaver.visitor.get(leaver.entry)).text, /You left the waiting list/)
  })

  test('hours that are opened are offered too', async () => {
    const { path, eventType, host } = await aScene()
    await bookAll(eventType, host)
    await wait(path, 'hours@client.test', ['2026-03-12', '2026-03-12'])
    const opened = await app.mailDuring(async () => {
      const changed = await app.ask('PATCH /event_type_availability_schedules', {
        token: host.token,
        query: { event_type: eventType.uri },
        body: {
          availability_rule: {
            rules: [{ type: 'date', date: '2026-03-12', intervals: [{ from: '10:00', to: '11:00' }] }],
            timezone: 'UTC',
          },
          availability_setting: 'host',
        },
      })
      assert.equal(changed.status, 200, changed.text)
    })
    assert.deepEqual(offersIn(opened), ['hours@client.test'])
  })

  test('of many who look at the same time, one offers it: to one', async () => {
    const { path, eventType, host } = await aScene()
    const { first } = await bookAll(eventType, host)
    for (const name of ['a', 'b', 'c']) await wait(path, `race-${name}@client.test`)
    const offer = () => app.runOpen(offerFreedTime, { event_type: lastPart(eventType.uri) })
    assert.equal((await cancel(first, host.token)).status, 200)
    const found = await Promise.all(Array.from({ length: 5 }, offer))
    assert.equal(found.filter(({ isOffered }) => isOffered).length <= 1, true)
    const { rows } = await app.context.database.write(async (tx) => ({
      rows: await tx
        .selectFrom('booking_requests')
        .select('id')
        .where('event_type_id', '=', lastPart(eventType.uri))
        .where('state', '=', 'open')
        .execute(),
    }))
    assert.equal(rows.length, 1)
    await assertInvariants(app.context.database, organizationId)
  })

  test('a host who accepts bookings decides after the invitee took the offer, hears nothing before, and gets no link of theirs', async () => {
    const { path, eventType, host } = await aScene({ approval: { hours: 24 } })
    const { first } = await bookAll(eventType, host)
    await wait(path, 'asks@client.test')
    const freed = await app.mailDuring(async () => void (await cancel(first, host.token)))
    assert.deepEqual(offersIn(freed), ['asks@client.test'])
    const page = offerIn(freed, 'asks@client.test')
    const listed = await app.ask('GET /booking_requests', { token: host.token, query: { user: host.uri } })
    assert.deepEqual(listed.body.collection, [])
    const told = await app.mailDuring(() => press(page, 'acceptance'))
    assert.ok(told.some((mail) => recipientOf(mail) === host.email && /asks for/.test(mail.subject)))
    assert.ok(told.every(({ text }) => !text.includes('/waiting/')))
  })

  test('whoever does not answer an offer is told, keeps waiting, and nobody else hears of it', async () => {
    const { path, eventType, host } = await aScene()
    const { first, second } = await bookAll(eventType, host)
    await wait(path, 'silent@client.test', ['2026-03-10', '2026-03-11'])
    const freed = await app.mailDuring(async () => void (await cancel(first, host.token)))
    await letExpire(app, idIn(offerIn(freed, 'silent@client.test')))
    const after = await app.mailDuring(async () => app.clock.advance(61 * 60_000))
    assert.deepEqual(after.map(recipientOf), ['silent@client.test'])
    assert.match(after[0]?.subject ?? '', /^Not taken: Intro call/)
    assert.match(after[0]?.text ?? '', /You keep your place on the waiting list/)
    assert.notEqual(linkIn(after[0] as ReceivedMail, 'waiting'), '')
    const { requests } = await app.run(getInsights, host.principal, { days: 7, timezone: 'UTC' })
    assert.deepEqual(requests, { open: 0, accepted: 0, declined: 0, expired: 0 })
    const another = await app.mailDuring(async () => void (await cancel(second, host.token)))
    assert.deepEqual(offersIn(another), ['silent@client.test'])
  })

  const stateOf = async (email: string): Promise<string> =>
    (await app.ask('GET /waiting_list_entries', { token: owner.token, query: { invitee_email: email } })).body
      .collection[0].state

  test('whoever took a time and is declined, or hears nothing, waits at their old place; whoever withdraws does not', async () => {
    for (const [index, end] of (['declined', 'expired', 'withdrawn'] as const).entries()) {
      const { path, eventType, host } = await aScene({ approval: { hours: 24 } })
      const { first, second } = await bookAll(eventType, host)
      const [one, two] = [`${end}-one@client.test`, `${end}-two@client.test`]
      await wait(path, one, ['2026-03-10', '2026-03-11'])
      app.clock.advance(1000)
      await wait(path, two, ['2026-03-11', '2026-03-11'])
      const freed = await app.mailDuring(async () => void (await cancel(first, host.token)))
      const page = offerIn(freed, one)
      await app.mailDuring(() => press(page, 'acceptance'))
      assert.equal(await stateOf(one), 'booked')
      const id = idIn(page)
      const ended = await app.mailDuring(async () => {
        if (end === 'declined') await app.ask(`POST /booking_requests/${id}/decline`, { token: host.token })
        else if (end === 'withdrawn') await press(page, 'withdrawal')
        else {
          await letExpire(app, id)
          app.clock.advance(25 * 3_600_000)
        }
      })
      assert.equal(await stateOf(one), ['waiting', 'waiting', 'left'][index])
      const own = ended.find((mail) => recipientOf(mail) === one)
      if (end !== 'withdrawn') assert.match(own?.text ?? '', /You keep your place on the waiting list/)
      const again = await app.mailDuring(async () => void (await cancel(second, host.token)))
      assert.deepEqual(offersIn(again), [end === 'withdrawn' ? two : one])
    }
    await assertInvariants(app.context.database, organizationId)
  })

  test('those behind the first 200 are offered what these do not want', async () => {
    const { path, eventType, host } = await aScene()
    const { first } = await bookAll(eventType, host)
    const id = lastPart(eventType.uri)
    const since = new Date(app.clock.now().getTime() - 60_000)
    for (let index = 0; index < 201; index += 1)
      await aWaitingPerson(app, organizationId, id, { days: ['2026-03-20', '2026-03-21'], since })
    await wait(path, 'behind@client.test')
    const freed = await app.mailDuring(async () => void (await cancel(first, host.token)))
    assert.deepEqual(offersIn(freed), ['behind@client.test'])
  })

  test('forgets a person whose data are deleted; their offer goes to the next', async () => {
    const { path, eventType, host } = await aScene()
    const { first } = await bookAll(eventType, host)
    await wait(path, 'erased@client.test')
    app.clock.advance(1000)
    await wait(path, 'remains@client.test')
    const freed = await app.mailDuring(async () => void (await cancel(first, host.token)))
    assert.deepEqual(offersIn(freed), ['erased@client.test'])
    const body = { emails: ['erased@client.test'] }
    const next = await app.mailDuring(async () => {
      assert.equal((await app.ask('POST /data_compliance/deletion/invitees', { token: owner.token, body })).status, 202)
    })
    const rows = await app.context.database.reader
      .selectFrom('waiting_list_entries')
      .select('email')
      .where('event_type_id', '=', lastPart(eventType.uri))
      .execute()
    assert.deepEqual(
      rows.map(({ email }) => email),
      ['remains@client.test'],
    )
    assert.deepEqual(offersIn(next), ['remains@client.test'])
  })

  test('is nothing that a type without one has', async () => {
    const { path } = await aScene({ waiting_list: null })
    const visitor = new Visitor(app)
    assert.equal((await visitor.get(`${path}/waiting_list`)).status, 404)
    assert.ok(!(await visitor.get(path)).text.includes('waiting_list'))
  })
})

describe('a waiting list', () => {
  const entriesOf = (eventType: Made) =>
    app.context.database.reader
      .selectFrom('waiting_list_entries')
      .select(['email', 'state'])
      .where('event_type_id', '=', lastPart(eventType.uri))
      .orderBy('email')
      .execute()
  const clearedAt = (at: string) => app.context.database.write((tx) => deleteOldWaitingListEntries(tx, new Date(at)))

  test('forgets who did not confirm within a day, and everybody a month after their days', async () => {
    const { host, eventType, path } = await aScene()
    await aBooking(app, host, eventType, { start_time: tenth })
    await wait(path, 'stays@client.test')
    const visitor = new Visitor(app)
    await app.mailDuring(async () => {
      assert.equal((await visitor.submit(`${path}/waiting_list`, details('no@client.test'))).status, 200)
    })
    // Of other tests of this database, none is as old.
    await app.context.database.write((tx) =>
      raw(
        tx,
        sql`update waiting_list_entries set created_at = '2000-01-01T00:00Z', wanted_until = '2000-02-01T00:00Z' where event_type_id = ${lastPart(eventType.uri)}`,
      ),
    )
    await clearedAt('2000-01-01T23:00Z')
    assert.equal((await entriesOf(eventType)).length, 2)
    await clearedAt('2000-01-02T01:00Z')
    assert.deepEqual(await entriesOf(eventType), [{ email: 'stays@client.test', state: 'waiting' }])
    await clearedAt('2000-03-02T00:00Z')
    assert.equal((await entriesOf(eventType)).length, 1)
    await clearedAt('2000-03-03T01:00Z')
    assert.deepEqual(await entriesOf(eventType), [])
  })
})
