// seconds: 8
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { PageTokens } from '#contract/page.ts'
import { addTeamMember } from '#organizations/index.ts'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  collectionOf,
  invalidArgument,
  notFound,
  onlyPage,
  urisOf,
} from '../../support/answers.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { aCast, aGroup, aMember, anInvitation, aTeam, inGroup, lastPart, type Person } from '../../support/cast.ts'

const app = await testApp()

/** Repeatable: what is random in here is random the same way each time. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

interface Row {
  readonly uri: string
  readonly email: string
  readonly created_at: string
  readonly updated_at: string
}

/** Invitations straight into the table: many, of few instants, with addresses in upper and lower case. */
const plant = async (inviter: Person, count: number, below: (limit: number) => number): Promise<string[]> => {
  const start = Date.UTC(2026, 0, 1)
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    organization_id: inviter.principal.organizationId,
    email: `${'aAbBzZ-_09'[below(10)]}${'aAbBzZ-_09'[below(10)]}${randomUUID().slice(0, 6)}@new.test`,
    status: (['pending', 'declined'] as const)[below(2)] ?? 'pending',
    code_hash: randomBytes(32),
    invited_by: inviter.membershipId,
    created_at: new Date(start + below(4)),
    updated_at: new Date(start + 10 + below(3)),
    last_sent_at: null,
  }))
  await app.context.database.write((tx) => tx.insertInto('organization_invitations').values(rows).execute())
  return rows.map(({ id }) => id)
}

const uproot = async (ids: readonly string[]): Promise<void> => {
  await app.context.database.write((tx) => tx.deleteFrom('organization_invitations').where('id', 'in', ids).execute())
}

const listOf =
  ({ organization, token }: { organization: string; token: string }) =>
  (query: Record<string, string> = {}) =>
    app.ask(`GET ${organization}/invitations`, { token, query })

const aListOf = async (count: number) => {
  const cast = await aCast(app)
  const below = numbersFrom(count)
  await plant(cast.owner, count, below)
  return { ...cast, below, list: listOf({ organization: cast.organization, token: cast.owner.token }) }
}

const orders = [
  'created_at:asc',
  'created_at:desc',
  'updated_at:asc',
  'updated_at:desc',
  'email:asc',
  'email:desc',
  'updated_at:desc,email:asc',
  'created_at:asc,updated_at:desc',
  'updated_at:asc,created_at:desc,email:asc',
  'created_at:desc,email:desc',
]

/**
 * The order the contract promises, without a database: instants, then texts by their bytes, then the id as a last
 * resort.
 */
const comparing = (order: string) => {
  const terms = order.split(',').map((term) => term.split(':') as [keyof Row, string])
  const last: [keyof Row, string] = ['uri', terms[0]?.[1] ?? 'asc']
  return (one: Row, other: Row): number => {
    for (const [field, direction] of [...terms, last]) {
      if (one[field] === other[field]) continue
      return one[field] < other[field] === (direction === 'asc') ? -1 : 1
    }
    return 0
  }
}

/** Page after page until there is none, by the links. `between` is called before each. */
const walk = async (
  first: Answer,
  token: string,
  link: 'next_page' | 'previous_page',
  between: () => Promise<void> = async () => {},
): Promise<{ rows: Row[]; last: Answer }> => {
  const rows: Row[] = link === 'next_page' ? collectionOf(first) : collectionOf(first).toReversed()
  let page = first
  for (let turn = 0; page.body.pagination[link] !== null; turn += 1) {
    assert.ok(turn < 200, 'the list never ends')
    await between()
    page = await app.ask(`GET ${page.body.pagination[link]}`, { token })
    const found = collectionOf(page)
    rows.push(...(link === 'next_page' ? found : found.toReversed()))
  }
  return { rows, last: page }
}

