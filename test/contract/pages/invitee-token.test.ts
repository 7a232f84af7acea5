// seconds: 3
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { type Answer, testApp } from '../../support/app.ts'
import { aBooking, eventOf, hours, inviteeOf } from '../../support/bookings.ts'
import { aFounder, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { everyRow, rowCounts } from '../../support/inventory.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import { aReceiver } from '../../support/receiver.ts'
import { type Shown, Visitor } from '../../support/visitor.ts'
import { aSubscription } from '../../support/webhooks.ts'

const app = await testApp()
const nextHour = hours()

/** Every address of an invitee's own pages, with anything in place of the token. */
const looks = (place: string, start: string): string[] => [
  `/cancellations/${place}`,
  `/reschedulings/${place}`,
  `/reschedulings/${place}/${start}`,
  `/invitees/${place}/ics`,
  `/notification_subscriptions/${place}/opt_out`,
  `/somebody/something/invitees/${place}`,
]
const sends = (place: string, start: string): string[] => [
  `/cancellations/${place}`,
  `/reschedulings/${place}/${start}`,
  `/notification_subscriptions/${place}/opt_out`,
]

const aHost = async (): Promise<{ host: Person; type: { uri: string; id: string } }> => {
  const host = await aFounder(app)
  return { host, type: await anEventType(app, host, { active: true }) }
}

/** Without what differs from one copy of a page to the next, and the address itself. */
const comparable = ({ status, text, headers }: Shown, place: string) => ({
  status,
  text: text.replaceAll(/nonce="[^"]+"/g, '').replaceAll(place, 'here'),
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name))
      .map(([name, value]) => [name, String(value).replaceAll(/'nonce-[^']+'/g, '')]),
  ),
})

