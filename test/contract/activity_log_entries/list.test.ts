import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAnswer, assertStatus, denied, invalidArgument, notFound, onlyPage } from '../../support/answers.ts'
import type { Answer } from '../../support/app.ts'
import { aBooking } from '../../support/bookings.ts'
import { aCast, aGroup, anInvitation, aToken, inGroup, putOnPlan } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { owner, admin, colleague, outsider, organization, outsiderOrganization } = await aCast(app)
await app.work()

// One change a second. Every change before these is of the cast.
app.clock.advance(60_000)
const since = '2026-03-02T10:01:00Z'
const sales = await aGroup(app, owner, 'Sales of EMEA')
app.clock.advance(1_000)
const support = await aGroup(app, admin, 'Support')
app.clock.advance(1_000)
await inGroup(app, owner, sales, { membership: colleague.membershipUri })
app.clock.advance(1_000)
await inGroup(app, owner, support, { membership: admin.membershipUri }, 'admin')
app.clock.advance(1_000)
const intro = await anEventType(app, owner, { name: 'Intro to sales', active: true })
app.clock.advance(1_000)
const { invitee } = await aBooking(app, owner, intro)
app.clock.advance(1_000)
const { email: invited } = await anInvitation(app, admin, 'new.hire+tag@acme.test')

/** The keys of the answer, in their order, and no others. */
const entriesOf = (answer: Answer) => {
  assertStatus(answer, 200)
  assert.deepEqual(Object.keys(answer.body), [
    'collection',
    'pagination',
    'last_event_time',
    'total_count',
    'exceeds_max_total_count',
  ])
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  return answer.body.collection as any[]
}

const list = (token: string, query: Record<string, string | string[]> = {}) =>
  app.ask('GET /activity_log_entries', { token, query: { organization, ...query } })
const names = async (query: Record<string, string | string[]>) =>
  entriesOf(await list(owner.token, { min_occurred_at: since, sort: 'occurred_at:asc', ...query })).map(
    (entry) => entry.fully_qualified_name,
  )

const all = [
  'Groups.Created',
  'Groups.Created',
  'Groups.Member_Added',
  'Groups.Admin_Assigned',
  'Event_Type.One-on-One_Created',
  'Scheduled_Events.Booked',
  'User_Management.Invitation_Sent',
]

