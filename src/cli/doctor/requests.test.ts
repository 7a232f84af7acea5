import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgeRequests } from './requests.ts'

describe('the doctor looks at booking requests', () => {
  const cases: readonly [open: number, overdue: number, verdict: string, message: RegExp][] = [
    [0, 0, 'ok', /^0 requests open$/],
    [1, 0, 'ok', /^1 request open$/],
    [3, 2, 'warning', /^2 requests expired more than 15 minutes ago, and nobody was told/],
  ]
  for (const [open, overdue, verdict, message] of cases)
    test(`${verdict}: ${open} open, ${overdue} overdue`, () => {
      const found = judgeRequests({ open, overdue })
      assert.equal(found.verdict, verdict)
      assert.match(found.message, message)
    })
})
