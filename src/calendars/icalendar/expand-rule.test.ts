import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expandRule } from './expand-rule.ts'
import { readRule } from './recurrence-rule.ts'

const local = (text: string): number => Date.parse(`${text}Z`)

const expand = (
  text: string,
  start: string,
  { from = start, count = 5 }: { from?: string; count?: number } = {},
): string[] => {
  const rule = readRule(text)
  assert.ok(rule, text)
  const until = rule.until?.kind === 'local' ? rule.until.local : undefined
  const found: string[] = []
  let steps = 0
  for (const at of expandRule({ ...rule, until }, local(start), local(from))) {
    if (at !== undefined) found.push(new Date(at).toISOString().replace(/(:00)?\.000Z$/, ''))
    steps += 1
    if (found.length === count || steps > 100_000) break
  }
  return found
}

describe('a recurrence rule is expanded', () => {
  test('29 February only in leap years', () =>
    assert.deepEqual(expand('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2025-01-01T09:00', { count: 2 }), [
      '2028-02-29T09:00',
      '2032-02-29T09:00',
    ]))
  test('the Monday of week 53 only in years that have one', () =>
    assert.deepEqual(expand('FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO', '2026-01-01T09:00', { count: 2 }), [
      '2026-12-28T09:00',
      '2032-12-27T09:00',
    ]))
  test('the last workday of each month', () =>
    assert.deepEqual(expand('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-01-01T09:00', { count: 3 }), [
      '2026-01-30T09:00',
      '2026-02-27T09:00',
      '2026-03-31T09:00',
    ]))
  test('the 31st is left out of shorter months', () =>
    assert.deepEqual(expand('FREQ=MONTHLY', '2026-01-31T09:00', { count: 3 }), [
      '2026-01-31T09:00',
      '2026-03-31T09:00',
      '2026-05-31T09:00',
    ]))
  test('every other week by the day on which weeks begin', () => {
    const days = (weekStart: string): string[] =>
      expand(`FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4;WKST=${weekStart}`, '1997-08-05T09:00')
    assert.deepEqual(days('MO'), ['1997-08-05T09:00', '1997-08-10T09:00', '1997-08-19T09:00', '1997-08-24T09:00'])
    assert.deepEqual(days('SU'), ['1997-08-05T09:00', '1997-08-17T09:00', '1997-08-19T09:00', '1997-08-31T09:00'])
  })
  test('a count also counts what lies before the time that is asked for', () =>
    assert.deepEqual(expand('FREQ=DAILY;COUNT=3', '2026-01-01T09:00', { from: '2026-01-03T00:00' }), [
      '2026-01-03T09:00',
    ]))
  test('an end is the last that is included', () =>
    assert.deepEqual(expand('FREQ=DAILY;UNTIL=20260102T090000', '2026-01-01T09:00'), [
      '2026-01-01T09:00',
      '2026-01-02T09:00',
    ]))
})

