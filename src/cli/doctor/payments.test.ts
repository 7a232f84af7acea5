import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgePayments } from './payments.ts'

const none = { accounts: 0, lost: 0, failedRefunds: 0, waitingRefunds: 0 }

describe('the doctor looks at accounts that take payments, and at refunds', () => {
  const cases: readonly [found: Partial<typeof none>, verdict: string, message: RegExp][] = [
    [{}, 'ok', /No accounts are connected/],
    [{ accounts: 1 }, 'ok', /^1 account, all working$/],
    [{ accounts: 3, lost: 1 }, 'warning', /^1 of 3 accounts cannot take payments/],
    [{ accounts: 3, failedRefunds: 1 }, 'warning', /^1 refund refused by a payment service/],
    [{ failedRefunds: 1, waitingRefunds: 2 }, 'warning', /^2 refunds waiting for more than an hour/],
  ]
  for (const [some, verdict, message] of cases)
    test(`${verdict}: ${JSON.stringify(some)}`, () => {
      const found = judgePayments({ ...none, ...some })
      assert.equal(found.verdict, verdict)
      assert.match(found.message, message)
    })
})
