// seconds: 150
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { floodPages } from '../../support/page-flood.ts'

describe('D8: fifty thousand look at our pages within half a minute, in one page of somebody else', () => {
  for (const [from, fromEverywhere] of [
    ['one address', false],
    ['everywhere', true],
  ] as const)
    test(`from ${from}: every booking through the API is made meanwhile`, async () => {
      const { replies } = await floodPages({ count: 50_000, seconds: 30, fromEverywhere })
      assert.ok(replies.every(({ status }) => status === 200))
    })
})
