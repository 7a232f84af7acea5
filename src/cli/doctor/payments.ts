import { overviewOfAccounts } from '#integrations/index.ts'
import { overviewOfPayments } from '#payments/index.ts'
import { counted } from '#platform/counted.ts'
import type { Database } from '#platform/db/database.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether the accounts that take payments let us in, and money that was promised back is on its way. */
export const examinePayments = async (database: Database): Promise<Finding> => {
  const { failedRefunds, waitingRefunds } = await overviewOfPayments(database.reader)
  return judgePayments({ ...(await overviewOfAccounts(database.reader, 'payment')), failedRefunds, waitingRefunds })
}

interface Overview {
  readonly accounts: number
  readonly lost: number
  readonly failedRefunds: number
  readonly waitingRefunds: number
}

export const judgePayments = ({ accounts, lost, failedRefunds, waitingRefunds }: Overview): Finding => {
  if (waitingRefunds > 0)
    return warning(
      'payments',
      `${counted(waitingRefunds, 'refund')} waiting for more than an hour. Is a worker running, and are the accounts connected? See: openslot job list`,
    )
  if (failedRefunds > 0)
    return warning(
      'payments',
      `${counted(failedRefunds, 'refund')} refused by a payment service in the last 30 days. Refund at the service itself; the activity log says what.`,
    )
  if (accounts === 0) return ok('payments', 'No accounts are connected')
  return lost > 0
    ? warning(
        'payments',
        `${lost} of ${counted(accounts, 'account')} cannot take payments. Their organizations can connect them again. See: openslot payment accounts`,
      )
    : ok('payments', `${counted(accounts, 'account')}, all working`)
}
