// on: embedded
// seconds: 4
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { calendarUrl, cancelInvitee, rescheduleInvitee } from '#bookings/index.ts'
import { moveOwnBooking } from '#bookings/operations/move-own-booking.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import {
  aBooking,
  anInviteeNamed,
  aSharedType,
  aTypeAsking,
  type Booked,
  bookedAs,
  hours,
} from '../../support/bookings.ts'
import { aCast, aMember, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { factsOf } from '../../support/inventory.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import type { ReceivedMail } from '../../support/mail-server.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await mailApp({ settings: { OPENSLOT_SITE_URL: 'https://book.test' } })
const { owner, colleague } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true, name: 'Intro call' })
const later = hours()

const hour = 3_600_000

const to = (received: readonly ReceivedMail[], address: string): ReceivedMail => {
  const found = received.filter((one) => recipientOf(one) === address)
  assert.equal(found.length, 1, `${address} among ${received.map(recipientOf).join(' ')}`)
  return found[0] as ReceivedMail
}

/** What arrives while something is done, and what came of it. */
const during = async <T>(work: () => Promise<T>): Promise<[received: ReceivedMail[], result: T]> => {
  const results: T[] = []
  const received = await app.mailDuring(async () => results.push(await work()))
  return [received, results[0] as T]
}

const sequence = ({ calendar }: ReceivedMail) => calendar?.event.sequence
const uid = ({ calendar }: ReceivedMail) => calendar?.event.uid

const moveTo = (booked: Booked, start_time: string, by: Person = colleague) =>
  app.run(rescheduleInvitee, by.principal, { uuid: booked.inviteeId, start_time })
const cancel = (booked: Booked, reason: string, by: Person = colleague) =>
  app.ask(`POST ${booked.event}/cancellation`, { token: by.token, body: { reason } })

describe('what a host does not want', () => {
  test('is not sent to them, by kind, and to guests all the same; what they want again is sent', async () => {
    const host = await aMember(app, owner)
    const type = await anEventType(app, host, { active: true })
    const visitor = await signedInAs(app, host)
    const want = (...wanted: readonly string[]) => visitor.submit('/account/mails', { wanted }, { page: '/account' })
    const invitee = anInviteeNamed()
    const next = hours()
    const everybody = [host.email, invitee.email].sort()
    const without = everybody.filter((email) => email !== host.email)
    const recipients = (received: readonly ReceivedMail[]): string[] => received.map(recipientOf)
    const book = () => aBooking(app, host, type, { start_time: next(), invitee })

    await want('moved')
    assert.match((await visitor.get('/account')).text, /value="moved" checked/)
    assert.doesNotMatch((await visitor.get('/account')).text, /value="(?:booked|canceled|reminder)" checked/)
    const [booked, booking] = await during(book)
    assert.deepEqual(recipients(booked), without)
    const [moved, again] = await during(() => moveTo(booking, next(), owner))
    assert.deepEqual(recipients(moved), everybody)
    const [canceled] = await during(() =>
      app.run(cancelInvitee, owner.principal, { uuid: lastPart(again.new_invitee ?? again.uri), reason: '' }),
    )
    assert.deepEqual(recipients(canceled), without)
    await want('booked', 'moved', 'canceled', 'reminder')
    assert.deepEqual(recipients((await during(book))[0]), everybody)
    assert.equal(
      (await factsOf(app, host.principal.organizationId)).filter((name) => name === 'mail_preferences.changed').length,
      2,
    )
  })
})

