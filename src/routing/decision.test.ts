import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decide, type Routing } from './decision.ts'
import { type Destination, plainThanks } from './destination.ts'
import type { FormQuestion, QuestionKind } from './question.ts'
import { questionKinds } from './question.ts'
import { type Condition, type Operator, operators, type RoutingRule } from './rule.ts'

const everything = () => true
const to = (value: string): Destination => ({ type: 'external_url', value })
const asking = (type: QuestionKind, ...answer_choices: string[]): FormQuestion => ({
  uuid: type,
  name: type,
  type,
  required: false,
  answer_choices,
})
const when = (question: string, operator: Operator, ...values: string[]): Condition => ({ question, operator, values })
const rule = (destination: string, ...conditions: Condition[]): RoutingRule => ({
  match: 'all',
  conditions,
  destination: to(destination),
})
const form = (questions: readonly FormQuestion[], ...rules: RoutingRule[]): Routing => ({
  questions,
  rules,
  fallback: to('fallback'),
})
const led = (
  routing: Routing,
  answers: Record<string, string>,
  canBeBooked: (id: string) => boolean = everything,
): unknown => decide(routing, new Map(Object.entries(answers)), canBeBooked).value

describe('the destination of answers', () => {
  test('to the first rule that applies, in order, else to the fallback', () => {
    const routing = form(
      [asking('text')],
      rule('first', when('text', 'contains', 'a')),
      rule('second', when('text', 'contains', 'ab')),
    )
    assert.deepEqual(
      [led(routing, { text: 'ab' }), led(routing, { text: 'x' }), led(routing, {})],
      ['first', 'fallback', 'fallback'],
    )
  })

  test('all conditions, or any', () => {
    const conditions = [when('text', 'is', 'one'), when('name', 'is', 'two')]
    const [all, any] = (['all', 'any'] as const).map((match) =>
      form([asking('text'), asking('name')], { match, conditions, destination: to('there') }),
    )
    for (const [answers, forAll, forAny] of [
      [{ text: 'one', name: 'two' }, 'there', 'there'],
      [{ text: 'one' }, 'fallback', 'there'],
      [{}, 'fallback', 'fallback'],
    ] as const)
      assert.deepEqual([all && led(all, answers), any && led(any, answers)], [forAll, forAny])
  })

  for (const [operator, value, answer, holds] of [
    ['is', 'Acme AB', 'acme ab', true],
    ['is', 'Acme', 'Acme AB', false],
    ['is_not', 'Acme', 'Acme AB', true],
    ['is_not', 'Acme', '', true],
    ['contains', 'ACME', 'the acme', true],
    ['does_not_contain', 'acme', 'ACME', false],
    ['does_not_contain', 'acme', '', true],
    ['starts_with', 'the', 'The Acme', true],
    ['ends_with', '@acme.test', 'host@ACME.test', true],
    ['is', 'Zoe\u0308', 'zo\u00eb', true],
  ] as const)
    test(`typed text: "${answer}" ${operator} "${value}" ${holds ? 'holds' : 'does not hold'}`, () => {
      const routing = form([asking('text')], rule('there', when('text', operator, value)))
      assert.equal(led(routing, answer === '' ? {} : { text: answer }), holds ? 'there' : 'fallback')
    })

  test('choices are compared exactly', () => {
    const routing = form([asking('select', 'a', 'A')], rule('small', when('select', 'is', 'a')))
    assert.deepEqual([led(routing, { select: 'a' }), led(routing, { select: 'A' })], ['small', 'fallback'])
  })

  test('phone numbers are compared by their digits', () => {
    const routing = form([asking('phone')], rule('sweden', when('phone', 'starts_with', '+46 (70)')))
    assert.deepEqual(
      [led(routing, { phone: '+4670-123 45 67' }), led(routing, { phone: '+47 70' })],
      ['sweden', 'fallback'],
    )
    const nothing = form([asking('phone')], rule('never', when('phone', 'contains', '-')))
    assert.equal(led(nothing, { phone: '+47' }), 'fallback')
  })

  test('a rule whose event type cannot be booked is skipped', () => {
    const meeting = (value: string): Destination => ({ type: 'event_type', value })
    const answered = when('text', 'is_answered')
    const routing: Routing = {
      questions: [asking('text')],
      rules: ['gone', 'there'].map((id) => ({ match: 'all', conditions: [answered], destination: meeting(id) })),
      fallback: meeting('gone'),
    }
    assert.equal(
      led(routing, { text: 'x' }, (id) => id === 'there'),
      'there',
    )
    assert.deepEqual(
      decide(routing, new Map(), () => false),
      plainThanks,
    )
  })
})