/** The same answers before and after the changes are in the log. */
const guarantees = (): void => {
  test('200: one entry for each change, with every key and no other', async () => {
    assert.deepEqual(await names({}), all)
    const answer = await list(owner.token, { min_occurred_at: since, max_occurred_at: since })
    const [entry, ...others] = entriesOf(answer)
    assert.equal(others.length, 0)
    const { uri, ...rest } = entry
    assert.match(uri, /\/activity_log_entries\/[0-9a-f-]{36}$/)
    assert.deepEqual(rest, {
      occurred_at: '2026-03-02T10:01:00.000000Z',
      namespace: 'Groups',
      action: 'Created',
      fully_qualified_name: 'Groups.Created',
      actor: {
        type: 'system',
        display_name: null,
        uri: null,
        alternative_identifier: null,
        organization: null,
        group: null,
      },
      details: { uri: sales.uri, name: 'Sales of EMEA' },
      organization,
    })
    assert.deepEqual(answer.body.pagination, onlyPage(1))
    assert.equal(answer.body.last_event_time, '2026-03-02T10:01:00Z')
    assert.equal(answer.body.total_count, 1)
    assert.equal(answer.body.exceeds_max_total_count, false)
  })

  test('200: the actor, with their role and group', async () => {
    const [booked] = entriesOf(await list(admin.token, { action: 'Booked' }))
    assert.deepEqual(booked.actor, {
      type: 'User',
      display_name: owner.name,
      uri: owner.uri,
      alternative_identifier: owner.email,
      organization: { uri: organization, role: 'owner' },
      group: null,
    })
    // Of the invitee only their URI.
    assert.deepEqual(Object.keys(booked.details).sort(), ['event_type', 'invitee', 'scheduled_event', 'start_time'])
    assert.equal(booked.details.invitee, invitee.uri)
  })

  test('200: by actor, namespace, action and time, and all of them together', async () => {
    assert.deepEqual(await names({ namespace: 'Groups,User_Management' }), [...all.slice(0, 4), all[6]])
    assert.deepEqual(await names({ action: ['Created', 'Booked'] }), [
      'Groups.Created',
      'Groups.Created',
      'Scheduled_Events.Booked',
    ])
    assert.deepEqual(await names({ actor: `${owner.uri},${admin.uri}` }), ['Scheduled_Events.Booked'])
    assert.deepEqual(await names({ actor: admin.uri, namespace: 'API' }), [])
    assert.deepEqual(
      await names({ min_occurred_at: '2026-03-02T10:01:02Z', max_occurred_at: '2026-03-02T10:01:03Z' }),
      all.slice(2, 4),
    )
    assert.deepEqual(await names({ namespace: 'Groups', action: 'Created', search_term: 'support' }), [
      'Groups.Created',
    ])
    assert.deepEqual(await names({ namespace: 'None_Such' }), [])
  })

  const searches: readonly (readonly [term: string, found: readonly number[]])[] = [
    ['sales', [0, 4]],
    ['SALES created', [0, 4]],
    ['sales + groups', [0]],
    ['support | booked', [1, 5]],
    ['support OR booked', [1, 5]],
    ['groups -created', [2, 3]],
    ['groups -(created | admin)', [2]],
    ['"sales of emea"', [0]],
    ['"sales emea"', []],
    ['"created sales"', []],
    ['--sales', [0, 4]],
    ['sal*', [0, 4]],
    ['"sales of em"*', [0]],
    ['(sales | support) + created', [0, 1, 4]],
    ['one-on-one', [4]],
    ['new.hire', [6]],
    [invited.replace('+', ' '), [6]],
    [sales.id, [0, 2]],
    [`-groups -event`, [5, 6]],
    ['nothing_of_the_kind', []],
  ]
  for (const [term, found] of searches) {
    test(`200: search_term ${term.replace(sales.id, 'an id')}`, async () => {
      assert.deepEqual(
        await names({ search_term: term }),
        found.map((index) => all[index]),
      )
    })
  }

  for (const sort of ['action', 'actor.display_name', 'actor.uri', 'namespace', 'occurred_at']) {
    for (const direction of ['asc', 'desc']) {
      test(`200: sort by ${sort}:${direction}, page by page, and back`, async () => {
        const query = { min_occurred_at: since, sort: `${sort}:${direction}` }
        const whole = entriesOf(await list(owner.token, query))
        assert.equal(whole.length, all.length)
        const keyOf = (entry: { actor?: { display_name: string; uri?: string } } & Record<string, string>): string =>
          sort === 'actor.uri'
            ? (entry.actor?.uri ?? '')
            : sort === 'actor.display_name'
              ? (entry.actor?.display_name ?? '')
              : (entry[sort] as string)
        const keys = whole.map(keyOf)
        assert.deepEqual(keys, direction === 'asc' ? [...keys].sort() : [...keys].sort().reverse())
        const paged: object[] = []
        let answer = await list(owner.token, { ...query, count: '3' })
        const pages = [answer]
        for (paged.push(...entriesOf(answer)); answer.body.pagination.next_page; paged.push(...entriesOf(answer))) {
          answer = await app.ask(`GET ${answer.body.pagination.next_page}`, { token: owner.token })
          pages.push(answer)
        }
        assert.deepEqual(paged, whole)
        const back = await app.ask(`GET ${answer.body.pagination.previous_page}`, { token: owner.token })
        assert.deepEqual(entriesOf(back), entriesOf(pages.at(-2) as typeof back))
      })
    }
  }

  test('200: sort by several, in different directions', async () => {
    const query = { min_occurred_at: since, sort: 'namespace:asc,occurred_at:desc' }
    const whole = entriesOf(await list(owner.token, query)).map((entry) => entry.occurred_at.slice(17, 19))
    assert.deepEqual(whole, ['04', '03', '02', '01', '00', '05', '06'])
    const first = await list(owner.token, { ...query, count: '4' })
    const second = await app.ask(`GET ${first.body.pagination.next_page}`, { token: owner.token })
    assert.deepEqual(
      [...entriesOf(first), ...entriesOf(second)].map((entry) => entry.occurred_at.slice(17, 19)),
      whole,
    )
  })

  test('200: total_count counts all matches, on every page', async () => {
    const { body } = await list(owner.token, { min_occurred_at: since, count: '2' })
    assert.deepEqual([body.collection.length, body.total_count, body.last_event_time], [2, 7, '2026-03-02T10:01:06Z'])
    const none = await list(owner.token, { search_term: 'nobody' })
    assert.deepEqual(
      [none.body.total_count, none.body.last_event_time, none.body.exceeds_max_total_count],
      [0, null, false],
    )
  })
}

describe('GET /activity_log_entries, of changes that are not in the log yet', guarantees)

