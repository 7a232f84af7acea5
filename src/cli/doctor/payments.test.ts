import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgePayments } from './payments.ts'

describe('the doctor looks at accounts that take payments', () => {
  const cases: readonly [accounts: number, lost: number, verdict: string, message: RegExp][] = [
    [0, 0, 'ok', /No accounts are connected/],
    [1, 0, 'ok', /^1 account, all working$/],
    [3, 1, 'warning', /^1 of 3 accounts cannot take payments/],
  ]
  for (const [accounts, lost, verdict, message] of cases)
    test(`${verdict}: ${accounts} connected, ${lost} lost`, () => {
      const found = judgePayments({ accounts, lost })
      assert.equal(found.verdict, verdict)
      assert.match(found.message, message)
    })
})
