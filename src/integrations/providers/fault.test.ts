import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsFrom } from './fault.ts'

test('Retry-After is a number of seconds or a date, and a day at most', () => {
  const date = 'Wed, 18 Nov 2026 12:00:00 GMT'
  const cases: readonly (readonly [string, number | undefined])[] = [
    ['600', 600],
    ['Wed, 18 Nov 2026 12:05:00 GMT', 300],
    ['Wed, 18 Nov 2026 11:00:00 GMT', 0],
    ['2026-11-18T12:05:00Z', 300],
    ['2026-11-18T00:00:00Z', 0],
    ['2026-11-19T00:00:00Z', 43_200],
    ['Sat, 18 Nov 2056 11:00:00 GMT', 86_400],
    ['999999999', 86_400],
    ['soon', undefined],
  ]
  for (const [text, expected] of cases) assert.equal(secondsFrom({ 'retry-after': text, date }), expected, text)
  assert.equal(secondsFrom({ date }), undefined)
  assert.equal(secondsFrom({ 'retry-after': date }), undefined, 'no date to count from')
})
