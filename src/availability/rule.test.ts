import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { parseInput } from '#contract/input.ts'
import { detailBody, Problem } from '#contract/problem.ts'
import {
  calendarDate,
  DatesChanges,
  dateDay,
  hoursFrom,
  inOrder,
  type Rule,
  Rules,
  WeekdayRules,
  weekdays,
  workingHours,
  writeDay,
} from './rule.ts'

const errorsOf = (rules: unknown, schema: z.ZodType = Rules): string[] => {
  try {
    parseInput(z.object({ rules: schema }), { rules })
    return []
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.details.map(detailBody).map(({ parameter, message }) => `${parameter} ${message}`)
  }
}

const monday = (...intervals: object[]): object => ({ type: 'wday', wday: 'monday', intervals })
const nine = { from: '09:00', to: '12:00' }

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

describe('a refused rule is named by its position', () => {
  const cases: [name: string, rules: unknown, expected: string[]][] = [
    [
      'from after to',
      [monday(nine), { type: 'wday', wday: 'tuesday', intervals: [{ from: '17:00', to: '09:00' }] }],
      ['rules[1].intervals[0].to must be after from'],
    ],
    ['from equal to to', [monday({ from: '09:00', to: '09:00' })], ['rules[0].intervals[0].to must be after from']],
    ['25:00', [monday({ from: '09:00', to: '25:00' })], ['rules[0].intervals[0].to is in invalid format']],
    ['24:01', [monday({ from: '09:00', to: '24:01' })], ['rules[0].intervals[0].to is in invalid format']],
    [
      'a minute that is none',
      [monday({ from: '09:60', to: '12:00' })],
      ['rules[0].intervals[0].from is in invalid format'],
    ],
    ['seconds', [monday({ from: '09:00:00', to: '12:00' })], ['rules[0].intervals[0].from is in invalid format']],
    ['a third digit', [monday({ from: '109:00', to: '12:00' })], ['rules[0].intervals[0].from is in invalid format']],
    [
      'neither from nor to is a time',
      [monday({ from: 'noon', to: 'night' })],
      ['rules[0].intervals[0].from is in invalid format', 'rules[0].intervals[0].to is in invalid format'],
    ],
    [
      '9:00 without a zero',
      [monday({ from: '9:00', to: '12:00' })],
      ['rules[0].intervals[0].from is in invalid format'],
    ],
    [
      'overlapping intervals',
      [monday(nine, { from: '11:59', to: '13:00' })],
      ['rules[0].intervals[1].from overlaps with another interval'],
    ],
    [
      'overlapping intervals in any order',
      [monday({ from: '11:00', to: '13:00' }, nine)],
      ['rules[0].intervals[0].from overlaps with another interval'],
    ],
    ['a date rule without a date', [{ type: 'date', intervals: [] }], ['rules[0].date is missing']],
    ['a weekday rule without a day', [{ type: 'wday', intervals: [] }], ['rules[0].wday is missing']],
    ['30 February', [{ type: 'date', date: '2026-02-30', intervals: [] }], ['rules[0].date is in invalid format']],
    ['no intervals', [{ type: 'wday', wday: 'monday' }], ['rules[0].intervals is missing']],
    ['a day twice', [monday(nine), monday()], ['rules[1].wday is listed twice']],
    [
      'a date twice, written differently',
      [
        { type: 'date', date: '2026-12-24', intervals: [] },
        { type: 'date', date: '2026-12-024', intervals: [] },
      ],
      ['rules[1].date is in invalid format'],
    ],
    [
      'a date twice, one without its zero',
      [
        { type: 'date', date: '2026-02-03', intervals: [] },
        { type: 'date', date: '2026-2-3', intervals: [] },
      ],
      ['rules[1].date is listed twice'],
    ],
    [
      '49 intervals',
      [monday(...Array.from({ length: 49 }, (_, index) => ({ from: clock(index * 10), to: clock(index * 10 + 5) })))],
      ['rules[0].intervals size cannot be greater than 48'],
    ],
    ['another type', [{ type: 'month', intervals: [] }], ['rules[0].type invalid']],
    ['10,000 rules', Array.from({ length: 10_000 }, () => monday()), ['rules size cannot be greater than 1000']],
    ['no list', { monday: [] }, ['rules must be an array']],
  ]
  for (const [name, rules, expected] of cases) test(name, () => assert.deepEqual(errorsOf(rules), expected))

  test('adjacent intervals, 24:00 and a date without a leading zero are accepted', () => {
    assert.deepEqual(
      errorsOf([monday(nine, { from: '12:00', to: '24:00' }), { type: 'date', date: '2026-2-3', intervals: [] }]),
      [],
    )
  })
})

