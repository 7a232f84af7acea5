import { deleteJobsAbout, insertJobs } from '#execution/store/jobs.ts'
import type { Tx } from '#platform/db/database.ts'
import { type CalendarConnection, laneOf, syncJob } from '../connection.ts'

/** Has a connection read at once, in place of when it would be. One reading that is under way then does not count. */
export const queueSync = async (
  tx: Tx,
  { organizationId, id, server }: Pick<CalendarConnection, 'organizationId' | 'id' | 'server'>,
  now: Date,
): Promise<void> => {
  await deleteJobsAbout(tx, syncJob, [id])
  await insertJobs(tx, [{ organizationId, kind: syncJob, lane: laneOf(server), subjectId: id }], now)
}
