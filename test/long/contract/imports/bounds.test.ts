// seconds: 8
// on: embedded
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { findFirstInvitee, findLatestInvitee } from '#bookings/index.ts'
import { hasStoppedReminders } from '#bookings/store/own-bookings.ts'
import { advance, maxBegunTries, maxIdlePortions, maxPortions } from '#imports/jobs/advance.ts'
import { maxCounted } from '#imports/jobs/steps/meetings.ts'
import {
  maxAnswerBytes,
  maxItems,
  maxPages,
  maxPageTokenLength,
  maxPortionBytes,
  maxRecordLength,
} from '#imports/providers/source-client.ts'
import { claimImport } from '#imports/store/imports.ts'
import { findMoveHistories } from '#notifications/index.ts'
import { takeDueReminders } from '#notifications/store/reminders.ts'
import { resourceOf } from '../../../support/answers.ts'
import { testApp } from '../../../support/app.ts'
import {
  aMembership,
  anEvent,
  anInvitee,
  type CalendlyStandIn,
  calendlyContent,
  calendlyStandIn,
} from '../../../support/calendly-stand-in.ts'
import { aFounder, lastPart, type Person } from '../../../support/cast.ts'
import { importFrom } from '../../../support/importing.ts'
import { Visitor } from '../../../support/visitor.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { database } = app.context

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