describe('paging', () => {
  test('every order, forwards and back: all rows, in the order that was asked for, on every database', async () => {
    const { list, owner } = await aListOf(60)
    const all = collectionOf(await list({ count: '100' })) as Row[]
    assert.equal(all.length, 60)
    for (const sort of orders) {
      const expected = urisOf(all.toSorted(comparing(sort)))
      const forwards = await walk(await list({ count: '7', sort }), owner.token, 'next_page')
      assert.deepEqual(urisOf(forwards.rows), expected, sort)
      const backwards = await walk(forwards.last, owner.token, 'previous_page')
      assert.deepEqual(urisOf(backwards.rows), expected.toReversed(), `${sort}, back`)
      assert.equal(backwards.last.body.pagination.previous_page, null)
    }
  })

  for (const sort of ['created_at:asc', 'updated_at:desc', 'email:asc', 'updated_at:desc,email:asc']) {
    test(`rows inserted and deleted between pages: no other is repeated or lost, both ways, by ${sort}`, async () => {
      const { list, owner, below } = await aListOf(60)
      const everything = async (): Promise<Row[]> => collectionOf(await list({ count: '100', sort }))
      const gone = new Set<string>()
      const disturb = async () => {
        await plant(owner, 2, below)
        const present = urisOf(await everything())
        const victims = [present[below(present.length)], present[below(present.length)]].filter(
          (uri) => uri !== undefined,
        )
        await uproot(victims.map(lastPart))
        for (const uri of victims) gone.add(uri)
      }
      const check = (walked: readonly Row[], there: readonly Row[]) => {
        const uris = urisOf(walked)
        assert.equal(new Set(uris).size, uris.length, 'a row twice')
        const survivors = urisOf(there).filter((uri) => !gone.has(uri))
        assert.ok(survivors.length > 25, `only ${survivors.length} rows to look for`)
        assert.deepEqual(
          survivors.filter((uri) => !uris.includes(uri)),
          [],
          'a row lost',
        )
      }

      const before = await everything()
      const forwards = await walk(await list({ count: '6', sort }), owner.token, 'next_page', disturb)
      check(forwards.rows, before)

      // What came behind the last page is not on the way back.
      const end = forwards.rows.at(-1) as Row
      const there = (await everything()).filter((row) => comparing(sort)(row, end) <= 0)
      const backwards = await walk(forwards.last, owner.token, 'previous_page', disturb)
      check(backwards.rows, there)
    })
  }

  test('the pages in between have both links, the first no previous one, the last no next one', async () => {
    const { list, owner } = await aListOf(9)
    const first = await list({ count: '3' })
    const second = await app.ask(`GET ${first.body.pagination.next_page}`, { token: owner.token })
    const third = await app.ask(`GET ${second.body.pagination.next_page}`, { token: owner.token })
    const has = ({ body: { pagination } }: Answer) => [
      pagination.previous_page !== null,
      pagination.next_page !== null,
      pagination.previous_page_token !== null,
      pagination.next_page_token !== null,
    ]
    assert.deepEqual([first, second, third].map(has), [
      [false, true, false, true],
      [true, true, true, true],
      [true, false, true, false],
    ])
    const back = await app.ask(`GET ${third.body.pagination.previous_page}`, { token: owner.token })
    assert.deepEqual(back.body.collection, second.body.collection)
    assert.deepEqual(
      (await app.ask(`GET ${back.body.pagination.previous_page}`, { token: owner.token })).body.collection,
      first.body.collection,
    )
  })

  test('a page that is exactly full is the last one', async () => {
    const { list } = await aListOf(4)
    assert.deepEqual((await list({ count: '4' })).body.pagination, onlyPage(4))
    assert.deepEqual((await list({ count: '4', status: 'accepted' })).body.pagination, onlyPage(0))
  })

  test('twenty by default', async () => {
    const { list } = await aListOf(25)
    const answer = await list()
    assert.equal(answer.body.pagination.count, 20)
    assert.equal(new URL(answer.body.pagination.next_page).searchParams.get('count'), '20')
  })

  test('a whole number may be written as 3.0; 3.5 and 3.0e0 are none', async () => {
    const { list } = await aListOf(4)
    assert.equal((await list({ count: '3.0' })).body.pagination.count, 3)
    for (const count of ['3.5', '3.0e0', '3.', '.0']) assert.equal((await list({ count })).status, 400, count)
  })

  test('when all that follows was deleted, the page is empty and leads back to where we came from', async () => {
    const { list, owner } = await aListOf(8)
    const first = await list({ count: '3' })
    const rest = urisOf(collectionOf(await list({ count: '100' }))).slice(3)
    await uproot(rest.map(lastPart))
    const empty = await app.ask(`GET ${first.body.pagination.next_page}`, { token: owner.token })
    assert.deepEqual([empty.body.collection, empty.body.pagination.next_page], [[], null])
    const back = await app.ask(`GET ${empty.body.pagination.previous_page}`, { token: owner.token })
    assert.deepEqual(back.body.collection, first.body.collection)
    assert.equal(back.body.pagination.previous_page, null)
  })

  test('and when all that came before was', async () => {
    const { list, owner } = await aListOf(8)
    const all = urisOf(collectionOf(await list({ count: '100' })))
    const first = await list({ count: '3' })
    const second = await app.ask(`GET ${first.body.pagination.next_page}`, { token: owner.token })
    await uproot(all.slice(0, 3).map(lastPart))
    const empty = await app.ask(`GET ${second.body.pagination.previous_page}`, { token: owner.token })
    assert.deepEqual([empty.body.collection, empty.body.pagination.previous_page], [[], null])
    assert.deepEqual(
      (await app.ask(`GET ${empty.body.pagination.next_page}`, { token: owner.token })).body.collection,
      second.body.collection,
    )
  })

  test('400: count from 1 to 100, whole', async () => {
    const { list } = await aListOf(1)
    for (const count of ['1', '100', '007']) assertStatus(await list({ count }), 200)
    for (const [count, message] of [
      ['0', 'must be greater than or equal to 1'],
      ['-1', 'must be greater than or equal to 1'],
      ['101', 'must be less than or equal to 100'],
      ['1000', 'must be less than or equal to 100'],
      ['abc', 'must be an integer'],
      ['1.5', 'must be an integer'],
      ['', 'must be an integer'],
      ['1e1', 'must be an integer'],
      ['9'.repeat(30), 'must be an integer'],
      ['NaN', 'must be an integer'],
    ] as const) {
      assertAnswer(await list({ count }), 400, invalidArgument(['count', message]))
    }
  })
})

