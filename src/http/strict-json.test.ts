import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { BadBody, isStorable, parseStrictJson } from './strict-json.ts'

const nested = (levels: number, open = '[', close = ']'): string => open.repeat(levels) + close.repeat(levels)

const refused: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['33 levels of arrays', nested(33), /deeper than 32/],
  ['200,000 levels of arrays', nested(200_000), /deeper than 32/],
  ['200,000 levels that never close', '['.repeat(200_000), /deeper than 32/],
  ['33 levels of objects', nested(33, '{"a":', '}').replace('}', '1}'), /deeper than 32/],
  ['a key twice', '{"a":1,"a":2}', /same key twice/],
  ['a key twice, once escaped', '{"a":1,"\\u0061":2}', /same key twice/],
  ['a key twice deep inside', '{"a":[{"b":{"c":1,"d":2,"c":3}}]}', /same key twice/],
  ['a numeric key twice', '{"1":1,"1":2}', /same key twice/],
  ['__proto__', '{"__proto__":{"admin":true}}', /not allowed/],
  ['__proto__, escaped', '{"\\u005f_proto__":{"admin":true}}', /not allowed/],
  ['__proto__ deep inside', '{"a":[{"b":{"__proto__":null}}]}', /not allowed/],
  ['constructor', '{"constructor":{"prototype":{"admin":true}}}', /not allowed/],
  ['prototype', '{"prototype":1}', /not allowed/],
  ['a number that is infinite', '{"a":1e999}', /too large/],
  ['a number that is minus infinite', '{"a":[-1e400]}', /too large/],
  ['a number of 400 digits', `{"a":1${'0'.repeat(400)}}`, /too large/],
  ['NUL in a text', '{"a":"b\\u0000"}', /NUL/],
  ['NUL in a key', '{"a\\u0000":1}', /NUL/],
  ['half a surrogate pair', '{"a":"\\ud83d"}', /lone surrogate/],
  ['the other half', '{"a":"\\ude00 and more"}', /lone surrogate/],
  ['the halves in the wrong order', '{"a":"\\ude00\\ud83d"}', /lone surrogate/],
  ['half a surrogate pair in a key', '{"\\ud83d":1}', /lone surrogate/],
  ['nothing', '', /not valid JSON/],
  ['half an object', '{"a":', /not valid JSON/],
  ['a text without an end', '{"a":"b', /not valid JSON/],
  ['a text that ends with a backslash', '{"a":"b\\', /not valid JSON/],
  ['a trailing comma', '{"a":1,}', /not valid JSON/],
  ['a comment', '{"a":1} // more', /not valid JSON/],
  ['NaN', '{"a":NaN}', /not valid JSON/],
  ['single quotes', "{'a':1}", /not valid JSON/],
  ['a leading zero', '{"a":01}', /not valid JSON/],
  ['two values', '{}{}', /not valid JSON/],
  ['a control character in a text', '{"a":"\u0001"}', /not valid JSON/],
]

const accepted: readonly (readonly [what: string, text: string])[] = [
  ['32 levels', nested(32)],
  ['many brackets in a text', JSON.stringify({ a: '[[{{'.repeat(1000) })],
  ['colons, quotes and backslashes in texts and keys', JSON.stringify({ 'a:"b\\': 'c:"d":\\', '\\': '\\\\"' })],
  ['the same key in different objects', '{"a":{"a":1},"b":[{"a":1},{"a":2}]}'],
  ['the same text as key and value', '{"a":"a","b":["a","a"]}'],
  ['names of methods as keys', '{"toString":1,"hasOwnProperty":2,"valueOf":null}'],
  ['whole surrogate pairs', '{"a":"\\ud83d\\ude00","b":"😀"}'],
  ['small and large numbers', '{"a":-0,"b":1e-999,"c":1.7976931348623157e308,"d":9007199254740993}'],
  ['a bare value', '"text"'],
  ['white space around', ' \n\t{ "a" : [ 1 , 2 ] } '],
]

describe('a body that may not come in', () => {
  for (const [what, text, message] of refused) {
    test(what, () => {
      assert.throws(
        () => parseStrictJson(text),
        (error) => error instanceof BadBody && message.test(error.message),
      )
    })
  }
})

describe('a body that may', () => {
  for (const [what, text] of accepted) test(what, () => assert.deepEqual(parseStrictJson(text), JSON.parse(text)))

  test('whatever JSON.stringify writes, unless a rule says otherwise', () => {
    const plain = fc
      .jsonValue({ maxDepth: 4 })
      .filter((value) => !/__proto__|constructor|prototype|\\u0000|\\ud[89a-f]/.test(JSON.stringify(value)))
    fc.assert(
      fc.property(plain, (value) =>
        assert.deepEqual(parseStrictJson(JSON.stringify(value)), JSON.parse(JSON.stringify(value))),
      ),
    )
  })
})

test('a key that stands twice is found wherever it stands', () => {
  const key = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => isStorable(text) && !['__proto__', 'constructor', 'prototype'].includes(text))
  const others = fc.dictionary(fc.string({ minLength: 12 }), fc.integer(), { noNullPrototype: true })
  fc.assert(
    fc.property(key, others, fc.nat(5), (name, fields, levels) => {
      const twice = [...Object.entries(fields), [name, 1], [name, 2]]
        .map(([field, value]) => `${JSON.stringify(field)}:${value}`)
        .join(',')
      assert.throws(() => parseStrictJson(`${'[{"in":'.repeat(levels)}{${twice}}${'}]'.repeat(levels)}`), BadBody)
    }),
  )
})

test('Object.prototype stays as it is, whatever was sent', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).sort()
  for (const [, text] of refused) assert.throws(() => parseStrictJson(text))
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), before)
  assert.equal(({} as { admin?: boolean }).admin, undefined)
})

test('only BadBody is thrown, whatever the text is', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[[\]{}",:\\a0e\s]*$/))
  fc.assert(
    fc.property(text, (sent) => {
      try {
        parseStrictJson(sent)
      } catch (error) {
        assert.ok(error instanceof BadBody)
      }
    }),
    { numRuns: 500 },
  )
})