describe('a booking', () => {
  test('is confirmed to the invitee, their guests and the hosts: HTML, text and a calendar entry, each in their own zone', async () => {
    const invitee = anInviteeNamed()
    const start_time = later()
    const [received, booked] = await during(() =>
      aBooking(app, colleague, introCall, { start_time, invitee, event_guests: ['guest.one@client.test'] }),
    )
    assert.deepEqual(received.map(recipientOf), [colleague.email, 'guest.one@client.test', invitee.email].sort())
    const confirmation = to(received, invitee.email)
    assert.equal(confirmation.subject, `Intro call with ${colleague.name}, Tue Mar 3, 10:00 am`)
    assert.deepEqual(confirmation.mail.from, { name: colleague.name, address: 'no-reply@book.test' })
    assert.deepEqual(
      confirmation.mail.replyTo?.map(({ address }) => address),
      [colleague.email],
    )
    assert.ok(confirmation.html.includes('10:00&nbsp;am – 10:30&nbsp;am'), 'no line ends inside a time')
    for (const text of [confirmation.text, confirmation.html.replaceAll('&nbsp;', ' ')]) {
      assert.ok(text.includes('Tuesday, March 3, 2026, 10:00 am – 10:30 am'), text)
      assert.ok(text.includes('Stockholm (UTC+01:00)'))
      assert.ok(text.includes(`${colleague.name}: 9:00 am – 9:30 am, Lisbon (UTC+00:00)`), text)
      assert.ok(text.includes(`https://book.test/invitees/${booked.token}/ics`))
      assert.ok(text.includes(booked.invitee.cancel_url))
      assert.ok(text.includes(booked.invitee.reschedule_url))
    }
    // The first text of the HTML is what mail programs show beside the subject.
    assert.match(
      confirmation.html,
      /<body[^>]+>\s*<span style="display:none[^>]+>Tuesday, March 3, 2026, 10:00 am – 10:30 am/,
    )
    const notice = to(received, colleague.email)
    assert.equal(notice.subject, `New booking: Intro call with ${invitee.name}, Tue Mar 3, 9:00 am`)
    assert.deepEqual(notice.mail.from, { name: 'Openslot', address: 'no-reply@book.test' })
    assert.ok(notice.text.includes('Lisbon (UTC+00:00)') && notice.text.includes(invitee.email))
    // Readers know their own name.
    assert.deepEqual(
      [confirmation, notice].map(({ text }) => text.match(/^(?:Host|Invitee):/gm)),
      [['Host:'], ['Invitee:']],
    )
    assert.ok(notice.text.includes(`${invitee.name}: 10:00 am – 10:30 am, Stockholm (UTC+01:00)`), notice.text)
    const open = `https://book.test/app/meetings?open=${booked.eventId}`
    for (const address of [open, `${open}&move=${booked.inviteeId}#move`, `${open}#cancel`])
      assert.ok(notice.text.includes(address), address)
    // With the token one acts as the invitee: it goes to nobody else, in no part of a message.
    for (const other of received.filter((one) => one !== confirmation)) {
      for (const part of [other.raw, other.text, other.html])
        assert.ok(!part.includes(booked.token.split('-').at(-1) ?? ''))
      assert.ok(!other.calendar?.text.includes(booked.inviteeId))
    }
    for (const one of received) {
      assert.match(one.raw, /text\/html; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n/)
      const { calendar } = one
      assert.ok(calendar)
      assert.deepEqual(
        [calendar.method, calendar.methodParameter, calendar.status, calendar.events.length],
        ['REQUEST', 'REQUEST', 'CONFIRMED', 1],
      )
      assert.deepEqual([sequence(one), uid(one)], [0, uid(confirmation)])
      assert.equal(calendar.event.startDate.toString(), start_time)
      assert.equal(calendar.event.startDate.zone.tzid, 'UTC')
      assert.deepEqual(
        calendar.event.attendees.map((attendee) => [attendee.getFirstValue(), attendee.getParameter('partstat')]),
        [
          [`mailto:${colleague.email}`, 'ACCEPTED'],
          [`mailto:${invitee.email}`, 'ACCEPTED'],
          ['mailto:guest.one@client.test', 'NEEDS-ACTION'],
        ],
      )
      assert.equal(calendar.event.organizer, `mailto:${colleague.email}`)
      assert.match(one.raw, /^Content-Type: text\/calendar; charset=utf-8; method=REQUEST$/m)
      assert.match(one.raw, /^Content-Type: application\/ics; name=invite.ics$/m)
      assert.match(one.raw, /^Auto-Submitted: auto-generated$/m)
    }
    assert.equal(new Set(received.map(({ messageId }) => messageId)).size, 3)
  })

  test('is one calendar entry, after a move too: the file of the page is what was mailed, the file of the console what stands with the host', async () => {
    const asking = await aTypeAsking(app, colleague, { name: 'Company', required: false })
    const invitee = anInviteeNamed()
    const questions_and_answers = [{ question: 'Company', answer: 'Harbour works', position: 0 }]
    const first = await aBooking(app, colleague, asking, {
      start_time: later(),
      invitee,
      event_guests: ['guest.one@client.test'],
      questions_and_answers,
    })
    const [received, moved] = await during(async () => bookedAs(await moveTo(first, later())))
    const mailed = to(received, invitee.email).calendar
    assert.ok(mailed?.text.includes('Harbour works') && mailed.text.includes('guest.one@client.test'), mailed?.text)
    assert.ok(mailed)
    // Without the line that says when it was written, and without the line ends of mails.
    const withoutStamp = (text: string): string => text.replace(/DTSTAMP:\w+/, '').replaceAll('\r', '')
    const { pathname } = new URL(
      calendarUrl(app.context, { id: moved.inviteeId, organizationId: owner.principal.organizationId }),
    )
    const file = await new Visitor(app).get(pathname)
    assert.equal(file.status, 200)
    assert.equal(withoutStamp(file.text), withoutStamp(mailed.text))

    const exported = await (await signedInAs(app, colleague)).get(
      `/app/meetings.ics?q=${encodeURIComponent(invitee.email)}`,
    )
    const [entry] = new ICAL.Component(ICAL.parse(exported.text)).getAllSubcomponents('vevent')
    assert.deepEqual(
      [entry?.getFirstPropertyValue('uid'), entry?.getFirstPropertyValue('sequence')],
      [mailed.event.uid, mailed.event.sequence],
    )
    assert.match(String(entry?.getFirstPropertyValue('description')), /Company: Harbour works/)
  })

  test('is confirmed in the language of the page it was booked on; to the host in their own', async () => {
    const host = await aMember(app, owner)
    assertStatus(await app.ask('PATCH /users/me', { token: host.token, body: { locale: 'nl' } }), 200)
    const unset = await anEventType(app, host, { active: true, name: 'Unset' })
    const french = await anEventType(app, host, { active: true, name: 'French', locale: 'fr' })
    for (const [eventType, query, expected] of [
      [unset, '', ['de', 'nl']],
      [unset, '?locale=it', ['it', 'nl']],
      [french, '', ['fr', 'fr']],
      [french, '?locale=uk', ['uk', 'fr']],
    ] as const) {
      const invitee = anInviteeNamed()
      const { scheduling_url } = resourceOf(await app.ask(`GET ${eventType.uri}`, { token: host.token }))
      const path = new URL(scheduling_url).pathname
      const fields = { name: invitee.name, email: invitee.email, timezone: 'Europe/Stockholm' }
      const received = await app.mailDuring(async () => {
        const answer = await new Visitor(app).submit(`${path}/${later()}${query}`, fields, {
          headers: { 'accept-language': 'de' },
        })
        assert.equal(answer.status, 303, answer.text)
      })
      const languages = [invitee.email, host.email].map(
        (address) => /<html lang="(\w+)">/.exec(to(received, address).html)?.[1],
      )
      assert.deepEqual(languages, expected, `${path} ${query}`)
    }
  })

  test('has the times as the page had them: a visitor of the 24 hours reads no am and pm', async () => {
    const eventType = await anEventType(app, colleague, { active: true, name: 'Clock' })
    const path = new URL(resourceOf(await app.ask(`GET ${eventType.uri}`, { token: colleague.token })).scheduling_url)
      .pathname
    for (const [notation, times] of [
      ['24h', /(?<!\d)\d\d:\d\d – \d\d:\d\d(?! [ap]m)/],
      ['12h', /\d:\d\d [ap]m – \d+:\d\d [ap]m/],
    ] as const) {
      const invitee = anInviteeNamed()
      const fields = { name: invitee.name, email: invitee.email, timezone: 'Europe/Lisbon', time_notation: notation }
      const received = await app.mailDuring(() => new Visitor(app).submit(`${path}/${later()}`, fields))
      assert.match(to(received, invitee.email).text, times)
    }
  })

  test('speaks the language of its type: one for each of the eight', async () => {
    const subjects: Record<string, string> = {}
    for (const locale of ['en', 'fr', 'es', 'de', 'nl', 'pt', 'it', 'uk']) {
      const eventType = await anEventType(app, colleague, { active: true, name: 'Call', locale })
      const invitee = anInviteeNamed()
      const received = await app.mailDuring(() => aBooking(app, colleague, eventType, { start_time: later(), invitee }))
      const confirmation = to(received, invitee.email)
      subjects[locale] = confirmation.subject.replace(/, \d\d?:.*$/, '').replace(colleague.name, 'Host')
      assert.match(confirmation.html, new RegExp(`<html lang="${locale}">`))
    }
    assert.deepEqual(subjects, {
      en: 'Call with Host, Wed Mar 4',
      fr: 'Call avec Host, mer 4 mars',
      es: 'Call con Host, mié, 4 mar',
      de: 'Call mit Host, Mi, 4. März',
      nl: 'Call met Host, wo 4 mrt',
      pt: 'Call com Host, qua, 4 mar',
      it: 'Call con Host, mer 4 mar',
      uk: 'Call: Host, чт, 5 бер',
    })
  })

  test('contains the answers; a guest gets no text that the invitee typed', async () => {
    const eventType = await aTypeAsking(app, owner, { name: 'What about?', type: 'text', required: true })
    const received = await app.mailDuring(() =>
      aBooking(app, owner, eventType, {
        start_time: later(),
        event_guests: ['guest.two@client.test'],
        questions_and_answers: [
          { question: 'What about?', answer: 'The harvest\nCancel: https://elsewhere.test', position: 0 },
        ],
      }),
    )
    const notice = to(received, owner.email)
    assert.ok(notice.text.includes('What about?: The harvest\n    Cancel: https://elsewhere.test'), notice.text)
    assert.ok(!to(received, 'guest.two@client.test').raw.includes('harvest'))
  })
})

