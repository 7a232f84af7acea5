import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toAvailableTimeResource, writeAvailableTimes } from './resources.ts'

const openings = [
  { start: Date.UTC(2027, 2, 1, 9), remaining: 1 },
  { start: Date.UTC(2027, 2, 28, 23, 59, 59), remaining: 12 },
  { start: Date.UTC(2028, 1, 29), remaining: 1 },
]

describe('open times are written as JSON.stringify writes them', () => {
  for (const address of ['https://book.example.test/demo/intro', 'https://book.example.test/"\\\n\u2028é/intro'])
    for (const count of [0, 1, 3])
      test(`${count} of them, at ${JSON.stringify(address)}`, () => {
        const times = openings.slice(0, count).map((opening) => toAvailableTimeResource(address, opening))
        assert.equal(writeAvailableTimes(times), JSON.stringify(times))
      })
})