describe('page tokens', () => {
  const token = async (query: Record<string, string>, of: Awaited<ReturnType<typeof aListOf>>): Promise<string> =>
    (await of.list(query)).body.pagination.next_page_token

  test('alone, with everything that was asked, and with something else: the token decides', async () => {
    const of = await aListOf(40)
    const query = { count: '5', sort: 'email:desc', status: 'declined' }
    const first = await of.list(query)
    const page_token = first.body.pagination.next_page_token
    const second = await app.ask(`GET ${first.body.pagination.next_page}`, { token: of.owner.token })
    assert.equal(second.body.pagination.count, 5)
    for (const more of [
      {},
      query,
      { status: 'pending' },
      { sort: 'created_at:asc' },
      { status: 'pending', sort: 'created_at:asc', email: 'a@b.test' },
      { sort: 'nonsense' },
      { status: 'nonsense' },
    ]) {
      assert.deepEqual(
        (await of.list({ ...more, page_token })).body.collection,
        second.body.collection,
        JSON.stringify(more),
      )
    }
    const three = await of.list({ page_token, count: '3' })
    assert.deepEqual(three.body.collection, second.body.collection.slice(0, 3))
  })

  test('alone, also on the address where the organization is a parameter', async () => {
    const of = await aListOf(6)
    const first = await app.ask('GET /organization_invitations', {
      token: of.owner.token,
      query: { organization: of.organization, count: '2' },
    })
    const second = await app.ask('GET /organization_invitations', {
      token: of.owner.token,
      query: { page_token: first.body.pagination.next_page_token },
    })
    assert.equal(second.body.pagination.count, 2)
    assert.deepEqual(urisOf(collectionOf(second)), urisOf(collectionOf(await of.list())).slice(2, 4))
  })

  test('the page after a page by token alone still knows the filters', async () => {
    const of = await aListOf(40)
    let page = await of.list({ count: '4', status: 'declined', sort: 'email:desc' })
    const uris = urisOf(page.body.collection)
    while (page.body.pagination.next_page_token !== null) {
      page = await of.list({ page_token: page.body.pagination.next_page_token })
      uris.push(...urisOf(collectionOf(page)))
    }
    assert.deepEqual(
      uris,
      urisOf(collectionOf(await of.list({ count: '100', status: 'declined', sort: 'email:desc' }))),
    )
  })

  test('can be cut out of the link and need no escaping', async () => {
    const of = await aListOf(3)
    const { pagination } = (await of.list({ count: '1' })).body
    assert.match(pagination.next_page_token, /^[A-Za-z0-9_-]+$/)
    assert.equal(pagination.next_page.split('page_token=')[1]?.split('&')[0], pagination.next_page_token)
    assert.ok(pagination.next_page.startsWith(`${of.organization}/invitations?`))
  })

  test('400: what is no token of ours, or was changed anywhere', async () => {
    const of = await aListOf(3)
    const good = await token({ count: '1' }, of)
    const { below } = of
    const changed = Array.from({ length: 40 }, () => {
      const index = below(good.length)
      const other = good[index] === 'A' ? 'B' : 'A'
      return good.slice(0, index) + other + good.slice(index + 1)
    })
    const lastDigits = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((digit) => good.slice(0, -1) + digit)
      .filter((text) => text !== good)
    for (const page_token of [
      ...changed,
      ...lastDigits,
      '',
      'x',
      good.slice(1),
      good.slice(0, -1),
      `${good}A`,
      `${good}=`,
      'A'.repeat(200),
      'ü',
      'A'.repeat(9000),
    ]) {
      assertAnswer(await of.list({ page_token }), 400, invalidArgument(['page_token', 'invalid']))
    }
  })

  test('400: one of another list, or of another instance', async () => {
    const of = await aListOf(3)
    const page_token = await token({ count: '1' }, of)
    assertAnswer(
      await app.ask('GET /organization_memberships', { token: of.owner.token, query: { page_token } }),
      400,
      invalidArgument(['page_token', 'invalid']),
    )
    const { organizationId } = of
    const foreign = new PageTokens(randomBytes(32)).write({
      operation: 'list_organization_invitations',
      organizationId,
      filters: {},
      position: { keys: [0, organizationId], backward: false, inclusive: false },
    })
    assertAnswer(await of.list({ page_token: foreign }), 400, invalidArgument(['page_token', 'invalid']))
  })

  test("404: another organization's page is one that does not exist", async () => {
    const of = await aListOf(3)
    const other = await aListOf(3)
    const page_token = await token({ count: '1' }, of)
    const foreign = await other.list({ page_token })
    assertAnswer(foreign, 404, notFound)
    assertAlike(foreign, await other.list({ page_token, count: '1', status: 'pending' }))
    assertAlike(
      foreign,
      await app.ask('GET /organization_invitations', { token: other.owner.token, query: { page_token } }),
    )
  })

  test('403: a page token grants nothing: without access to the list there is none to its pages', async () => {
    const of = await aListOf(3)
    const page_token = await token({ count: '1' }, of)
    assertStatus(
      await app.ask(`GET ${of.organization}/invitations`, { token: of.colleague.token, query: { page_token } }),
      403,
    )
  })

  test('work for long filters too: clients write any host into a URI', async () => {
    const of = await aListOf(3)
    const organization = `https://${'very-long.'.repeat(500)}example.test/organizations/${of.organizationId}`
    const first = await app.ask('GET /organization_invitations', {
      token: of.owner.token,
      query: { organization, count: '1' },
    })
    assertStatus(
      await app.ask('GET /organization_invitations', {
        token: of.owner.token,
        query: { page_token: first.body.pagination.next_page_token },
      }),
      200,
    )
  })
})

