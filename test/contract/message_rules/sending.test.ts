// on: embedded
// seconds: 12
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelInvitee, markNoShow, rescheduleInvitee, unmarkNoShow } from '#bookings/index.ts'
import { queueReminders } from '#notifications/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { aRequest, aTypeWithApproval } from '../../support/booking-requests.ts'
import { aBooking, anInviteeNamed, aSharedType, aTypeAsking, type Booked } from '../../support/bookings.ts'
import { aFounder, aMember, type Made, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import type { ReceivedMail } from '../../support/mail-server.ts'
import { Visitor } from '../../support/visitor.ts'

const app = await mailApp({ settings: { OPENSLOT_SITE_URL: 'https://book.test', OPENSLOT_MESSAGES_PER_DAY: '40' } })
const minute = 60_000
const hour = 60 * minute

const texts = (subject: string, body = 'Hi {first_name}') => ({ en: { subject, body } })
const aRule = async (host: Person, more: object = {}) =>
  resourceOf(
    await app.ask('POST /message_rules', {
      token: host.token,
      body: { trigger: 'booked', audience: 'invitee', texts: texts('own words'), ...more },
    }),
  )
const change = async (host: Person, rule: { uri: string }, body: object) =>
  resourceOf(await app.ask(`PATCH ${rule.uri}`, { token: host.token, body }))

/** The messages by rules among what arrives. */
const own = (received: readonly ReceivedMail[]): ReceivedMail[] =>
  received.filter(({ text }) => /wrote this message|hat .* geschrieben|heeft dit bericht/.test(text))
const during = async (work: () => Promise<unknown>): Promise<ReceivedMail[]> => own(await app.mailDuring(work))
const subjects = (received: readonly ReceivedMail[]): string[] => received.map(({ subject }) => subject).sort()

/** Lets the clock go on to an instant. */
const at = (instant: string, work: () => Promise<unknown> = async () => {}): Promise<ReceivedMail[]> =>
  during(async () => {
    const ahead = Date.parse(instant) - app.clock.now().getTime()
    assert.ok(ahead >= 0, instant)
    app.clock.advance(ahead)
    await work()
  })
const from = (ahead: number): string => {
  const start = new Date(Math.ceil((app.clock.now().getTime() + ahead) / (24 * hour)) * 24 * hour + 9 * hour)
  // A working day.
  while ([0, 6].includes(start.getUTCDay())) start.setTime(start.getTime() + 24 * hour)
  return start.toISOString().replace('.000Z', 'Z')
}
const before = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) - milliseconds).toISOString()
const aHost = async (): Promise<{ host: Person; type: Made }> => {
  const host = await aFounder(app)
  return { host, type: await anEventType(app, host, { active: true, name: 'Intro call' }) }
}
const cancel = (host: Person, { inviteeId }: Booked, reason = '') =>
  app.run(cancelInvitee, host.principal, { uuid: inviteeId, reason })

