// seconds: 5
// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { acceptOrganizationInvitation } from '#organizations/index.ts'
import { importRemarks } from '../../../languages/import-remarks.ts'
import { testApp } from '../../support/app.ts'
import {
  aMembership,
  type CalendlyContent,
  type CalendlyStandIn,
  calendlyContent,
  calendlyStandIn,
  uriAt,
} from '../../support/calendly-stand-in.ts'
import { aFounder, aMember, anInvitation, type Person } from '../../support/cast.ts'
import { importFrom } from '../../support/importing.ts'
import { assertInvariants } from '../../support/invariants.ts'
import { givePassword, rightPassword, Visitor } from '../../support/visitor.ts'

const app = await testApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { reader } = app.context.database

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

/**
 * Imports what one source says, one content after the other, with what happens in between, and gives the last report.
 */
const bring = async (by: Person, ...contents: readonly (CalendlyContent | (() => Promise<void>))[]): Promise<Json> => {
  const source: CalendlyStandIn = await calendlyStandIn()
  try {
    let report: Json
    for (const content of contents) {
      if (typeof content === 'function') {
        await content()
        continue
      }
      Object.assign(source.content, structuredClone(content))
      report = await importFrom(app, by, source)
      assert.equal(report.state, 'finished', JSON.stringify(report))
    }
    return report
  } finally {
    await source.close()
  }
}

const accountOf = (membershipId: string) =>
  reader
    .selectFrom('organization_memberships as membership')
    .innerJoin('users', 'users.id', 'membership.user_id')
    .select(['users.id', 'users.email', 'users.name', 'users.slug', 'membership.role', 'membership.ended_at'])
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow()