describe('GET /activity_log_entries, of changes in the log', () => {
  test('200: every change is logged once', async () => {
    await app.work()
    assert.equal((await list(owner.token, { min_occurred_at: since })).body.total_count, all.length)
  })
  guarantees()
})

describe('GET /activity_log_entries', () => {
  test('200: an entry that is logged late is sorted by its time', async () => {
    app.clock.advance(-4_000)
    await aGroup(app, owner, 'Late sales')
    app.clock.advance(4_000)
    const sales = async () =>
      entriesOf(await list(owner.token, { search_term: 'sales', sort: 'occurred_at:asc' })).map(
        ({ details }) => details.name,
      )
    assert.deepEqual(await sales(), ['Sales of EMEA', 'Late sales', 'Intro to sales'])
    await app.work()
    assert.deepEqual(await sales(), ['Sales of EMEA', 'Late sales', 'Intro to sales'])
  })

  test('200: a page has at most 100; 400: a count of more', async () => {
    for (let count = 0; count < 101; count += 1) await aToken(app, owner.principal, [])
    const answer = await list(owner.token, { count: '100' })
    assert.equal(entriesOf(answer).length, 100)
    assert.match(answer.body.pagination.next_page, /count=100&/)
    await app.work()
    const common = await list(owner.token, { search_term: 'token + created', count: '50' })
    assert.equal(common.body.total_count, (await list(owner.token, { action: 'Token_Created' })).body.total_count)
    assert.ok(common.body.total_count > 100)
    const next = await app.ask(`GET ${common.body.pagination.next_page}`, { token: owner.token })
    assert.equal(new Set([...entriesOf(common), ...entriesOf(next)].map(({ uri }) => uri)).size, 100)
    assertAnswer(
      await list(owner.token, { count: '101' }),
      400,
      invalidArgument(['count', 'must be less than or equal to 100']),
    )
  })

  for (const term of [
    '(a',
    'a)',
    '"a',
    'a |',
    '| a',
    '-',
    '*',
    '()',
    'a + ',
    '- (',
    '""',
    '"',
    '!',
    'a | | b',
    "' \\",
  ]) {
    test(`400: search_term ${term} cannot be parsed`, async () => {
      const answer = await list(owner.token, { search_term: term })
      assertAnswer(answer, 400, invalidArgument(['search_term', 'is in invalid format']))
    })
  }

  for (const term of [
    "it's",
    'back\\slash',
    "a'b:*",
    'a:b',
    'a&b',
    'a!b',
    '<->',
    'x<2>y',
    '%',
    'a'.repeat(300),
    `${'('.repeat(149)}a${')'.repeat(149)}`,
    `${'-'.repeat(200)}a`,
    `${'-(a|'.repeat(58)}b${')'.repeat(58)}`,
    'ünï çödé 日本',
  ]) {
    test(`never a 500: search_term ${term.slice(0, 20)}`, async () => {
      const { status } = await list(owner.token, { search_term: term })
      assert.ok(status === 200 || status === 400, String(status))
    })
  }

  test("200: without an organization, the caller's own", async () => {
    assert.deepEqual(
      (await app.ask('GET /activity_log_entries', { token: owner.token })).body.collection,
      (await list(owner.token)).body.collection,
    )
    assertAnswer(await app.ask('GET /activity_log_entries', { token: colleague.token }), 403, denied())
  })

  test('400: a term that is too long, or a malformed parameter', async () => {
    assertStatus(await list(owner.token, { search_term: 'a'.repeat(301) }), 400)
    assertStatus(await list(owner.token, { namespace: 'No Name' }), 400)
    assertStatus(await list(owner.token, { sort: 'details:asc' }), 400)
    assertStatus(await list(owner.token, { min_occurred_at: 'yesterday' }), 400)
  })

  test('403: for owners and admins only', async () => {
    assertStatus(await list(admin.token), 200)
    assertAnswer(await list(colleague.token), 403, denied())
  })

  test("404: another organization's", async () => {
    assertAnswer(
      await app.ask('GET /activity_log_entries', { token: owner.token, query: { organization: outsiderOrganization } }),
      404,
      notFound,
    )
  })

  test('403: another plan, with the upgrade text', async () => {
    await putOnPlan(app, outsider.principal.organizationId, 'teams')
    const query = { organization: outsiderOrganization }
    assertAnswer(
      await app.ask('GET /activity_log_entries', { token: outsider.token, query }),
      403,
      denied('Please upgrade your Openslot account to Enterprise.'),
    )
  })

  guardTests(app, owner, 'activity_log:read', 200, ({ token }) => list(token ?? ''))
})
