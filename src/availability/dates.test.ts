import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateRanges, withDates, withDays } from './dates.ts'
import { type Rule, workingHours } from './rule.ts'

const morning = [{ from: '09:00', to: '12:00' }]
const dates = (rules: readonly Rule[]): string[] =>
  dateRanges(rules).map((one) => `${one.start_date} ${one.end_date} ${one.count} ${one.intervals.length}`)

test('a range of dates is one row, also over the end of a year; other hours, or a day between, make another', () => {
  const off = withDates(workingHours, [{ start_date: '2026-12-21', end_date: '2027-01-03', intervals: [] }])
  assert.deepEqual(dates(off), ['2026-12-21 2027-01-03 14 0'])
  const split = withDates(off, [
    { start_date: '2026-12-24', end_date: '2026-12-24', intervals: morning },
    { start_date: '2026-12-30', end_date: '2026-12-31', intervals: null },
  ])
  assert.deepEqual(dates(split), [
    '2026-12-21 2026-12-23 3 0',
    '2026-12-24 2026-12-24 1 1',
    '2026-12-25 2026-12-29 5 0',
    '2027-01-01 2027-01-03 3 0',
  ])
  assert.equal(split.filter(({ type }) => type === 'wday').length, 7)
})

test('a holiday beside a vacation is a row of its own; one inside it is not', () => {
  const off = withDates(workingHours, [{ start_date: '2026-12-21', end_date: '2026-12-27', intervals: [] }])
  const rows = (...holidays: readonly string[]) =>
    dateRanges(off, new Map(holidays.map((date) => [date, 'Holiday']))).map(
      (one) => `${one.start_date} ${one.end_date} ${one.count}`,
    )
  assert.deepEqual(rows('2026-12-25'), ['2026-12-21 2026-12-27 7'])
  assert.deepEqual(rows('2026-12-26', '2026-12-27'), [
    '2026-12-21 2026-12-25 5',
    '2026-12-26 2026-12-26 1',
    '2026-12-27 2026-12-27 1',
  ])
  assert.deepEqual(rows('2026-12-21'), ['2026-12-21 2026-12-21 1', '2026-12-22 2026-12-27 6'])
})

test('days of the week change alone', () => {
  const before = withDates(workingHours, [{ start_date: '2026-12-21', end_date: '2026-12-21', intervals: [] }])
  const after = withDays(before, [{ type: 'wday', wday: 'monday', intervals: morning }])
  assert.deepEqual(dates(after), dates(before))
  assert.deepEqual(
    after.filter((rule) => rule.type === 'wday' && rule.wday === 'monday').map(({ intervals }) => intervals),
    [morning],
  )
  assert.equal(after.length, before.length)
})
