import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { parseInput } from './input.ts'
import { type DetailBody, detailBody, Problem } from './problem.ts'
import { says } from './reasons.ts'
import { email, flag, instant, integer, line, listOf, pathId, referenceTo, zoneName } from './wire.ts'

const detailsOf = (schema: z.ZodType, raw: unknown): readonly DetailBody[] => {
  try {
    parseInput(schema, raw)
  } catch (error) {
    assert.ok(error instanceof Problem)
    assert.equal(error.kind.status, 400)
    assert.deepEqual(Object.keys(error.body), ['title', 'message', 'details'])
    return error.details.map(detailBody)
  }
  return []
}

/** The words of the contract: clients match on them. */
const vocabulary: readonly (readonly [message: string, schema: z.ZodType, wrong: unknown])[] = [
  ['is missing', z.string(), undefined],
  ['is missing', z.number(), undefined],
  ['is missing', z.enum(['a', 'b']), undefined],
  ['is missing', z.array(z.string()), undefined],
  ['is missing', referenceTo('users'), undefined],
  ['is missing', integer({ min: 1, max: 5 }), undefined],
  ['is missing', flag, undefined],
  ['is missing', email, undefined],
  ['must be filled', email, '  '],
  ['must be filled', line(10), ''],
  ['must be a string', z.string(), 5],
  ['must be a string', z.string(), null],
  ['must be a string', referenceTo('users'), ['a', 'b']],
  ['must be a string', email, { a: 1 }],
  ['must be a number', z.number(), 'five'],
  ['must be an integer', integer({ min: 1, max: 5 }), 1.5],
  ['must be boolean', flag, 'yes'],
  ['must be boolean', z.boolean(), 1],
  ['must be an array', z.array(z.string()), 'a'],
  ['must be an object', z.object({}), 'a'],
  ['must be an object', z.object({}), []],
  ['must be one of: a, b', z.enum(['a', 'b']), 'c'],
  ['must be one of: a, b', z.enum(['a', 'b']), null],
  ['must be one of: a, b', z.enum(['a', 'b']), ['a']],
  ['must be greater than or equal to 1', integer({ min: 1, max: 5 }), '0'],
  ['must be less than or equal to 5', integer({ min: 1, max: 5 }), 6],
  ['must be less than or equal to 5', integer({ min: 1, max: 5 }), '999999999999999'],
  ['size cannot be greater than 3', line(3), 'four'],
  ['size cannot be less than 2', z.string().min(2), 'a'],
  ['size cannot be less than 1', z.array(z.string()).min(1), []],
  ['size cannot be greater than 1', z.array(z.string()).max(1), ['a', 'b']],
  ['is in invalid format', email, 'nobody'],
  ['is in invalid format', line(10), 'a\u0007b'],
  ['is in invalid format', line(10), 'a\u0085b'],
  ['is in invalid format', line(10), 'a\u2028Bcc: b'],
  ['is in invalid format', line(10), '\u200b'],
  ['is in invalid format', line(10), ' \u202e\u2066 \u00ad'],
  ['is in invalid format', line(10), '\u3164'],
  ['is in invalid format', email, 'in\u200bvitee@client.test'],
  ['is in invalid format', email, 'invitee\u202e@client.test'],
  ['is in invalid format', email, 'invi\u00adtee@client.test'],
  ['is in invalid format', email, 'invitee\ufe0f@client.test'],
  ['is in invalid format', instant, '2026-02-30T10:00:00Z'],
  ['is in invalid format', z.string().regex(/^a$/), 'b'],
  ['invalid', referenceTo('users'), 'https://api.example.test/groups/5'],
  ['invalid', referenceTo('users'), ''],
  ['must be an IANA time zone, such as Europe/Lisbon', zoneName, 'Mars/Olympus'],
]

describe('what is wrong with a field is said in the words of the contract', () => {
  for (const [message, schema, wrong] of vocabulary) {
    test(`${JSON.stringify(wrong) ?? 'nothing'}: ${message}`, () =>
      assert.deepEqual(detailsOf(z.object({ field: schema }), { field: wrong }), [{ parameter: 'field', message }]))
  }

  test('a text that is no integer gets the message of an integer', () => {
    for (const wrong of ['1e2', '0x10', ' 5', '5 ', '+5', '1.5', '1.', '٣', '', 'NaN', 'Infinity', '1'.repeat(16)]) {
      const [detail] = detailsOf(z.object({ field: integer({ min: 1, max: 5 }) }), { field: wrong })
      assert.equal(detail?.parameter, 'field', wrong)
      assert.equal(detail?.message, 'must be an integer', wrong)
    }
  })
})

