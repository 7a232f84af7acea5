// seconds: 8
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { verifyLog } from '#activity/index.ts'
import { bookEventType, cancelOwnBooking, rescheduleInvitee, writeMeetingNotes } from '#bookings/index.ts'
import { configureEventType } from '#event-types/index.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, aSharedType, bookingOf, hours } from '../../support/bookings.ts'
import { everythingOf, hitsInDatabase, hitsInFiles } from '../../support/canary.ts'
import { aCast, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { ownWork } from '../../support/own-work.ts'
import { plantByTools, plantOnPages } from '../../support/planting.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aPublishedForm, aSubmission } from '../../support/routing.ts'
import { aSubscription } from '../../support/webhooks.ts'

const data = await mkdtemp(join(tmpdir(), 'openslot-erasure-'))
after(() => rm(data, { recursive: true, force: true }))
const app = await testApp({ isHeard: true, settings: { OPENSLOT_DATA: data, OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { mail: post } = app.context
/** As by a server that wants to see a message again before it takes it. */
let isMailHeldBack = false
const mailer: typeof post.mailer = {
  ...post.mailer,
  send: async (mail) => (isMailHeldBack ? { kind: 'deferred', code: 451 } : post.mailer.send(mail)),
}
/** With all that leaves: messages to receivers, and mail, which becomes files. */
const { work, lines: workerLines } = await ownWork(app, { ...app.context, mail: { ...post, mailer } })
const { database } = app.context

// Somebody who is nowhere else: every text of theirs has one of these in it.
const tag = `zq${randomUUID().replaceAll('-', '').slice(0, 12)}`
const number = `+351912${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`
const canary = { name: `Quill ${tag} Öäfeather`, email: `quill.${tag}@canary.test`, timezone: 'Europe/Lisbon' }
const texts = [tag, number, number.slice(4)]
const says = (what: string): string => `${what} said by ${tag}`

const receiver = await aReceiver()
const deaf = await aReceiver()
// It echoes the body that it received.
deaf.behave(({ text }, response) => {
  response.writeHead(500).end(`I do not understand ${text}`)
  return undefined
})

const question = (position: number) => ({
  name: `Question ${position}`,
  type: 'string',
  position,
  enabled: true,
  required: false,
  answer_choices: [],
  include_other: false,
})

/** Books, moves, cancels, answers and is spoken of, in every way there is. */
const plant = async (host: Person) => {
  const next = hours(30)
  const type = await anEventType(app, host, { active: true, name: 'Planted', duration: 30 })
  await app.run(configureEventType, host.principal, {
    uuid: type.id,
    custom_questions: [question(0), question(1)],
    locations: [{ kind: 'outbound_call' }, { kind: 'ask_invitee' }],
  })
  const everything = (more: object = {}) => ({
    ...bookingOf(type, { start_time: next() }),
    invitee: { ...canary, text_reminder_number: number },
    location: { kind: 'outbound_call', location: number },
    questions_and_answers: [
      { question: 'Question 0', answer: says('an answer'), position: 0 },
      { question: 'Question 1', answer: says('another answer'), position: 1 },
    ],
    tracking: Object.fromEntries(
      ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term', 'salesforce_uuid', 'crm_uuid'].map(
        (name) => [name, says(name).slice(0, 60)],
      ),
    ),
    event_guests: [`guest.of.${tag}@canary.test`],
    ...more,
  })
  const book = async (more: object = {}) => {
    const answer = await app.ask('POST /invitees', {
      token: host.token,
      body: everything(more),
      headers: { 'idempotency-key': randomUUID() },
    })
    assertStatus(answer, 200)
    return answer.body.resource
  }
  const stays = await book()
  await app.run(writeMeetingNotes, host.principal, { uuid: lastPart(stays.event), meeting_notes: says('notes') })
  for (const field of ['meeting_notes_plain', 'meeting_notes_html'])
    await app.run(writeMeetingNotes, host.principal, {
      uuid: lastPart((await book()).event),
      [field]: says(`notes as ${field}`),
    })
  await book({ location: { kind: 'ask_invitee', location: says('a place') } })
  const moved = await book()
  await app.run(rescheduleInvitee, host.principal, {
    uuid: lastPart(moved.uri),
    start_time: next(),
    reason: says('a reason to move'),
  })
  const off = await book()
  assertStatus(
    await app.ask(`POST ${off.event}/cancellation`, {
      token: host.token,
      body: { reason: says('a reason') },
      headers: { 'idempotency-key': randomUUID() },
    }),
    200,
  )
  const missed = await book()
  assertStatus(await app.ask('POST /invitee_no_shows', { token: host.token, body: { invitee: missed.uri } }), 201)

  // On a page, without a token; and then they call it off themselves.
  const onPage = await app.runOpen(bookEventType, { ...everything(), event_type: type.uri })
  await app.runOpen(cancelOwnBooking, { token: lastPart(onPage.cancel_url), reason: says('a reason of their own') })

  // Among others: in a group, and brought along.
  const group = await aSharedType(app, host, 'group')
  const together = next()
  const companion = {
    name: `Companion ${randomUUID().slice(0, 6)}`,
    email: `companion.${randomUUID().slice(0, 8)}@client.test`,
    timezone: 'Europe/Lisbon',
  }
  const inGroup = await aBooking(app, host, group, { start_time: together, invitee: canary })
  const beside = await aBooking(app, host, group, {
    start_time: together,
    invitee: companion,
    event_guests: ['somebody.else@client.test'],
  })
  await app.run(writeMeetingNotes, host.principal, {
    uuid: inGroup.eventId,
    meeting_notes: `${canary.name} and ${companion.name} agree. Call ${canary.email}.`,
  })
  const brought = await aBooking(app, host, type, {
    start_time: next(),
    invitee: companion,
    location: { kind: 'ask_invitee', location: 'a café' },
    event_guests: [canary.email.toUpperCase().replace('QUILL', 'Quill'), 'somebody.else@client.test'],
  })
  assertStatus(
    await app.ask(`POST ${brought.event}/cancellation`, { token: host.token, body: { reason: 'no time' } }),
    200,
  )

  // Forms: with an address, and without one but with a booking behind it.
  const form = await aPublishedForm(app, host)
  await aSubmission(
    app,
    form,
    { 'Your name': canary.name, 'Your e-mail': canary.email },
    { tracking: { utm_source: says('a form').slice(0, 60) } },
  )
  const nameless = await aPublishedForm(app, host, {
    name: 'Nameless',
    questions: [{ name: 'What', type: 'text', required: true }],
  })
  const submission = await aSubmission(app, nameless, { What: says('an answer to a form') })
  await book({ routing_form_submission: submission.uri })

  const own = { ...canary, number, says }
  await plantOnPages(app, own, { type, form, host, next })
  await plantByTools(app, own, { type, host, next })
  return { stays, beside, brought, companion, book, everything }
}

const cast = await aCast(app)
const other = await aCast(app)
for (const { owner } of [cast, other]) {
  for (const url of [receiver.url, deaf.url])
    await aSubscription(app, owner, url, {
      events: ['invitee.created', 'invitee.canceled', 'invitee_no_show.created', 'routing_form_submission.created'],
    })
}

/**
 * Texts that an invitee can write over the API when booking, moving or canceling; fields without personal data are left
 * out.
 */
const writable = new Set([
  ...['email', 'name', 'first_name', 'last_name', 'text_reminder_number', 'timezone'].map((name) => `invitee.${name}`),
  ...['kind', 'location'].map((name) => `location.${name}`),
  ...['question', 'answer'].map((name) => `questions_and_answers.${name}`),
  // The same under another name.
  ...['name', 'question', 'answer', 'value'].map((name) => `custom_questions.${name}`),
  ...['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term', 'salesforce_uuid', 'crm_uuid'].map(
    (name) => `tracking.${name}`,
  ),
  'event_guests',
  'reason',
  ...['meeting_notes', 'meeting_notes_plain', 'meeting_notes_html'],
])

describe('erasing a person (J8)', () => {
  test('every text that can be written about an invitee over the API is planted below: a new one belongs there', async () => {
    const document = (await app.ask('GET /openapi.json')).body
    // biome-ignore lint/suspicious/noExplicitAny: the form of a document is its own.
    const textsOf = (schema: any, path: readonly string[] = []): string[] => {
      if (!schema) return []
      if (schema.$ref)
        return textsOf(
          schema.$ref
            .split('/')
            .slice(1)
            .reduce((part: Record<string, unknown>, key: string) => part[key], document),
          path,
        )
      const isText =
        [schema.type].flat().includes('string') &&
        !schema.enum &&
        !schema.const &&
        !['uri', 'date-time', 'uuid', 'date'].includes(schema.format)
      return [
        ...(isText ? [path.join('.')] : []),
        ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), schema.items].flatMap((one) =>
          textsOf(one, path),
        ),
        ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) => textsOf(one, [...path, key])),
      ]
    }
    const found = Object.entries(
      document.paths as Record<
        string,
        Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>
      >,
    )
      .filter(([path]) => /^\/(invitees|scheduled_events|invitee_no_shows)/.test(path))
      .flatMap(([, operations]) => Object.values(operations))
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => textsOf(schema)))
    assert.deepEqual(new Set(found), writable)
  })

  test('0 hits in every column of every table and in all files, within 60 seconds; another organization keeps everything', async () => {
    const theirs = await plant(other.owner)
    const ours = await plant(cast.owner)
    companions.set(cast.organizationId, ours.companion)
    await work()
    // Announced, and still to be sent.
    isMailHeldBack = true
    await ours.book()
    await work()
    const waiting = await waitingMailsOf(cast.organizationId)
    assert.equal(
      waiting.filter(({ letter }) => letter?.includes(tag)).length,
      3,
      'mails are pending: to the invitee, their guest and the host',
    )
    // Recorded, and announced to nobody yet.
    await ours.book()

    const before = await hitsInDatabase(database, texts, cast.organizationId)
    const planted = before.map(({ where }) => where)
    for (const table of [
      'facts',
      'invitees',
      'mails',
      'routing_form_submissions',
      'scheduled_events',
      'webhook_deliveries',
    ])
      assert.ok(planted.includes(table), `the scan finds what was planted in ${table}`)
    const all = (await everythingOf(database, cast.organizationId)).join('\n')
    for (const what of [
      ...['an answer on a page', 'a reason on a page', 'no time, on a page', 'a page', 'sales'],
      ...['an answer by a tool', 'notes by a tool', 'a reason to move, by a tool', 'called off by a tool'],
    ])
      assert.ok(all.includes(says(what)), `${what} was planted`)
    assert.ok((await hitsInFiles(data, texts)).length > 0, 'the scan finds what was planted in files')
    const keys = await countOf('idempotency_keys')
    const elsewhere = await everythingOf(database, other.organizationId)
    const foreignMails = await mailsOf(other.organizationId)
    const received = receiver.received.length

    const began = performance.now()
    const answer = await app.ask('POST /data_compliance/deletion/invitees', {
      token: cast.owner.token,
      body: { emails: [canary.email.toUpperCase()] },
      headers: { 'idempotency-key': randomUUID() },
    })
    assertStatus(answer, 202)
    assert.deepEqual(answer.body, {})
    await work()
    const took = (performance.now() - began) / 1000
    console.log(`forgotten in ${took.toFixed(2)} s`)
    assert.ok(took < 60)

    assert.deepEqual(await hitsInDatabase(database, texts, cast.organizationId), [])
    assert.deepEqual(await waitingMailsOf(cast.organizationId), [])
    isMailHeldBack = false
    // A mail that was on its way in that moment may have become a file: there is a second look. And what waited would
    // be sent by then.
    for (const seconds of [46, 120]) {
      app.clock.advance(seconds * 1000)
      await work()
    }
    assert.deepEqual(await hitsInFiles(data, texts, (name) => foreignMails.some((id) => name.includes(id))), [])
    assert.ok((await hitsInFiles(data, texts)).length > 0, 'those of another organization stay')
    assert.ok(!JSON.stringify([app.logged, workerLines]).includes(tag), 'nothing is in the log')
    assert.ok((await countOf('idempotency_keys')) < keys)
    assert.deepEqual(
      receiver.received.slice(received).filter(({ text }) => text.includes(tag) && text.includes(cast.organizationId)),
      [],
    )

    // Elsewhere not a byte, but what was still to be sent there.
    const still = new Set(await everythingOf(database, other.organizationId))
    const changed = elsewhere.filter(
      (row) =>
        !still.has(row) && !/^(jobs|webhook_deliveries|webhook_subscriptions|mails|facts|activity_chains) /.test(row),
    )
    assert.deepEqual(changed, [])
    assert.equal(resourceOf(await app.ask(`GET ${theirs.stays.uri}`, { token: other.owner.token })).email, canary.email)
    assert.ok((await hitsInDatabase(database, texts, other.organizationId)).length >= planted.length - 1)

    // What is left: that there was an invitee, and everybody else.
    const left = resourceOf(await app.ask(`GET ${ours.stays.uri}`, { token: cast.owner.token }))
    assert.deepEqual(
      [left.name, left.email, left.status, left.questions_and_answers, left.text_reminder_number],
      ['Erased', 'erased@openslot.invalid', 'active', [], null],
    )
    const beside = resourceOf(await app.ask(`GET ${ours.beside.invitee.uri}`, { token: cast.owner.token }))
    assert.deepEqual([beside.name, beside.email], [ours.companion.name, ours.companion.email])
    const meeting = resourceOf(await app.ask(`GET ${ours.beside.event}`, { token: cast.owner.token }))
    assert.deepEqual(meeting.invitees_counter, { total: 2, active: 2, limit: meeting.invitees_counter.limit })
    assert.equal(meeting.meeting_notes_plain, `Erased and ${ours.companion.name} agree. Call Erased.`)
    const brought = resourceOf(await app.ask(`GET ${ours.brought.event}`, { token: cast.owner.token }))
    assert.deepEqual(
      brought.event_guests.map(({ email }: { email: string }) => email),
      ['somebody.else@client.test'],
    )
    await assertInvariants(database, cast.organizationId)
    assert.deepEqual(
      (await verifyLog(database.reader)).filter(
        ({ organizationId, trouble }) => organizationId === cast.organizationId && trouble !== undefined,
      ),
      [],
    )
  })

  test('proof: the log and the file outside the database exist, and name nobody', async () => {
    const person = app.context.persons.of(cast.organizationId, canary.email).toString('hex')
    const { body } = await app.ask('GET /activity_log_entries', {
      token: cast.owner.token,
      query: { organization: cast.organization, namespace: 'Compliance', sort: 'action:asc' },
    })
    const [completed, requested] = body.collection
    assert.deepEqual([completed.action, requested.action], ['Data_Deletion_Completed', 'Data_Deletion_Request'])
    assert.deepEqual(requested.details, {
      type: 'invitees',
      id: completed.details.id,
      emails: [person],
      requested_by: cast.owner.uri,
      uri: requested.details.uri,
    })
    assert.equal(completed.details.requested_by, cast.owner.uri)
    assert.ok(completed.details.entries > 0)
    // Other tests may have asked for other organizations, on the same database.
    const lines = (await readFile(join(data, 'deletions.jsonl'), 'utf8')).trim().split('\n')
    const own = lines.map((line) => JSON.parse(line)).filter(({ organization }) => organization === cast.organizationId)
    assert.equal(own.length, 1)
    assert.deepEqual(own[0], {
      id: completed.details.id,
      organization: cast.organizationId,
      kind: 'invitees',
      persons: [person],
      requested_at: '2026-03-02T10:00:00.000Z',
    })
  })

  test('idempotent: a second time changes nothing and is recorded again', async () => {
    const rows = async () =>
      (await everythingOf(database, cast.organizationId)).filter((row) =>
        /^(invitees|scheduled_events|webhook_deliveries|mails|routing_form_submissions) /.test(row),
      )
    const before = await rows()
    const answer = await app.ask('POST /data_compliance/invitee_deletion', {
      token: cast.owner.token,
      body: { emails: [canary.email] },
    })
    assertStatus(answer, 200)
    await work()
    assert.deepEqual(await rows(), before)
    const { body } = await app.ask('GET /activity_log_entries', {
      token: cast.owner.token,
      query: { organization: cast.organization, action: 'Data_Deletion_Completed', sort: 'occurred_at:desc' },
    })
    assert.deepEqual(
      body.collection
        .map(({ details }: { details: { entries: number } }) => details.entries)
        .sort((a: number, b: number) => a - b)[0],
      0,
    )
  })

  test('the people who met with them can be erased as well', async () => {
    const { email, name } = companionOf(cast.organizationId)
    assert.ok((await hitsInDatabase(database, [email], cast.organizationId)).length > 0)
    assertStatus(
      await app.ask('POST /data_compliance/invitee_deletion', { token: cast.owner.token, body: { emails: [email] } }),
      200,
    )
    await work()
    assert.deepEqual(await hitsInDatabase(database, [email, name], cast.organizationId), [])
    await assertInvariants(database, cast.organizationId)
  })

  test('the same address can book again, as a new person', async () => {
    const type = await anEventType(app, cast.admin, { active: true })
    const { invitee } = await aBooking(app, cast.admin, type, { start_time: '2026-03-05T09:00:00Z', invitee: canary })
    assert.equal(invitee.email, canary.email)
    await work()
    assertStatus(
      await app.ask('POST /data_compliance/invitee_deletion', {
        token: cast.owner.token,
        body: { emails: [canary.email] },
      }),
      200,
    )
    await work()
    assert.deepEqual(await hitsInDatabase(database, texts, cast.organizationId), [])
  })

  const companions = new Map<string, { readonly email: string; readonly name: string }>()
  const companionOf = (organizationId: string) => {
    const companion = companions.get(organizationId)
    if (!companion) throw new Error('Nobody was planted.')
    return companion
  }
  const countOf = async (table: 'idempotency_keys'): Promise<number> =>
    (
      await database.reader
        .selectFrom(table)
        .select('created_at')
        .where('organization_id', '=', cast.organizationId)
        .execute()
    ).length
  const waitingMailsOf = (organizationId: string) =>
    database.reader
      .selectFrom('mails')
      .select('letter')
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'pending')
      .execute()
  const mailsOf = async (organizationId: string): Promise<string[]> =>
    (
      await database.reader.selectFrom('mails').select('id').where('organization_id', '=', organizationId).execute()
    ).map(({ id }) => id)
})
