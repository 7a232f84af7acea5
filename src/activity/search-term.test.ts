import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryFor, queryOf } from './search-query.ts'
import { parseSearchTerm } from './search-term.ts'
import { vectorOf } from './words.ts'

const queryIn = (text: string): string => {
  const term = parseSearchTerm(text)
  if (!term) throw new Error(`${text} cannot be parsed.`)
  return queryOf(term)
}

test('and binds tighter than or; not binds tightest; two nots cancel out', () => {
  assert.equal(queryIn('a b | c'), "((('a') & ('b')) | ('c'))")
  assert.equal(queryIn('a (b OR c)'), "(('a') & (('b') | ('c')))")
  assert.equal(queryIn('-a + b'), "(!('a') & ('b'))")
  assert.equal(queryIn('--A'), "('a')")
})

test('a phrase is words in a row, of which the last may be a prefix', () => {
  assert.equal(queryIn('it\'s -(a | "b c"*)'), "(('it' <-> 's') & !(('a') | ('b' <-> 'c':*)))")
})

test('words have their positions, with a gap between texts; tags have none', () => {
  assert.equal(vectorOf(['a B', '', 'c'], ['=n X']), "'a':1 'b':2 'c':5 '=n X'")
})

test('of a text, 500 words are indexed', () => {
  assert.equal(vectorOf(['a '.repeat(501)], []).split(' ').length, 500)
})

const organizationId = '00000000-0000-0000-0000-000000000000'

test('a purely negative query gets a term that every entry has', () => {
  const everyEntry = /& \('A{12} =n ':\*\)\)$/
  for (const text of ['-a', '-a -b', '-a | b', '-(a b)'])
    assert.match(queryFor(organizationId, { search: parseSearchTerm(text) }) ?? '', everyEntry, text)
  for (const text of ['a', 'a -b', 'a | b', '-(-a | b)'])
    assert.doesNotMatch(queryFor(organizationId, { search: parseSearchTerm(text) }) ?? '', everyEntry, text)
  assert.doesNotMatch(queryFor(organizationId, { search: parseSearchTerm('-a'), namespaces: ['X'] }) ?? '', everyEntry)
})

test('without a filter by content there is no query; an empty filter list matches nothing', () => {
  assert.equal(queryFor(organizationId, { from: new Date(0) }), undefined)
  assert.match(queryFor(organizationId, { actions: [] }) ?? '', /=none/)
})

test('an unparsable term is refused', () => {
  for (const text of ['(', ')', '"', 'a"', '|', 'a|', '-', '()', '*', '+', 'a + + b'])
    assert.equal(parseSearchTerm(text), undefined, text)
})
