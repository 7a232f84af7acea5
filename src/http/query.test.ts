import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '#contract/problem.ts'
import { checkQuery, parseQuery } from './query.ts'

const cases: readonly (readonly [text: string, fields: Record<string, unknown>])[] = [
  ['', {}],
  ['a=1', { a: '1' }],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['a[]=1', { a: ['1'] }],
  ['a%5B%5D=1&a%5B%5D=2', { a: ['1', '2'] }],
  ['a=1&a[]=2', { a: ['1', '2'] }],
  ['a[]=1&a=2', { a: ['1', '2'] }],
  ['a=1,2', { a: '1,2' }],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['=1', { '': '1' }],
  ['a=b=c', { a: 'b=c' }],
  ['a=1%2B1+2', { a: '1+1 2' }],
  ['sort=created_at%3Aasc', { sort: 'created_at:asc' }],
  ['a=%', { a: '%' }],
  ['a=%zz', { a: '%zz' }],
  ['a=%C3%A9', { a: 'é' }],
  ['&&a=1&', { a: '1' }],
  ['a[0]=1&a[b]=2', { 'a[0]': '1', 'a[b]': '2' }],
]

describe('a query string as fields', () => {
  for (const [text, fields] of cases)
    test(`${text || '(empty)'}`, () => assert.deepEqual({ ...parseQuery(text) }, fields))
})

test('names of prototypes are names like any other', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).sort()
  const fields = parseQuery('__proto__=1&constructor=2&toString=3&hasOwnProperty=4&__proto__[admin]=5&__proto__[]=6')
  assert.deepEqual(Object.entries(fields), [
    ['__proto__', ['1', '6']],
    ['constructor', '2'],
    ['toString', '3'],
    ['hasOwnProperty', '4'],
    ['__proto__[admin]', '5'],
  ])
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), before)
})

describe('what no field can hold is refused by its name', () => {
  const parameterOf = (text: string): string | undefined => {
    try {
      checkQuery(parseQuery(text))
      return undefined
    } catch (error) {
      assert.ok(error instanceof Problem)
      assert.equal(error.kind.status, 400)
      return error.details[0]?.parameter
    }
  }

  test('NUL in a value', () => assert.equal(parameterOf('a=1&b=%00'), 'b'))
  test('NUL in one of several values', () => assert.equal(parameterOf('a=1&a=x%00y'), 'a'))
  test('NUL in a name, which is reported without it', () => assert.equal(parameterOf('a%00b=1'), 'ab'))
  test('bytes that are not UTF-8 become the replacement character, which can be held', () =>
    assert.equal(parameterOf('a=%ED%A0%80&b=%ff'), undefined))
  test('anything else may come in', () => assert.equal(parameterOf('a=%F0%9F%98%80&b=%01%7f&c=%e2%80%ae'), undefined))
})
