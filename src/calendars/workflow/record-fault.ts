import { recordFact, system } from '#activity/index.ts'
import type { Links } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import { calendarFaults } from '../../../languages/calendar-faults.ts'
import { factSubject } from '../fact-subject.ts'
import { lostBefore, notifyEveryMilliseconds } from '../health.ts'
import type { ProviderFault } from '../providers/fault.ts'
import { type ConnectionToSync, recordFailedSync } from '../store/connections.ts'

/**
 * A connection is lost when the fault will not mend itself, or has lasted for a day. Its owner gets mail of that, at
 * most once a day.
 */
export const recordFault = async (
  tx: Tx,
  links: Links,
  connection: ConnectionToSync,
  { isFinal, fault }: ProviderFault,
  now: Date,
  /** The calendar that it is the fault of, where others of the account can be read. */
  calendar?: string,
): Promise<void> => {
  const { organizationId, id, notifiedAt, syncedAt, createdAt, account, staysOpen } = connection
  const isLost = isFinal || (syncedAt ?? createdAt) <= lostBefore(now)
  const isNews = isLost && !connection.isLost
  const isNotified = isNews && (notifiedAt === null || now.getTime() - notifiedAt.getTime() >= notifyEveryMilliseconds)
  await recordFailedSync(tx, organizationId, id, { fault, isLost, isNotified }, now)
  if (!isNews) return
  const cause = ['wrong_credentials', 'revoked', 'revoked_in_testing'].includes(fault)
    ? 'credentials'
    : fault === 'gone'
      ? 'gone'
      : 'silent'
  const named = calendar === undefined ? account : `${calendar} (${account})`
  const subject = {
    ...factSubject(links, connection, calendarFaults[fault]),
    account: named,
    cause,
    staysOpen,
    isNotified,
  }
  await recordFact(tx, { name: 'calendar.lost', organizationId, actor: system, subject, occurredAt: now })
}