describe('moving', () => {
  test('updates the same entry for everybody, and canceling takes it away: one UID, and a sequence that rises', async () => {
    const invitee = anInviteeNamed()
    const times = [later(), later()] as const
    const [all, first] = await during(() => aBooking(app, colleague, introCall, { start_time: later(), invitee }))
    const [moved, second] = await during(async () => bookedAs(await moveTo(first, times[0])))
    assert.deepEqual(moved.map(recipientOf), [colleague.email, invitee.email].sort())
    assert.match(to(moved, invitee.email).subject, /^Rescheduled: Intro call with /)
    assert.match(to(moved, invitee.email).text, /^Previous time: /m)
    assert.match(to(moved, invitee.email).html, /Previous time: <s>[A-Z][a-z]+day, March [^<]+<\/s>/)
    const [again, third] = await during(async () => bookedAs(await moveTo(second, times[1])))
    const canceled = await app.mailDuring(async () => assertStatus(await cancel(third, 'The harvest'), 200))
    const off = to(canceled, invitee.email)
    assert.match(off.subject, /^Canceled: /)
    assert.ok(off.text.includes('Reason: The harvest') && !off.text.includes('/cancellations/'))
    const page = new URL(
      (await app.ask(`GET ${introCall.uri}`, { token: colleague.token })).body.resource.scheduling_url,
    )
    assert.ok(off.text.includes(`Book another time:\nhttps://book.test${page.pathname}`), off.text)
    assert.ok(!to(canceled, colleague.email).text.includes('Book another time'))
    assert.deepEqual(
      [off.calendar?.method, off.calendar?.methodParameter, off.calendar?.status],
      ['CANCEL', 'CANCEL', 'CANCELLED'],
    )
    for (const address of [invitee.email, colleague.email]) {
      const chain = [all, moved, again, canceled].map((received) => to(received, address))
      assert.deepEqual(chain.map(sequence), [0, 1, 2, 3])
      assert.equal(new Set(chain.map(uid)).size, 1)
      assert.equal(new Set(chain.map(({ calendar }) => calendar?.event.organizer)).size, 1)
      assert.equal(new Set(chain.map(({ mail }) => mail.references)).size, 1)
      assert.deepEqual(
        chain.slice(1, 3).map(({ calendar }) => calendar?.event.startDate.toString()),
        times,
      )
    }
  })

  test('says who moved it and why; a guest reads what a host wrote, and nothing that an invitee typed', async () => {
    const invitee = anInviteeNamed()
    const guest = `${randomUUID()}@client.test`
    const first = await aBooking(app, colleague, introCall, { start_time: later(), invitee, event_guests: [guest] })
    const [byHost, second] = await during(async () =>
      bookedAs(
        await app.run(rescheduleInvitee, colleague.principal, {
          uuid: first.inviteeId,
          start_time: later(),
          reason: 'The harvest',
        }),
      ),
    )
    for (const address of [invitee.email, guest, colleague.email]) {
      const { text } = to(byHost, address)
      assert.ok(text.includes(`Rescheduled by: ${colleague.name}`) && text.includes('Reason: The harvest'), text)
    }
    const token = lastPart(second.invitee.cancel_url)
    const [byInvitee] = await during(() => app.runOpen(moveOwnBooking, { token, start_time: later(), reason: 'Rain' }))
    for (const address of [invitee.email, colleague.email]) {
      const { text } = to(byInvitee, address)
      assert.ok(text.includes(`Rescheduled by: ${invitee.name}`) && text.includes('Reason: Rain'), text)
    }
    assert.ok(!to(byInvitee, guest).raw.includes('Rain'))
  })

  test('of a meeting that came by an import updates the entry that people have: its UID stays, and its sequence goes on', async () => {
    const together = await aSharedType(app, colleague, 'group', { seats: 5, name: 'Workshop' })
    const asImported = ({ eventId }: Booked) =>
      app.context.database.write(async (tx) => {
        await tx
          .updateTable('scheduled_events')
          .set({ calendar_uid: `${eventId}@elsewhere`, calendar_sequence: 7 })
          .where('id', '=', eventId)
          .execute()
        await tx.updateTable('invitees').set({ imported: true }).where('scheduled_event_id', '=', eventId).execute()
      })
    const invitee = anInviteeNamed()
    const first = await aBooking(app, colleague, introCall, { start_time: later(), invitee })
    const shared = await aBooking(app, colleague, together, { start_time: later() })
    await app.work()
    await asImported(first)
    await asImported(shared)
    const [moved, second] = await during(async () => bookedAs(await moveTo(first, later())))
    const file = (await new Visitor(app).get(`/invitees/${second.token}/ics`)).text
    assert.deepEqual(
      [/^UID:(.*)\r$/m.exec(file)?.[1], /^SEQUENCE:(.*)\r$/m.exec(file)?.[1]],
      [`${first.eventId}@elsewhere`, '8'],
    )
    const canceled = await app.mailDuring(async () => assertStatus(await cancel(second, 'Ill'), 200))
    for (const address of [invitee.email, colleague.email]) {
      const chain = [moved, canceled].map((received) => to(received, address))
      assert.deepEqual(chain.map(uid), [`${first.eventId}@elsewhere`, `${first.eventId}@elsewhere`])
      assert.deepEqual(chain.map(sequence), [8, 9])
    }
    const off = await app.mailDuring(async () => assertStatus(await cancel(shared, 'Storm'), 200))
    assert.deepEqual([...new Set(off.map(uid))], [`${shared.eventId}@elsewhere`])
    assert.deepEqual([...new Set(off.map(sequence))], [8])
  })

  test('to another host of a round robin is mailed to the previous one', async () => {
    const [one, two] = [await aMember(app, owner, { role: 'admin' }), await aMember(app, owner)]
    const robin = await aSharedType(app, one, 'round_robin', { hosts: [two] })
    const [here, there] = [later(), later()]
    const booked = await aBooking(app, owner, robin, { start_time: here })
    const held = (await app.ask(`GET ${booked.event}`, { token: owner.token })).body.resource.event_memberships[0]
      .user_email
    const [mine, other] = held === one.email ? [one, two] : [two, one]
    // The member who had it is chosen then.
    await aBooking(app, mine, await anEventType(app, mine, { active: true }), { start_time: there })
    const received = await app.mailDuring(() => moveTo(booked, there, owner))
    assert.equal(to(received, mine.email).calendar?.method, 'CANCEL')
    assert.equal(to(received, other.email).calendar?.method, 'REQUEST')
    assert.equal(uid(to(received, mine.email)), uid(to(received, other.email)))
  })
})

