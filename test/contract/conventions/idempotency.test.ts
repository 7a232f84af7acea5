// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { z } from 'zod'
import { Problem, problemKinds } from '#contract/problem.ts'
import { scopes } from '#contract/scopes.ts'
import { uri } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { deleteExpiredKeys } from '#execution/store/idempotency-keys.ts'
import { assertAnswer, assertStatus, invalidArgument, resourceOf } from '../../support/answers.ts'
import { type Answer, type Asked, testApp } from '../../support/app.ts'
import { holdsCode } from '../../support/booking-links.ts'
import { bookingOf, tuesday } from '../../support/bookings.ts'
import { aCast, aMember, aToken, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { type Failing, faultyDatabase } from '../../support/faulty-database.ts'
import { added, factsOf, inventoryOf, wholeDatabase } from '../../support/inventory.ts'
import { serveOwn } from '../../support/own-routes.ts'
import { raw } from '../../support/raw.ts'

const app = await testApp()
const { owner, admin, colleague, outsider, organization, organizationId } = await aCast(app)

const post = (key: string | undefined, asked: Asked, to = '/event_types', on = app) =>
  on.ask(`POST ${to}`, {
    ...asked,
    headers: { ...asked.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  })
const aType = (by: Person, name = `Type ${randomUUID()}`) => ({ token: by.token, body: { owner: by.uri, name } })
const reused = {
  title: 'Unprocessable Entity',
  message: 'This Idempotency-Key was already used for another request.',
  details: [{ parameter: 'Idempotency-Key', message: 'was already used for another request' }],
}

const assertReplay = (again: Answer, first: Answer): void => {
  assert.deepEqual(
    { status: again.status, text: again.text, location: again.headers.location, type: again.headers['content-type'] },
    { status: first.status, text: first.text, location: first.headers.location, type: first.headers['content-type'] },
  )
  assert.deepEqual([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']], [undefined, 'true'])
}

interface Kept {
  readonly key_digest: Buffer
  readonly request_digest: Buffer
  readonly status: number
  readonly answer: Buffer
  readonly persons: Buffer[]
}

const keptBy = ({ membershipId }: Person): Promise<Kept[]> =>
  raw(
    app.context.database.reader,
    sql<Kept>`select * from idempotency_keys where membership_id = ${membershipId}::uuid order by created_at`,
  )

/** The content of a row after decryption. */
const openKept = (
  { organizationId, membershipId }: Person['principal'],
  { key_digest, request_digest, status, answer }: Kept,
): string =>
  app.context.encryption.decrypt(
    answer,
    'answer',
    organizationId,
    membershipId,
    key_digest.toString('hex'),
    request_digest.toString('hex'),
    String(status),
  )

describe('the same again under the same Idempotency-Key', () => {
  test('201: the same status, bytes and Location, and the change and its fact are there once', async () => {
    const asked = aType(owner)
    const before = await factsOf(app, organizationId)
    const first = await post('once', asked)
    assertStatus(first, 201)
    assert.equal(first.headers.location, resourceOf(first).uri)
    const inventory = await inventoryOf(app, organizationId)
    for (const again of [await post('once', asked), await post('once', asked)]) assertReplay(again, first)
    assert.deepEqual(await inventoryOf(app, organizationId), inventory)
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['event_type.created'])
  })

  test('as it was then, whatever changed since', async () => {
    const asked = aType(owner)
    const first = await post('then', asked)
    assertStatus(
      await app.ask(`PATCH ${resourceOf(first).uri}`, { token: owner.token, body: { name: 'Renamed' } }),
      200,
    )
    assertReplay(await post('then', asked), first)
  })

  test('in any order of its fields, and with another token of the same member', async () => {
    const { token, body } = aType(owner)
    const first = await post('order', {
      token,
      body: { ...body, duration: 25, location: { kind: 'physical', location: 'Desk 1' } },
    })
    assertStatus(first, 201)
    const reordered = {
      location: { location: 'Desk 1', kind: 'physical' },
      duration: 25,
      name: body.name,
      owner: body.owner,
    }
    assertReplay(await post('order', { token: await aToken(app, owner.principal, scopes), body: reordered }), first)
    assertReplay(await post('order', { token, body: reordered }, '/event_types/'), first)
  })

  test('204 has no body the second time either', async () => {
    const ask = await serveOwn(app, { 'POST /marks': nothing })
    const mark = () => ask('POST /marks', { token: owner.token, headers: { 'idempotency-key': 'nothing' } })
    const first = await mark()
    assertAnswer(first, 204, undefined)
    assertReplay(await mark(), first)
    assert.equal(runs.nothing, 1)
  })

  test('of several at once one is done, and all are answered alike', async () => {
    const asked = aType(owner)
    const before = await factsOf(app, organizationId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('at once', asked)))
    assert.deepEqual(
      new Set(answers.map(({ status, text, headers }) => `${status} ${headers.location} ${text}`)).size,
      1,
    )
    assert.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1)
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['event_type.created'])
  })

  test('scopes are asked for each time', async () => {
    const asked = aType(owner)
    assertStatus(await post('scopes', asked), 201)
    assertStatus(await post('scopes', { ...asked, token: await aToken(app, owner.principal, ['users:read']) }), 403)
  })

  test('is readable by scripts of other sites', async () => {
    const { headers } = await app.ask('OPTIONS /event_types')
    assert.match(String(headers['access-control-allow-headers']), /\bidempotency-key\b/)
    assert.match(String(headers['access-control-expose-headers']), /\bidempotency-replayed\b/)
  })
})

