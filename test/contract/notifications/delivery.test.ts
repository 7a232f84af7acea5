// seconds: 6
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { clearMailHistory, erasePersonFromMails } from '#notifications/index.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, anInviteeNamed, bookingOf, hours } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import { read } from '../../support/mail-server.ts'
import { ownWork } from '../../support/own-work.ts'
import { raw } from '../../support/raw.ts'

const app = await mailApp()
const { colleague, organizationId } = await aCast(app)
const introCall = await anEventType(app, colleague, { active: true, name: 'Intro call', reminders: [] })
const later = hours(30)
// Days pass below: what is booked is three weeks away.
for (let skipped = 0; skipped < 14 * 16; skipped += 1) later()
const { mailServer } = app
await app.work()

const minute = 60_000
const day = 24 * 60 * minute

const receivedBy = (email: string) => mailServer.received.filter((one) => recipientOf(one) === email)

const book = async () => {
  const invitee = anInviteeNamed()
  await aBooking(app, colleague, introCall, { start_time: later(), invitee })
  return invitee.email
}

const mailsTo = (email: string) =>
  app.context.database.reader
    .selectFrom('mails')
    .select(['id', 'status', 'attempts', 'outcome', 'letter', 'body'])
    .where('recipient', '=', email)
    .execute()

/** Lets so much time pass, with work whenever something is due. */
const pass = async (milliseconds: number): Promise<void> => {
  const end = app.clock.now().getTime() + milliseconds
  for (let round = 0; round < 300; round += 1) {
    const [next] = await raw(
      app.context.database.reader,
      sql<{
        run_at: Date | null
      }>`select min(run_at) as run_at from jobs where organization_id = ${organizationId}::uuid`,
    )
    const at = next?.run_at?.getTime() ?? end
    app.clock.advance(Math.max(0, Math.min(at, end) - app.clock.now().getTime()))
    await app.work()
    if (at >= end) return
  }
  throw new Error('There is always something due.')
}

afterEach(async () => {
  mailServer.behave(() => undefined)
  await mailServer.start()
  await app.work()
})

