import { hastenJobs } from '#execution/store/jobs.ts'
import type { Database } from '#platform/db/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { syncJob } from '../connection.ts'
import { syncEveryMilliseconds } from '../health.ts'
import { listOverdueConnections } from '../store/connections.ts'

const betweenMilliseconds = 60_000
const maxKnown = 10_000
/** When these calendars were last asked about, on the process's own clock. */
const asked = new Map<string, number>()

/**
 * Somebody looks at when these members are free: calendars of theirs that could not be read when they should have been
 * are tried at once. A page does not wait for it, and a crowd of them asks once a minute.
 */
export const hastenSyncs = async (
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  organizationId: string,
  membershipIds: readonly string[],
): Promise<void> => {
  const at = performance.now()
  const due = membershipIds.filter((id) => at - (asked.get(id) ?? Number.NEGATIVE_INFINITY) >= betweenMilliseconds)
  if (due.length === 0) return
  if (asked.size > maxKnown) asked.clear()
  for (const id of due) asked.set(id, at)
  const now = clock.now()
  const overdue = await listOverdueConnections(
    database.reader,
    organizationId,
    due,
    new Date(now.getTime() - syncEveryMilliseconds),
  )
  if (overdue.length === 0) return
  await database.write(async (tx) => {
    for (const id of overdue) await hastenJobs(tx, syncJob, id, now)
  })
}