describe('a meeting that several join', () => {
  test('does not reveal the other invitees, and its host has one entry', async () => {
    const together = await aSharedType(app, colleague, 'group', { seats: 5, name: 'Workshop' })
    const start_time = later()
    const [first, second] = [anInviteeNamed(), anInviteeNamed()]
    const [one, booked] = await during(() =>
      aBooking(app, colleague, together, { start_time, invitee: first, event_guests: ['plus.one@client.test'] }),
    )
    const received = [
      one,
      await app.mailDuring(() => aBooking(app, colleague, together, { start_time, invitee: second })),
    ]
    assert.deepEqual(received[1]?.map(recipientOf), [colleague.email, second.email].sort())
    const joined = to(received[1] ?? [], second.email)
    for (const stranger of [first.email, first.name, 'plus.one@client.test'])
      assert.ok(!`${joined.raw} ${joined.calendar?.text}`.includes(stranger))
    const left = await app.mailDuring(() => app.run(cancelInvitee, colleague.principal, { uuid: booked.inviteeId }))
    assert.match(to(left, colleague.email).text, new RegExp(`^${first.name} is no longer attending Workshop\\.$`, 'm'))
    assert.deepEqual(left.map(recipientOf), [colleague.email, first.email, 'plus.one@client.test'].sort())
    assert.equal(to(left, first.email).calendar?.method, 'CANCEL')
    const off = await app.mailDuring(async () => assertStatus(await cancel(booked, 'No room'), 200))
    assert.deepEqual(off.map(recipientOf), [colleague.email, second.email].sort())
    const entries = [...received, left, off].map((mails) => to(mails, colleague.email))
    assert.equal(new Set(entries.map(uid)).size, 1)
    assert.deepEqual(entries.map(sequence), [0, 1, 2, 3])
    assert.deepEqual(
      entries.map(({ calendar }) => calendar?.method),
      ['REQUEST', 'REQUEST', 'REQUEST', 'CANCEL'],
    )
    assert.notEqual(uid(to(received[0] ?? [], first.email)), uid(joined))
  })

  test('is canceled for all of them at once: each gets a mail, and the host one', async () => {
    const together = await aSharedType(app, colleague, 'group', { seats: 5, name: 'Workshop' })
    const start_time = later()
    const invitees = [anInviteeNamed(), anInviteeNamed()]
    let booked: Booked | undefined
    for (const invitee of invitees) booked = await aBooking(app, colleague, together, { start_time, invitee })
    const received = await app.mailDuring(async () => assertStatus(await cancel(booked as Booked, 'Storm'), 200))
    assert.deepEqual(received.map(recipientOf), [colleague.email, ...invitees.map(({ email }) => email)].sort())
    assert.ok(received.every(({ calendar, text }) => calendar?.method === 'CANCEL' && text.includes('Storm')))
    assert.match(to(received, colleague.email).text, /^Workshop has been canceled\.$/m)
  })
})