test('joiners and marks inside a name stay: scripts and emoji need them', () => {
  for (const name of ['علی\u200cرضا', '\u{1f469}\u200d\u{1f4bb} Demo', '\u200fדמו', 'क्\u200dष'])
    assert.equal(parseInput(line(255), name), name)
})

test('a zone is known in any case, and kept as tzdata spells it; an alias stays what it is', () => {
  for (const [sent, kept] of [
    ['europe/lisbon', 'Europe/Lisbon'],
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
  ] as const) {
    assert.equal(parseInput(zoneName, sent), kept)
  }
})

describe('the name of what is wrong', () => {
  test('is its path, with dots and indexes', () => {
    const schema = z.object({
      tracking: z.object({ utm_content: z.string() }),
      questions_and_answers: z.array(z.object({ question: z.string() })),
    })
    assert.deepEqual(
      detailsOf(schema, { tracking: { utm_content: 1 }, questions_and_answers: [{ question: 'a' }, {}] }).map(
        ({ parameter }) => parameter,
      ),
      ['tracking.utm_content', 'questions_and_answers[1].question'],
    )
  })

  test('is base for the input as a whole', () => {
    assert.deepEqual(
      detailsOf(
        z.object({ a: z.string().optional() }).refine(() => false, says('name_missing')),
        {},
      ),
      [{ parameter: 'base', message: 'either name or first_name must be filled' }],
    )
    assert.deepEqual(detailsOf(z.object({}), null), [{ parameter: 'base', message: 'must be an object' }])
  })

  test('comes once for each fault, and at most twenty times', () => {
    const schema = z.array(z.string())
    assert.equal(detailsOf(schema, Array(19).fill(1)).length, 19)
    assert.equal(detailsOf(schema, Array(5000).fill(1)).length, 20)
  })
})

describe('references', () => {
  const id = '0b8f0c52-3a1e-4d0f-9f66-2f0a6a3f7c11'
  const read = (text: string): unknown => parseInput(z.object({ user: referenceTo('users') }), { user: text }).user
  const nil = '00000000-0000-0000-0000-000000000000'

  for (const text of [
    id,
    id.toUpperCase(),
    `https://api.calendly.com/users/${id}`,
    `http://127.0.0.1:3000/users/${id}`,
    `https://example.test/some/where/users/${id}`,
    `/users/${id}`,
    `https://example.test/users/${id}/`,
  ]) {
    test(`${text} is read by its path`, () => assert.equal(read(text), id))
  }

  test('one with an odd id refers to nothing', () => {
    for (const text of ['me', 'AAAAAAAAAAAAAAAA', 'https://example.test/users/abc', `${id}0`, '-'])
      assert.equal(read(text), nil, text)
  })

  test('one of another kind, or with more behind it, is none', () => {
    for (const text of [
      `https://example.test/groups/${id}`,
      `https://example.test/users/${id}/more`,
      `https://example.test/users/${id}?a=b`,
      `https://example.test/users/${id}#a`,
      'https://example.test/users/',
      `users\\${id}`,
      `javascript:/users/${id}`,
      `${id}\n`,
      'a'.repeat(65),
    ]) {
      assert.deepEqual(
        detailsOf(z.object({ user: referenceTo('users') }), { user: text }),
        [{ parameter: 'user', message: 'invalid' }],
        text,
      )
    }
  })

  test('the invitation of an organization has two ids, and the last one counts', () => {
    const invitation = referenceTo('organizations', 'invitations')
    assert.equal(parseInput(invitation, `https://example.test/organizations/${nil}/invitations/${id}`), id)
    assert.throws(() => parseInput(invitation, `https://example.test/organizations/${nil}`), Problem)
  })

  test('anything in the path is an id, if only of nothing', () => {
    for (const text of ['', '…', 'a'.repeat(500), "'; drop table users"]) assert.equal(parseInput(pathId, text), nil)
    assert.equal(parseInput(pathId, id.toUpperCase()), id)
  })
})

describe('a list in a parameter', () => {
  const names = listOf(z.string().min(1), 3)
  for (const [given, expected] of [
    ['a,b', ['a', 'b']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['a', ['a']],
    ['', []],
  ] as const) {
    test(`${JSON.stringify(given)} is ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(parseInput(names, given), expected))
  }

  test('has its bounds, and each item is looked at', () => {
    assert.deepEqual(detailsOf(z.object({ names }), { names: 'a,b,c,d' }), [
      { parameter: 'names', message: 'size cannot be greater than 3' },
    ])
    assert.deepEqual(detailsOf(z.object({ names }), { names: ['a', 5] }), [
      { parameter: 'names[1]', message: 'must be a string' },
    ])
  })
})
