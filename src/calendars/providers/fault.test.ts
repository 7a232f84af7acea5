import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsFrom } from './fault.ts'

test('Retry-After is a number of seconds or a date, and a day at most', () => {
  const now = Date.UTC(2026, 10, 18, 12)
  const cases: readonly (readonly [string | undefined, number | undefined])[] = [
    ['600', 600],
    ['Wed, 18 Nov 2026 12:05:00 GMT', 300],
    ['Wed, 18 Nov 2026 11:00:00 GMT', 0],
    ['Sat, 18 Nov 2056 11:00:00 GMT', 86_400],
    ['999999999', 86_400],
    ['soon', undefined],
    [undefined, undefined],
  ]
  for (const [text, expected] of cases) assert.equal(secondsFrom(text, now), expected, text)
})