describe('what another service can make an import do', () => {
  let source: CalendlyStandIn
  let person: Person

  before(async () => {
    source = await calendlyStandIn()
  })
  beforeEach(async () => {
    source.instead = () => undefined
    Object.assign(source.content, calendlyContent())
    person = await aFounder(app)
  })
  after(() => source.close())

  const fault = async (): Promise<string> => {
    const report = await importFrom(app, person, source)
    assert.equal(report.state, 'failed', JSON.stringify(report))
    return report.fault
  }
  const facts = async (): Promise<number> =>
    Number(
      (
        await database.reader
          .selectFrom('facts')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('organization_id', '=', person.principal.organizationId)
          .executeTakeFirstOrThrow()
      ).count,
    )
  const page = (collection: Json[], next: string | null) => ({
    status: 200,
    body: JSON.stringify({ collection, pagination: { next_page_token: next } }),
  })

  test('an answer that is too large ends the import: its bytes are not read to the end', async () => {
    const filling = Buffer.alloc(maxAnswerBytes + 1, ' ')
    source.instead = (path) => (path === '/organization_memberships' ? { status: 200, body: filling } : undefined)
    const refused = await app.ask('POST /imports', {
      token: person.token,
      body: { kind: 'calendly', url: source.address, token: source.token },
    })
    assert.equal(refused.status, 400, refused.text)
    source.instead = (path) =>
      path === '/groups' && source.requests.at(-1)?.includes('count=100') ? { status: 200, body: filling } : undefined
    assert.match(
      await fault(),
      /^A response of \/groups is larger than 4 MB\. That’s more than an import can process\./,
    )
  })

  test('answers that are too large together end the import, however many pages they come in', async () => {
    let pages = 0
    const body = JSON.stringify({
      collection: [],
      pagination: { next_page_token: 'x' },
      filling: 'x'.repeat(3 * 1024 * 1024),
    })
    source.instead = (path) => {
      if (path !== '/event_type_memberships') return undefined
      pages += 1
      return { status: 200, body }
    }
    assert.match(await fault(), /^\/event_type_memberships and its details are larger than 12 MB in total\./)
    assert.ok(pages * 3 * 1024 * 1024 <= maxPortionBytes + 2 * 3 * 1024 * 1024, `${pages} pages`)
  })

  test('a list of a type or a meeting that has no end ends the import after so many pages', async () => {
    let asked = 0
    source.instead = (path) => {
      if (path !== '/event_type_memberships') return undefined
      asked += 1
      return page([], `${asked}`)
    }
    assert.match(await fault(), /\/event_type_memberships still hasn’t ended after 10000 records/)
    assert.ok(asked <= 2 * maxPages, `${asked}`)
  })

  test('a page of more records than any service gives ends the import', async () => {
    source.instead = (path, query) =>
      path === '/groups' && query.get('count') === '100' ? page(Array(maxItems + 1).fill(0), null) : undefined
    assert.match(await fault(), /\/groups has more than 10000 records on a page/)
  })

  test('a record that is too large stays out and is named; one at the bound comes, and so do the others', async () => {
    const [one, two] = source.content.events
    const weightOf = (record: Json): number => JSON.stringify(record).length
    one.meeting_notes_plain = ''
    one.meeting_notes_plain = 'x'.repeat(maxRecordLength - weightOf(one))
    two.meeting_notes_plain = ''
    two.meeting_notes_plain = 'x'.repeat(maxRecordLength + 1 - weightOf(two))
    source.content.eventTypes[1].internal_note = 'x'.repeat(maxRecordLength)
    const report = await importFrom(app, person, source)
    assert.equal(report.state, 'finished', JSON.stringify(report.fault))
    const rows = await database.reader
      .selectFrom('scheduled_events')
      .select('meeting_notes_plain')
      .where('organization_id', '=', person.principal.organizationId)
      .execute()
    assert.deepEqual(
      rows.map((row) => row.meeting_notes_plain?.length),
      [one.meeting_notes_plain.length],
    )
    const remarks = report.remarks.join('\n')
    assert.match(
      remarks,
      new RegExp(
        `scheduled_events \\(${lastPart(two.uri)}\\) couldn’t be read and wasn’t imported: .*larger than 250 kB`,
      ),
    )
    assert.match(remarks, /event_types \(\S+\) couldn’t be read and wasn’t imported: .*larger than 250 kB/)
  })

  test('a type asks for as many reminders, durations and places as one that is made here', async () => {
    const type = {
      ...source.content.eventTypes[0],
      reminders: Array.from({ length: 10_000 }, (_, index) => index),
      duration_options: Array.from({ length: 700 }, (_, index) => index + 1),
      locations: Array.from({ length: 500 }, (_, index) => ({ kind: 'physical', location: `Room ${index}` })),
    }
    source.instead = (path) => (path === '/event_types' ? page([type], null) : undefined)
    assert.equal((await importFrom(app, person, source)).state, 'finished')
    const row = await database.reader
      .selectFrom('event_types')
      .select(['reminders', 'duration_options', 'locations'])
      .where('id', '=', lastPart(type.uri))
      .executeTakeFirstOrThrow()
    assert.deepEqual(row.reminders, [5, 6, 7, 8, 9])
    assert.equal(row.duration_options?.length, 4)
    assert.equal((typeof row.locations === 'string' ? JSON.parse(row.locations) : row.locations).length, 20)
  })

  test('the token of a next page is no longer than an address takes', async () => {
    const longest = 'x'.repeat(maxPageTokenLength)
    source.instead = (path, query) =>
      path === '/groups' && query.get('count') === '100'
        ? page([], query.get('page_token') === longest ? null : longest)
        : undefined
    const whole = await importFrom(app, person, source)
    assert.equal(whole.state, 'finished', whole.fault)
    source.instead = (path, query) =>
      path === '/groups' && query.get('count') === '100' ? page([], `${longest}x`) : undefined
    const body = { kind: 'calendly', url: source.address, token: source.token }
    const started = await app.ask('POST /imports', { token: person.token, body })
    assert.equal(started.status, 202, started.text)
    assert.equal((await advance(app.context, lastPart(started.body.resource.uri), 5_000)).kind, 'more')
    assert.equal((await advance(app.context, lastPart(started.body.resource.uri), 5_000)).kind, 'more')
    const { fault, cursor } = await database.reader
      .selectFrom('imports')
      .select(['fault', 'cursor'])
      .where('id', '=', lastPart(started.body.resource.uri))
      .executeTakeFirstOrThrow()
    assert.deepEqual([/source_unknown_format.*pagination/.test(fault ?? ''), cursor], [true, null], fault ?? '')
  })

  test('half characters, long ids and long names are kept out of the database, and hold up nothing', async () => {
    const [, host] = source.content.memberships
    const [first] = source.content.eventTypes
    first.name = `${'n'.repeat(254)}\u{1f600}`
    host.user.name = 'Half \ud83d character'
    host.user.slug = `page ${'s'.repeat(100_000)}`
    const wrong = aMembership(randomUUID(), { user: { email: `${'e'.repeat(99)}\u{1f600}@` } })
    const endless = { ...aMembership(randomUUID()), uri: `${wrong.uri}${randomBytes(3_000).toString('hex')}` }
    source.content.memberships.push(wrong, endless)
    const report = await importFrom(app, person, source)
    assert.equal(report.state, 'finished', report.fault)
    assert.match(report.remarks.join('\n'), /organization_memberships \(.*\) couldn’t be read and wasn’t imported: uri/)
    assert.ok(report.remarks.every((sentence: string) => sentence.length <= 1_000))
    const { name } = await database.reader
      .selectFrom('event_types')
      .select('name')
      .where('id', '=', lastPart(first.uri))
      .executeTakeFirstOrThrow()
    assert.equal(name, 'n'.repeat(254))
    const account = await database.reader
      .selectFrom('users')
      .select('name')
      .where('email', '=', host.user.email)
      .executeTakeFirstOrThrow()
    assert.equal(account.name, 'Half \ufffd character')
  })

  test('a list that gives the same again and again ends the import, and writes no fact for it', async () => {
    const { memberships } = source.content
    source.instead = (path, query) =>
      path === '/organization_memberships' && query.has('count') && !query.has('role')
        ? page(memberships, randomUUID())
        : undefined
    const body = { kind: 'calendly', url: source.address, token: source.token }
    const started = await app.ask('POST /imports', { token: person.token, body })
    assert.equal(started.status, 202, started.text)
    const id = lastPart(started.body.resource.uri)
    await database.write((tx) =>
      tx.updateTable('imports').set({ run: 77, step: 'members', cursor: null }).where('id', '=', id).execute(),
    )
    const before = await facts()
    assert.equal((await advance(app.context, id, 0)).kind, 'more')
    assert.equal((await advance(app.context, id, 0)).kind, 'more')
    assert.equal(await facts(), before, 'a portion is no fact')
    await database.write((tx) =>
      tx
        .updateTable('imports')
        .set({ idle_portions: maxIdlePortions - 2 })
        .where('id', '=', id)
        .execute(),
    )
    assert.equal((await advance(app.context, id, 0)).kind, 'more')
    assert.equal((await advance(app.context, id, 0)).kind, 'over')
    const ended = resourceOf(await app.ask(`GET ${started.body.resource.uri}`, { token: person.token }))
    assert.deepEqual([ended.state, /A list \(members\) doesn’t end/.test(ended.fault)], ['failed', true], ended.fault)
    assert.equal(await facts(), before + 1)
  })

  const begun = async (step: 'members' | 'counting', progress: object): Promise<{ id: string; uri: string }> => {
    const body = { kind: 'calendly', url: source.address, token: source.token }
    const started = await app.ask('POST /imports', { token: person.token, body })
    assert.equal(started.status, 202, started.text)
    const { uri } = started.body.resource
    await database.write((tx) =>
      tx
        .updateTable('imports')
        .set({ step, cursor: null, ...progress })
        .where('id', '=', lastPart(uri))
        .execute(),
    )
    return { id: lastPart(uri), uri }
  }

  test('a list that brings something new each time ends the import after 100,000 portions', async () => {
    source.instead = (path, query) =>
      path === '/organization_memberships' && query.has('count') && !query.has('role')
        ? page([aMembership(randomUUID())], randomUUID())
        : undefined
    const { id, uri } = await begun('members', { portions: maxPortions - 2 })
    assert.equal((await advance(app.context, id, 0)).kind, 'more')
    assert.equal((await advance(app.context, id, 0)).kind, 'over')
    assert.match(
      resourceOf(await app.ask(`GET ${uri}`, { token: person.token })).fault,
      /A list \(members\) doesn’t end/,
    )
  })

  test('meetings are counted up to half a million, and the next step begins', async () => {
    source.instead = (path) => (path === '/scheduled_events' ? page(Array(100).fill({}), randomUUID()) : undefined)
    const { id } = await begun('counting', { cursor: 'next', meetings: maxCounted - 200 })
    const state = () =>
      database.reader.selectFrom('imports').select(['step', 'meetings']).where('id', '=', id).executeTakeFirstOrThrow()
    await advance(app.context, id, 0)
    assert.deepEqual(await state(), { step: 'counting', meetings: maxCounted - 100 })
    await advance(app.context, id, 0)
    assert.notEqual((await state()).step, 'counting')
    assert.equal((await state()).meetings, maxCounted)
  })

  test('work that ends the process is counted before it begins, and not begun a fourth time', async () => {
    const body = { kind: 'calendly', url: source.address, token: source.token }
    const started = await app.ask('POST /imports', { token: person.token, body })
    assert.equal(started.status, 202, started.text)
    const id = lastPart(started.body.resource.uri)
    // A process that ends leaves the claim as it is, until its lease is over.
    const crash = async (): Promise<void> => {
      assert.ok(await database.write((tx) => claimImport(tx, id, randomUUID())))
      await database.write((tx) =>
        sql`update imports set leased_until = statement_timestamp() - interval '1 second' where id = ${id}`.execute(tx),
      )
    }
    for (let crashes = 0; crashes < maxBegunTries; crashes += 1) await crash()
    const requests = source.requests.length
    assert.equal((await advance(app.context, id, 1_000)).kind, 'over')
    assert.equal(source.requests.length, requests, 'nothing is asked for')
    const ended = resourceOf(await app.ask(`GET ${started.body.resource.uri}`, { token: person.token }))
    assert.deepEqual([ended.state, /^The service crashed three times/.test(ended.fault)], ['failed', true], ended.fault)
    const again = await importFrom(app, person, source)
    assert.equal(again.state, 'finished', JSON.stringify(again))
  })
})

