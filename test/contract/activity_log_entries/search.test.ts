import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { queryOf } from '#activity/search-query.ts'
import { parseSearchTerm, type SearchTerm } from '#activity/search-term.ts'
import { listEntries, type SearchBounds } from '#activity/store/entries.ts'
import { vectorOf, wordsIn } from '#activity/words.ts'
import type { PageRequest } from '#contract/page.ts'
import { aCast, aGroup, aToken } from '../../support/cast.ts'
import { webhookApp } from '../../support/webhooks.ts'

const app = await webhookApp()
const { reader } = app.context.database
const { owner, organizationId } = await aCast(app)
await aGroup(app, owner, 'Ancient sales')
await aGroup(app, owner, 'Ancient support')
for (let count = 0; count < 12; count += 1) {
  app.clock.advance(count % 3 === 0 ? 0 : 1_000)
  if (count % 4 === 0) await aGroup(app, owner, `Sales ${count}`)
  else await aToken(app, owner.principal, [])
}
await app.work()
// Not in the log yet.
await aGroup(app, owner, 'Fresh sales')

/** What a search finds page by page, looking back from each. */
const walk = async (search: string, order: PageRequest['order'], bounds?: SearchBounds) => {
  const filter = { search: parseSearchTerm(search) }
  assert.ok(filter.search)
  const found: string[] = []
  let request: PageRequest = { size: 3, order, from: undefined }
  for (;;) {
    const { page, total } = await listEntries(reader, organizationId, filter, request, bounds)
    found.push(...page.items.map(({ id }) => id))
    const before =
      page.previous && (await listEntries(reader, organizationId, filter, { ...request, from: page.previous }, bounds))
    assert.equal(
      before?.page.items.at(-1)?.id,
      before && found.at(-page.items.length - 1),
      'the page before ends where this one begins',
    )
    if (!page.next) return { found, total }
    request = { ...request, from: page.next }
  }
}

const orders: readonly PageRequest['order'][] = [
  [{ field: 'occurred_at', direction: 'desc' }],
  [{ field: 'occurred_at', direction: 'asc' }],
  [{ field: 'action', direction: 'asc' }],
  [{ field: 'actor.uri', direction: 'desc' }],
  [
    { field: 'namespace', direction: 'asc' },
    { field: 'occurred_at', direction: 'desc' },
  ],
]

const ways: Readonly<Record<string, SearchBounds>> = {
  'by scanning, when it is common': { counted: 2, sample: 1_000, nearby: 1_000 },
  'by scanning a little, then by sorting all matches': { counted: 2, sample: 1_000, nearby: 2 },
  'by the index, then by scanning': { counted: 2, sample: 1, nearby: 1_000 },
  'by the index, then by sorting all matches': { counted: 2, sample: 1, nearby: 1 },
}

const searches = ['ancient', 'created', '-created', 'sal* -fresh', 'nothing']
const cases = await Promise.all(
  searches.flatMap((search) => orders.map(async (order) => ({ search, order, expected: await walk(search, order) }))),
)

describe('a search finds the same entries in the same order', () => {
  for (const [way, bounds] of Object.entries(ways)) {
    test(way, async () => {
      for (const { search, order, expected } of cases) {
        const { found, total } = await walk(search, order, bounds)
        assert.deepEqual(found, expected.found, `${search} by ${order[0]?.field}`)
        assert.equal(total, Math.min(found.length, bounds.counted + 1), search)
      }
    })
  }

  test('with its exact number, up to ten thousand', () => {
    for (const { search, expected } of cases) assert.equal(expected.total, expected.found.length, search)
    assert.equal(cases.find(({ search }) => search === 'ancient')?.expected.total, 2)
  })
})

/** The meaning of a term, without PostgreSQL. */
const matches = (term: SearchTerm, texts: readonly string[]): boolean => {
  switch (term.kind) {
    case 'words':
      return texts.some((text) => {
        const words = wordsIn(text)
        const isAt = (start: number) =>
          term.words.every((word, index) =>
            term.isPrefix && index === term.words.length - 1
              ? words[start + index]?.startsWith(word)
              : words[start + index] === word,
          )
        return words.some((_, start) => isAt(start))
      })
    case 'not':
      return !matches(term.term, texts)
    case 'and':
      return term.terms.every((one) => matches(one, texts))
    case 'or':
      return term.terms.some((one) => matches(one, texts))
  }
}

const word = fc.constantFrom('a', 'b', 'ab', 'c')
const { term } = fc.letrec<{ term: SearchTerm }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      kind: fc.constant('words' as const),
      words: fc.array(word, { minLength: 1, maxLength: 4 }),
      isPrefix: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('not' as const), term: tie('term') }),
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), terms: fc.tuple(tie('term'), tie('term')) }),
  ),
}))
const texts = fc.array(
  fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
  { maxLength: 3 },
)

test('a tsquery has the meaning of the search language', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 8, maxLength: 8 }), term, async (entries, wanted) => {
      const vectors = entries.map((entry) => vectorOf(entry, []))
      const found = await reader
        .selectFrom(sql<{ vector: string }>`unnest(${vectors}::text[])`.as<'entry'>(sql`entry (vector)`))
        .select(sql<boolean>`vector::tsvector @@ ${queryOf(wanted)}::tsquery`.as('isFound'))
        .execute()
      assert.deepEqual(
        found.map(({ isFound }) => isFound),
        entries.map((entry) => matches(wanted, entry)),
        queryOf(wanted),
      )
    }),
    { numRuns: 300 },
  )
})
