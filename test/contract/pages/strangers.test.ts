// seconds: 4
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { findBookingByToken } from '#bookings/index.ts'
import { configureEventType, createSchedulingLink } from '#event-types/index.ts'
import { visitorCaps } from '#pages/visitor-caps.ts'
import { type Limiter, LimiterAway } from '#platform/limits/limiter.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { hours, tokenIn } from '../../support/bookings.ts'
import { aFounder, type Made, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { rowCounts } from '../../support/inventory.ts'
import { aPublishedForm } from '../../support/routing.ts'
import { type Shown, Visitor } from '../../support/visitor.ts'

/** Limits as they are, but for the general one, which these tests would meet first. */
const limited = (limiter?: (inner: Limiter) => Limiter): Promise<TestApp> =>
  testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '100000' }, ...(limiter ? { limiter } : {}) })

interface Scene {
  readonly app: TestApp
  readonly host: Person
  readonly type: Made
  readonly path: string
  readonly nextHour: () => string
}

const aScene = async (app: TestApp): Promise<Scene> => {
  const host = await aFounder(app)
  const type = await anEventType(app, host, { active: true })
  const { body } = await app.ask(`GET ${type.uri}`, { token: host.token })
  return { app, host, type, path: new URL(body.resource.scheduling_url).pathname, nextHour: hours() }
}

const anAddress = (): string => `${randomUUID()}@x.test`
let sources = 0
/** Another place on the internet each time. */
const elsewhere = (): string => {
  sources += 1
  return `198.51.${Math.floor(sources / 250)}.${sources % 250}`
}

const book = (
  { app, path, nextHour }: Scene,
  fields: Readonly<Record<string, string>> = {},
  from = elsewhere(),
  headers = {},
): Promise<Shown> =>
  new Visitor(app).submit(
    `${path}/${nextHour()}`,
    { name: 'A Visitor', email: anAddress(), timezone: 'UTC', ...fields },
    { from, headers },
  )

const bookedIn = ({ location }: Shown): string => tokenIn(location)

