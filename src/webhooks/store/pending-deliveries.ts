import { storedOutcome } from '#contract/delivery-outcome.ts'
import type { Tx } from '#platform/db/database.ts'

/**
 * In a copied database: what was pending at the copy may have been sent since, so it is failed. It can be replayed.
 * Returns how many.
 */
export const failPendingDeliveries = async (tx: Tx, before: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', outcome: storedOutcome('restored') })
    .where('status', '=', 'pending')
    .where('created_at', '<=', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
