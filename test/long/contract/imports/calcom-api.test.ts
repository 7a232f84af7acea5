// seconds: 5
// on: embedded
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Worker } from '#execution/jobs/worker.ts'
import { importing } from '#imports/index.ts'
import { resourceOf } from '../../../support/answers.ts'
import { testApp } from '../../../support/app.ts'
import { type CalcomApiInTest, calcomApi } from '../../../support/calcom-api.ts'
import { calcomContent, uidIn, withWaiting } from '../../../support/calcom-content.ts'
import { aFounder, type Person } from '../../../support/cast.ts'
import { assertInvariants } from '../../../support/invariants.ts'
import { recordedLog } from '../../../support/recorded-log.ts'
import { Visitor } from '../../../support/visitor.ts'
import { assertRequestsCome } from '../../../support/waiting-there.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

const start = (source: CalcomApiInTest, by: Person, body: object = {}) =>
  app.ask('POST /imports', {
    token: by.token,
    body: { kind: 'calcom', url: source.address, token: source.key, ...body },
  })

const bring = async (source: CalcomApiInTest, by: Person): Promise<Json> => {
  const started = await start(source, by)
  assert.equal(started.status, 202, started.text)
  await new Worker({ ...app.context, log: recordedLog(), kinds: [importing(app.context)] }).drain()
  return resourceOf(await app.ask(`GET ${started.body.resource.uri}`, { token: by.token }))
}