/** Small numbers from a seeded generator. */
const numbers = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const words = [
  'a',
  'A',
  'ab',
  'b',
  'é',
  'É',
  'e\u0301',
  'İ',
  'ß',
  'x y',
  ' pad ',
  'acme.test',
  '@acme.test',
  '+46',
  '46 70',
  '(0)',
  '-',
  '100+',
  '0',
  '\u00a0',
]

/** A random form with answers: rules may name deleted questions, and values that nobody can choose. */
const anything = (below: (limit: number) => number) => {
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const several = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: below(most + 1) }, (_, index) => make(index))
  const questions = several(5, (index): FormQuestion => {
    const type = one(questionKinds)
    return {
      uuid: `q${index}`,
      name: `question ${index}`,
      type,
      required: below(2) === 0,
      answer_choices: several(4, () => one(words)),
    }
  })
  const destination = (index: number): Destination =>
    below(2) === 0
      ? { type: 'event_type', value: `e${below(4)}` }
      : { type: 'external_url', value: `https://${index}.test` }
  const rules = several(
    6,
    (index): RoutingRule => ({
      match: one(['all', 'any'] as const),
      conditions: several(3, () => ({
        question: `q${below(6)}`,
        operator: one(operators),
        values: several(3, () => one(words)),
      })),
      destination: destination(index),
    }),
  )
  const answers = new Map(questions.flatMap(({ uuid }) => (below(4) === 0 ? [] : [[uuid, one(words)] as const])))
  const closed = new Set(several(2, () => `e${below(4)}`))
  return { routing: { questions, rules, fallback: destination(99) }, answers, closed }
}

/** A reference: evaluates the rules one by one, sharing nothing with the code under test. */
const reference = (
  { questions, rules, fallback }: Routing,
  answers: ReadonlyMap<string, string>,
  closed: ReadonlySet<string>,
): Destination => {
  const readAloud = (id: string, text: string): string => {
    let kind = 'text'
    for (const question of questions) if (question.uuid === id) kind = question.type
    if (kind === 'select' || kind === 'radios') return text
    let read = text.normalize('NFC').trim().toLowerCase()
    if (kind === 'phone')
      for (const between of [' ', '\u00a0', '(', ')', '.', '-', '/']) read = read.split(between).join('')
    return read
  }
  for (const { match, conditions, destination } of rules) {
    let met = 0
    for (const { question, operator, values } of conditions) {
      const answer = answers.has(question) ? readAloud(question, answers.get(question) as string) : ''
      let equal = false
      let inside = false
      let before = false
      let behind = false
      for (const value of values) {
        const wanted = readAloud(question, value)
        if (wanted === '' || answer === '') continue
        if (wanted === answer) equal = true
        if (answer.indexOf(wanted) >= 0) inside = true
        if (answer.slice(0, wanted.length) === wanted) before = true
        if (answer.length >= wanted.length && answer.slice(answer.length - wanted.length) === wanted) behind = true
      }
      const truth: Record<Operator, boolean> = {
        is: equal,
        is_not: !equal,
        contains: inside,
        does_not_contain: !inside,
        starts_with: before,
        ends_with: behind,
        is_answered: answer !== '',
        is_not_answered: answer === '',
      }
      if (truth[operator]) met += 1
    }
    const applies = match === 'all' ? met === conditions.length : met > 0
    if (applies && !(destination.type === 'event_type' && closed.has(destination.value))) return destination
  }
  return fallback.type === 'event_type' && closed.has(fallback.value) ? plainThanks : fallback
}

test('10,000 forms with answers: each destination equals that of the reference', () => {
  const below = numbers(2026)
  const seen = { rule: 0, fallback: 0, thanks: 0 }
  for (let count = 0; count < 10_000; count += 1) {
    const { routing, answers, closed } = anything(below)
    const expected = reference(routing, answers, closed)
    const actual = decide(routing, answers, (id) => !closed.has(id))
    assert.deepEqual(actual, expected, JSON.stringify({ count, routing, answers: [...answers], closed: [...closed] }))
    seen[expected === plainThanks ? 'thanks' : expected === routing.fallback ? 'fallback' : 'rule'] += 1
  }
  // A generator that made forms of one kind only would prove little.
  assert.ok(seen.rule > 2000 && seen.fallback > 1000 && seen.thanks > 200, JSON.stringify(seen))
})