describe('something else under the same key', () => {
  test('422: another body, query, path or address, and nothing is changed', async () => {
    const body = { email: `one.${randomUUID()}@new.test` }
    const { token } = owner
    const first = await post('else', { token, body }, `${organization}/invitations`)
    assertStatus(first, 201)
    const inventory = await inventoryOf(app, organizationId)
    const others = [
      post('else', { token, body: { email: `other.${randomUUID()}@new.test` } }, `${organization}/invitations`),
      post(
        'else',
        { token, body: { ...body, note: 'unknown fields are ignored, but they are something else' } },
        `${organization}/invitations`,
      ),
      post('else', { token, body, query: { email: 'x' } }, `${organization}/invitations`),
      post('else', { token, body: { ...body, organization } }, '/organization_invitations'),
      post('else', aType(owner)),
    ]
    for (const other of await Promise.all(others)) assertAnswer(other, 422, reused)
    assert.deepEqual(await inventoryOf(app, organizationId), inventory)
    assertReplay(await post('else', { token, body }, `${organization}/invitations`), first)
  })

  test('422: the very same at another address', async () => {
    const ask = await serveOwn(app, { 'POST /echoes': echo, 'POST /replies': echo })
    const say = (to: string) =>
      ask(`POST ${to}`, { token: owner.token, headers: { 'idempotency-key': 'elsewhere' }, body: { text: 'the same' } })
    const first = await say('/echoes')
    assertStatus(first, 200)
    assertAnswer(await say('/replies'), 422, reused)
    assertReplay(await say('/echoes'), first)
  })

  test('422 is among the kinds of refusal that are documented', () => {
    assert.ok(problemKinds.some(({ code, status }) => code === 'idempotency_key_reused' && status === 422))
  })
})

describe("another member's key", () => {
  test('is another one: of another member, and of another organization', async () => {
    const answers = [owner, admin, colleague, outsider].map(async (person) => ({
      person,
      answer: await post('mine', aType(person)),
    }))
    const uris = new Set<string>()
    for (const { person, answer } of await Promise.all(answers)) {
      assert.equal(answer.headers['idempotency-replayed'], undefined)
      assert.match(answer.text, new RegExp(person.id))
      uris.add(resourceOf(answer).uri)
    }
    assert.equal(uris.size, 4)
  })

  test('does not decrypt as mine, even if its row replaces mine', async () => {
    const [one, other] = [await aMember(app, owner), await aMember(app, owner)]
    const asked = aType(one)
    assertStatus(await post('place', asked), 201)
    assertStatus(await post('place', aType(other)), 201)
    await app.context.database.write((tx) =>
      raw(
        tx,
        sql`update idempotency_keys set answer = (select answer from idempotency_keys where membership_id = ${other.membershipId}::uuid)
          where membership_id = ${one.membershipId}::uuid`,
      ),
    )
    const answer = await post('place', asked)
    assertStatus(answer, 500)
    assert.doesNotMatch(answer.text, new RegExp(other.id))
  })
})