describe('what strangers can have mailed (I5)', () => {
  test('429 with Retry-After: the sixth booking that names one mailbox in an hour, from any source; nothing happens, and an hour later it works', async () => {
    const app = await limited()
    const scene = await aScene(app)
    const victim = 'victim@x.test'
    for (const fields of [
      { email: victim },
      { guests: 'Victim+1@x.test' },
      { email: 'victim+2@x.test' },
      { email: victim },
      { email: victim },
    ])
      assert.equal((await book(scene, fields)).status, 303)

    const before = await rowCounts(app)
    const refused = [await book(scene, { email: victim }), await book(scene, { guests: `${anAddress()}, ${victim}` })]
    for (const { status, headers, text } of refused) {
      assert.equal(status, 429)
      assert.equal(Number(headers['retry-after']), 3600)
      assert.match(text, /<h1>Please wait a moment<\/h1>/)
    }
    const form = await new Visitor(app).get(`${scene.path}/${scene.nextHour()}`)
    const json = await new Visitor(app).post(
      `${scene.path}/${scene.nextHour()}`,
      { name: 'A Visitor', email: victim, timezone: 'UTC', form_token: form.fields.form_token ?? '' },
      { headers: { accept: 'application/json' } },
    )
    assert.deepEqual([json.status, Number(json.headers['retry-after'])], [429, 3600])
    assert.deepEqual([JSON.parse(json.text).outcome, JSON.parse(json.text).title], ['refused', 'Too Many Requests'])
    assert.deepEqual(await rowCounts(app), before)
    assert.equal((await book(scene)).status, 303, 'others go on')

    app.clock.advance(3_600_000)
    assert.equal((await book(scene, { email: victim })).status, 303)
  })

  test('a mailbox that strangers have used up is open to its owner: by the link of a booking, by one that a host made, and for a new password', async () => {
    const app = await limited()
    const scene = await aScene(app)
    const { email } = await aFounder(app, `owner ${randomUUID().slice(0, 8)}`)
    const own = bookedIn(await book(scene, { email, guests: anAddress() }))
    for (let time = 0; time < 4; time += 1) assert.equal((await book(scene, { email })).status, 303)
    assert.equal((await book(scene, { email })).status, 429)

    const move = (token: string): Promise<Shown> =>
      new Visitor(app).submit(`/reschedulings/${token}/${scene.nextHour()}`, { timezone: 'UTC' }, { from: elsewhere() })
    const cancel = (token: string): Promise<Shown> =>
      new Visitor(app).submit(`/cancellations/${token}`, { reason: '' }, { from: elsewhere() })
    const moved = [await move(own)]
    moved.push(await move(bookedIn(moved[0] as Shown)))
    moved.push(await move(bookedIn(moved[1] as Shown)))
    assert.deepEqual(
      moved.map(({ status }) => status),
      [303, 303, 303],
    )
    // A link is no proof of a mailbox: everybody who books sees it. So a booking has an end of its own, and moving does
    // not begin it anew.
    const last = bookedIn(moved[2] as Shown)
    assert.deepEqual([(await move(last)).status, (await cancel(last)).status], [429, 429])

    const { booking_url } = await app.run(createSchedulingLink, scene.host.principal, {
      owner: scene.type.uri,
      owner_type: 'EventType',
      max_event_count: 1,
    })
    const link = `${new URL(booking_url).pathname}/${scene.nextHour()}`
    assert.equal(
      (await new Visitor(app).submit(link, { name: 'A Visitor', email, timezone: 'UTC' }, { from: elsewhere() }))
        .status,
      303,
    )
    assert.equal((await new Visitor(app).submit('/password', { email }, { from: elsewhere() })).status, 200)

    app.clock.advance(3_600_000)
    assert.equal((await cancel(last)).status, 303)
  })

  test('one mailbox under ten addresses is one guest, and the invitee is none: nobody gets two mails about one booking', async () => {
    const scene = await aScene(await limited())
    const many = Array.from({ length: 9 }, (_, index) => `victim+${index}@x.test`)
    const booked = await book(scene, {
      email: 'Visitor@x.test',
      guests: [...many, 'visitor+again@x.test', 'other@x.test'].join(', '),
    })
    assert.equal(booked.status, 303, booked.text)
    const own = await findBookingByToken(scene.app.context.database.reader, scene.app.context.codes, bookedIn(booked))
    assert.deepEqual(own?.invitee.guests, ['victim+0@x.test', 'other@x.test'])
  })

  test('429: the fifth forgotten password of one account in an hour, in any spelling of the address', async () => {
    const app = await limited()
    const victim = await aFounder(app, `irini ${randomUUID().slice(0, 8)}`)
    const forget = (email: string): Promise<Shown> =>
      new Visitor(app).submit('/password', { email }, { from: elsewhere() })
    // To the embedded database the first two are the address of the same account.
    const statuses: number[] = []
    for (const email of [
      victim.email.replaceAll('i', 'İ'),
      victim.email.toUpperCase(),
      victim.email,
      victim.email,
      victim.email,
    ])
      statuses.push((await forget(email)).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 429])
    assert.equal((await forget(anAddress())).status, 200)
  })

  test('a refused booking sends no mail, so it does not count: a time that is gone, an address that is mistyped', async () => {
    const scene = await aScene(await limited())
    const [taken, free] = [scene.nextHour(), scene.nextHour()]
    const fields = { name: 'A Visitor', email: anAddress(), timezone: 'UTC' }
    const from = elsewhere()
    const bookAt = (start: string, more = {}) =>
      new Visitor(scene.app).submit(
        `${scene.path}/${start}`,
        { ...fields, ...more },
        { from, page: `${scene.path}/${free}` },
      )
    assert.equal((await bookAt(taken, { email: anAddress() })).status, 303)
    for (let time = 0; time < 6; time += 1) {
      const gone = await bookAt(taken)
      assert.deepEqual([gone.status, gone.text.includes('This time is no longer available')], [400, true])
      assert.equal((await bookAt(free, { guests: `${fields.email}, mistyped` })).status, 400)
    }
    assert.equal((await bookAt(free)).status, 303)
  })

  test('429: the sixty-first from one source, and the three hundred and first of one type; refused input does not count', async () => {
    let counter: Limiter | undefined
    const app = await limited((limiter) => {
      counter = limiter
      return limiter
    })
    const scene = await aScene(app)
    const already = async (
      times: number,
      write: { readonly source?: string; readonly eventTypeId?: string },
    ): Promise<void> => {
      for (let time = 0; time < times; time += 1) {
        const { source = elsewhere(), eventTypeId = randomUUID() } = write
        await counter?.take(
          visitorCaps({ context: app.context, source }, { eventTypeId, recipients: [anAddress()] }),
          app.clock.now(),
        )
      }
    }
    await already(59, { source: '192.0.2.7' })
    for (let index = 0; index < 3; index += 1)
      assert.equal((await book(scene, { email: 'none' }, '192.0.2.7')).status, 400)
    assert.equal((await book(scene, {}, '192.0.2.7')).status, 303)
    const answer = await book(scene, {}, '192.0.2.7')
    assert.deepEqual([answer.status, Number(answer.headers['retry-after'])], [429, 3600])
    await already(298, { eventTypeId: scene.type.id })
    assert.equal((await book(scene)).status, 303)
    assert.equal((await book(scene)).status, 429)
  })

  test('503: the limiter is away, so nothing is booked, moved or canceled; pages are still shown (I3)', async () => {
    let isAway = false
    const app = await limited((limiter) => ({
      peek: (buckets, now, asking) => limiter.peek(buckets, now, asking),
      close: () => limiter.close(),
      forget: (buckets) => limiter.forget(buckets),
      take: (buckets, now, asking) => {
        if (isAway && asking?.whenAway !== 'memory') throw new LimiterAway()
        return limiter.take(buckets, now, asking)
      },
    }))
    const scene = await aScene(app)
    const kept = await book(scene)
    isAway = true
    const before = await rowCounts(app)
    for (const answer of [
      await book(scene),
      await new Visitor(app).submit(`/reschedulings/${bookedIn(kept)}/${scene.nextHour()}`, { timezone: 'UTC' }),
      await new Visitor(app).submit(`/cancellations/${bookedIn(kept)}`, { reason: '' }),
    ]) {
      assert.equal(answer.status, 503)
      assert.ok(answer.headers['retry-after'])
    }
    assert.deepEqual(await rowCounts(app), before)
    assert.equal((await new Visitor(app).get(scene.path)).status, 200)
  })
})