describe('a message', () => {
  test('is sent once, and its content is not kept afterwards', async () => {
    const email = await book()
    await app.work()
    await pass(day)
    assert.equal(receivedBy(email).length, 1)
    const [mail] = await mailsTo(email)
    assert.deepEqual([mail?.status, mail?.attempts, mail?.outcome, mail?.letter], ['sent', 1, 'accepted', null])
    assert.equal(receivedBy(email)[0]?.messageId, `<${mail?.id}@book.test>`)
  })

  test('is history for 90 days', async () => {
    const [old, older] = [await book(), await book()]
    await app.work()
    const since = (days: number) => new Date(app.clock.now().getTime() - days * day)
    await app.context.database.write(async (tx) => {
      for (const [email, at] of [[old, since(90)] as const, [older, since(91)] as const])
        await sql`update mails set created_at = ${at} where recipient = ${email}`.execute(tx)
    })
    while ((await clearMailHistory(app.context.database, app.clock.now())).more);
    assert.deepEqual([(await mailsTo(old)).length, (await mailsTo(older)).length], [1, 0])
  })

  test('is never sent for what did not commit', async () => {
    const [wanted, refused] = [later(), anInviteeNamed()]
    await aBooking(app, colleague, introCall, { start_time: wanted })
    const before = await raw(
      app.context.database.reader,
      sql<{
        count: number
      }>`select count(*)::integer as count from mails where organization_id = ${organizationId}::uuid`,
    )
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.ask('POST /invitees', {
          token: colleague.token,
          body: bookingOf(introCall, { start_time: wanted, invitee: refused }),
        }),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 400))
    // A fact and all that comes of it go with their transaction.
    await assert.rejects(
      app.context.database.write(async (tx) => {
        await sql`insert into facts (id, organization_id, name, actor_type, subject, occurred_at)
          select ${randomUUID()}::uuid, organization_id, name, actor_type, subject, occurred_at from facts
          where organization_id = ${organizationId}::uuid and name = 'invitee.created' limit 1`.execute(tx)
        throw new Error('it does not commit')
      }),
    )
    await app.work()
    assert.equal(receivedBy(refused.email).length, 0)
    const after = await raw(
      app.context.database.reader,
      sql<{
        count: number
      }>`select count(*)::integer as count from mails where organization_id = ${organizationId}::uuid`,
    )
    assert.equal((after[0]?.count ?? 0) - (before[0]?.count ?? 0), 2)
  })

  test('is not lost while the server is away: it is retried with growing delays, and sent when the server is back (C6)', async () => {
    await mailServer.stop()
    const emails = [await book(), await book(), await book()]
    await app.work()
    await pass(6 * 60 * minute)
    const attempts = (await Promise.all(emails.map(mailsTo))).flat().map((mail) => mail.attempts)
    assert.ok(
      attempts.every((count) => count >= 5 && count <= 14),
      attempts.join(),
    )
    await mailServer.start()
    await pass(61 * minute)
    for (const email of emails) assert.equal(receivedBy(email).length, 1)
  })

  for (const [what, behaviour] of [
    ['refuses it for now', (stage: string) => (stage === 'to' ? 450 : undefined)],
    ['refuses it after the last byte', (stage: string) => (stage === 'data' ? 554 : undefined)],
    ['refuses the sender', (stage: string) => (stage === 'from' ? 550 : undefined)],
    ['refuses every connection', (stage: string) => (stage === 'connect' || stage === 'from' ? 554 : undefined)],
  ] as const) {
    test(`arrives once when the server ${what}, and takes it later (C6)`, async () => {
      mailServer.behave(behaviour)
      const email = await book()
      await app.work()
      assert.equal(receivedBy(email).length, 0)
      assert.equal((await mailsTo(email))[0]?.status, 'pending')
      mailServer.behave(() => undefined)
      await pass(10 * minute)
      assert.equal(receivedBy(email).length, 1)
    })
  }

  test('arrives at most twice when the connection is lost after the last byte, with the same id and calendar entry (C6)', async () => {
    let drops = 1
    const dropped = anInviteeNamed()
    mailServer.behave((stage, address) =>
      stage === 'data' && address === dropped.email && drops-- > 0 ? 'drop' : undefined,
    )
    await aBooking(app, colleague, introCall, { start_time: later(), invitee: dropped })
    await app.work()
    await pass(10 * minute)
    const received = receivedBy(dropped.email)
    assert.equal(received.length, 2)
    assert.equal(new Set(received.map(({ messageId }) => messageId)).size, 1)
    assert.equal(new Set(received.map(({ calendar }) => calendar?.text)).size, 1)
    await pass(day)
    assert.equal(receivedBy(dropped.email).length, 2)
  })

  test('to an unknown recipient fails at once, and the others get theirs', async () => {
    const nobody = anInviteeNamed()
    mailServer.behave((stage, address) => (stage === 'to' && address === nobody.email ? 550 : undefined))
    await aBooking(app, colleague, introCall, {
      start_time: later(),
      invitee: nobody,
      event_guests: ['still@client.test'],
    })
    await app.work()
    await pass(day)
    const [mail] = await mailsTo(nobody.email)
    assert.deepEqual(
      [mail?.status, mail?.attempts, mail?.outcome, mail?.letter],
      ['failed', 1, 'no_recipient:550', null],
    )
    const counted = app.context.jobCounts.all().find(({ kind, outcome }) => kind === 'mail' && outcome === 'given_up')
    assert.equal(counted?.count, 1)
    assert.equal(receivedBy('still@client.test').length, 1)
  })

  test('is given up after four days, and not before', async () => {
    mailServer.behave(() => 451)
    const email = await book()
    await app.work()
    for (const step of [day, day, day, day - minute]) {
      app.clock.advance(step)
      await app.work()
    }
    assert.equal((await mailsTo(email))[0]?.status, 'pending')
    app.clock.advance(2 * minute)
    await app.work()
    const [mail] = await mailsTo(email)
    assert.deepEqual([mail?.status, mail?.outcome], ['failed', 'answered:451'])
  })

  test('many at once go over at most ten connections', async () => {
    const guests = Array.from({ length: 10 }, (_, index) => `crowd.${index}@client.test`)
    for (let count = 0; count < 6; count += 1)
      await aBooking(app, colleague, introCall, { start_time: later(), event_guests: guests })
    await app.work()
    assert.equal(mailServer.received.filter((one) => recipientOf(one).startsWith('crowd.')).length, 60)
    assert.ok(mailServer.most() <= 10, String(mailServer.most()))
  })
})

