// seconds: 4
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { importRemarks } from '../../../languages/import-remarks.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { calcomApi } from '../../support/calcom-api.ts'
import { calcomContent } from '../../support/calcom-content.ts'
import { anEvent, anInvitee, aType, calendlyContent, calendlyStandIn, uriAt } from '../../support/calendly-stand-in.ts'
import { aFounder } from '../../support/cast.ts'
import { importFrom } from '../../support/importing.ts'
import { Visitor } from '../../support/visitor.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

/** Where an address leads to, and what is there. */
const leads = async (path: string): Promise<readonly [string, number]> => {
  const first = await new Visitor(app).get(path)
  if (first.status !== 302) return [path, first.status]
  return [String(first.location), (await new Visitor(app).get(String(first.location))).status]
}

describe('addresses of booking pages elsewhere', () => {
  test('those of a team, without a slug, in capital letters or with an underscore lead to the page; of a one-off type the report says it', async () => {
    const tag = randomUUID().slice(0, 8)
    const content = calendlyContent(tag)
    const [owner, host] = content.memberships.map(({ user }) => user)
    Object.assign(host, { slug: `Mixed_${tag}`, scheduling_url: `https://calendly.com/Mixed_${tag}` })
    const [first, second] = content.eventTypes
    Object.assign(second, {
      slug: `Type_Two-${tag}`,
      scheduling_url: `https://calendly.com/Mixed_${tag}/Type_Two-${tag}`,
    })
    const team = { profile: { type: 'Team', name: 'Sales', owner: uriAt('teams', 'x') }, slug: null }
    const ofTeam = aType(`team-${tag}`, host, { ...team, scheduling_url: `https://calendly.com/sales-${tag}/intro` })
    const slugless = aType(`d-${tag}`, owner, { slug: null, scheduling_url: `https://calendly.com/d/ab1-${tag}/call` })
    const oneOff = aType(`one-${tag}`, owner, {
      slug: null,
      type: 'AdhocEventType',
      scheduling_url: `https://calendly.com/d/once-${tag}/call`,
    })
    content.eventTypes.push(ofTeam, slugless, oneOff)
    const source = await calendlyStandIn(content)
    const report = await importFrom(app, await aFounder(app), source).finally(() => source.close())
    assert.equal(report.state, 'finished', JSON.stringify(report))

    assert.deepEqual(await leads(`/owner-${tag}/type-1-${tag}`), [`/owner-${tag}/type-1-${tag}`, 200], first.name)
    const here = `/demo-host-${tag}`
    assert.deepEqual(await leads(`/Mixed_${tag}`), [`/demo-mixed-${tag}`.replace('mixed', `host`), 200])
    assert.deepEqual(await leads(`/Mixed_${tag}/Type_Two-${tag}?month=2026-03`), [
      `${here}/type_two-${tag}?month=2026-03`,
      200,
    ])
    assert.equal((await leads(`/sales-${tag}/intro`))[1], 200)
    assert.equal((await leads(`/d/ab1-${tag}/call`))[1], 200)
    assert.equal((await leads(`/d/once-${tag}/call`))[1], 404)
    assert.match(
      report.remarks.join('\n'),
      new RegExp(`“Type one-${tag}” has a new address: \\S+ instead of /d/once-${tag}/call`),
    )
    assert.match((await new Visitor(app).get(`/nobody-${tag}/call`)).text, /^<!doctype html>/)
    assert.equal((await leads(`/nobody-${tag}/call`))[1], 404)
  })

  test('a page that is here keeps its address, whatever another organization says of it', async () => {
    const tag = randomUUID().slice(0, 8)
    const content = calendlyContent(tag)
    const victim = await aFounder(app, `victim ${tag}`)
    const { slug } = (await app.ask('GET /users/me', { token: victim.token })).body.resource
    content.eventTypes[1].scheduling_url = `https://calendly.com/${slug}`
    const source = await calendlyStandIn(content)
    await importFrom(app, await aFounder(app), source).finally(() => source.close())
    assert.deepEqual(await leads(`/${slug}`), [`/${slug}`, 200])
  })
})

test('a type that only a meeting knows is not gone there the next time', async () => {
  const content = calendlyContent()
  const owner = content.memberships[0].user
  const deleted = aType(`deleted-${randomUUID()}`, owner)
  const event = anEvent(`of deleted ${deleted.uri}`, deleted, owner, '2026-03-06T09:00:00.000000Z')
  content.events.push(event)
  content.invitees.push(anInvitee(`of.${randomUUID()}`, event))
  const source = await calendlyStandIn(content)
  const person = await aFounder(app)
  await importFrom(app, person, source)
  const again = await importFrom(app, person, source).finally(() => source.close())
  for (const { kind, created, changed, gone } of again.counts)
    assert.deepEqual([created, changed, gone], [0, 0, 0], kind)
})

