import type { Tx } from '#platform/db/database.ts'

/** In a copy of a database: what waited when it was copied may have been sent since. It can be replayed. Gives how many. */
export const deletePendingDeliveries = async (tx: Tx, before: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', outcome: 'restored from a backup' })
    .where('status', '=', 'pending')
    .where('created_at', '<=', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
