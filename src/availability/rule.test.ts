import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { parseInput } from '#contract/input.ts'
import { Problem } from '#contract/problem.ts'
import { dateDay, hoursFrom, inOrder, type Rule, Rules, workingHours, writeDay } from './rule.ts'

const complaintsOf = (rules: unknown): string[] => {
  try {
    parseInput(z.object({ rules: Rules }), { rules })
    return []
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.details.map(({ parameter, message }) => `${parameter} ${message}`)
  }
}

const monday = (...intervals: object[]): object => ({ type: 'wday', wday: 'monday', intervals })
const nine = { from: '09:00', to: '12:00' }

describe('a refused rule is named by its position', () => {
  const cases: [name: string, rules: unknown, expected: string[]][] = [
    [
      'from after to',
      [monday(nine), { type: 'wday', wday: 'tuesday', intervals: [{ from: '17:00', to: '09:00' }] }],
      ['rules[1].intervals[0].to must be later than from'],
    ],
    ['from equal to to', [monday({ from: '09:00', to: '09:00' })], ['rules[0].intervals[0].to must be later than from']],
    ['25:00', [monday({ from: '09:00', to: '25:00' })], ['rules[0].intervals[0].to is in invalid format']],
    ['24:01', [monday({ from: '09:00', to: '24:01' })], ['rules[0].intervals[0].to is in invalid format']],
    ['9:00 without a zero', [monday({ from: '9:00', to: '12:00' })], ['rules[0].intervals[0].from is in invalid format']],
    ['overlapping intervals', [monday(nine, { from: '11:59', to: '13:00' })], ['rules[0].intervals[1].from overlaps another interval']],
    ['overlapping intervals in any order', [monday({ from: '11:00', to: '13:00' }, nine)], ['rules[0].intervals[0].from overlaps another interval']],
    ['a date rule without a date', [{ type: 'date', intervals: [] }], ['rules[0].date is missing']],
    ['a weekday rule without a day', [{ type: 'wday', intervals: [] }], ['rules[0].wday is missing']],
    ['30 February', [{ type: 'date', date: '2026-02-30', intervals: [] }], ['rules[0].date is in invalid format']],
    ['no intervals', [{ type: 'wday', wday: 'monday' }], ['rules[0].intervals is missing']],
    ['a day twice', [monday(nine), monday()], ['rules[1].wday appears twice']],
    [
      'a date twice, written differently',
      [
        { type: 'date', date: '2026-12-24', intervals: [] },
        { type: 'date', date: '2026-12-024', intervals: [] },
      ],
      ['rules[1].date is in invalid format'],
    ],
    ['another type', [{ type: 'month', intervals: [] }], ['rules[0].type invalid']],
    ['10,000 rules', Array.from({ length: 10_000 }, () => monday()), ['rules size cannot be greater than 1000']],
    ['no list', { monday: [] }, ['rules must be an array']],
  ]
  for (const [name, rules, expected] of cases) test(name, () => assert.deepEqual(complaintsOf(rules), expected))

  test('adjacent intervals, 24:00 and a date without a leading zero are accepted', () => {
    assert.deepEqual(complaintsOf([monday(nine, { from: '12:00', to: '24:00' }), { type: 'date', date: '2026-2-3', intervals: [] }]), [])
  })
})

test('in order: all seven days from Sunday on, then the dates', () => {
  const rules: Rule[] = [
    { type: 'date', date: '2026-12-26', intervals: [] },
    { type: 'wday', wday: 'friday', intervals: [nine] },
    { type: 'date', date: '2026-12-24', intervals: [] },
  ]
  const shown = inOrder(rules).map((rule) => (rule.type === 'wday' ? `${rule.wday} ${rule.intervals.length}` : rule.date))
  assert.deepEqual(shown, ['sunday 0', 'monday 0', 'tuesday 0', 'wednesday 0', 'thursday 0', 'friday 1', 'saturday 0', '2026-12-24', '2026-12-26'])
})

test('hours for the engine: Sunday first, in minutes, sorted', () => {
  const { weekly, dates } = hoursFrom([
    ...workingHours,
    {
      type: 'date',
      date: '2026-12-24',
      intervals: [
        { from: '13:00', to: '14:30' },
        { from: '09:00', to: '10:00' },
      ],
    },
  ])
  assert.deepEqual(weekly[0], [])
  assert.deepEqual(weekly[1], [{ from: 540, to: 1020 }])
  assert.deepEqual(dates.get(dateDay('2026-12-24') as number), [
    { from: 540, to: 600 },
    { from: 780, to: 870 },
  ])
})

test('a written day parses to the same day', () => {
  for (const date of ['1970-01-01', '2000-02-29', '2026-12-31', '9999-12-31']) assert.equal(writeDay(dateDay(date) as number), date)
})