describe('a reminder', () => {
  const remindersOf = async (inviteeId: string) => {
    const rows = await app.context.database.reader
      .selectFrom('reminders')
      .select('due_at')
      .where('invitee_id', '=', inviteeId)
      .orderBy('due_at')
      .execute()
    return rows.map(({ due_at }) => due_at.toISOString())
  }

  /** From one hour at which something is due to the next. */
  const through = async (...moments: readonly string[]): Promise<void> => {
    for (const moment of moments) {
      app.clock.advance(new Date(moment).getTime() - app.clock.now().getTime())
      await app.work()
    }
  }

  test('is sent a day and an hour before, to everybody; not for a moved or canceled meeting, and not late', async () => {
    const host = await aMember(app, owner)
    const eventType = await anEventType(app, host, { active: true, name: 'Reminded' })
    const [kept, movedAway, calledOff] = [anInviteeNamed('Kept'), anInviteeNamed('Moved'), anInviteeNamed('Off')]
    const booked = await aBooking(app, host, eventType, {
      start_time: '2026-03-31T09:00:00Z',
      invitee: kept,
      event_guests: ['plus.two@client.test'],
    })
    const other = await aBooking(app, host, eventType, { start_time: '2026-03-31T10:00:00Z', invitee: movedAway })
    const off = await aBooking(app, host, eventType, { start_time: '2026-03-31T11:00:00Z', invitee: calledOff })
    await app.work()
    assert.deepEqual(await remindersOf(booked.inviteeId), ['2026-03-30T09:00:00.000Z', '2026-03-31T08:00:00.000Z'])
    await moveTo(other, '2026-04-02T09:00:00Z', host)
    assertStatus(await cancel(off, 'No', host), 200)
    await app.work()
    const before = app.mailServer.received.length
    await through(
      '2026-03-30T08:59:00Z',
      '2026-03-30T11:00:00Z',
      '2026-03-31T08:00:00Z',
      '2026-03-31T10:00:00Z',
      '2026-03-31T12:00:00Z',
    )
    const ours = app.mailServer.received.slice(before).filter(({ subject }) => subject.includes('Reminded'))
    assert.deepEqual(
      ours.map(recipientOf).sort(),
      [kept.email, kept.email, host.email, host.email, 'plus.two@client.test', 'plus.two@client.test'].sort(),
    )
    assert.ok(
      ours.every(
        ({ subject, calendar }) =>
          subject.startsWith('Reminder: Reminded with ') &&
          calendar?.method === 'REQUEST' &&
          calendar.event.sequence === 0,
      ),
    )
    const sayings = ours.filter((one) => recipientOf(one) === host.email).map(({ text }) => text.split('\n')[2])
    assert.deepEqual(sayings, [
      `Your meeting with ${kept.name} is tomorrow at 10:00 am.`,
      `Your meeting with ${kept.name} is today at 10:00 am.`,
    ])
    await through('2026-04-01T09:00:00Z', '2026-04-02T08:00:00Z', '2026-04-02T10:00:00Z')
    const movedReminders = app.mailServer.received.filter(
      (one) => recipientOf(one) === movedAway.email && one.subject.startsWith('Reminder'),
    )
    assert.deepEqual(
      movedReminders.map((one) => [one.calendar?.event.sequence, one.calendar?.event.startDate.toString()]),
      [
        [1, '2026-04-02T09:00:00Z'],
        [1, '2026-04-02T09:00:00Z'],
      ],
    )
    assert.equal(
      app.mailServer.received.filter(
        (one) => recipientOf(one) === calledOff.email && one.subject.startsWith('Reminder'),
      ).length,
      0,
    )
    const left = await app.context.database.reader
      .selectFrom('reminders')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('organization_id', '=', host.principal.organizationId)
      .executeTakeFirst()
    assert.equal(left?.count, 0)
  })

  test('that could not be sent before the meeting began is not sent afterwards, and its settings are those of the booking', async () => {
    const host = await aMember(app, owner)
    const eventType = await anEventType(app, host, { active: true, name: 'Unlucky', reminders: [30] })
    const booked = await aBooking(app, host, eventType, { start_time: '2026-04-06T09:00:00Z' })
    await app.work()
    assert.deepEqual(await remindersOf(booked.inviteeId), ['2026-04-06T08:30:00.000Z'])
    app.mailServer.behave(() => 451)
    const before = app.mailServer.received.length
    app.clock.advance(new Date('2026-04-06T08:31:00Z').getTime() - app.clock.now().getTime())
    await app.work()
    app.mailServer.behave(() => undefined)
    app.clock.advance(hour)
    await app.work()
    assert.equal(app.mailServer.received.slice(before).filter(({ subject }) => subject.includes('Unlucky')).length, 0)
    const rows = await app.context.database.reader
      .selectFrom('mails')
      .select('status')
      .where('invitee_id', '=', booked.inviteeId)
      .where('kind', '=', 'reminder')
      .execute()
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['expired', 'expired'],
    )
  })

  const stops = ({ raw }: ReceivedMail): string | undefined =>
    /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(raw.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1]

  test('can be stopped by the invitee, and not by viewing the link; they and their guests get no more, also after a move, and the hosts do', async () => {
    const host = await aMember(app, owner)
    const eventType = await anEventType(app, host, { active: true, name: 'Stopped' })
    const [invitee, guest] = [anInviteeNamed('Tired'), 'guest.of.tired@client.test']
    const [[confirmation], booked] = await during(() =>
      aBooking(app, host, eventType, { start_time: '2026-04-20T09:00:00Z', invitee, event_guests: [guest] }),
    )
    const remindersAt = async (...moments: readonly string[]): Promise<ReceivedMail[]> => {
      const before = app.mailServer.received.length
      await through(...moments)
      return app.mailServer.received.slice(before).filter(({ subject }) => subject.startsWith('Reminder: Stopped'))
    }
    const reminders = await remindersAt('2026-04-19T09:00:00Z')
    assert.deepEqual(reminders.map(recipientOf).sort(), [invitee.email, guest, host.email].sort())
    const path = `/notification_subscriptions/${booked.token}/opt_out`
    const address = `https://book.test${path}`
    for (const one of [...reminders, confirmation as ReceivedMail]) {
      const isTheirs = recipientOf(one) === invitee.email && one !== confirmation
      assert.deepEqual(
        [stops(one) === address, one.text.includes(address), one.html.includes(address)],
        Array(3).fill(isTheirs),
      )
      assert.ok(!one.calendar?.event.description?.includes(path))
    }

    const stopped = async (): Promise<boolean> =>
      (
        await app.context.database.reader
          .selectFrom('invitees')
          .select('reminders_stopped_at as at')
          .where('id', '=', booked.inviteeId)
          .executeTakeFirstOrThrow()
      ).at !== null
    const visitor = new Visitor(app)
    const asked = await visitor.get(path)
    assert.equal(asked.status, 200)
    assert.match(asked.text, /<h1>Stop reminders\?<\/h1>/)
    await visitor.ask('HEAD', path, undefined)
    assert.equal((await visitor.post(path, {})).status, 403)
    assert.equal(
      (
        await visitor.post(path, {
          form_token: (await visitor.get(`/cancellations/${booked.token}`)).fields.form_token ?? '',
        })
      ).status,
      403,
    )
    assert.equal(await stopped(), false)

    const form = { form_token: asked.fields.form_token ?? '' }
    for (const _ of ['once', 'and again'])
      assert.deepEqual(await visitor.post(path, form).then(({ status, location }) => [status, location]), [303, path])
    assert.equal(await stopped(), true)
    assert.match((await visitor.get(path)).text, /<h1>Reminders stopped<\/h1>/)
    const facts = await app.context.database.reader
      .selectFrom('facts')
      .select('name')
      .where('organization_id', '=', host.principal.organizationId)
      .where('name', '=', 'invitee.reminders_stopped')
      .execute()
    assert.equal(facts.length, 1)

    const moved = await moveTo(booked, '2026-04-21T09:00:00Z', host)
    await app.work()
    assert.deepEqual((await remindersAt('2026-04-20T09:00:00Z', '2026-04-21T08:00:00Z')).map(recipientOf), [
      host.email,
      host.email,
    ])
    assert.match(
      (await visitor.get(`/notification_subscriptions/${moved.cancel_url.split('/').at(-1)}/opt_out`)).text,
      /<h1>Reminders stopped<\/h1>/,
    )
    const gone = await visitor.get(path)
    assert.match(gone.text, /This meeting has been (?:canceled|rescheduled)/)
  })

  test('can be stopped by a guest for themselves, also after a move; their link opens no other page, and is stored nowhere', async () => {
    const host = await aMember(app, owner)
    const eventType = await anEventType(app, host, { active: true, name: 'Guested' })
    const [invitee, quiet, other] = [anInviteeNamed('Patient'), 'quiet.guest@client.test', 'other.guest@client.test']
    const booked = await aBooking(app, host, eventType, {
      start_time: '2026-05-20T09:00:00Z',
      invitee,
      event_guests: [quiet, other],
    })
    await app.work()
    const remindersAt = async (...moments: readonly string[]): Promise<ReceivedMail[]> => {
      const before = app.mailServer.received.length
      await through(...moments)
      return app.mailServer.received.slice(before).filter(({ subject }) => subject.startsWith('Reminder: Guested'))
    }
    const reminders = await remindersAt('2026-05-19T09:00:00Z')
    const links = reminders.map(stops).filter((link) => link !== undefined)
    assert.equal(new Set(links).size, 3)
    const path = new URL(stops(reminders.find((one) => recipientOf(one) === quiet) as ReceivedMail) ?? '').pathname
    const token = path.split('/')[2] ?? ''
    assert.notEqual(token, booked.token)

    const visitor = new Visitor(app)
    for (const theirs of [
      `/cancellations/${token}`,
      `/reschedulings/${token}`,
      `/invitees/${token}/ics`,
      `/somebody/something/invitees/${token}`,
    ])
      assert.equal((await visitor.get(theirs)).status, 404, theirs)
    const form = { form_token: (await visitor.get(path)).fields.form_token ?? '' }
    for (const _ of ['once', 'and again']) assert.equal((await visitor.post(path, form)).location, path)
    assert.match((await visitor.get(path)).text, /<h1>Reminders stopped<\/h1>.*You won’t get any more reminders/s)
    assert.match(
      (await visitor.get(`/notification_subscriptions/${booked.token}/opt_out`)).text,
      /<h1>Stop reminders\?<\/h1>/,
    )
    const stored = await app.context.database.reader
      .selectFrom('mails')
      .select('body')
      .where('invitee_id', '=', booked.inviteeId)
      .execute()
    assert.ok(
      stored.some(({ body }) => body?.includes('/opt_out')) && !stored.some(({ body }) => body?.includes(token)),
    )

    await moveTo(booked, '2026-05-21T09:00:00Z', host)
    await app.work()
    assert.deepEqual(
      (await remindersAt('2026-05-20T09:00:00Z')).map(recipientOf).sort(),
      [invitee.email, other, host.email].sort(),
    )
  })
})

test('a meeting that says it has a link, and has none, as imported ones may, is mailed about once', async () => {
  const host = await aMember(app, owner)
  const type = await anEventType(app, host, { active: true, locations: [{ kind: 'zoom_conference' }] })
  const invitee = anInviteeNamed()
  const [received] = await during(async () => {
    const { eventId } = await aBooking(app, host, type, { start_time: '2026-06-02T09:00:00Z', invitee })
    const location = JSON.stringify({ type: 'zoom', location: null, status: 'pushed', join_url: null, data: null })
    await app.context.database.write((tx) =>
      sql`update scheduled_events set location = ${location} where id = ${eventId}`.execute(tx),
    )
  })
  assert.deepEqual(received.map(recipientOf).sort(), [host.email, invitee.email].sort())
})
