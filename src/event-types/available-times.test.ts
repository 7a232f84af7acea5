import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { collectionJson } from '#contract/collected.ts'
import { availableTimes } from './available-times.ts'
import { toAvailableTimeResource } from './resources.ts'

const openings = [
  { start: Date.UTC(2027, 2, 1, 9), remaining: 1 },
  { start: Date.UTC(2027, 2, 28, 23, 59, 59), remaining: 12 },
  { start: Date.UTC(2027, 2, 28, 23, 59, 59), remaining: 12 },
  { start: Date.UTC(2028, 1, 29), remaining: 1 },
]

const addresses = ['https://book.example.test/demo/intro', 'https://book.example.test/"\\\n\u2028é/intro']

describe('open times are written as JSON.stringify writes them', () => {
  for (const address of addresses)
    for (const count of [0, 1, 4])
      test(`${count} of them, at ${JSON.stringify(address)}`, () => {
        const collection = openings.slice(0, count).map((opening) => toAvailableTimeResource(address, opening))
        const times = availableTimes(address, openings.slice(0, count))
        assert.deepEqual(times.items, collection)
        assert.equal(collectionJson(times), JSON.stringify({ collection }))
      })
})
