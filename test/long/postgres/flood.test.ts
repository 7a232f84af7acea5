// seconds: 100
import { describe, test } from 'node:test'
import { floodPages } from '../../support/page-flood.ts'

describe('D8: fifty thousand look at our pages within half a minute, in one page of somebody else', () => {
  test('from one address: every booking through the API is made meanwhile', () =>
    floodPages({ count: 50_000, seconds: 30, fromEverywhere: false }))
  test('from everywhere: every booking through the API is made meanwhile', () =>
    floodPages({ count: 50_000, seconds: 30, fromEverywhere: true }))
})
