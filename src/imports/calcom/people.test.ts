import assert from 'node:assert/strict'
import { test } from 'node:test'
import { absentDates } from './people.ts'

test('366 days of an absence come, from today on', () => {
  const at = new Date('2026-03-02T12:00:00Z')
  const dates = absentDates([{ start: '2020-01-01T00:00:00.000Z', end: '2999-12-31T00:00:00.000Z' }], at)
  assert.deepEqual([dates.length, dates[0], dates.at(-1)], [366, '2026-03-01', '2027-03-01'])
  const short = absentDates([{ start: '2026-03-05T00:00:00.000Z', end: '2026-03-06T23:59:00.000Z' }], at)
  assert.deepEqual(short, ['2026-03-05', '2026-03-06'])
})