describe('every list', () => {
  test('pages the same way: two at a time gives what all at once gives', async () => {
    const cast = await aCast(app)
    const { owner, colleague, organization } = cast
    const group = await aGroup(app, owner)
    for (let count = 0; count < 4; count += 1) {
      const member = await aMember(app, owner)
      await inGroup(app, owner, group, { membership: member.membershipUri })
      await aGroup(app, owner)
      await anInvitation(app, owner)
      await app.run(addTeamMember, owner.principal, {
        team: (await aTeam(app, owner)).uri,
        membership: colleague.membershipUri,
      })
    }
    for (const [address, query] of [
      ['/organization_memberships', { organization }],
      ['/organization_memberships', {}],
      ['/organization_invitations', { organization }],
      ['/groups', {}],
      ['/group_relationships', { group: group.uri }],
      ['/teams', {}],
      ['/teams', { user: colleague.uri }],
    ] as const) {
      const list = (count: string) => app.ask(`GET ${address}`, { token: owner.token, query: { ...query, count } })
      const all = urisOf(collectionOf(await list('100')))
      assert.ok(all.length >= 4, address)
      const forwards = await walk(await list('2'), owner.token, 'next_page')
      assert.deepEqual(urisOf(forwards.rows), all)
      const backwards = await walk(forwards.last, owner.token, 'previous_page')
      assert.deepEqual(urisOf(backwards.rows), all.toReversed())
    }
  })
})