describe('the invitee’s own secret', () => {
  test('404: an id opens no page of an invitee, and looks exactly like an unknown one', async () => {
    const { host, type } = await aHost()
    const booked = await aBooking(app, host, type, { start_time: nextHour() })
    const start = nextHour()
    const before = await rowCounts(app)
    // A form of another booking: its token is ours, and it is from this site.
    const own = await aBooking(app, host, type, { start_time: nextHour() })
    const { form_token = '' } = (await new Visitor(app).get(new URL(own.invitee.cancel_url).pathname)).fields
    const counts = await rowCounts(app)
    assert.notDeepEqual(counts, before)
    const none = randomUUID()
    for (const [index, nobodys] of [
      [booked.inviteeId, none],
      [booked.inviteeId.toUpperCase(), none.toUpperCase()],
    ] as const) {
      for (const [at, address] of looks(index, start).entries()) {
        const shown = await new Visitor(app).get(address)
        assert.equal(shown.status, 404, address)
        assert.deepEqual(
          comparable(shown, index),
          comparable(await new Visitor(app).get(looks(nobodys, start)[at] ?? ''), nobodys),
          address,
        )
        assert.ok(!shown.text.includes(booked.invitee.email) && !shown.text.includes(booked.invitee.name), address)
      }
      for (const [at, address] of sends(index, start).entries()) {
        const sent = await new Visitor(app).post(address, { form_token, reason: 'x', timezone: 'UTC' })
        assert.equal(sent.status, 404, address)
        const other = await new Visitor(app).post(sends(nobodys, start)[at] ?? '', {
          form_token,
          reason: 'x',
          timezone: 'UTC',
        })
        assert.deepEqual(comparable(sent, index), comparable(other, nobodys), address)
      }
      const months = `/api/booking/event_types/${type.id}/months/2026-03?timezone=UTC&invitee=${index}`
      assert.equal((await new Visitor(app).get(months, { headers: { accept: 'application/json' } })).status, 404)
    }
    assert.deepEqual(await rowCounts(app), counts)
    assert.equal((await inviteeOf(app, host, booked)).status, 'active')
  })

  test('404: the secret of another invitee, of another organization, a part of it, or another hint opens nothing', async () => {
    const { host, type } = await aHost()
    const { host: stranger, type: theirs } = await aHost()
    const [start, later] = [nextHour(), nextHour()]
    const own = await aBooking(app, host, type, { start_time: start })
    const [hint, id, secret] = [own.token.slice(0, 8), own.token.slice(9, 45), own.token.slice(46)]
    const beside = await aBooking(app, host, type, { start_time: later })
    const elsewhere = await aBooking(app, stranger, theirs, { start_time: start })
    const last = secret.at(-1) === 'a' ? 'b' : 'a'
    const wrong = [
      ...[beside, elsewhere].flatMap((other) => [
        `${hint}-${id}-${other.token.slice(46)}`,
        `${other.token.slice(0, 46)}${secret}`,
      ]),
      ...[
        `${hint}-${id}-${secret.slice(0, -1)}`,
        `${hint}-${id}-${secret.slice(0, -1)}${last}`,
        `${hint}-${id}-`,
        `${hint}-${id}`,
        `${id}-${secret}`,
        secret,
      ],
      `${hint.startsWith('0') ? '1' : '0'}${hint.slice(1)}-${id}-${secret}`,
    ]
    for (const place of wrong)
      for (const address of looks(place, later))
        assert.equal((await new Visitor(app).get(address)).status, 404, address)
    for (const address of looks(own.token, later))
      assert.equal((await new Visitor(app).get(address)).status, 200, address)
    // As people copy addresses: the case may have changed.
    assert.equal((await new Visitor(app).get(`/cancellations/${own.token.toUpperCase()}`)).status, 200)
  })

  test('200: what the addresses in an answer of the API open: canceled and moved by the invitee', async () => {
    const { host, type } = await aHost()
    const booked = await aBooking(app, host, type, { start_time: nextHour() })
    const { cancel_url, reschedule_url } = await inviteeOf(app, host, booked)
    assert.deepEqual(
      [cancel_url, reschedule_url],
      [booked.invitee.cancel_url, booked.invitee.reschedule_url],
      'the same each time',
    )
    const listed = (await app.ask(`GET ${booked.event}/invitees`, { token: host.token })).body.collection[0]
    assert.deepEqual([listed.cancel_url, listed.reschedule_url], [cancel_url, reschedule_url])
    const moved = await new Visitor(app).submit(`${new URL(reschedule_url).pathname}/${nextHour()}`, {
      timezone: 'UTC',
    })
    assert.equal(moved.status, 303, moved.text)
    const before = await inviteeOf(app, host, booked)
    assert.deepEqual(
      [before.status, before.rescheduled, before.cancellation.canceler_type],
      ['canceled', true, 'invitee'],
    )
    const now = (await app.ask(`GET ${before.new_invitee}`, { token: host.token })).body.resource
    // The old address leads on to the new booking: it is the same person.
    assert.ok(
      (await new Visitor(app).get(new URL(cancel_url).pathname)).text.includes(`/invitees/${lastPart(now.cancel_url)}`),
    )
    assert.equal((await new Visitor(app).submit(new URL(now.cancel_url).pathname, { reason: '' })).status, 303)
    assert.equal((await eventOf(app, host, { event: now.event })).status, 'canceled')
  })

  test('at rest: facts, queued and sent messages, kept answers and logs hold the id alone; what is sent has the address, the same bytes each time', async () => {
    const receiver = await aReceiver()
    const both = await mailApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
    const host = await aFounder(both)
    const type = await anEventType(both, host, { active: true })
    await aSubscription(both, host, receiver.url, {
      events: ['invitee.created', 'invitee.canceled', 'invitee_no_show.created'],
    })
    let tries = 0
    receiver.behave(() => (tries++ === 0 ? 503 : 204))
    const email = `${randomUUID()}@client.test`
    const guest = `${randomUUID()}@client.test`
    const invitee = { name: 'Asked Twice', email, timezone: 'UTC' }
    const body = { event_type: type.uri, start_time: '2026-03-20T09:00:00Z', invitee, event_guests: [guest] }
    const ask = (headers: Record<string, string>) => both.ask('POST /invitees', { token: host.token, body, headers })
    const key = { 'idempotency-key': randomUUID() }
    const answers: Answer[] = []
    const mails = await both.mailDuring(async () => void answers.push(await ask(key), await ask(key)))
    assert.equal(answers[0]?.text, answers[1]?.text, 'a repeated request gets the same bytes')
    const { resource } = answers[0]?.body ?? assert.fail()
    const { cancel_url, reschedule_url } = resource
    const token = lastPart(cancel_url)
    const secrets = [token.slice(46)]

    const confirmation = mails.find((mail) => recipientOf(mail) === email) ?? assert.fail()
    for (const address of [cancel_url, reschedule_url]) {
      assert.ok(
        confirmation.text.includes(address) &&
          confirmation.html.includes(address) &&
          confirmation.calendar?.text.replaceAll(/\r?\n /g, '').includes(address),
      )
    }
    both.clock.advance(5 * 60_000)
    await both.work()
    const sent = receiver.received.map(({ text }) => text)
    assert.equal(sent.length, 2)
    assert.equal(new Set(sent).size, 1, 'the same bytes at each attempt')
    const { payload } = JSON.parse(sent[0] ?? '{}')
    assert.deepEqual([payload.cancel_url, payload.reschedule_url], [cancel_url, reschedule_url])
    assert.deepEqual(
      Object.keys(payload).slice(12, 16),
      ['new_invitee', 'cancel_url', 'reschedule_url', 'routing_form_submission'],
      'in its place',
    )

    // Marked, moved, reminded, canceled: whatever there is to say of them.
    await both.ask('POST /invitee_no_shows', { token: host.token, body: { invitee: resource.uri } })
    await new Visitor(both).submit(`${new URL(reschedule_url).pathname}/2026-03-23T09:00:00Z`, { timezone: 'UTC' })
    await both.work()
    const created = receiver.received
      .map(({ body: message }) => message)
      .filter(({ event }) => event === 'invitee.created')
    const moved = created.at(-1).payload
    secrets.push(lastPart(moved.cancel_url).slice(46))
    both.clock.advance(Date.parse('2026-03-22T09:30:00Z') - both.clock.now().getTime())
    await both.work()
    const stop = lastPart(moved.cancel_url)
    assert.ok(
      both.mailServer.received.some(({ text }) => text.includes(`/notification_subscriptions/${stop}/opt_out`)),
      'reminded',
    )
    const reminder = both.mailServer.received.findLast((mail) => recipientOf(mail) === guest) ?? assert.fail()
    const [, ofGuest = ''] = /\/notification_subscriptions\/([\w-]+)\/opt_out/.exec(reminder.text) ?? []
    secrets.push(ofGuest.slice(46))
    assert.equal((await new Visitor(both).submit(`/notification_subscriptions/${ofGuest}/opt_out`, {})).status, 303)
    await new Visitor(both).submit(`/notification_subscriptions/${stop}/opt_out`, {})
    await new Visitor(both).get(`/invitees/${stop}/ics`)
    await new Visitor(both).get(`/api/booking/event_types/${type.id}/months/2026-03?timezone=UTC&invitee=${stop}`)
    await new Visitor(both).submit(new URL(moved.cancel_url).pathname, { reason: '' })
    await both.work()
    assert.ok(
      receiver.received.some(
        ({ body: message }) => message.event === 'invitee.canceled' && message.payload.cancel_url === moved.cancel_url,
      ),
    )

    const listed = await both.ask('GET /outgoing_communications', {
      token: host.token,
      query: { organization: host.principal.organizationId, count: '100' },
    })
    const shown = listed.body.collection.find(
      ({ to, subject }: { to: string; subject: string }) => to === email && subject === confirmation.subject,
    )
    assert.ok(confirmation.html.includes(shown.body), 'an admin sees the message as it was sent')
    assert.ok(shown.body.includes(cancel_url))

    const rows = (await everyRow(both)).join('\n')
    assert.ok(rows.includes(lastPart(resource.uri)), 'the search finds what is there')
    for (const secret of secrets) {
      assert.match(secret, /^[a-z2-7]{26}$/)
      assert.ok(!rows.includes(secret), 'not in the database')
      assert.ok(!JSON.stringify(both.logged).includes(secret), 'not in a log line')
    }
  })
})
