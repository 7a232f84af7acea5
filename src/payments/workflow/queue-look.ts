import { hastenJobs, insertJobs, isWaiting } from '#execution/store/jobs.ts'
import type { Tx } from '#platform/db/database.ts'
import { laneOf, type Payment, paymentJob } from '../payment.ts'

/** The service is asked what was paid, at `runAt` at the latest. One job for each payment waits. */
export const queueLook = async (
  tx: Tx,
  { organizationId, id, accountId }: Pick<Payment, 'organizationId' | 'id' | 'accountId'>,
  now: Date,
  runAt: Date = now,
): Promise<void> => {
  if (await isWaiting(tx, paymentJob, id)) await hastenJobs(tx, paymentJob, id, runAt)
  else await insertJobs(tx, [{ organizationId, kind: paymentJob, lane: laneOf(accountId), subjectId: id, runAt }], now)
}
