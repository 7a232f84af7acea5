import { randomUUID } from 'node:crypto'
import { insertJobs } from '#execution/store/jobs.ts'
import type { Tx } from '#platform/db/database.ts'
import { laneOf, type Payment, type RefundReason, refundJob } from '../payment.ts'
import { insertRefund, sumRefunds } from '../store/refunds.ts'

/**
 * As much of it as is left, in the caller's transaction; a job asks the service. The payment must be locked: what was
 * given back twice would be nobody's. Gives how much that is.
 */
export const giveBack = async (
  tx: Tx,
  payment: Pick<Payment, 'organizationId' | 'id' | 'amountMinor' | 'accountId'>,
  { amountMinor: asked, reason }: { readonly amountMinor: number; readonly reason: RefundReason },
  now: Date,
): Promise<number> => {
  const { organizationId, id: paymentId, accountId } = payment
  const left = payment.amountMinor - (await sumRefunds(tx, organizationId, paymentId))
  const amountMinor = Math.min(asked, left)
  if (amountMinor <= 0) return 0
  const id = randomUUID()
  await insertRefund(tx, { organizationId, id, paymentId, amountMinor, reason }, now)
  await insertJobs(tx, [{ organizationId, kind: refundJob, lane: laneOf(accountId), subjectId: id }], now)
  return amountMinor
}
