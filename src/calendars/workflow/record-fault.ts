import { recordFact, system } from '#activity/index.ts'
import type { Links } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import { calendarFaults } from '../../../languages/calendar-faults.ts'
import { factSubject } from '../fact-subject.ts'
import { lostBefore, notifyEveryMilliseconds } from '../health.ts'
import type { ProviderFault } from '../providers/fault.ts'
import { type ConnectionToLookAt, recordFailedLook } from '../store/connections.ts'

/**
 * A connection is lost when the fault will not mend itself, or has lasted for a day. Its owner gets mail of that, at
 * most once a day.
 */
export const recordFault = async (
  tx: Tx,
  links: Links,
  connection: ConnectionToLookAt,
  { isFinal, fault }: ProviderFault,
  now: Date,
  /** The calendar that it is the fault of, where others of the account can be read. */
  calendar?: string,
): Promise<void> => {
  const { organizationId, id, notifiedAt, lookedAt, createdAt, account } = connection
  const isLost = isFinal || (lookedAt ?? createdAt) <= lostBefore(now)
  const isNews = isLost && !connection.isLost
  const isNotified = isNews && (notifiedAt === null || now.getTime() - notifiedAt.getTime() >= notifyEveryMilliseconds)
  await recordFailedLook(tx, organizationId, id, { fault, isLost, isNotified }, now)
  if (!isNews) return
  const cause = ['wrong_credentials', 'revoked', 'revoked_in_testing'].includes(fault)
    ? 'credentials'
    : fault === 'gone'
      ? 'gone'
      : 'silent'
  const named = calendar === undefined ? account : `${calendar} (${account})`
  const subject = { ...factSubject(links, connection, calendarFaults[fault]), account: named, cause, isNotified }
  await recordFact(tx, { name: 'calendar.lost', organizationId, actor: system, subject, occurredAt: now })
}
