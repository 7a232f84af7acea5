import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matches, queryOf, readSearchTerm } from './search-term.ts'
import { placeWords } from './words.ts'

const finds = (text: string, ...texts: readonly string[]): boolean => {
  const term = readSearchTerm(text)
  if (!term) throw new Error(`${text} cannot be read.`)
  return matches(term, placeWords(texts))
}

test('words, their order, and where one text ends', () => {
  assert.ok(finds('b a', 'A b'))
  assert.ok(finds('"a b"', 'x a b y'))
  assert.ok(!finds('"b a"', 'a b'))
  assert.ok(!finds('"a b"', 'a', 'b'))
  assert.ok(finds('ab*', 'abc'))
  assert.ok(!finds('ab', 'abc'))
})

test('and binds more than or; not binds most', () => {
  assert.ok(finds('a b | c', 'c'))
  assert.ok(!finds('a (b | c)', 'c'))
  assert.ok(finds('-a b', 'b'))
  assert.ok(finds('--a', 'a'))
})

test('the query for the database says the same', () => {
  const term = readSearchTerm('it\'s -(a | "b c"*)')
  assert.equal(term && queryOf(term), "(('it' <-> 's') & !(('a') | ('b' <-> 'c':*)))")
})

test('what cannot be read is told, never guessed', () => {
  for (const text of ['(', ')', '"', 'a"', '|', 'a|', '-', '()', '*', '+', 'a + + b']) assert.equal(readSearchTerm(text), undefined, text)
})
