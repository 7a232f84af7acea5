import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reminderTimes } from './mail.ts'

test('reminders are before the meeting, each once, and not within an hour of the booking mail', () => {
  const now = new Date('2026-03-02T10:00:00.000Z')
  const timesOf = (startsAt: string, minutes: readonly number[] = [1440, 60]) =>
    reminderTimes(new Date(startsAt), minutes, now).map((at) => at.toISOString())
  assert.deepEqual(timesOf('2026-03-04T10:00:00Z'), ['2026-03-03T10:00:00.000Z', '2026-03-04T09:00:00.000Z'])
  assert.deepEqual(timesOf('2026-03-04T10:00:00Z', [60, 60]), ['2026-03-04T09:00:00.000Z'])
  assert.deepEqual(timesOf('2026-03-03T10:30:00Z'), ['2026-03-03T09:30:00.000Z'])
  assert.deepEqual(timesOf('2026-03-02T12:00:00Z'), ['2026-03-02T11:00:00.000Z'])
  assert.deepEqual(timesOf('2026-03-02T11:59:00Z'), [])
})