describe('importing from the API of a Cal.com', () => {
  const content = calcomContent(20, 'api.test')
  let source: CalcomApiInTest
  let person: Person

  before(async () => {
    source = await calcomApi(content)
    person = await aFounder(app)
  })

  after(() => source.close())

  test('400, and nothing is begun: a key that is not accepted, an address that is no such API, a second Cal.com', async () => {
    const wrong = await start(source, person, { token: 'cal_wrong' })
    assert.deepEqual([wrong.status, wrong.body.details[0].parameter], [400, 'token'], wrong.text)
    assert.match(wrong.body.details[0].message, /was rejected. Create a new token/)
    const nowhere = await start(source, person, { url: `${source.address}/docs` })
    assert.deepEqual([nowhere.status, nowhere.body.details[0].parameter], [400, 'url'], nowhere.text)
    assert.match(nowhere.body.details[0].message, /is not the URL of a supported API/)
    assert.deepEqual((await app.ask('GET /imports', { token: person.token })).body.collection, [])
  })

  test('a key that runs out in the middle stops it with a sentence; a new one goes on where it stopped, and everything is there once', async () => {
    source.limits = 2
    source.expiresAfter = source.requests.length + 80
    const stopped = await bring(source, person)
    assert.equal(stopped.state, 'failed', JSON.stringify(stopped))
    assert.match(stopped.fault, /new token to continue where it stopped/)
    assert.notEqual(stopped.step, 'members')
    const { subject } = await app.context.database.reader
      .selectFrom('facts')
      .select('subject')
      .where('organization_id', '=', person.principal.organizationId)
      .where('name', '=', 'import.failed')
      .executeTakeFirstOrThrow()
    assert.equal(JSON.parse(subject).step, stopped.step, 'the activity log says where')
    source.expiresAfter = Number.POSITIVE_INFINITY
    source.key = 'cal_test_2'
    source.requests.length = 0
    const report = await bring(source, person)
    assert.deepEqual([report.state, report.run], ['finished', 1], JSON.stringify(report))
    assert.ok(!source.requests.some((path) => path.includes('/memberships')), 'steps that were done are not done again')
    const created = Object.fromEntries(report.counts.map((one: Json) => [one.kind, one.created]))
    assert.deepEqual(created, {
      ...{
        organizations: 1,
        users: 20,
        organization_memberships: 20,
        groups: 20,
        group_relationships: 20,
        user_availability_schedules: 20,
        event_types: 20,
      },
      ...{
        event_type_memberships: 25,
        routing_forms: 20,
        routing_form_submissions: 20,
        scheduled_events: 21,
        invitees: 26,
        invitee_no_shows: 2,
        webhook_subscriptions: 20,
      },
    })
    await assertInvariants(app.context.database, person.principal.organizationId)
  })

  test('buffers, limits, hosts, hours, answers and UIDs of calendar entries come; ids of bookings resolve', async () => {
    const token = person.token
    const of = `organization=${app.context.links.api}/organizations/${person.principal.organizationId}&count=100`
    const types: Json[] = (await app.ask(`GET /event_types?${of}`, { token })).body.collection
    const third = types.find(({ name }) => name === 'Type 3')
    assert.deepEqual(third.scheduling_rules, {
      ...{
        start_time_increment: 15,
        buffer_before: 10,
        buffer_after: 15,
        minimum_notice: 63,
        max_per_day: 3,
        max_per_week: 9,
      },
      booking_window: { type: 'available_moving', days: 20, start_date: null, end_date: null },
    })
    assert.deepEqual(
      types
        .filter(({ name }) => ['Type 4', 'Type 8'].includes(name))
        .map(({ pooling_type }) => pooling_type)
        .sort(),
      ['collective', 'round_robin'],
    )
    const meeting = resourceOf(await app.ask(`GET /scheduled_events/${uidIn(content, 7)}`, { token }))
    assert.equal(meeting.name, 'Meeting 7')
    const [invitee] = (await app.ask(`GET ${meeting.uri}/invitees`, { token })).body.collection
    assert.deepEqual([invitee.email, invitee.questions_and_answers[0].answer], ['invitee.7@client.test', 'rain'])
    const { calendar_uid } = await app.context.database.reader
      .selectFrom('scheduled_events')
      .select('calendar_uid')
      .where('id', '=', meeting.uri.split('/').pop())
      .executeTakeFirstOrThrow()
    assert.equal(calendar_uid, 'bk7@Cal.com')
    const member = (await app.ask(`GET /organization_memberships?${of}`, { token })).body.collection.find(
      ({ user }: Json) => user.email === 'host.5@api.test',
    )
    const [schedule] = (await app.ask(`GET /user_availability_schedules?user=${member.user.uri}`, { token })).body
      .collection
    assert.deepEqual(schedule.rules.find((rule: Json) => rule.wday === 'monday').intervals.length, 2)
    const other = await start(source, person, { url: `${source.address}/`.replace('127.0.0.1', 'localhost') })
    assert.match(other.text, /imported from one Cal.com|cannot be read|don’t send/)
  })

  test('addresses of its bookings lead to our pages of them', async () => {
    const { location } = await new Visitor(app).get(`/booking/${uidIn(content, 7)}`)
    assert.match(String(location), /\/type-7\/invitees\//)
    assert.ok((await new Visitor(app).get(String(location))).text.includes('invitee.7@client.test'))
    const moving = await new Visitor(app).get(`/reschedule/${uidIn(content, 7)}`)
    assert.match(String(moving.location), /^\/reschedulings\//)
    assert.equal((await new Visitor(app).get(String(moving.location))).status, 200)
    const canceling = await new Visitor(app).get(`/booking/${uidIn(content, 7)}?cancel=true`)
    assert.match(String(canceling.location), /^\/cancellations\//)
    assert.equal((await new Visitor(app).get(`/booking/${uidIn(content, 7)}0`)).status, 404)
  })

  test('where two organizations brought a booking, its address is that of the one whose import was first', async () => {
    const leadsTo = async () => (await new Visitor(app).get(`/booking/${uidIn(content, 7)}`)).location
    const first = await leadsTo()
    app.clock.advance(1000)
    const later = await aFounder(app)
    await bring(source, later)
    assert.equal(await leadsTo(), first)
    const { database } = app.context
    const setTime = (created_at: Date) =>
      database.write((tx) =>
        tx
          .updateTable('imports')
          .set({ created_at })
          .where('organization_id', '=', later.principal.organizationId)
          .execute(),
      )
    await setTime(new Date('2020-01-01T00:00:00Z'))
    assert.notEqual(await leadsTo(), first)
  })

  test('again, with other addresses of members there: an account with a password stays its holder’s, and who has left stays out', async () => {
    const { database } = app.context
    const ids = async (email: string) =>
      (await database.reader.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
    const [own, left, other] = [
      await ids('host.5@api.test'),
      await ids('host.6@api.test'),
      await ids('host.7@api.test'),
    ]
    await database.write(async (tx) => {
      await tx.updateTable('users').set({ password_hash: 'theirs' }).where('id', '=', own).execute()
      await tx
        .updateTable('organization_memberships')
        .set({ ended_at: app.clock.now() })
        .where('user_id', '=', left)
        .execute()
    })
    for (const id of [5, 6, 7])
      Object.assign(content.users?.find((row) => row.id === id) ?? {}, { email: `taken.${id}@other.test` })
    await bring(source, person)
    const rows = await database.reader
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', 'in', [own, left, other])
      .execute()
    assert.deepEqual(Object.fromEntries(rows.map(({ id, email }) => [id, email])), {
      [own]: 'host.5@api.test',
      [left]: 'host.6@api.test',
      [other]: 'taken.7@other.test',
    })
    const { ended_at } = await database.reader
      .selectFrom('organization_memberships')
      .select('ended_at')
      .where('user_id', '=', left)
      .executeTakeFirstOrThrow()
    assert.notEqual(ended_at, null)
  })

  test('a key of a plain user brings what that user can see, and says so first', async () => {
    source.isAdmin = false
    const other = await aFounder(app)
    // Begun for the first time by two at once.
    const [started, refused] = (await Promise.all([start(source, other), start(source, other)])).sort(
      (one, two) => one.status - two.status,
    )
    assert.deepEqual([started?.status, refused?.status], [202, 400], refused?.text)
    assert.ok(refused?.text.includes(started?.body.resource.uri))
    assert.match(started?.body.resource.remarks[0], /belongs to one user/)
    assert.ok(
      started?.body.resource.remarks.includes('The token can’t read this list, so it isn’t imported: routing forms.'),
      started?.text,
    )
  })
})

test('what is there twice comes once: webhooks to one address, of which the report says so, hosts of a type, and teams of one name with their members', async () => {
  const content = calcomContent(8, 'twice.test')
  const [first] = content.Webhook as Json[]
  const again = {
    ...first,
    id: '00000000-0000-4000-8000-000000000099',
    subscriberUrl: first.subscriberUrl.replace('receiver', 'RECEIVER'),
  }
  const { Host = [], Team = [] } = content
  const twice = {
    Webhook: [first, again],
    Host: [...Host, ...Host],
    Team: Team.map((team) => ({ ...team, name: 'Support' })),
  }
  const source = await calcomApi({ ...content, ...twice })
  const person = await aFounder(app)
  const report = await bring(source, person).finally(() => source.close())
  assert.equal(report.state, 'finished', JSON.stringify(report))
  assert.match(report.remarks.join(' '), /A webhook to receiver\.test wasn’t imported: it already exists/)
  const { organizationId } = person.principal
  const came = await app.context.database.reader
    .selectFrom('webhook_subscriptions')
    .select('url')
    .where('organization_id', '=', organizationId)
    .execute()
  assert.deepEqual(came, [{ url: first.subscriberUrl }])
  const inGroups = await app.context.database.reader
    .selectFrom('groups')
    .innerJoin('group_relationships', 'group_relationships.group_id', 'groups.id')
    .select('groups.name')
    .where('groups.organization_id', '=', organizationId)
    .execute()
  assert.deepEqual(inGroups, Array(8).fill({ name: 'Support' }))
  await assertInvariants(app.context.database, organizationId)
})

test('bookings of the API that wait for a host are booking requests, and each becomes a meeting once, wherever it is accepted', async () => {
  const content = withWaiting(calcomContent(8, 'waiting.test'))
  const source = await calcomApi(content)
  const person = await aFounder(app)
  try {
    await assertRequestsCome(app, person, content, () => bring(source, person))
  } finally {
    await source.close()
  }
})
