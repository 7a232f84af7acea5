import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dateDay, writeDay } from '#availability/index.ts'
import { BookingWindow, bookableDays, defaultSchedulingRules } from './scheduling-rules.ts'

const on = (date: string): number => dateDay(date) as number
const days = (window: Partial<BookingWindow> & Pick<BookingWindow, 'type'>, today: string): string[] => {
  const { first, last } = bookableDays({ days: null, start_date: null, end_date: null, ...window }, on(today))
  return [writeDay(first), Number.isFinite(last) ? writeDay(last) : 'for ever']
}

describe('how far ahead can be booked', () => {
  test('a number of days', () =>
    assert.deepEqual(days({ type: 'moving', days: 60 }, '2026-03-02'), ['2026-03-02', '2026-05-01']))
  test('a number of working days: a weekend does not count', () =>
    assert.deepEqual(days({ type: 'available_moving', days: 5 }, '2026-03-05'), ['2026-03-05', '2026-03-12']))
  test('working days from a Saturday on', () =>
    assert.deepEqual(days({ type: 'available_moving', days: 1 }, '2026-03-07'), ['2026-03-07', '2026-03-09']))
  test('between two dates', () =>
    assert.deepEqual(days({ type: 'fixed', start_date: '2026-04-01', end_date: '2026-04-15' }, '2026-03-02'), [
      '2026-04-01',
      '2026-04-15',
    ]))
  test('without end', () => assert.deepEqual(days({ type: 'unlimited' }, '2026-03-02'), ['2026-03-02', 'for ever']))
})

describe('a booking window', () => {
  const errors = (window: unknown): string[] =>
    BookingWindow.safeParse(window).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
  test('of days requires days', () => assert.deepEqual(errors({ type: 'moving' }), ['days missing']))
  test('of dates requires both', () =>
    assert.deepEqual(errors({ type: 'fixed' }), ['start_date missing', 'end_date missing']))
  test('of dates must not end before it starts', () =>
    assert.deepEqual(errors({ type: 'fixed', start_date: '2026-04-02', end_date: '2026-04-01' }), [
      'end_date end_before_start',
    ]))
  test('drops fields that do not belong to its type', () => {
    assert.deepEqual(BookingWindow.parse({ type: 'unlimited', days: 3, start_date: '2026-04-02' }), {
      type: 'unlimited',
      days: null,
      start_date: null,
      end_date: null,
    })
  })
})

test('a meeting shorter than half an hour starts at multiples of its duration, others every half hour', () => {
  assert.deepEqual(
    [3, 10, 30, 60].map((duration) => defaultSchedulingRules(duration).start_time_increment),
    [3, 10, 30, 30],
  )
})
