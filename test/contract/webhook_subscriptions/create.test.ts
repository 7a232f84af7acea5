import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { webhookEvents } from '#webhooks/webhook-event.ts'
import {
  assertAnswer,
  assertStatus,
  denied,
  insufficientScope,
  invalidArgument,
  notFound,
  resourceOf,
  sixDigits,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { factsDuring } from '../../support/bookings.ts'
import { aCast, aGroup, aMember, aRemovedMember, aToken, inGroup, type Person } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'
import { raw } from '../../support/raw.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, organizationId, outsiderOrganization } = await aCast(app)
const group = await aGroup(app, owner)
const groupAdmin = await aMember(app, owner)
await inGroup(app, owner, group, { membership: groupAdmin.membershipUri }, 'admin')
const removed = await aRemovedMember(app, owner)

const newUrl = (): string => `https://hooks.client.test/${randomUUID()}`
const wanted = (more: Readonly<Record<string, unknown>> = {}) => ({
  url: newUrl(),
  events: ['invitee.created'],
  organization,
  scope: 'organization',
  ...more,
})
const create = (body: object, { token }: Pick<Person, 'token'> = owner) =>
  app.ask('POST /webhook_subscriptions', { token, body })

describe('POST /webhook_subscriptions', () => {
  test('201: with its address, every field, and never the key', async () => {
    const url = newUrl()
    const answer = await create(
      wanted({
        url,
        events: ['invitee.created', 'invitee.canceled', 'invitee.created'],
        signing_key: 'a very secret key',
      }),
    )
    const resource = resourceOf(answer)
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.location, resource.uri)
    assert.match(resource.uri, /\/webhook_subscriptions\/[0-9a-f-]{36}$/)
    assert.match(resource.created_at, sixDigits)
    assert.deepEqual(resource, {
      uri: resource.uri,
      callback_url: url,
      created_at: resource.created_at,
      updated_at: resource.created_at,
      retry_started_at: null,
      state: 'active',
      events: ['invitee.created', 'invitee.canceled'],
      scope: 'organization',
      organization,
      user: null,
      group: null,
      creator: owner.uri,
    })
    assert.ok(!answer.text.includes('a very secret key'))
    assertAnswer(await app.ask(`GET ${resource.uri}`, { token: owner.token }), 200, { resource })
  })

  test('201: its address is kept as it is parsed, so that one receiver has one spelling: 409 for another', async () => {
    const path = randomUUID()
    const { callback_url } = resourceOf(
      await create(wanted({ url: `HTTPS://Hooks.Client.TEST:443/a/../${path}?q=ä b` })),
    )
    assert.equal(callback_url, `https://hooks.client.test/${path}?q=%C3%A4%20b`)
    assertStatus(await create(wanted({ url: `https://hooks.client.test/${path}?q=%C3%A4%20b` })), 409)
    assert.equal(
      resourceOf(await create(wanted({ url: `https://bücher.client.test/${path}` }))).callback_url,
      `https://xn--bcher-kva.client.test/${path}`,
    )
  })

  test('201: any port from 1024 on, that of a database too; TLS proves who answers there', async () => {
    for (const port of [1024, 5432, 65_535])
      assertStatus(await create(wanted({ url: `https://hooks.client.test:${port}/${randomUUID()}` })), 201)
    for (const port of [1, 25, 80, 1023]) {
      const answer = await create(wanted({ url: `https://hooks.client.test:${port}/` }))
      assertAnswer(answer, 400, invalidArgument(['url', 'must use port 443 or a port above 1023']))
    }
  })

  test('400: an address that is too long once it is parsed', async () => {
    const url = `https://hooks.client.test/${'ä'.repeat(1000)}`
    assertAnswer(await create(wanted({ url })), 400, invalidArgument(['url', 'size cannot be greater than 2048']))
  })

  test('201: for a user and for a group', async () => {
    const ofUser = resourceOf(await create(wanted({ scope: 'user', user: colleague.uri }), colleague))
    assert.deepEqual(
      [ofUser.scope, ofUser.user, ofUser.group, ofUser.creator],
      ['user', colleague.uri, null, colleague.uri],
    )
    const ofGroup = resourceOf(await create(wanted({ scope: 'group', group: group.uri }), groupAdmin))
    assert.deepEqual(
      [ofGroup.scope, ofGroup.user, ofGroup.group, ofGroup.creator],
      ['group', null, group.uri, groupAdmin.uri],
    )
  })

  test('201: of every event there is, and records one fact without the key', async () => {
    const facts = await factsDuring(app, organizationId, () =>
      create(wanted({ events: webhookEvents, signing_key: 'a very secret key' })),
    )
    assert.deepEqual(
      facts.map(({ name, subject }) => [name, subject.scope, JSON.stringify(subject).includes('secret')]),
      [['webhook_subscription.created', 'organization', false]],
    )
  })

  test('the key is stored nowhere in plain text (I9)', async () => {
    const key = `key-${randomUUID()}`
    const { uri } = resourceOf(await create(wanted({ signing_key: key })))
    const [row] = await raw(
      app.context.database.reader,
      sql<{
        text: string
      }>`select row_to_json(s)::text as text from webhook_subscriptions s where id = ${uri.slice(-36)}::uuid`,
    )
    assert.match(row?.text ?? '', /"signing_key":"\\\\x[0-9a-f]{40,}"/)
    assert.ok(!row?.text.includes(key) && !row?.text.includes(Buffer.from(key).toString('hex')))
  })

  test('409: the same URL for the same target; for another target it is allowed', async () => {
    const url = newUrl()
    const alreadyExists = { title: 'Already Exists', message: 'Hook with this url already exists' }
    const reaches: readonly (readonly [Person, object])[] = [
      [owner, { scope: 'organization' }],
      [colleague, { scope: 'user', user: colleague.uri }],
      [owner, { scope: 'user', user: admin.uri }],
      [owner, { scope: 'group', group: group.uri }],
      [outsider, { scope: 'organization', organization: outsiderOrganization }],
    ]
    for (const [person, reach] of reaches) {
      assertStatus(await create(wanted({ url, ...reach }), person), 201)
      assertAnswer(await create(wanted({ url, ...reach, events: ['invitee.canceled'] }), person), 409, alreadyExists)
    }
  })

  test('409: of many at once for one address, exactly one is made', async () => {
    const url = newUrl()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(wanted({ url }))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
  })

  test('400: the 101st of an organization, of a user and of a group; one that is deleted makes room, and others are not held up', async () => {
    const cast = await aCast(app)
    const crowded = await aGroup(app, cast.owner)
    const subscribe = (reach: object) =>
      create({ ...wanted({ organization: cast.organization, ...reach }) }, cast.owner)
    for (const reach of [
      { scope: 'organization' },
      { scope: 'user', user: cast.colleague.uri },
      { scope: 'group', group: crowded.uri },
    ]) {
      const { uri } = resourceOf(await subscribe(reach))
      for (let made = 1; made < 100; made += 1) assertStatus(await subscribe(reach), 201)
      const full = invalidArgument(['base', `this ${reach.scope} already has 100 subscriptions. Delete one first`])
      assertAnswer(await subscribe(reach), 400, full)
      assertStatus(await app.ask(`DELETE ${uri}`, { token: cast.owner.token }), 204)
      assertStatus(await subscribe(reach), 201)
      assertAnswer(await subscribe(reach), 400, full)
    }
    assertStatus(await subscribe({ scope: 'user', user: cast.admin.uri }), 201)
  })

  test('201 again, once it was deleted', async () => {
    const url = newUrl()
    const { uri } = resourceOf(await create(wanted({ url })))
    assertStatus(await app.ask(`DELETE ${uri}`, { token: owner.token }), 204)
    assertStatus(await create(wanted({ url })), 201)
  })

  const oneOf = webhookEvents.join(', ')
  const wrong: readonly (readonly [what: string, body: object, parameter: string, message: string])[] = [
    ['no address', wanted({ url: undefined }), 'url', 'is missing'],
    ['an address that is none', wanted({ url: 'hooks.client.test' }), 'url', 'is in invalid format'],
    [
      'an address of 10 kB',
      wanted({ url: `https://hooks.client.test/${'x'.repeat(10_000)}` }),
      'url',
      'size cannot be greater than 2048',
    ],
    ['an address by ftp', wanted({ url: 'ftp://hooks.client.test/' }), 'url', 'must start with https://'],
    ['an address by http', wanted({ url: 'http://hooks.client.test/' }), 'url', 'must start with https://'],
    [
      'a password in the address',
      wanted({ url: 'https://me:secret@hooks.client.test/' }),
      'url',
      'must not contain a user name or password',
    ],
    [
      'the port of mail',
      wanted({ url: 'https://hooks.client.test:25/' }),
      'url',
      'must use port 443 or a port above 1023',
    ],
    ['this machine', wanted({ url: 'https://127.0.0.1/' }), 'url', 'must not point to a private network'],
    ['this machine, in octal', wanted({ url: 'https://0177.1/' }), 'url', 'must not point to a private network'],
    ['this machine, by name', wanted({ url: 'https://localhost/' }), 'url', 'must not point to a private network'],
    ['no events', wanted({ events: undefined }), 'events', 'is missing'],
    ['an empty list of events', wanted({ events: [] }), 'events', 'size cannot be less than 1'],
    [
      'an unknown event',
      wanted({ events: ['invitee.created', 'invitee.sneezed'] }),
      'events[1]',
      `must be one of: ${oneOf}`,
    ],
    ['an event that is not built', wanted({ events: ['contact.created'] }), 'events[0]', `must be one of: ${oneOf}`],
    ['no organization', wanted({ organization: undefined }), 'organization', 'is missing'],
    ['no scope', wanted({ scope: undefined }), 'scope', 'is missing'],
    ['an unknown scope', wanted({ scope: 'team' }), 'scope', 'must be one of: organization, user, group'],
    ['the scope user without one', wanted({ scope: 'user' }), 'user', 'is missing'],
    ['the scope group without one', wanted({ scope: 'group' }), 'group', 'is missing'],
    ['an empty key', wanted({ signing_key: '' }), 'signing_key', 'must be filled'],
    [
      'an event that the scope does not have',
      wanted({ scope: 'user', user: owner.uri, events: ['routing_form_submission.created'] }),
      'events',
      'routing_form_submission.created is not available in the scope user',
    ],
  ]
  for (const [what, body, parameter, message] of wrong) {
    test(`400: ${what}`, async () => assertAnswer(await create(body), 400, invalidArgument([parameter, message])))
  }

  test('403: without the read scopes of the events, which the answer names', async () => {
    const families: readonly (readonly [event: string, scope: string])[] = [
      ['invitee.created', 'scheduled_events:read'],
      ['invitee_no_show.deleted', 'scheduled_events:read'],
      ['event_type.updated', 'event_types:read'],
      ['routing_form_submission.created', 'routing_forms:read'],
    ]
    for (const [event, scope] of families) {
      const without = { token: await aToken(app, owner.principal, ['webhooks:write']) }
      assertAnswer(await create(wanted({ events: [event] }), without), 403, insufficientScope('webhooks:write', scope))
      const withIt = { token: await aToken(app, owner.principal, ['webhooks:write', scope]) }
      assertStatus(await create(wanted({ events: [event] }), withIt), 201)
    }
    const half = { token: await aToken(app, owner.principal, ['webhooks:write', 'event_types:write']) }
    const both = wanted({ events: ['event_type.created', 'invitee.created'] })
    assertAnswer(
      await create(both, half),
      403,
      insufficientScope('webhooks:write', 'event_types:read', 'scheduled_events:read'),
    )
  })

  test('403: without permission', async () => {
    assertAnswer(await create(wanted(), colleague), 403, denied('You do not have permission'))
    assertAnswer(
      await create(wanted({ scope: 'user', user: owner.uri }), colleague),
      403,
      denied('You do not have permission'),
    )
    assertAnswer(
      await create(wanted({ scope: 'group', group: group.uri }), colleague),
      403,
      denied('You do not have permission'),
    )
    assertAnswer(await create(wanted(), groupAdmin), 403, denied('You do not have permission'))
    assertAnswer(await create(wanted({ scope: 'user', user: removed.uri })), 403, denied())
    assertStatus(await create(wanted({ scope: 'user', user: colleague.uri }), admin), 201)
    assertStatus(await create(wanted({ scope: 'group', group: group.uri }), admin), 201)
    assertStatus(await create(wanted(), admin), 201)
  })

  test("404: another organization's things look nonexistent", async () => {
    const foreignGroup = await aGroup(app, outsider)
    for (const body of [
      wanted({ organization: outsiderOrganization }),
      wanted({ organization: randomUUID() }),
      wanted({ scope: 'user', user: outsider.uri }),
      wanted({ scope: 'user', user: randomUUID() }),
      wanted({ scope: 'group', group: foreignGroup.uri }),
      wanted({ scope: 'group', group: randomUUID() }),
    ])
      assertAnswer(await create(body), 404, notFound)
  })

  guardTests(app, owner, 'webhooks:write', 403, (asked) =>
    app.ask('POST /webhook_subscriptions', { ...asked, body: wanted() }),
  )
})
