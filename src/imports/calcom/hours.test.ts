import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesFrom } from './hours.ts'

test('a day that ends at 23:59, or at 00:00, ends at midnight; from midnight to midnight is a day off; second intervals stay', () => {
  const rules = rulesFrom([
    { days: [1], startTime: '09:00:00', endTime: '12:00:00' },
    { days: [1], startTime: '18:00:00', endTime: '23:59:00' },
    { days: ['Tuesday'], startTime: '20:00', endTime: '00:00' },
    { date: '2026-03-04 00:00:00', startTime: '00:00:00', endTime: '00:00:00' },
  ]) as { wday?: string; date?: string; intervals: object[] }[]
  const of = (day: string) => rules.find(({ wday, date }) => wday === day || date === day)?.intervals
  assert.deepEqual(of('monday'), [
    { from: '09:00', to: '12:00' },
    { from: '18:00', to: '24:00' },
  ])
  assert.deepEqual(of('tuesday'), [{ from: '20:00', to: '24:00' }])
  assert.deepEqual(of('2026-03-04'), [])
})

test('intervals that overlap become one, also where one lies within the other', () => {
  const line = (startTime: string, endTime: string) => ({ days: [1], startTime, endTime })
  const [, monday] = rulesFrom([line('09:00', '12:00'), line('10:00', '11:00'), line('11:30', '13:00')]) as {
    intervals: object[]
  }[]
  assert.deepEqual(monday?.intervals, [{ from: '09:00', to: '13:00' }])
  const [, second] = rulesFrom([line('09:00', '12:00'), line('10:00', '11:00')]) as { intervals: object[] }[]
  assert.deepEqual(second?.intervals, [{ from: '09:00', to: '12:00' }])
})