describe('a message by a rule', () => {
  test('is sent when something happens, in own words above the meeting, with a footer that names who wrote it', async () => {
    const host = await aFounder(app)
    const type = await aTypeAsking(app, host, { name: 'Company', required: false }, { name: 'Topic', required: false })
    await aRule(host, {
      texts: texts(
        '{event}: {answer:2}',
        'Hi {first_name}, **welcome**. You wrote {answer:2}.\n\n- [Other time]({reschedule_url})\n- {when}, {zone}\n\n{answer:1}\n\n{organization} {host} {invitee}',
      ),
    })
    const invitee = { ...anInviteeNamed(), name: 'Dana <b>Field</b>' }
    const bookings: Booked[] = []
    const book = () =>
      aBooking(app, host, type, {
        start_time: from(24 * hour),
        invitee,
        questions_and_answers: [
          { question: 'Topic', answer: '{cancel_url} <a href="https://evil.test/">x</a>', position: 1 },
        ],
      })
    const [message, ...more] = await during(async () => bookings.push(await book()))
    const [booked] = bookings
    assert.ok(message && booked)
    assert.deepEqual([more.length, recipientOf(message)], [0, invitee.email])
    assert.match(message.subject, /: \{cancel_url\} <a href="https:\/\/evil\.test\/">x<\/a>$/)
    assert.ok(message.text.includes('Hi Dana, welcome. You wrote {cancel_url} <a href'), message.text)
    assert.ok(message.html.includes('<strong>welcome</strong>'))
    assert.ok(!message.html.includes('<a href="https://evil.test') && !message.html.includes('<b>Field'))
    assert.ok(message.text.includes(`Other time (${booked.invitee.reschedule_url})`))
    assert.match(message.text, /Dana <b>Field<\/b>/)
    assert.match(message.text, /wrote this message\. It was sent by book\.test\./)
    assert.equal(message.calendar, undefined)
    // As any mail about the meeting, without the secret of its URLs.
    const sent = await app.ask('GET /outgoing_communications', {
      token: host.token,
      query: { organization: host.principal.organizationId },
    })
    assert.equal(sent.status, 200)
    const stored = await app.context.database.reader
      .selectFrom('mails')
      .select(['subject', 'body', 'status'])
      .where('rule_id', 'is not', null)
      .where('invitee_id', '=', booked.inviteeId)
      .execute()
    assert.deepEqual(
      stored.map(({ subject, status }) => [subject, status]),
      [[message.subject, 'sent']],
    )
    assert.ok(!stored[0]?.body?.includes(booked.token))
  })

  test('goes to the hosts, to the invitee, or before and after the meeting, and only for the event types of its rule', async () => {
    const { host, type } = await aHost()
    const other = await anEventType(app, host, { active: true, name: 'Other' })
    const start_time = from(72 * hour)
    await aRule(host, { event_types: [type.uri], trigger: 'before', offset_minutes: 60, texts: texts('before') })
    await aRule(host, { event_types: [type.uri], trigger: 'after', offset_minutes: 60, texts: texts('after') })
    await aRule(host, { event_types: [type.uri], audience: 'hosts', texts: texts('to host', '{cancel_url}') })
    await aRule(host, { event_types: [other.uri], texts: texts('for others') })
    const received = await during(() => aBooking(app, host, type, { start_time }))
    assert.deepEqual(
      received.map((one) => [one.subject, recipientOf(one)]),
      [['to host', host.email]],
    )
    assert.match(received[0]?.text ?? '', /\/app\/meetings\?open=[0-9a-f-]+#cancel/)
    const [reminder, ...none] = await at(before(start_time, hour))
    assert.deepEqual([reminder?.subject, none.length], ['before', 0])
    assert.match(
      reminder?.raw.replaceAll(/\r?\n[ \t]+/g, ' ') ?? '',
      /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m,
    )
    assert.deepEqual(subjects(await at(before(start_time, -90 * minute - 1))), ['after'])
    assert.deepEqual(subjects(await at(before(start_time, -200 * hour))), [], 'once')
  })

  test('is not sent about what happened before the rule was turned on, or while it was off', async () => {
    const { host, type } = await aHost()
    const start_time = from(72 * hour)
    await aBooking(app, host, type, { start_time })
    app.clock.advance(1)
    const rule = await aRule(host, { trigger: 'before', offset_minutes: 60 })
    await app.work()
    const later = from(96 * hour)
    await aBooking(app, host, type, { start_time: later })
    await app.work()
    app.clock.advance(1)
    await change(host, rule, { active: false })
    app.clock.advance(1)
    await change(host, rule, { active: true })
    assert.deepEqual(subjects(await at(before(start_time, hour))), [])
    assert.deepEqual(subjects(await at(before(later, hour))), [], 'it was off meanwhile')
  })

  test('has the text and the distance of the rule when it is due: editing loses nothing', async () => {
    const { host, type } = await aHost()
    const start_time = from(96 * hour)
    const rule = await aRule(host, { trigger: 'before', offset_minutes: 60 })
    await aBooking(app, host, type, { start_time })
    await app.work()
    await change(host, rule, { offset_minutes: 120, texts: texts('edited') })
    assert.deepEqual(subjects(await at(before(start_time, 2 * hour + minute))), [])
    // The time that the edit names is over: the message is sent at once.
    assert.deepEqual(subjects(await during(() => change(host, rule, { offset_minutes: 24 * 60 }))), ['edited'])
    assert.deepEqual(subjects(await at(start_time)), [])
  })

  test('is not sent about a canceled meeting; a moved one has its messages anew', async () => {
    const { host, type } = await aHost()
    const [first, second] = [from(72 * hour), from(240 * hour)]
    await aRule(host, { trigger: 'before', offset_minutes: 60, texts: texts('before') })
    await aRule(host, { trigger: 'canceled', texts: texts('canceled {reason}') })
    await aRule(host, { trigger: 'rescheduled', texts: texts('moved {reason}') })
    const gone = await aBooking(app, host, type, { start_time: first.replace('T09', 'T11') })
    const moved = await aBooking(app, host, type, { start_time: first })
    await app.work()
    assert.deepEqual(subjects(await during(() => cancel(host, gone, 'Flu'))), ['canceled Flu'])
    const move = () =>
      app.run(rescheduleInvitee, host.principal, { uuid: moved.inviteeId, start_time: second, reason: 'Rain' })
    assert.deepEqual(subjects(await during(move)), ['moved Rain'])
    assert.deepEqual(subjects(await at(first.replace('T09', 'T12'))), [])
    assert.deepEqual(subjects(await at(before(second, hour))), ['before'])
  })

  test('follows a no-show that is still one, and thanks nobody who did not come', async () => {
    const { host, type } = await aHost()
    await aRule(host, { trigger: 'no_show', texts: texts('missed') })
    await aRule(host, { trigger: 'after', offset_minutes: 120, texts: texts('thanks') })
    const start_time = from(72 * hour)
    const [missed, came] = [
      await aBooking(app, host, type, { start_time }),
      await aBooking(app, host, type, { start_time: start_time.replace('T09', 'T10') }),
    ]
    await app.work()
    const mark = (operation: typeof markNoShow | typeof unmarkNoShow, uuid: string) =>
      app.run(operation, host.principal, { uuid })
    const marked = await at(start_time.replace('T09', 'T10'), () => mark(markNoShow, missed.inviteeId))
    assert.deepEqual(
      marked.map((one) => [one.subject, recipientOf(one)]),
      [['missed', missed.invitee.email]],
    )
    const unmarked = await during(async () => {
      await mark(markNoShow, came.inviteeId)
      await mark(unmarkNoShow, came.inviteeId)
    })
    assert.deepEqual(unmarked, [])
    const thanked = await at(start_time.replace('T09', 'T20'))
    assert.deepEqual(
      thanked.map((one) => [one.subject, recipientOf(one)]),
      [['thanks', came.invitee.email]],
    )
  })

  test('tells the hosts of a group meeting once, with how many come', async () => {
    const host = await aFounder(app)
    const type = await aSharedType(app, host, 'group', { hosts: [host] })
    await aRule(host, { trigger: 'before', offset_minutes: 60, audience: 'hosts', texts: texts('{invitee}') })
    const start_time = from(72 * hour)
    for (const _ of ['one', 'two']) await aBooking(app, host, type, { start_time })
    await app.work()
    assert.deepEqual(subjects(await at(before(start_time, hour))), ['2 / 10'])
  })

  test('about booking requests: when one comes, and when a host has decided', async () => {
    const host = await aFounder(app)
    const type = await aTypeWithApproval(app, host)
    await aRule(host, { trigger: 'requested', texts: texts('requested', '{cancel_url} {event}') })
    await aRule(host, { trigger: 'decided', audience: 'hosts', texts: texts('decided {invitee}') })
    const requests: Awaited<ReturnType<typeof aRequest>>[] = []
    const ask = async () => requests.push(await aRequest(app, type, { start_time: from(24 * hour) }))
    assert.deepEqual(subjects(await during(ask)), ['requested'])
    const [request] = requests
    const accept = () => app.ask(`POST /booking_requests/${request?.id}/acceptance`, { token: host.token })
    assert.deepEqual(subjects(await during(accept)), [`decided ${request?.invitee.name}`])
  })

  test('is in the language of its reader, or in English', async () => {
    const { host, type } = await aHost()
    await aRule(host, { texts: { en: { subject: 'hello', body: 'x' }, de: { subject: 'hallo', body: 'x' } } })
    const [inGerman, inDutch] = [from(24 * hour), from(24 * hour).replace('T09', 'T10')]
    const booked = async (start_time: string, locale: 'de' | 'nl') =>
      subjects(
        await during(async () => {
          const { inviteeId } = await aBooking(app, host, type, { start_time })
          await app.context.database.write((tx) =>
            tx.updateTable('invitees').set({ locale }).where('id', '=', inviteeId).execute(),
          )
        }),
      )
    assert.deepEqual(await booked(inGerman, 'de'), ['hallo'])
    assert.deepEqual(await booked(inDutch, 'nl'), ['hello'])
  })

  test('is stopped by one click of a mail program, also after the meeting', async () => {
    const { host, type } = await aHost()
    await aRule(host, { trigger: 'after', offset_minutes: 0, texts: texts('first') })
    await aRule(host, { trigger: 'after', offset_minutes: 60, texts: texts('second') })
    const start_time = from(72 * hour)
    const { token } = await aBooking(app, host, type, { start_time })
    await app.work()
    assert.deepEqual(subjects(await at(before(start_time, -31 * minute))), ['first'])
    const path = `/notification_subscriptions/${token}/opt_out`
    const visitor = new Visitor(app)
    assert.equal((await visitor.post(path, {})).status, 403)
    const stopped = await visitor.post(path, { 'List-Unsubscribe': 'One-Click' })
    assert.equal(stopped.status, 200)
    assert.match(stopped.text, /Reminders stopped/)
    assert.deepEqual(subjects(await at(before(start_time, -300 * minute))), [])
  })

  test('beyond the limit of a day is recorded and not sent', async () => {
    const { host, type } = await aHost()
    for (let rule = 0; rule < 21; rule += 1) await aRule(host)
    const start_time = from(24 * hour)
    assert.equal((await during(() => aBooking(app, host, type, { start_time }))).length, 21)
    const more = await during(() => aBooking(app, host, type, { start_time: start_time.replace('T09', 'T11') }))
    assert.equal(more.length, 19)
    const unsent = await app.context.database.reader
      .selectFrom('mails')
      .select('outcome')
      .where('organization_id', '=', host.principal.organizationId)
      .where('status', '=', 'failed')
      .execute()
    assert.deepEqual(unsent, [{ outcome: 'daily_limit' }, { outcome: 'daily_limit' }])
  })

  test('is due as it was after an export was read, and is deleted with its rule', async () => {
    const { host, type } = await aHost()
    const kept = await aRule(host, { trigger: 'before', offset_minutes: 60, texts: texts('kept') })
    const deleted = await aRule(host, { trigger: 'before', offset_minutes: 60, texts: texts('deleted') })
    const start_time = from(72 * hour)
    await aBooking(app, host, type, { start_time })
    await app.work()
    await app.ask(`DELETE ${deleted.uri}`, { token: host.token })
    const { organizationId } = host.principal
    await app.context.database.write((tx) =>
      tx.deleteFrom('jobs').where('organization_id', '=', organizationId).execute(),
    )
    await queueReminders(app.context.database, organizationId, app.clock.now())
    assert.ok(kept)
    assert.deepEqual(subjects(await at(before(start_time, hour))), ['kept'])
  })

  test('about a member who left goes to nobody', async () => {
    const owner = await aFounder(app)
    const member = await aMember(app, owner)
    const type = await anEventType(app, member, { active: true })
    await aRule(owner, { audience: 'hosts' })
    assert.deepEqual(
      (await during(() => aBooking(app, member, type, { start_time: from(24 * hour) }))).map(recipientOf),
      [member.email],
    )
  })
})