describe('moves that lead in a circle', () => {
  const content = calendlyContent()
  const [owner] = content.memberships.map(({ user }) => user)
  const times = [3, 4, 5].map((day) => `2026-03-0${day}T13:00:00.000000Z`)
  const tag = randomUUID().slice(0, 8)
  const cancellation = {
    canceled_by: 'Somebody',
    reason: null,
    canceler_type: 'invitee',
    created_at: '2026-02-01T00:00:00.000000Z',
  }
  const events = times.map((time, index) =>
    anEvent(`circle ${index} ${tag}`, content.eventTypes[0], owner, time, {
      ...{ status: 'canceled', cancellation, invitees_counter: { total: 1, active: 0, limit: 1 } },
    }),
  )
  const uris = events.map((event, index) => anInvitee(`circle${index}${tag}`, event).uri)
  const invitees = events.map((event, index) =>
    anInvitee(`circle${index}${tag}`, event, {
      cancellation,
      rescheduled: true,
      old_invitee: uris[(index + 2) % 3],
      new_invitee: uris[(index + 1) % 3],
    }),
  )
  const links = (organizationId: string) =>
    database.reader
      .selectFrom('invitees')
      .select(['id', 'old_invitee_id', 'new_invitee_id'])
      .where('organization_id', '=', organizationId)
      .execute()

  test('are not closed by an import: the last move is left out', async () => {
    const source = await calendlyStandIn({ ...content, events, invitees })
    const person = await aFounder(app)
    const report = await importFrom(app, person, source).finally(() => source.close())
    assert.equal(report.state, 'finished', JSON.stringify(report))
    const rows = await links(person.principal.organizationId)
    assert.deepEqual(
      [rows.length, rows.filter((row) => row.new_invitee_id === null).length],
      [3, 1],
      JSON.stringify(rows),
    )
  })

  test('that are here already end: the page of a booking answers, and each query that follows moves', async () => {
    const source = await calendlyStandIn({ ...content, events, invitees })
    const person = await aFounder(app)
    await importFrom(app, person, source).finally(() => source.close())
    const { organizationId } = person.principal
    const [first, second, third] = (await links(organizationId)).map(({ id }) => id)
    // As imports of before left them.
    await database.write(async (tx) => {
      for (const [from, to] of [
        [first, second],
        [second, third],
        [third, first],
      ])
        await tx
          .updateTable('invitees')
          .set({ new_invitee_id: to ?? '' })
          .where('id', '=', from ?? '')
          .execute()
      await tx
        .updateTable('invitees')
        .set({ old_invitee_id: null })
        .where('organization_id', '=', organizationId)
        .execute()
      for (const [from, to] of [
        [first, second],
        [second, third],
        [third, first],
      ])
        await tx
          .updateTable('invitees')
          .set({ old_invitee_id: from ?? '' })
          .where('id', '=', to ?? '')
          .execute()
    })
    assert.equal(await findLatestInvitee(database.reader, organizationId, first ?? ''), third)
    assert.equal(await findFirstInvitee(database.reader, organizationId, first ?? ''), second)
    assert.equal((await findMoveHistories(database.reader, [first ?? ''])).get(first ?? '')?.sequence, 2)
    const invitee = { organizationId, id: first ?? '' }
    assert.equal(await hasStoppedReminders(database.reader, { invitee, guest: null } as never), false)
    await database.write(async (tx) => {
      await tx
        .insertInto('reminders')
        .values({
          id: randomUUID(),
          organization_id: organizationId,
          invitee_id: first ?? '',
          due_at: app.clock.now(),
          created_at: app.clock.now(),
        })
        .execute()
      const [reminder] = await tx
        .selectFrom('reminders')
        .select('id')
        .where('invitee_id', '=', first ?? '')
        .execute()
      assert.deepEqual(await takeDueReminders(tx, [reminder?.id ?? '']), [])
    })
    const page = await new Visitor(app).get(`/cancellations/${first}`)
    assert.equal(page.status, 200, page.text)
  })
})