test('numbers to dial in come with a conference', async () => {
  const content = calendlyContent()
  const data = {
    id: 123,
    settings: { global_dial_in_numbers: [{ number: '+1 555 0100', country: 'US' }] },
    extra: null,
    password: '42',
  }
  Object.assign(content.events[1], {
    location: { type: 'zoom', status: 'pushed', join_url: 'https://zoom.test/j/1', data },
  })
  const source = await calendlyStandIn(content)
  const person = await aFounder(app)
  await importFrom(app, person, source).finally(() => source.close())
  const event = resourceOf(await app.ask(`GET ${new URL(content.events[1].uri).pathname}`, { token: person.token }))
  assert.deepEqual(event.location.data, data)
})

test('an upcoming meeting keeps the link that people have, no conference is made for it, and the report says so', async () => {
  for (const [date, isToCome] of [
    ['2026-04-07', true],
    ['2026-02-03', false],
  ] as const) {
    const content = calendlyContent()
    const [start_time, end_time] = [`${date}T10:00:00.000000Z`, `${date}T10:30:00.000000Z`]
    const location = { type: 'zoom', status: 'pushed', join_url: 'https://zoom.test/j/1', data: null }
    content.events = [{ ...content.events[1], status: 'active', start_time, end_time, location }]
    const source = await calendlyStandIn(content)
    const person = await aFounder(app)
    const report = await importFrom(app, person, source).finally(() => source.close())
    assert.equal(report.remarks.includes(importRemarks.links_kept), isToCome, report.remarks.join('\n'))
    const { organizationId } = person.principal
    const events = app.context.database.reader
      .selectFrom('scheduled_events')
      .where('organization_id', '=', organizationId)
    assert.deepEqual(
      (await events.select('location').execute()).map(({ location: saved }) => JSON.parse(saved ?? '{}').join_url),
      ['https://zoom.test/j/1'],
    )
    const conferences = app.context.database.reader.selectFrom('conferences').selectAll()
    assert.deepEqual(await conferences.where('organization_id', '=', organizationId).execute(), [])
  }
})

test('Cal.com: absences close their dates, who is locked or never verified stays out, and types of teams keep their addresses', async () => {
  const tag = randomUUID().slice(0, 8)
  const content: Json = calcomContent(6, `${tag}.test`)
  for (const user of content.users) user.emailVerified = '2026-01-01T00:00:00.000Z'
  Object.assign(content.users[4], { locked: true })
  Object.assign(content.users[5], { emailVerified: null })
  for (const team of content.Team) team.slug = `team-${team.id}-${tag}`
  content.OutOfOfficeEntry = [{ id: 1, userId: 2, start: '2026-03-09T00:00:00.000Z', end: '2026-03-11T23:59:59.999Z' }]
  const source = await calcomApi(content)
  const person = await aFounder(app)
  const report = await importFrom(
    app,
    person,
    { address: source.address, token: source.key },
    { kind: 'calcom' },
  ).finally(() => source.close())
  assert.equal(report.state, 'finished', JSON.stringify(report))
  const { token } = person
  const of = `organization=${app.context.links.api}/organizations/${person.principal.organizationId}&count=100`
  const members: Json[] = (await app.ask(`GET /organization_memberships?${of}`, { token })).body.collection
  const emails = members.map(({ user }) => user.email)
  assert.ok(!emails.includes(content.users[4].email) && !emails.includes(content.users[5].email), emails.join())
  assert.match(
    report.remarks.join('\n'),
    new RegExp(`${content.users[5].email} wasn’t imported: the account is locked at the source`),
  )
  const absent = members.find(({ user }) => user.email === content.users[1].email).user.uri
  const [schedule] = (await app.ask(`GET /user_availability_schedules?user=${absent}`, { token })).body.collection
  const closed = schedule.rules
    .filter((rule: Json) => rule.type === 'date' && rule.intervals.length === 0)
    .map(({ date }: Json) => date)
  for (const date of ['2026-03-09', '2026-03-10', '2026-03-11']) assert.ok(closed.includes(date), closed.join())
  const ofTeam = content.EventType.find(({ teamId }: Json) => teamId !== null)
  if (ofTeam) assert.equal((await leads(`/team/team-${ofTeam.teamId}-${tag}/${ofTeam.slug}`))[1], 200)
})