describe('an erased person', () => {
  test('is in no message afterwards, neither one that waits nor one that was sent; guests too (C7)', async () => {
    mailServer.behave((stage) => (stage === 'data' ? 451 : undefined))
    const [erased, kept, bringing] = [anInviteeNamed(), anInviteeNamed(), anInviteeNamed()]
    const guest = `${randomUUID()}@client.test`
    await aBooking(app, colleague, introCall, { start_time: later(), invitee: erased })
    await aBooking(app, colleague, introCall, { start_time: later(), invitee: kept })
    await aBooking(app, colleague, introCall, { start_time: later(), invitee: bringing, event_guests: [guest] })
    await app.work()
    for (const email of [` ${erased.email.toUpperCase()}`, guest]) {
      await app.context.database.write((tx) =>
        erasePersonFromMails(tx, organizationId, app.context.persons.of(organizationId, email)),
      )
    }
    mailServer.behave(() => undefined)
    const before = mailServer.received.length
    await pass(2 * 60 * minute)
    const texts = mailServer.received.slice(before).map(({ raw: text, calendar }) => `${text} ${calendar?.text}`)
    assert.ok(texts.length >= 2)
    for (const text of texts) for (const gone of [erased.email, erased.name, guest]) assert.ok(!text.includes(gone))
    assert.equal(receivedBy(kept.email).length, 1)
    const rows = await raw(
      app.context.database.reader,
      sql<{
        text: string
      }>`select row_to_json(m)::text as text from mails m where organization_id = ${organizationId}::uuid`,
    )
    for (const { text } of rows) for (const gone of [erased.email, erased.name, guest]) assert.ok(!text.includes(gone))
  })
})

describe('without a mail server', () => {
  test('messages are files that mail programs read, private to the user; the log names the folder once, and each file at debug level', async () => {
    const folder = join(tmpdir(), `openslot-test-${process.pid}-files`)
    const files = await testApp({ isHeard: true, settings: { OPENSLOT_DATA: folder } })
    const { owner } = await aCast(files)
    const { work, lines: logged } = await ownWork(files)
    const invitee = anInviteeNamed()
    await aBooking(files, owner, await anEventType(files, owner, { active: true, name: 'Filed' }), { invitee })
    await work()
    const lines = logged.filter(({ message }) => message.includes('written to a file'))
    assert.ok(lines.length >= 2)
    assert.ok(lines.every(({ level }) => level === 'debug'))
    const smtpLines = logged.filter(({ level, message }) => level !== 'debug' && message.includes('SMTP'))
    assert.deepEqual(
      smtpLines.map(({ level, fields }) => [level, fields]),
      [['info', { folder: join(folder, 'mail') }]],
    )
    const paths = lines.map(({ fields }) => (fields as { file: string }).file)
    const mails = await Promise.all(paths.map(async (path) => ({ path, ...(await read(await readFile(path))) })))
    const mine = mails.filter(({ mail }) => mail.to?.[0]?.address === invitee.email)
    assert.equal(mine.length, 1)
    const [one] = mine
    assert.match(one?.subject ?? '', /^Filed with /)
    assert.equal(one?.calendar?.method, 'REQUEST')
    assert.equal(dirname(one?.path ?? ''), join(folder, 'mail'))
    assert.match(one?.path ?? '', /\/2026-03-02T10-00-00Z-[0-9a-f-]{36}\.eml$/)
    assert.equal((await stat(one?.path ?? '')).mode & 0o077, 0)
    assert.equal((await stat(join(folder, 'mail'))).mode & 0o077, 0)
    assert.ok((await readdir(join(folder, 'mail'))).every((name) => name.endsWith('.eml')))
    for (const line of lines) assert.deepEqual(Object.keys(line.fields), ['file'])
    assert.ok(!JSON.stringify(logged).includes(invitee.email))

    // They are kept for 30 days. Files that we did not write stay.
    const others = ['notes.eml', '1999-01-01T00-00-00Z.txt']
    for (const name of others) await writeFile(join(folder, 'mail', name), '')
    files.clock.advance(30 * 24 * 3_600_000)
    const isLeft = async (): Promise<boolean[]> => {
      assert.deepEqual(await files.context.mail.clearFiles(files.clock.now()), { more: false })
      const names = await readdir(join(folder, 'mail'))
      return [...others, basename(one?.path ?? '')].map((name) => names.includes(name))
    }
    assert.deepEqual(await isLeft(), [true, true, true])
    files.clock.advance(1_000)
    assert.deepEqual(await isLeft(), [true, true, false])
  })
})