/** Of these dates and times, the day and the hour are those of the first where they are left out. */
const weekdaysOnly = 'BYDAY=MO,TU,WE,TH,FR'
const cases: [rule: string, start: string, expected: string][] = [
  // The examples of RFC 5545 §3.8.5.3.
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', '1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12'],
  ['FREQ=DAILY;BYMONTH=1;UNTIL=19990102T090000', '1998-01-30', '1998-01-30 1998-01-31 1999-01-01 1999-01-02'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09-02', '1997-09-02 1997-09-16 1997-09-30'],
  ['FREQ=WEEKLY;WKST=SU;BYDAY=TU,TH', '1997-09-02', '1997-09-02 1997-09-04 1997-09-09 1997-09-11'],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09-01',
    '1997-09-01 1997-09-03 1997-09-05 1997-09-15 1997-09-17 1997-09-19 1997-09-29',
  ],
  ['FREQ=MONTHLY;BYDAY=1FR', '1997-09-05', '1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06'],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU',
    '1997-09-07',
    '1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25 1998-03-01 1998-03-29',
  ],
  ['FREQ=MONTHLY;BYDAY=-2MO', '1997-09-22', '1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997-09-28', '1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26'],
  [
    'FREQ=MONTHLY;BYMONTHDAY=1,-1',
    '1997-09-30',
    '1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30 1997-12-01 1997-12-31 1998-01-01',
  ],
  ['FREQ=MONTHLY;INTERVAL=18;BYMONTHDAY=10,15', '1997-09-10', '1997-09-10 1997-09-15 1999-03-10 1999-03-15 2000-09-10'],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '1997-09-02',
    '1997-09-02 1997-09-09 1997-09-16 1997-09-23 1997-09-30 1997-11-04',
  ],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1997-09-02', '1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13'],
  ['FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', '1997-09-04 1997-10-07 1997-11-06'],
  [`FREQ=MONTHLY;${weekdaysOnly};BYSETPOS=-2`, '1997-09-29', '1997-09-29 1997-10-30 1997-11-27 1997-12-30'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15', '2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30'],
  ['FREQ=YEARLY;BYMONTH=6,7', '1997-06-10', '1997-06-10 1997-07-10 1998-06-10 1998-07-10'],
  ['FREQ=YEARLY;INTERVAL=2;BYMONTH=1,2,3', '1997-03-10', '1997-03-10 1999-01-10 1999-02-10 1999-03-10 2001-01-10'],
  [
    'FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200',
    '1997-01-01',
    '1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09 2000-07-18 2003-01-01',
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1997-05-19 1998-05-18 1999-05-17'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '1997-05-12 1998-05-11 1999-05-17'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03-13', '1997-03-13 1997-03-20 1997-03-27 1998-03-05'],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996-11-05',
    '1996-11-05 2000-11-07 2004-11-02',
  ],
  ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000', '1997-09-02', '1997-09-02T09:00 1997-09-02T12:00 1997-09-02T15:00'],
  [
    'FREQ=MINUTELY;INTERVAL=90;COUNT=4',
    '1997-09-02',
    '1997-09-02T09:00 1997-09-02T10:30 1997-09-02T12:00 1997-09-02T13:30',
  ],
  [
    'FREQ=DAILY;BYHOUR=10,9;BYMINUTE=40,0',
    '1997-09-02',
    '1997-09-02T09:00 1997-09-02T09:40 1997-09-02T10:00 1997-09-02T10:40 1997-09-03T09:00',
  ],
  [
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,16',
    '1997-09-02T09:20',
    '1997-09-02T09:20 1997-09-02T09:40 1997-09-02T16:00 1997-09-02T16:20 1997-09-02T16:40 1997-09-03T09:00',
  ],
  // What the start says where the rule says nothing.
  ['FREQ=YEARLY', '2026-03-10T09:30', '2026-03-10T09:30 2027-03-10T09:30 2028-03-10T09:30'],
  ['FREQ=WEEKLY;BYMONTH=1', '2026-01-22', '2026-01-22 2026-01-29 2027-01-07'],
  ['FREQ=HOURLY', '2026-01-01T22:17', '2026-01-01T22:17 2026-01-01T23:17 2026-01-02T00:17'],
  ['FREQ=MINUTELY', '2026-01-01T23:58:30', '2026-01-01T23:58:30 2026-01-01T23:59:30 2026-01-02T00:00:30'],
  ['FREQ=DAILY', '2026-01-01T23:58:30', '2026-01-01T23:58:30 2026-01-02T23:58:30'],
  // Days from the end of a year, weeks from the end of it, and days that are counted in a year or in one of its months.
  ['FREQ=YEARLY;BYYEARDAY=-1,-366', '2027-01-01', '2027-12-31 2028-01-01 2028-12-31 2029-12-31'],
  ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU', '2026-01-01', '2027-01-03 2028-01-02 2028-12-31'],
  ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=SU;WKST=SU', '2026-01-01', '2026-01-04 2027-01-03 2028-01-02 2028-12-31'],
  ['FREQ=YEARLY;BYDAY=-1MO', '2026-01-01', '2026-12-28 2027-12-27 2028-12-25'],
  ['FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO,1MO', '2026-01-01', '2026-05-04 2026-05-25 2027-05-03 2027-05-31'],
  ['FREQ=YEARLY;BYDAY=FR', '2026-12-24', '2026-12-25 2027-01-01 2027-01-08'],
  ['FREQ=WEEKLY;BYDAY=2MO', '2026-01-05', '2026-01-05 2026-01-12 2026-01-19'],
  // Positions: repeated ones count once, those that a period does not have count for nothing.
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=5,1,1,-5', '2026-01-01', '2026-01-05 2026-02-02 2026-03-02 2026-03-30 2026-04-06'],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2', '2026-01-07', '2026-01-07 2026-01-14 2026-01-21'],
  ['FREQ=DAILY;BYHOUR=9,12;BYSETPOS=-1', '2026-01-01', '2026-01-01T12:00 2026-01-02T12:00'],
  // Hours, minutes and seconds on some days and at some times only.
  [`FREQ=HOURLY;${weekdaysOnly};BYHOUR=9,17`, '2026-01-02', '2026-01-02T09:00 2026-01-02T17:00 2026-01-05T09:00'],
  ['FREQ=HOURLY;INTERVAL=5;BYMONTHDAY=1', '2026-01-01T20:00', '2026-01-01T20:00 2026-02-01T01:00 2026-02-01T06:00'],
  ['FREQ=HOURLY;BYMINUTE=15,45', '2026-01-01T09:30', '2026-01-01T09:45 2026-01-01T10:15 2026-01-01T10:45'],
  [
    'FREQ=MINUTELY;BYMINUTE=0,30;BYSECOND=10',
    '2026-01-01T09:00',
    '2026-01-01T09:00:10 2026-01-01T09:30:10 2026-01-01T10:00:10',
  ],
  [
    'FREQ=SECONDLY;INTERVAL=7;BYMINUTE=59',
    '2026-01-01T09:59:50',
    '2026-01-01T09:59:50 2026-01-01T09:59:57 2026-01-01T10:59:06',
  ],
  [
    'FREQ=SECONDLY;BYSECOND=0,30;BYHOUR=10',
    '2026-01-01T09:59:50',
    '2026-01-01T10:00 2026-01-01T10:00:30 2026-01-01T10:01',
  ],
  ['FREQ=DAILY;BYYEARDAY=60', '2026-01-01', '2026-03-01 2027-03-01 2028-02-29'],
  // Before 1970, where moments are negative numbers.
  ['FREQ=MINUTELY;INTERVAL=20;BYHOUR=9', '1969-01-01T09:20', '1969-01-01T09:20 1969-01-01T09:40 1969-01-02T09:00'],
  [
    'FREQ=SECONDLY;INTERVAL=25;BYMINUTE=59',
    '1969-01-01T09:59:10',
    '1969-01-01T09:59:10 1969-01-01T09:59:35 1969-01-01T10:59:10',
  ],
  // Ends.
  ['FREQ=DAILY;COUNT=0', '2026-01-01', ''],
  ['FREQ=DAILY;UNTIL=20251231T090000', '2026-01-01', ''],
  ['FREQ=YEARLY;INTERVAL=5000', '2026-01-01', '2026-01-01 7026-01-01'],
  ['FREQ=YEARLY', '9998-12-31', '9998-12-31 9999-12-31'],
]

