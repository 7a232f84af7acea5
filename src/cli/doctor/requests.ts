import { overviewOfRequests } from '#bookings/index.ts'
import { counted } from '#platform/counted.ts'
import type { Database } from '#platform/db/database.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether requests that have expired are recorded, and their people told. */
export const examineRequests = async (database: Database): Promise<Finding> => {
  const { states, overdue } = await overviewOfRequests(database.reader)
  return judgeRequests({ open: states.open, overdue })
}

export const judgeRequests = ({ open, overdue }: { readonly open: number; readonly overdue: number }): Finding =>
  overdue > 0
    ? warning(
        'booking requests',
        `${counted(overdue, 'request')} expired more than 15 minutes ago, and nobody was told. Is a worker running? See: openslot job list`,
      )
    : ok('booking requests', `${counted(open, 'request')} open`)
