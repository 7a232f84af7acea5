import type { Database, Reader } from '#platform/db/database.ts'
import type { Clock } from '#platform/time/clock.ts'

/** When something last happened in an organization. */
export type FindLastChange = (reader: Reader, organizationId: string) => Promise<Date | undefined>

/**
 * A fact has the time at which its request began. So this is the longest request, the age of a replica, and clocks that
 * differ.
 */
const settlingMilliseconds = 15_000

/**
 * For what may be a second old: open times, public pages, lists. An organization that has just changed something reads
 * from the primary, so that everybody sees their own changes. The primary is asked each time, because another process
 * may have made the change.
 */
export const readerOf = async (
  {
    database,
    clock,
    findLastChange,
  }: {
    readonly database: Pick<Database, 'reader' | 'replica'>
    readonly clock: Clock
    readonly findLastChange: FindLastChange
  },
  organizationId: string,
): Promise<Reader> => {
  const { reader, replica } = database
  if (!replica?.isCurrent()) return reader
  const changedAt = await findLastChange(reader, organizationId)
  const hasRested = changedAt === undefined || clock.now().getTime() - changedAt.getTime() > settlingMilliseconds
  return hasRested ? replica.reader : reader
}