describe('what strangers can send', () => {
  test('4xx, and never our fault: too long, too many, out of range, in no character set', async () => {
    const app = await testApp()
    const scene = await aScene(app)
    const start = scene.nextHour()
    const page = await new Visitor(app).get(`${scene.path}/${start}`)
    const good = { name: 'A Visitor', email: anAddress(), timezone: 'UTC', form_token: page.fields.form_token ?? '' }
    const before = await rowCounts(app)
    const send = (fields: Readonly<Record<string, string | readonly string[]>>) =>
      new Visitor(app).post(`${scene.path}/${start}`, { ...good, ...fields })
    for (const [fields, status] of [
      [{ name: 'x'.repeat(10_000) }, 400],
      [{ email: `${'x'.repeat(250_000)}@x.test` }, 400],
      [{ name: 'x'.repeat(300_000) }, 413],
      [{ guests: Array.from({ length: 5000 }, (_, index) => `a${index}@x.test`).join(',') }, 400],
      [{ answer_0: 'x'.repeat(20_000) }, 400],
      [{ name: '\u0000' }, 400],
      [{ form_token: 'x'.repeat(100_000) }, 403],
      [{ form_token: '.' }, 403],
      [{ form_token: `é.${'é'.repeat(43)}` }, 403],
    ] as const) {
      const answer = await send(fields)
      assert.equal(answer.status, status, JSON.stringify(fields).slice(0, 60))
      assert.match(answer.text, /<h1|<h2/)
    }
    assert.deepEqual(await rowCounts(app), before)
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`answer_${index + 1}`, 'x']))
    const odd = await send({
      ...many,
      duration: '1e9',
      timezone: 'Mars/Olympus',
      place: '-1',
      text_reminder_number: '',
      __proto__: 'x',
      constructor: 'x',
    })
    assert.equal(odd.status, 303, odd.text)
  })

  test('as large as allowed, all in one field, in blanks, or in unknown fields: other requests do not wait for it', async () => {
    const app = await testApp()
    const choices = {
      type: 'single_select',
      required: true,
      answer_choices: ['a', 'b'],
      include_other: true,
      enabled: true,
      position: 0,
      name: 'Which?',
    }
    const scene = await aScene(app)
    await app.run(configureEventType, scene.host.principal, { uuid: scene.type.id, custom_questions: [choices] })
    const form = await aPublishedForm(app, scene.host)
    const blanks = `a${' '.repeat(250_000)}b`
    const names = Object.fromEntries(Array.from({ length: 25_000 }, (_, index) => [`n${index.toString(36)}`, 'x']))
    const start = scene.nextHour()
    const good = { name: 'A Visitor', email: anAddress(), timezone: 'UTC' }
    const question = `q-${form.questions['Your name'] ?? ''}`
    const longQuery = Array.from({ length: 3500 }, (_, index) => index.toString(36)).join('&')
    for (const [what, send, status] of [
      [
        'an answer of blanks',
        () => new Visitor(app).submit(`${scene.path}/${start}`, { ...good, answer_0: 'other', answer_0_other: blanks }),
        400,
      ],
      ['fields that nobody asked for', () => new Visitor(app).post(`${scene.path}/${start}`, names), 403],
      [
        'an answer of blanks to a routing form',
        () => new Visitor(app).submit(`/forms/${form.id}`, { [question]: blanks }),
        400,
      ],
      ['fields that nobody asked for, to a routing form', () => new Visitor(app).post(`/forms/${form.id}`, names), 403],
      ['an address that holds anything', () => new Visitor(app).get(`${scene.path}?${longQuery}`), 200],
    ] as const) {
      const began = process.cpuUsage()
      assert.equal((await send()).status, status, what)
      const { user, system } = process.cpuUsage(began)
      const milliseconds = Math.round((user + system) / 1000)
      console.log(`${what}: ${milliseconds} ms of work`)
      assert.ok(milliseconds < 5000, `${what}: ${milliseconds} ms`)
    }
  })

  test('every query parameter is understood or ignored', async () => {
    const app = await testApp()
    const { path, type } = await aScene(app)
    const long = 'x'.repeat(10_000)
    for (const [address, status] of [
      [`${path}?name=${long}`, 200],
      [`${path}?${Array.from({ length: 2000 }, (_, index) => `a${index}`).join('&')}`, 200],
      [`${path}?month=9999-12&date=9999-12-31`, 200],
      [`${path}?month=0000-01`, 200],
      [`${path}?date=2026-02-30&month=2026-99&timezone=%00&duration=NaN&locale=__proto__`, 200],
      [`${path}?email=%ED%A0%80&name=%ff`, 200],
      [`${path}?background_color=%00&primary_color=url(//evil.test)`, 200],
      [`${path}/9999-12-31T23:59:59Z`, 200],
      [`${path}/0001-01-01T00:00:00Z`, 200],
      [`${path}/2026-03-03T09:00:00+99:99`, 404],
      [`${path}/${'9'.repeat(400)}`, 404],
      [`/${'x'.repeat(480)}`, 404],
      [`/${'x'.repeat(3000)}`, 400],
      [`/d/${'x'.repeat(480)}/x`, 404],
      ['/cancellations/not-a-uuid', 404],
      [`/api/booking/event_types/${type.id}/months/9999-12?timezone=UTC`, 200],
      [`/api/booking/event_types/${type.id}/months/${long.slice(0, 400)}?timezone=UTC`, 400],
      [`/api/booking/event_types/none/months/2026-03?timezone=UTC`, 404],
      [`/api/booking/event_types/${type.id}/months/2026-03?timezone=UTC&invitee=%00&code=%00`, 200],
    ] as const) {
      const answer = await new Visitor(app).get(address)
      assert.ok(answer.status < 500, `${answer.status} ${address.slice(0, 80)}`)
      assert.equal(answer.status, status, address.slice(0, 80))
    }
  })

  test('404: what is off, secret or gone is in no list, and a type that is off shows no times by its id', async () => {
    const app = await testApp()
    const { type, host, path } = await aScene(app)
    const months = `/api/booking/event_types/${type.id}/months/2026-03?timezone=UTC`
    assert.equal((await new Visitor(app).get(months)).status, 200)
    await app.ask(`PATCH ${type.uri}`, { token: host.token, body: { active: false } })
    assert.equal((await new Visitor(app).get(path)).status, 404)
    assert.equal((await new Visitor(app).get(months)).status, 404)
  })
})