describe('a rule means these times', () => {
  const written = (text: string): string => (text.includes('T') ? text : `${text}T09:00`)
  for (const [rule, start, expected] of cases) {
    const times = expected.split(' ').filter(Boolean).map(written)
    const isEnd = /COUNT|UNTIL|9999|7026/.test(rule + expected) || times.length === 0
    test(`${rule} from ${start}`, () =>
      assert.deepEqual(expand(rule, written(start), { count: times.length + (isEnd ? 1 : 0) }), times))
    // From each of them on there are those that follow, however much lies before.
    test(`${rule} from ${start}, asked for later`, () => {
      for (const [index, from] of times.entries())
        assert.deepEqual(
          expand(rule, written(start), { from, count: times.length - index + (isEnd ? 1 : 0) }),
          times.slice(index),
        )
    })
  }

  for (const frequency of ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'])
    for (const interval of [1, 3])
      test(`${frequency} by ${interval}: far from its start it goes on as it began, without the steps between`, () => {
        const rule = `FREQ=${frequency};INTERVAL=${interval}`
        const all = expand(rule, '2000-01-15T09:00', { count: 200 })
        const rest = readRule(rule)
        assert.ok(rest)
        const from = local(all[150] as string)
        const steps = expandRule({ ...rest, until: undefined }, local('2000-01-15T09:00'), from)
        let skipped = 0
        for (const at of steps) {
          if (at !== undefined) {
            assert.equal(at, from)
            break
          }
          skipped += 1
        }
        assert.ok(skipped <= 8, `${skipped} steps before it`)
      })
})

describe('what real calendars write is read', () => {
  for (const text of [
    'FREQ=WEEKLY;',
    'freq=weekly;byday=mo',
    'FREQ=WEEKLY; INTERVAL=1 ;X-OTHER=1',
    'FREQ=WEEKLY;INTERVAL=0',
    'FREQ=WEEKLY;BYDAY=+1MO',
  ])
    test(text, () => assert.equal(readRule(text)?.frequency, 'WEEKLY'))
  for (const text of [
    '',
    'INTERVAL=2',
    'FREQ=FORTNIGHTLY',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=DAILY;BYSETPOS=367',
    'FREQ=DAILY;UNTIL=soon',
  ])
    test(`not a rule: ${text}`, () => assert.equal(readRule(text), undefined))
})

describe('a rule that is much work', () => {
  test('without a count, decades before are skipped', () =>
    assert.deepEqual(expand('FREQ=SECONDLY', '1970-01-01T00:00', { from: '2026-01-01T00:00', count: 1 }), [
      '2026-01-01T00:00',
    ]))
  test('every second of a year, one at a time, and the last of them by its position', () => {
    const upTo = (last: number): string => [...Array(last + 1).keys()].join(',')
    const everySecond = `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${upTo(23)};BYMINUTE=${upTo(59)};BYSECOND=${upTo(59)}`
    const before = process.memoryUsage().heapUsed
    assert.deepEqual(expand(everySecond, '2026-01-01T00:00', { count: 1 }), ['2026-01-01T00:00'])
    assert.deepEqual(expand(`${everySecond};BYSETPOS=-1`, '2026-01-01T00:00', { count: 1 }), ['2026-12-31T23:59:59'])
    assert.ok(process.memoryUsage().heapUsed - before < 100e6)
  })
  test('a number that is written in many ways is one', () => {
    const rule = readRule(
      `FREQ=YEARLY;BYDAY=${Array.from({ length: 99 }, (_, index) => `${index}MO,+${index}MO,0${index % 10}MO`).join(',')};BYHOUR=9,09,+9,009`,
    )
    assert.deepEqual([rule?.byDay.length, rule?.byHour], [99, [9]])
  })
  for (const frequency of ['YEARLY', 'SECONDLY'])
    test(`a rule that never holds, ${frequency}: it ends with the year 9999, and until then gives the caller a chance to stop`, () => {
      const rule = readRule(`FREQ=${frequency};BYMONTH=2;BYMONTHDAY=30`)
      assert.ok(rule)
      let turns = 0
      for (const at of expandRule(
        { ...rule, until: undefined },
        local('9990-01-01T09:00'),
        local('9990-01-01T09:00'),
      )) {
        assert.equal(at, undefined)
        turns += 1
        assert.ok(turns < 10_000)
      }
      assert.ok(turns >= 10)
      const far = expandRule({ ...rule, until: undefined }, local('2026-01-01T09:00'), local('2026-01-01T09:00'))
      for (let turn = 0; turn < 100; turn += 1) assert.deepEqual(far.next(), { done: false, value: undefined })
    })
})