describe('other hours from one date to another', () => {
  const change = (start_date: string, end_date: string): object[] => [{ start_date, end_date, intervals: null }]
  const cases: [name: string, changes: object[], expected: string[]][] = [
    ['one day', change('2026-12-24', '2026-12-24'), []],
    ['a whole leap year', change('2028-01-01', '2028-12-31'), []],
    [
      '366 days later',
      change('2026-01-01', '2027-01-02'),
      ['rules[0].end_date must be less than 366 days after start_date'],
    ],
    [
      'an end before the start',
      change('2026-12-24', '2026-12-23'),
      ['rules[0].end_date must not be before start_date'],
    ],
    ['a start that is no date', change('2026-13-01', '2026-12-24'), ['rules[0].start_date is in invalid format']],
    ['an end that is no date', change('2026-12-24', '2026-13-01'), ['rules[0].end_date is in invalid format']],
    [
      'overlapping hours',
      [{ start_date: '2026-12-24', end_date: '2026-12-24', intervals: [nine, nine] }],
      ['rules[0].intervals[1].from overlaps with another interval'],
    ],
    ['100 changes', Array.from({ length: 100 }, () => change('2026-12-24', '2026-12-24')).flat(), []],
    [
      '101 changes',
      Array.from({ length: 101 }, () => change('2026-12-24', '2026-12-24')).flat(),
      ['rules size cannot be greater than 100'],
    ],
  ]
  for (const [name, changes, expected] of cases)
    test(name, () => assert.deepEqual(errorsOf(changes, DatesChanges), expected))
})

describe('days of the week', () => {
  const all = weekdays.map((wday) => ({ type: 'wday', wday, intervals: [nine] }))
  const cases: [name: string, days: object[], expected: string[]][] = [
    ['all seven', all, []],
    ['one of them twice', [monday(nine), monday()], ['rules must be unique']],
    [
      'a date among them',
      [{ type: 'date', date: '2026-12-24', intervals: [] }],
      ['rules[0].type must be one of: wday', 'rules[0].wday is missing'],
    ],
  ]
  for (const [name, days, expected] of cases) test(name, () => assert.deepEqual(errorsOf(days, WeekdayRules), expected))
  test('eight', () =>
    assert.ok(errorsOf([...all, monday()], WeekdayRules).includes('rules size cannot be greater than 7')))
})

test('a date is one of the calendar, from 1970 on, and nothing else', () => {
  const none = [
    '1969-12-31',
    '2026-00-10',
    '2026-13-10',
    '2026-12-00',
    '2026-11-31',
    '2026-02-29',
    '02026-01-01',
    '2026-01-011',
    '2026-001-01',
    '2026/01/01',
    'x2026-01-01',
    '',
  ]
  for (const text of none) assert.equal(dateDay(text), undefined, text)
  assert.equal(dateDay('1970-01-01'), 0)
  assert.equal(dateDay('1970-12-31'), 364)
  assert.equal(dateDay('2028-02-29'), (dateDay('2028-3-1') as number) - 1)
  assert.equal(calendarDate.parse('2026-2-3'), '2026-02-03')
})

test('working hours are Monday to Friday, nine to five', () => {
  assert.deepEqual(
    workingHours.map(
      (rule) => rule.type === 'wday' && [rule.wday, ...rule.intervals.map(({ from, to }) => `${from} ${to}`)].join(' '),
    ),
    [
      'sunday',
      ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((wday) => `${wday} 09:00 17:00`),
      'saturday',
    ],
  )
})

test('in order: all seven days from Sunday on, then the dates', () => {
  const rules: Rule[] = [
    { type: 'date', date: '2026-12-26', intervals: [] },
    { type: 'wday', wday: 'friday', intervals: [nine] },
    { type: 'date', date: '2026-12-24', intervals: [] },
    { type: 'date', date: '2026-12-25', intervals: [] },
  ]
  const shown = inOrder(rules).map((rule) =>
    rule.type === 'wday' ? `${rule.wday} ${rule.intervals.length}` : rule.date,
  )
  assert.deepEqual(shown, [
    'sunday 0',
    'monday 0',
    'tuesday 0',
    'wednesday 0',
    'thursday 0',
    'friday 1',
    'saturday 0',
    '2026-12-24',
    '2026-12-25',
    '2026-12-26',
  ])
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

test('hours for the engine: a day without a rule has none', () => {
  assert.deepEqual(hoursFrom([]), { weekly: [[], [], [], [], [], [], []], dates: new Map() })
})

test('a written day parses to the same day', () => {
  for (const date of ['1970-01-01', '2000-02-29', '2026-12-31', '9999-12-31'])
    assert.equal(writeDay(dateDay(date) as number), date)
})