describe('an owner stays who they are, whatever the source says of the ids', () => {
  const first = (owner: Person): CalendlyContent => {
    const content = calendlyContent()
    content.memberships[1] = aMembership(`x-${randomUUID().slice(0, 8)}`, {
      role: 'admin',
      user: { email: owner.email },
    })
    return content
  }

  test('a membership of the owner that names another user the next time gives it to nobody', async () => {
    const owner = await aFounder(app)
    const before = await accountOf(owner.membershipId)
    const content = first(owner)
    const attacker = aMembership(`attacker-${randomUUID().slice(0, 8)}`).user
    const [there, mine] = content.memberships
    const report = await bring(owner, content, {
      ...content,
      memberships: [there, { ...mine, updated_at: '2026-02-02T00:00:00.000000Z', user: attacker }],
    })
    assert.deepEqual(await accountOf(owner.membershipId), before)
    const me = await app.ask('GET /users/me', { token: owner.token })
    assert.equal(me.body.resource.email, owner.email, 'their token acts for them')
    assert.match(
      report.remarks.join('\n'),
      new RegExp(`${attacker.email} wasn’t imported: no account could be created for this address`),
    )
  })

  test('a user of the owner without a password that has another address the next time changes nothing', async () => {
    const owner = await aFounder(app)
    const before = await accountOf(owner.membershipId)
    const content = first(owner)
    const [there, mine] = content.memberships
    const user = { ...mine.user, email: `taken.${randomUUID()}@moved.test`, name: 'Somebody Else' }
    await bring(owner, content, {
      ...content,
      memberships: [there, { ...mine, user, updated_at: '2026-02-02T00:00:00.000000Z' }],
    })
    assert.deepEqual(await accountOf(owner.membershipId), before)
  })

  test('a user that was somebody else before, with the address of the owner, does not get the account', async () => {
    const owner = await aFounder(app)
    const content = calendlyContent()
    const [there, host] = content.memberships
    const as = { ...host, user: { ...host.user, email: owner.email }, updated_at: '2026-02-02T00:00:00.000000Z' }
    const before = await accountOf(owner.membershipId)
    const report = await bring(owner, content, { ...content, memberships: [there, as] })
    assert.deepEqual(await accountOf(owner.membershipId), before)
    assert.match(report.remarks.join('\n'), /wasn’t imported: no account could be created for this address/)
  })

  test('a member who was here before keeps name, address and role; the address of one who has signed in stays', async () => {
    const owner = await aFounder(app)
    const member = await aMember(app, owner)
    const before = await accountOf(member.membershipId)
    const content = calendlyContent()
    const mine = aMembership(`m-${randomUUID().slice(0, 8)}`, {
      role: 'admin',
      user: { email: member.email, name: 'Other' },
    })
    const host = content.memberships[1]
    let id = ''
    const signIn = async (): Promise<void> => {
      assert.deepEqual(await accountOf(member.membershipId), before)
      id = (
        await reader.selectFrom('users').select('id').where('email', '=', host.user.email).executeTakeFirstOrThrow()
      ).id
      await givePassword(app, { id })
      assert.equal((await new Visitor(app).signIn(host.user.email, rightPassword)).status, 303)
      await app.context.database.write((tx) =>
        tx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute(),
      )
    }
    const renamed = { ...host, user: { ...host.user, email: `new.${randomUUID()}@moved.test` } }
    const memberships = [content.memberships[0], host, mine]
    await bring(owner, { ...content, memberships }, signIn, {
      ...content,
      memberships: [content.memberships[0], renamed, mine],
    })
    assert.deepEqual(await accountOf(member.membershipId), before)
    assert.equal(
      (await reader.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email,
      host.user.email,
    )
  })
})

describe('what belongs to one thing here is not moved to another by an id', () => {
  test('a schedule stays with its member, an invitee with their meeting', async () => {
    const owner = await aFounder(app)
    const content = calendlyContent()
    const [one, two] = content.events
    const [schedule] = content.schedules
    const [invitee, other] = content.invitees
    const stolen = {
      ...invitee,
      uri: `${two.uri}/invitees/${invitee.uri.split('/').pop()}`,
      event: two.uri,
      name: 'Stolen',
    }
    const report = await bring(owner, content, {
      ...content,
      schedules: [{ ...schedule, user: content.memberships[1].user.uri, name: 'Stolen' }, content.schedules[1]],
      events: [
        one,
        { ...two, updated_at: '2026-02-02T00:00:00.000000Z', invitees_counter: { total: 2, active: 2, limit: 2 } },
      ],
      invitees: [other, stolen],
    })
    const { organizationId } = owner.principal
    const rows = await reader
      .selectFrom('availability_schedules as schedule')
      .innerJoin('organization_memberships as membership', 'membership.id', 'schedule.membership_id')
      .innerJoin('users', 'users.id', 'membership.user_id')
      .select(['users.email', 'schedule.name'])
      .where('schedule.organization_id', '=', organizationId)
      .orderBy('users.email', 'desc')
      .execute()
    const [ownerThere, host] = content.memberships.map(({ user }) => user.email)
    assert.deepEqual(rows, [
      { email: ownerThere, name: 'Working hours' },
      { email: host, name: 'Working hours' },
    ])
    const names = await reader
      .selectFrom('invitees')
      .select(['name', 'scheduled_event_id'])
      .where('organization_id', '=', organizationId)
      .execute()
    assert.deepEqual(names.map(({ name }) => name).sort(), [invitee.name, other.name].sort())
    assert.equal(new Set(names.map(({ scheduled_event_id }) => scheduled_event_id)).size, 2)
    assert.match(report.remarks.join('\n'), /belongs to something else in Openslot than at the source/)
    await assertInvariants(app.context.database, organizationId)
  })

  test('a second source in the same organization does not change what came from the first, though it names its ids', async () => {
    const owner = await aFounder(app)
    const content = calendlyContent()
    await bring(owner, content)
    const renamed = structuredClone(content)
    for (const type of renamed.eventTypes)
      Object.assign(type, { name: 'Renamed by another service', updated_at: '2026-02-02T00:00:00.000000Z' })
    const report = await bring(owner, renamed)
    const types = await reader
      .selectFrom('event_types')
      .select('name')
      .where('organization_id', '=', owner.principal.organizationId)
      .execute()
    assert.deepEqual(types.map(({ name }) => name).sort(), content.eventTypes.map(({ name }) => name).sort())
    assert.match(report.remarks.join('\n'), /were already imported from another source/)
  })
})

describe('addresses that nobody has proved', () => {
  test('a remark does not tell whether an address has an account elsewhere', async () => {
    const [owner, elsewhere] = [await aFounder(app), await aFounder(app)]
    const content = calendlyContent()
    content.memberships[1].user.email = elsewhere.email
    const report = await bring(owner, content)
    assert.ok(!/account here|another organization/.test(report.remarks.join()), report.remarks.join('\n'))
    assert.match(
      report.remarks.join('\n'),
      new RegExp(`${elsewhere.email} wasn’t imported: no account could be created for this address`),
    )
  })

  test('an account that an import made gives way to an accepted invitation, and the import does not bring it back', async () => {
    const [importing, inviting] = [await aFounder(app), await aFounder(app)]
    const content = calendlyContent()
    const { email } = content.memberships[1].user
    const accept = async (): Promise<void> => {
      const { code } = await anInvitation(app, inviting, email)
      const acceptor = { name: 'The Holder', timezone: 'Europe/Lisbon', password_hash: 'theirs' }
      const joined = await app.runOpen(acceptOrganizationInvitation, { code, acceptor })
      assert.equal(joined.user.email, email)
    }
    const changed = { ...content.memberships[1], role: 'admin', updated_at: '2026-02-02T00:00:00.000000Z' }
    await bring(importing, content, accept, { ...content, memberships: [content.memberships[0], changed] })
    const rows = await reader
      .selectFrom('organization_memberships as membership')
      .innerJoin('users', 'users.id', 'membership.user_id')
      .select([
        'membership.organization_id',
        'membership.role',
        'membership.ended_at',
        'users.name',
        'users.password_hash',
        'users.unproven',
      ])
      .where('users.email', '=', email)
      .execute()
    const current = rows.filter(({ ended_at }) => ended_at === null)
    assert.deepEqual(
      current.map((one) => [one.organization_id, one.role, one.name, one.password_hash, one.unproven]),
      [[inviting.principal.organizationId, 'user', 'The Holder', 'theirs', false]],
    )
  })

  test('400: an account that somebody has signed in to does not give way', async () => {
    const [importing, inviting] = [await aFounder(app), await aFounder(app)]
    const content = calendlyContent()
    const { email } = content.memberships[1].user
    await bring(importing, content)
    const { membership_id, id } = await reader
      .selectFrom('organization_memberships as membership')
      .innerJoin('users', 'users.id', 'membership.user_id')
      .select(['membership.id as membership_id', 'users.id'])
      .where('users.email', '=', email)
      .executeTakeFirstOrThrow()
    await givePassword(app, { id })
    assert.equal((await new Visitor(app).signIn(email, rightPassword)).status, 303)
    const { code } = await anInvitation(app, inviting, email)
    const acceptor = { name: 'Somebody', timezone: 'Europe/Lisbon', password_hash: 'theirs' }
    await assert.rejects(app.runOpen(acceptOrganizationInvitation, { code, acceptor }))
    assert.equal((await accountOf(membership_id)).ended_at, null)
  })
})

test('an address to join a meeting at is a web address, or it does not come', async () => {
  const owner = await aFounder(app)
  const content = calendlyContent()
  const [one, two] = content.events
  const location = { type: 'zoom', status: 'pushed', join_url: 'javascript:alert(1)', data: null }
  const good = { type: 'zoom', status: 'pushed', join_url: 'https://zoom.test/j/1', data: null }
  await bring(owner, {
    ...content,
    events: [
      { ...one, location },
      { ...two, location: good },
    ],
  })
  const { organization, token } = {
    organization: `${app.context.links.api}/organizations/${owner.principal.organizationId}`,
    token: owner.token,
  }
  const listed = (await app.ask(`GET /scheduled_events?organization=${organization}`, { token })).body.collection
  assert.deepEqual(listed.map((event: Json) => event.location.join_url).sort(), ['https://zoom.test/j/1', null].sort())
  assert.ok(!JSON.stringify(listed).includes('javascript:'))
})

test('what a form led to and where webhooks go are web addresses, or they do not come', async () => {
  const owner = await aFounder(app)
  const content = calendlyContent()
  const { organization } = content.memberships[0]
  const stamps = { created_at: '2026-01-14T09:12:44.018233Z', updated_at: '2026-01-14T09:12:44.018233Z' }
  const form = {
    uri: uriAt('routing_forms', randomUUID()),
    organization,
    name: 'Form',
    status: 'published',
    questions: [],
    ...stamps,
  }
  const tracking = Object.fromEntries(
    ['campaign', 'source', 'medium', 'content', 'term'].map((name) => [`utm_${name}`, null]),
  )
  const submission = (value: string): Json => ({
    ...{
      uri: uriAt('routing_form_submissions', randomUUID()),
      routing_form: form.uri,
      questions_and_answers: [],
      submitter: null,
      submitter_type: null,
    },
    ...{ tracking: { ...tracking, salesforce_uuid: null }, result: { type: 'external_url', value }, ...stamps },
  })
  const webhook = (callback_url: string): Json => ({
    ...{
      uri: uriAt('webhook_subscriptions', randomUUID()),
      callback_url,
      state: 'active',
      events: ['invitee.created'],
      scope: 'organization',
      organization,
    },
    ...{ user: null, creator: content.memberships[0].user.uri, retry_started_at: null, ...stamps },
  })
  const wrong = ['javascript:alert(1)', 'data:text/html,x', 'ftp://files.test/x', 'file:///etc/passwd']
  const good = 'https://landing.test/welcome'
  const submissions = [...wrong, good].map(submission)
  const report = await bring(owner, { ...content, forms: [form], submissions, webhooks: [...wrong, good].map(webhook) })
  const { organizationId } = owner.principal
  const results = await reader
    .selectFrom('routing_form_submissions')
    .select('result')
    .where('organization_id', '=', organizationId)
    .execute()
  const shown = JSON.stringify(results)
  assert.equal(results.length, submissions.length, JSON.stringify(report))
  assert.deepEqual(
    [...wrong, good].filter((address) => shown.includes(address)),
    [good],
  )
  const hooks = await reader
    .selectFrom('webhook_subscriptions')
    .select('url')
    .where('organization_id', '=', organizationId)
    .execute()
  assert.deepEqual(
    hooks.map(({ url }) => url),
    [good],
  )
  assert.ok(report.remarks.includes(importRemarks.webhook_address), report.remarks.join())
})

test('an id that a source gave to a user and to an event type leads to each of them, and to nothing else', async () => {
  const owner = await aFounder(app)
  const content = calendlyContent()
  const id = `SAME${randomUUID().slice(0, 8)}`
  const text = JSON.stringify(content)
  const [userUri, typeUri] = [content.memberships[1].user.uri, content.eventTypes[0].uri]
  const renamed = text.replaceAll(userUri, uriAt('users', id)).replaceAll(typeUri, uriAt('event_types', id))
  await bring(owner, JSON.parse(renamed))
  const ask = (address: string) => app.ask(address, { token: owner.token })
  const user = await ask(`GET /users/${id}`)
  assert.equal(user.body.resource?.email, content.memberships[1].user.email)
  const type = await ask(`GET /event_types/${id}`)
  assert.equal(type.body.resource?.name, content.eventTypes[0].name)
  const hosts = await ask(`GET /event_type_memberships?event_type=${encodeURIComponent(uriAt('event_types', id))}`)
  assert.equal(hosts.status, 200, JSON.stringify(hosts.body))
  const schedules = await ask(`GET /user_availability_schedules?user=${encodeURIComponent(uriAt('users', id))}`)
  assert.equal(schedules.status, 200, JSON.stringify(schedules.body))
  assert.equal((await ask(`GET /scheduled_events/${id}`)).status, 404)
})
