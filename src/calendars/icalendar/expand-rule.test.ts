import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expandRule } from './expand-rule.ts'
import { readRule } from './recurrence-rule.ts'

const local = (text: string): number => Date.parse(`${text}Z`)

const expand = (text: string, start: string, { from = start, count = 5 }: { from?: string; count?: number } = {}): string[] => {
  const rule = readRule(text)
  assert.ok(rule, text)
  const until = rule.until?.kind === 'local' ? rule.until.local : undefined
  const found: string[] = []
  let steps = 0
  for (const at of expandRule({ ...rule, until }, local(start), local(from))) {
    if (at !== undefined) found.push(new Date(at).toISOString().slice(0, 16))
    steps += 1
    if (found.length === count || steps > 100_000) break
  }
  return found
}

describe('a recurrence rule is expanded', () => {
  test('29 February only in leap years', () =>
    assert.deepEqual(expand('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2025-01-01T09:00', { count: 2 }), ['2028-02-29T09:00', '2032-02-29T09:00']))
  test('the Monday of week 53 only in years that have one', () =>
    assert.deepEqual(expand('FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO', '2026-01-01T09:00', { count: 2 }), ['2026-12-28T09:00', '2032-12-27T09:00']))
  test('the last workday of each month', () =>
    assert.deepEqual(expand('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-01-01T09:00', { count: 3 }), [
      '2026-01-30T09:00',
      '2026-02-27T09:00',
      '2026-03-31T09:00',
    ]))
  test('the 31st is left out of shorter months', () =>
    assert.deepEqual(expand('FREQ=MONTHLY', '2026-01-31T09:00', { count: 3 }), ['2026-01-31T09:00', '2026-03-31T09:00', '2026-05-31T09:00']))
  test('every other week by the day on which weeks begin', () => {
    const days = (weekStart: string): string[] => expand(`FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4;WKST=${weekStart}`, '1997-08-05T09:00')
    assert.deepEqual(days('MO'), ['1997-08-05T09:00', '1997-08-10T09:00', '1997-08-19T09:00', '1997-08-24T09:00'])
    assert.deepEqual(days('SU'), ['1997-08-05T09:00', '1997-08-17T09:00', '1997-08-19T09:00', '1997-08-31T09:00'])
  })
  test('a count also counts what lies before the time that is asked for', () =>
    assert.deepEqual(expand('FREQ=DAILY;COUNT=3', '2026-01-01T09:00', { from: '2026-01-03T00:00' }), ['2026-01-03T09:00']))
  test('an end is the last that is included', () =>
    assert.deepEqual(expand('FREQ=DAILY;UNTIL=20260102T090000', '2026-01-01T09:00'), ['2026-01-01T09:00', '2026-01-02T09:00']))
  test('without a count, decades before are skipped', () =>
    assert.deepEqual(expand('FREQ=SECONDLY', '1970-01-01T00:00', { from: '2026-01-01T00:00', count: 1 }), ['2026-01-01T00:00']))
  test('every second of a year, one at a time, and the last of them by its position', () => {
    const upTo = (last: number): string => [...Array(last + 1).keys()].join(',')
    const everySecond = `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${upTo(23)};BYMINUTE=${upTo(59)};BYSECOND=${upTo(59)}`
    const before = process.memoryUsage().heapUsed
    assert.deepEqual(expand(everySecond, '2026-01-01T00:00', { count: 1 }), ['2026-01-01T00:00'])
    assert.deepEqual(expand(`${everySecond};BYSETPOS=-1`, '2026-01-01T00:00', { count: 1 }), ['2026-12-31T23:59'])
    assert.ok(process.memoryUsage().heapUsed - before < 100e6)
  })
  test('a rule that never holds ends by itself or gives the caller a chance to stop', () => {
    assert.deepEqual(expand('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01T09:00'), [])
    assert.deepEqual(expand('FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01T09:00'), [])
  })
})

describe('what real calendars write is read', () => {
  for (const text of ['FREQ=WEEKLY;', 'freq=weekly;byday=mo', 'FREQ=WEEKLY; INTERVAL=1 ;X-OTHER=1', 'FREQ=WEEKLY;INTERVAL=0', 'FREQ=WEEKLY;BYDAY=+1MO'])
    test(text, () => assert.equal(readRule(text)?.frequency, 'WEEKLY'))
  for (const text of ['', 'INTERVAL=2', 'FREQ=FORTNIGHTLY', 'FREQ=MONTHLY;BYMONTHDAY=0', 'FREQ=MONTHLY;BYMONTHDAY=32', 'FREQ=DAILY;UNTIL=soon'])
    test(`not a rule: ${text}`, () => assert.equal(readRule(text), undefined))
})
