// seconds: 5
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { resourceOf } from '../../../support/answers.ts'
import { testApp } from '../../../support/app.ts'
import {
  anEvent,
  anInvitee,
  aType,
  type CalendlyStandIn,
  calendlyContent,
  calendlyStandIn,
  uriAt,
} from '../../../support/calendly-stand-in.ts'
import { aFounder, type Person } from '../../../support/cast.ts'
import { importFrom } from '../../../support/importing.ts'
import { assertInvariants } from '../../../support/invariants.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { database } = app.context

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

const later = { updated_at: '2026-02-02T00:00:00.000000Z' }

describe('what was changed here since an import, and there as well', () => {
  let source: CalendlyStandIn
  let person: Person

  before(async () => {
    source = await calendlyStandIn()
  })
  beforeEach(async () => {
    Object.assign(source.content, calendlyContent())
    person = await aFounder(app)
    assert.equal((await bring()).state, 'finished')
  })
  after(() => source.close())

  const bring = (body: object = {}): Promise<Json> => importFrom(app, person, source, body)
  const ask = async (address: string, body?: object): Promise<Json> => {
    const answer = await app.ask(address, { token: person.token, ...(body ? { body } : {}) })
    assert.ok(answer.status < 300, answer.text)
    return resourceOf(answer)
  }
  const change = (list: 'events' | 'eventTypes' | 'schedules', index: number, changes: object): void => {
    const row = source.content[list][index]
    Object.assign(row, 'updated_at' in row ? later : {}, changes)
  }
  const ownPath = (uri: string): string => new URL(uri).pathname
  const finished = async (report: Json): Promise<string> => {
    assert.equal(report.state, 'finished', JSON.stringify(report))
    await assertInvariants(database, person.principal.organizationId)
    return report.remarks.join('\n')
  }

  test('a type: what is here stays and is named with both values; what only the other side changed is taken', async () => {
    const { uri } = source.content.eventTypes[1]
    await ask(`PATCH ${ownPath(uri)}`, { name: 'Renamed here', active: false })
    change('eventTypes', 1, { name: 'Renamed there', color: '#ff0000' })
    const remarks = await finished(await bring())
    const type = await ask(`GET ${ownPath(uri)}`)
    assert.deepEqual([type.name, type.active, type.color], ['Renamed here', false, '#ff0000'])
    assert.match(
      remarks,
      /Changed on both sides: event types “Renamed there”, name\. Openslot: Renamed here\. Source: Renamed there\. We kept your version\./,
    )
    assert.ok(!remarks.includes(', active'), 'only people here changed it')
    // Nothing new there: nothing is said again, until the source is preferred.
    assert.ok(!(await finished(await bring())).includes('Changed here and there'))
    const preferred = await finished(await bring({ prefer_source: true }))
    assert.deepEqual(
      [(await ask(`GET ${ownPath(uri)}`)).name, (await ask(`GET ${ownPath(uri)}`)).active],
      ['Renamed there', true],
    )
    assert.match(
      preferred,
      /event types “Renamed there”, active\. Openslot: false\. Source: true\. The imported version replaced yours\./,
    )
  })

  test('hours: what is here stays, whatever the schedule says there', async () => {
    const { uri } = source.content.schedules[1]
    const rules = [{ type: 'wday', wday: 'monday', intervals: [{ from: '06:00', to: '07:00' }] }]
    await database.write((tx) =>
      tx
        .updateTable('availability_schedules')
        .set({ rules: JSON.stringify(rules) })
        .where('id', '=', uri.split('/').pop())
        .execute(),
    )
    change('schedules', 1, { rules: [{ type: 'wday', wday: 'friday', intervals: [] }], timezone: 'Europe/Paris' })
    const remarks = await finished(await bring())
    const schedule = await ask(`GET ${ownPath(uri)}`)
    assert.deepEqual(schedule.rules.find((rule: Json) => rule.wday === 'monday').intervals, [
      { from: '06:00', to: '07:00' },
    ])
    assert.equal(schedule.timezone, 'Europe/Paris')
    assert.match(remarks, /Changed on both sides: user availability schedules “Working hours”, rules\./)
  })

  test('a meeting that was canceled here stays canceled, and so it does when the source is preferred: its invitees were told', async () => {
    const { uri } = source.content.events[1]
    await ask(`POST ${ownPath(uri)}/cancellation`, { reason: 'Ill' })
    change('events', 1, { start_time: '2026-03-05T09:00:00.000000Z', end_time: '2026-03-05T09:30:00.000000Z' })
    const remarks = await finished(await bring())
    assert.equal((await ask(`GET ${ownPath(uri)}`)).status, 'canceled')
    assert.match(
      remarks,
      /Changed on both sides: scheduled events “\S+”, status and time\. Openslot: canceled, 2026-03-04T09:00:00\.000Z\. Source: active, 2026-03-05T09:00:00\.000Z\. We kept your version\./,
    )
    assert.match(
      await finished(await bring({ prefer_source: true })),
      /Canceled in Openslot: “\S+”\. It stays canceled/,
    )
    const event = await ask(`GET ${ownPath(uri)}`)
    assert.deepEqual([event.status, event.start_time.slice(0, 10)], ['canceled', '2026-03-04'])
  })

  test('an invitee who canceled here does not come back when the source is preferred', async () => {
    const { uri } = source.content.events[1]
    const [invitee] = await database.reader
      .selectFrom('invitees')
      .select('id')
      .where('scheduled_event_id', '=', uri.split('/').pop())
      .execute()
    await ask(`POST /invitees/${invitee?.id}/cancellation`, {})
    change('events', 1, { name: 'Renamed there' })
    assert.match(await finished(await bring({ prefer_source: true })), /Canceled in Openslot: “/)
    assert.equal((await ask(`GET ${ownPath(uri)}`)).status, 'canceled')
  })

  test('a meeting that got another note here is as it is there when the source is preferred', async () => {
    const { uri } = source.content.events[1]
    await ask(`PATCH ${ownPath(uri)}`, { meeting_notes_plain: 'Note' })
    change('events', 1, { start_time: '2026-03-05T09:00:00.000000Z', end_time: '2026-03-05T09:30:00.000000Z' })
    assert.match(await finished(await bring({ prefer_source: true })), /The imported version replaced yours/)
    const event = await ask(`GET ${ownPath(uri)}`)
    assert.deepEqual([event.status, event.start_time.slice(0, 10)], ['active', '2026-03-05'])
  })

  test('a meeting that was moved here, and changed there: every import ends, and the move stays', async () => {
    const { uri } = source.content.events[1]
    const id = uri.split('/').pop()
    // A move cancels the booking and makes another.
    const [invitee] = await database.reader
      .selectFrom('invitees')
      .selectAll()
      .where('scheduled_event_id', '=', id)
      .execute()
    const [meeting] = await database.reader.selectFrom('scheduled_events').selectAll().where('id', '=', id).execute()
    const canceled = {
      status: 'canceled' as const,
      canceled_at: app.clock.now(),
      canceled_by: 'Somebody',
      canceler_type: 'invitee' as const,
    }
    const [newEvent, newInvitee] = [randomUUID(), randomUUID()]
    await database.write(async (tx) => {
      await tx.deleteFrom('taken_spans').where('scheduled_event_id', '=', id).execute()
      await tx
        .insertInto('scheduled_events')
        .values({ ...(meeting as Json), id: newEvent, ...canceled, invitees_active: 0, imported: false })
        .execute()
      await tx
        .insertInto('scheduled_event_hosts')
        .values({
          ...((await tx
            .selectFrom('scheduled_event_hosts')
            .selectAll()
            .where('scheduled_event_id', '=', id)
            .executeTakeFirstOrThrow()) as Json),
          scheduled_event_id: newEvent,
        })
        .execute()
      await tx
        .insertInto('invitees')
        .values({
          ...(invitee as Json),
          id: newInvitee,
          scheduled_event_id: newEvent,
          old_invitee_id: invitee?.id,
          ...canceled,
          imported: false,
        })
        .execute()
      await tx
        .updateTable('invitees')
        .set({ ...canceled, new_invitee_id: newInvitee })
        .where('id', '=', invitee?.id ?? '')
        .execute()
      await tx
        .updateTable('scheduled_events')
        .set({ ...canceled, invitees_active: 0 })
        .where('id', '=', id)
        .execute()
    })
    for (const name of ['Changed once', 'Changed twice']) {
      change('events', 1, { name, updated_at: `2026-02-0${name.length - 9}T00:00:00.000000Z` })
      const report = await bring()
      assert.equal(report.state, 'finished', JSON.stringify(report))
      assert.match(report.remarks.join('\n'), /Changed on both sides: scheduled events/)
    }
    const preferred = await bring({ prefer_source: true })
    assert.equal(preferred.state, 'finished', JSON.stringify(preferred))
    assert.match(preferred.remarks.join('\n'), new RegExp(`Canceled in Openslot: “${id}”`))
  })

  test('what was deleted here stays deleted', async () => {
    const { uri } = source.content.schedules[1]
    await database.write((tx) =>
      tx.deleteFrom('availability_schedules').where('id', '=', uri.split('/').pop()).execute(),
    )
    change('schedules', 1, { name: 'Other hours' })
    assert.match(
      await finished(await bring()),
      /Deleted in Openslot and changed at the source: user availability schedules “Other hours”\. It stays deleted\./,
    )
    assert.equal((await app.ask(`GET ${ownPath(uri)}`, { token: person.token })).status, 404)
    await finished(await bring({ prefer_source: true }))
    assert.equal((await ask(`GET ${ownPath(uri)}`)).name, 'Other hours')
  })

  test('a record that the database refuses is named and stays out, and the others come', async () => {
    const { content } = source
    const [owner] = content.memberships.map(({ user }) => user)
    const type = aType(`bad-${randomUUID().slice(0, 8)}`, owner)
    const tag = randomUUID().slice(0, 8)
    const [one, two] = ['2026-04-01T09:00:00.000000Z', '2026-04-02T09:00:00.000000Z'].map((at, index) =>
      anEvent(`${index} ${tag}`, type, owner, at),
    )
    // Two invitees who share a no-show: no two may have the same here.
    const no_show = { uri: uriAt('invitee_no_shows', randomUUID()), created_at: later.updated_at }
    content.eventTypes.push(type)
    content.events.push(one, two)
    content.invitees.push(anInvitee(`a${tag}`, one, { no_show }), anInvitee(`b${tag}`, two, { no_show }))
    const report = await bring()
    const remarks = await finished(report)
    assert.equal(report.counts.find(({ kind }: Json) => kind === 'scheduled_events').created, 1)
    assert.match(remarks, new RegExp(`A record \\(${two.uri.split('/').pop()}\\) couldn’t be saved`))
  })

  test('remarks of before a stop are in the report', async () => {
    change('eventTypes', 1, { locations: [{ kind: 'telepathy' }] })
    source.instead = (path, query) =>
      path === '/scheduled_events' && query.has('sort') ? { status: 401, body: '{}' } : undefined
    assert.equal((await bring()).state, 'failed')
    source.instead = () => undefined
    const report = await bring()
    assert.deepEqual([report.state, report.run], ['finished', 2])
    assert.match(report.remarks.join('\n'), /Some locations of “.*” are of a kind that Openslot doesn’t support/)
  })
})
