import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateDay } from '../rule.ts'
import { easterSunday, orthodoxEasterSunday } from './calendar.ts'
import { countries } from './countries.ts'
import { holidaysFrom } from './holidays.ts'

const written = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const of = (country: (typeof countries)[number], from: string): string[] =>
  holidaysFrom(country, dateDay(from) as number).map(({ date }) => date)

test('Easter, by both calendars, on the dates it was and will be kept', () => {
  const western = {
    1961: '04-02',
    2000: '04-23',
    2008: '03-23',
    2011: '04-24',
    2024: '03-31',
    2025: '04-20',
    2026: '04-05',
    2027: '03-28',
    2038: '04-25',
  }
  const eastern = {
    2000: '04-30',
    2011: '04-24',
    2021: '05-02',
    2024: '05-05',
    2025: '04-20',
    2026: '04-12',
    2027: '05-02',
  }
  for (const [year, date] of Object.entries(western))
    assert.equal(written(easterSunday(Number(year))), `${year}-${date}`)
  for (const [year, date] of Object.entries(eastern))
    assert.equal(written(orthodoxEasterSunday(Number(year))), `${year}-${date}`)
})

test('the holidays of a year as they are published', () => {
  assert.deepEqual(
    of('US', '2026-01-01'),
    '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'.split(' ').map((date) => `2026-${date}`),
  )
  // Both days of Christmas 2027 are on a weekend, and kept on Monday and Tuesday.
  assert.deepEqual(
    of('GB', '2027-01-01'),
    '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'.split(' ').map((date) => `2027-${date}`),
  )
  assert.deepEqual(
    of('PT', '2026-01-01'),
    '01-01 04-03 04-25 05-01 06-04 06-10 08-15 10-05 11-01 12-01 12-08 12-25'.split(' ').map((date) => `2026-${date}`),
  )
  assert.deepEqual(
    of('IE', '2026-01-01'),
    '01-01 02-02 03-17 04-06 05-04 06-01 08-03 10-26 12-25 12-26'.split(' ').map((date) => `2026-${date}`),
  )
})

test('a year from any day on, in order and each day once, also across the turn of the year', () => {
  assert.deepEqual(of('US', '2021-12-01').slice(0, 3), ['2021-12-24', '2021-12-31', '2022-01-17'])
  for (const country of countries) {
    const dates = of(country, '2026-11-16')
    assert.deepEqual(dates, [...new Set(dates)].sort(), country)
    assert.ok(dates.length >= 4 && dates.every((date) => date >= '2026-11-16' && date < '2027-11-16'), country)
  }
})