describe('a key stays free', () => {
  test('when the request was refused: 400, 403, 404', async () => {
    const { token, body } = aType(colleague)
    assertStatus(await post('refused', { token, body: { ...body, duration: -1 } }), 400)
    assertStatus(await post('refused', { token, body: { ...body, owner: owner.uri } }), 403)
    assertStatus(await post('refused', { token, body: { ...body, owner: outsider.uri } }), 404)
    assert.deepEqual(await keptBy(colleague).then((rows) => rows.filter(({ status }) => status === null)), [])
    const first = await post('refused', { token, body })
    assertStatus(first, 201)
    assertReplay(await post('refused', { token, body }), first)
  })

  test('when the transaction failed, at its fact or before its commit; then neither the change nor the key is there', async () => {
    const failing: { at: Failing } = { at: 'nowhere' }
    const faulty = await testApp({ through: faultyDatabase(failing) })
    const asked = aType(owner)
    const before = await inventoryOf(app, organizationId)
    for (const at of ['at the fact', 'at the end'] as const) {
      failing.at = at
      assertStatus(await post('failed', asked, '/event_types', faulty), 500)
      assert.deepEqual(await inventoryOf(app, organizationId), before, at)
    }
    failing.at = 'nowhere'
    const first = await post('failed', asked, '/event_types', faulty)
    assertStatus(first, 201)
    assertReplay(await post('failed', asked), first)
  })
})

