import { overviewOfAccounts } from '#integrations/index.ts'
import { counted } from '#platform/counted.ts'
import type { Database } from '#platform/db/database.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether the accounts that take payments let us in. */
export const examinePayments = async (database: Database): Promise<Finding> =>
  judgePayments(await overviewOfAccounts(database.reader, 'payment'))

export const judgePayments = ({ accounts, lost }: { readonly accounts: number; readonly lost: number }): Finding => {
  if (accounts === 0) return ok('payments', 'No accounts are connected')
  return lost > 0
    ? warning(
        'payments',
        `${lost} of ${counted(accounts, 'account')} cannot take payments. Their organizations can connect them again. See: openslot payment accounts`,
      )
    : ok('payments', `${counted(accounts, 'account')}, all working`)
}
