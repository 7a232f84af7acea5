import { overviewOfAccounts } from '#integrations/index.ts'
import { counted } from '#platform/counted.ts'
import type { Database } from '#platform/db/database.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether the accounts that make video meetings let us in. */
export const examineConferences = async (database: Database): Promise<Finding> =>
  judgeConferences(await overviewOfAccounts(database.reader, 'conference'))

export const judgeConferences = ({ accounts, lost }: { readonly accounts: number; readonly lost: number }): Finding => {
  if (accounts === 0) return ok('video meetings', 'No accounts are connected')
  return lost > 0
    ? warning(
        'video meetings',
        `${lost} of ${counted(accounts, 'account')} cannot create video meetings. Their owners can reconnect them at /app/integrations/conferences. See: openslot conference accounts`,
      )
    : ok('video meetings', `${counted(accounts, 'account')}, all working`)
}
