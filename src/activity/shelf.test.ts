import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matches, type SearchTerm } from './search-term.ts'
import { bitmapBytes, countOf, findOnShelf, keptUnder, keysOf, none, offsetsIn, packed, type ShelfKey, shelfSize, unpacked, within } from './shelf.ts'
import { placeWords } from './words.ts'

const offsets = fc.uniqueArray(fc.nat(shelfSize - 1), { maxLength: 600 }).map((some) => some.sort((one, other) => one - other))

const unpackedAgain = (some: readonly number[]) => unpacked(packed(some), packed(some).length === bitmapBytes)

test('what is packed comes out again, in order, and is counted', () => {
  fc.assert(
    fc.property(offsets, fc.nat(shelfSize), fc.nat(shelfSize), (some, from, to) => {
      const places = unpackedAgain(some)
      assert.deepEqual(offsetsIn(places), some)
      assert.equal(countOf(places), some.length)
      assert.deepEqual(
        offsetsIn(within(places, from, to)),
        some.filter((offset) => offset >= from && offset < to),
      )
    }),
    { numRuns: 50 },
  )
})

const word = fc.constantFrom('a', 'b', 'ab', 'c')
const { term } = fc.letrec<{ term: SearchTerm }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant('words' as const), words: fc.array(word, { minLength: 1, maxLength: 4 }), isPrefix: fc.boolean() }),
    fc.record({ kind: fc.constant('not' as const), term: tie('term') }),
    fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), terms: fc.tuple(tie('term'), tie('term')) }),
  ),
}))
const entry = fc
  .array(
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    { maxLength: 3 },
  )
  .map(placeWords)

test('a shelf finds what a look at every entry finds; of what it doubts some may be wrong', () => {
  let doubted = 0
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), term, (entries, wanted) => {
      const kept = new Map<string, number[]>()
      for (const [offset, words] of entries.entries()) {
        const distinct = new Set(words.map((placed) => placed.word))
        const standing = [...distinct].map((one) => ({ word: one, places: words.flatMap((placed) => (placed.word === one ? [placed.place] : [])) }))
        for (const key of keptUnder(standing)) kept.set(key, [...(kept.get(key) ?? []), offset])
      }
      const asked = new Set(keysOf(wanted).map((key) => JSON.stringify(key)))
      const look = (key: ShelfKey) => {
        assert.ok(asked.has(JSON.stringify(key)), 'everything that is needed is asked for beforehand')
        const found = [...kept].filter(([one]) => (key.isPrefix ? one.startsWith(key.word) : one === key.word)).flatMap(([, some]) => some)
        return found.length === 0 ? none : unpackedAgain([...new Set(found)])
      }
      const { sure, doubtful } = findOnShelf(wanted, look)
      const isIn = (places: Uint32Array, offset: number): boolean => countOf(within(places, offset, offset + 1)) === 1
      for (const [offset, words] of entries.entries()) {
        if (isIn(doubtful, offset)) doubted += 1
        else assert.equal(isIn(sure, offset), matches(wanted, words))
      }
    }),
    { numRuns: 2_000 },
  )
  assert.ok(doubted > 0)
})