describe('concurrent visitors', () => {
  test('one succeeds, and each of the others sees the outcome: a form sent twice, a link that works once, a booking moved and canceled', async () => {
    const app = await testApp()
    const { host, type, path, nextHour } = await aScene(app)
    const fields = { name: 'A Visitor', email: anAddress(), timezone: 'UTC' }
    const tokenAt = async (page: string): Promise<string> => (await new Visitor(app).get(page)).fields.form_token ?? ''

    const start = nextHour()
    const form_token = await tokenAt(`${path}/${start}`)
    const twice = await Promise.all(
      [1, 2, 3].map(() => new Visitor(app).post(`${path}/${start}`, { ...fields, form_token })),
    )
    assert.deepEqual(
      twice.map((shown) => [shown.status, bookedIn(shown)]),
      [1, 2, 3].map(() => [303, bookedIn(twice[0] as Shown)]),
    )

    const { booking_url } = await app.run(createSchedulingLink, host.principal, {
      owner: type.uri,
      owner_type: 'EventType',
      max_event_count: 1,
    })
    const link = new URL(booking_url).pathname
    const starts = [nextHour(), nextHour(), nextHour(), nextHour()]
    const linkTokens = await Promise.all(starts.map((at) => tokenAt(`${link}/${at}`)))
    const taken = await Promise.all(
      starts.map((at, index) =>
        new Visitor(app).post(`${link}/${at}`, { ...fields, email: anAddress(), form_token: linkTokens[index] ?? '' }),
      ),
    )
    assert.deepEqual(taken.map(({ status }) => status).sort(), [303, 410, 410, 410])

    const own = bookedIn(await new Visitor(app).submit(`${path}/${nextHour()}`, fields))
    const times = [nextHour(), nextHour()]
    const moveTokens = await Promise.all(times.map((at) => tokenAt(`/reschedulings/${own}/${at}`)))
    const cancelToken = await tokenAt(`/cancellations/${own}`)
    const [canceled, ...moved] = await Promise.all([
      new Visitor(app).post(`/cancellations/${own}`, { form_token: cancelToken }),
      ...times.map((at, index) =>
        new Visitor(app).post(`/reschedulings/${own}/${at}`, { timezone: 'UTC', form_token: moveTokens[index] ?? '' }),
      ),
    ])
    // Who cancels what is canceled or moved already is led to the page that says so.
    assert.equal(canceled?.status, 303)
    const statuses = moved.map(({ status }) => status)
    assert.ok(
      statuses.every((status) => status === 303 || status === 410) &&
        statuses.filter((status) => status === 303).length <= 1,
      statuses.join(' '),
    )
  })

  test('a reason that is too long is cut, and not in the middle of a character', async () => {
    const app = await testApp()
    const { path, nextHour } = await aScene(app)
    const own = bookedIn(
      await new Visitor(app).submit(`${path}/${nextHour()}`, {
        name: 'A Visitor',
        email: anAddress(),
        timezone: 'UTC',
      }),
    )
    const moved = await new Visitor(app).submit(`/reschedulings/${own}/${nextHour()}`, {
      timezone: 'UTC',
      reason: `${'a'.repeat(9999)}😀`,
    })
    assert.equal(moved.status, 303, moved.text)
  })
})