describe('the key itself', () => {
  test('400: it has 1 to 255 printable ASCII characters, and is named when it has not', async () => {
    for (const key of ['', 'x'.repeat(256), 'schlüssel', '\u00a0', 'tab\tinside', 'del\u007f'])
      assertAnswer(
        await post(key, aType(owner)),
        400,
        invalidArgument(['Idempotency-Key', 'must be 1 to 255 printable ASCII characters']),
      )
    for (const key of ['x', 'x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'with spaces ~ and !'])
      assertStatus(await post(key, aType(owner)), 201)
  })

  test('after token and scope, before what the body means', async () => {
    const bad = { 'idempotency-key': '' }
    assertStatus(await app.ask('POST /event_types', { headers: bad, body: {} }), 401)
    assertStatus(
      await app.ask('POST /event_types', {
        token: await aToken(app, owner.principal, ['users:read']),
        headers: bad,
        body: {},
      }),
      403,
    )
    assertAnswer(
      await app.ask('POST /event_types', { token: owner.token, headers: bad, body: {} }),
      400,
      invalidArgument(['Idempotency-Key', 'must be 1 to 255 printable ASCII characters']),
    )
  })

  test('is ignored by GET, PATCH and DELETE', async () => {
    const { token } = owner
    const headers = { 'idempotency-key': '' }
    assertStatus(await app.ask('GET /users/me', { token, headers }), 200)
    const { uri: type } = resourceOf(await post(undefined, aType(owner)))
    for (const name of ['A', 'B'])
      assert.equal(
        resourceOf(await app.ask(`PATCH ${type}`, { token, headers: { 'idempotency-key': 'patch' }, body: { name } }))
          .name,
        name,
      )
    const { uri: invitation } = resourceOf(
      await post(undefined, { token, body: { email: `gone.${randomUUID()}@new.test` } }, `${organization}/invitations`),
    )
    assertStatus(await app.ask(`DELETE ${invitation}`, { token, headers }), 204)
    assertStatus(await app.ask(`DELETE ${invitation}`, { token, headers }), 404)
  })

  test('holds for 24 hours, and is then free again', async () => {
    const { clock } = app
    const asked = aType(colleague)
    const first = await post('a day', asked)
    clock.advance(24 * 3_600_000 - 1)
    assertReplay(await post('a day', asked), first)
    clock.advance(1)
    const next = await post('a day', asked)
    assertStatus(next, 201)
    assert.notEqual(next.headers.location, first.headers.location)
    assertReplay(await post('a day', asked), next)
    // Another request may have it as well.
    clock.advance(24 * 3_600_000)
    assertStatus(await post('a day', aType(colleague)), 201)
  })

  test('is deleted once it has expired, and not before', async () => {
    const member = await aMember(app, owner)
    const { clock, context } = app
    const sweep = () => context.database.write((tx) => deleteExpiredKeys(tx, clock.now()))
    await post('old', aType(member))
    clock.advance(1)
    await post('young', aType(member))
    clock.advance(24 * 3_600_000 - 1)
    assert.ok((await sweep()) >= 1)
    assert.equal((await keptBy(member)).length, 1)
    clock.advance(1)
    assert.ok((await sweep()) >= 1)
    assert.equal((await keptBy(member)).length, 0)
    assert.equal(await sweep(), 0)
  })
})

describe('what is kept', () => {
  test('nothing without a key: no row, and not one statement more; with one, two statements', async () => {
    const seen = { statements: 0 }
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        seen.statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const counted = await testApp({
      through: (database) => ({ ...database, write: (work) => database.write((tx) => work(tx.withPlugin(counter))) }),
    })
    const member = await aMember(app, owner)
    const statements = async (key: string | undefined) => {
      const before = seen.statements
      assertStatus(await post(key, aType(member), '/event_types', counted), 201)
      return seen.statements - before
    }
    const without = await statements(undefined)
    assert.deepEqual(await keptBy(member), [])
    assert.equal(await statements('counted'), without + 2)
    assert.equal((await keptBy(member)).length, 1)
  })

  test('cannot be read in the database: not the answer, not the request, not the key', async () => {
    const key = `key-${randomUUID()}`
    const canary = `canary-${randomUUID()}`
    const ask = await serveOwn(app, { 'POST /echoes': echo })
    const first = await ask('POST /echoes', {
      token: owner.token,
      headers: { 'idempotency-key': key },
      body: { text: canary },
    })
    assert.match(first.text, new RegExp(canary))
    const everything = await wholeDatabase(app)
    for (const secret of [key, canary]) {
      assert.ok(!everything.includes(secret))
      assert.ok(!everything.includes(Buffer.from(secret).toString('hex')))
    }
  })

  test('of a code only what it is made of: it is made again', async () => {
    const member = await aMember(app, owner)
    const ask = await serveOwn(app, { 'POST /links': { operation: link, status: 201 } })
    const make = () => ask('POST /links', { token: member.token, headers: { 'idempotency-key': 'a link' }, body: {} })
    const first = await make()
    assertReplay(await make(), first)
    const { long, short, uri: address } = resourceOf(first)
    const [kept] = await keptBy(member)
    assert.ok(kept)
    const open = openKept(member.principal, kept)
    for (const code of [long, short]) {
      assert.ok(first.text.includes(code) && !open.includes(code), code)
    }
    assert.ok(String(first.headers.location).endsWith(short) && first.headers.location === address)
    assert.match(open, /\["short","trial link"/)
  })

  test('carries the hashes of the people it mentions, so that erasure finds it', async () => {
    const { persons } = app.context
    const member = await aMember(app, owner)
    const ask = await serveOwn(app, { 'POST /echoes': echo })
    const text = 'Asked by Visitor@Client.test, with <guest@client.test> and one@two'
    assertStatus(
      await ask('POST /echoes', {
        token: member.token,
        headers: { 'idempotency-key': 'persons' },
        body: { text, about: 'hidden@client.test' },
      }),
      200,
    )
    const [kept] = await keptBy(member)
    const wanted = ['visitor@client.test', 'guest@client.test', 'one@two', 'hidden@client.test'].map((email) =>
      persons.of(organizationId, email).toString('hex'),
    )
    assert.deepEqual(kept?.persons.map((person) => person.toString('hex')).sort(), wanted.sort())
    const found = await raw(
      app.context.database.reader,
      sql`select 1 from idempotency_keys where organization_id = ${organizationId}::uuid and ${persons.of(organizationId, 'guest@client.test')} = any(persons)`,
    )
    assert.equal(found.length, 1)
  })
})

describe('where most depends on it', () => {
  test('a booking is made once; its row has the hashes of everybody in the answer', async () => {
    // The clock of the other has moved on by days.
    const fresh = await testApp()
    const { persons } = fresh.context
    const member = await aMember(app, owner)
    const eventType = await anEventType(app, member, { active: true })
    const guests = ['first.guest@client.test', 'second.guest@client.test']
    const body = bookingOf(eventType, { event_guests: guests })
    const first = await post('booking', { token: member.token, body }, '/invitees', fresh)
    const { email, event } = resourceOf(first)
    assertReplay(await post('booking', { token: member.token, body }, '/invitees', fresh), first)
    assertAnswer(
      await post(
        'booking',
        { token: member.token, body: { ...body, start_time: tuesday('11:00') } },
        '/invitees',
        fresh,
      ),
      422,
      reused,
    )
    const canceled = await post('canceling', { token: member.token, body: {} }, `${event}/cancellation`, fresh)
    assert.ok(guests.every((guest) => canceled.text.includes(guest)))
    // Without its key it would be refused: it is canceled.
    assertReplay(await post('canceling', { token: member.token, body: {} }, `${event}/cancellation`, fresh), canceled)
    const carried = (await keptBy(member)).map(({ persons: some }) => some.map((person) => person.toString('hex')))
    const hexOf = (address: string) => persons.of(organizationId, address).toString('hex')
    assert.equal(carried.length, 2)
    assert.ok(carried.every((some) => some.includes(hexOf(email))))
    assert.ok(carried.some((some) => guests.every((guest) => some.includes(hexOf(guest)))))
  })

  test('a link is made once, and its code is stored nowhere', async () => {
    const member = await aMember(app, owner)
    const eventType = await anEventType(app, member, { active: true })
    const asked = { token: member.token, body: { max_event_count: 1, owner: eventType.uri, owner_type: 'EventType' } }
    const first = await post('real link', asked, '/scheduling_links')
    const { booking_url } = resourceOf(first)
    assertReplay(await post('real link', asked, '/scheduling_links'), first)
    const [kept] = await keptBy(member)
    assert.ok(kept && !holdsCode(openKept(member.principal, kept), booking_url))
    assert.ok(!holdsCode(await wholeDatabase(app), booking_url))
  })

  test('a booking is answered again with the URLs of its invitee, whose secret is stored nowhere', async () => {
    const member = await aMember(app, owner)
    const eventType = await anEventType(app, member, { active: true })
    const asked = { token: member.token, body: bookingOf(eventType, { start_time: '2026-04-07T09:00:00Z' }) }
    const first = await post('own addresses', asked, '/invitees')
    assertReplay(await post('own addresses', asked, '/invitees'), first)
    const secret = String(resourceOf(first).cancel_url).slice(-26)
    const [kept] = await keptBy(member)
    assert.ok(kept)
    const open = openKept(member.principal, kept)
    assert.ok(open.includes('/cancellations/') && !open.includes(secret))
    assert.ok(!(await wholeDatabase(app)).includes(secret))
  })
})

// Operations that only these tests have.

const runs = { nothing: 0 }

const nothing = write({
  name: 'mark_nothing',
  summary: 'Does nothing that can be seen',
  scopes: ['users:read'],
  input: z.object({}),
  output: z.void(),
  run: async () => {
    runs.nothing += 1
  },
})

const echo = write({
  name: 'echo_text',
  summary: 'Says what it was told, and asks for somebody',
  scopes: ['users:read'],
  input: z.object({ text: z.string(), about: z.string().optional() }),
  output: z.object({ said: z.array(z.string()) }),
  run: async ({ persons, principal }, { text, about }) => {
    if (about !== undefined) persons.of(principal.organizationId, about)
    return { said: [text] }
  },
})

const link = write({
  name: 'make_link',
  summary: 'Shows codes',
  scopes: ['users:read'],
  input: z.object({}),
  output: z.object({ uri, long: z.string(), short: z.string() }),
  run: async ({ codes, links }) => {
    const short = codes.shortOf('trial link', randomUUID())
    return { uri: `${links.site}/d/${short}`, long: codes.of('trial', randomUUID()), short }
  },
})

test('what was done under a key is answered, and another request under it refused, without asking elsewhere; a refusal keeps nothing', async () => {
  let asked = 0
  const asking = write({
    name: 'ask_elsewhere',
    summary: 'Ask another service first',
    scopes: [],
    input: z.object({ name: z.string() }),
    output: z.object({ uri }),
    ask: async () => {
      asked += 1
      return asked
    },
    run: async (_, { name }, number) => {
      if (name === 'refused')
        throw new Problem(problemKinds.find(({ status }) => status === 403) as (typeof problemKinds)[number])
      return { uri: `https://api.test/answers/${number}` }
    },
  })
  const own = { ...app, ask: await serveOwn(app, { 'POST /answers': asking }) }
  const send = (name: string, key: string) => post(key, { token: owner.token, body: { name } }, '/answers', own)
  const key = randomUUID()
  const first = await send('one', key)
  const again = await send('one', key)
  assert.deepEqual([again.text, asked], [first.text, 1])
  assertStatus(await send('two', key), 422)
  assert.equal(asked, 1)
  const other = randomUUID()
  for (let count = 0; count < 2; count += 1) assertStatus(await send('refused', other), 403)
  assert.equal(asked, 3)
})
