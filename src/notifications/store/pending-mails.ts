import type { Tx } from '#platform/db/database.ts'

/** In a copy of a database: what waited when it was copied, and whoever was to be reminded by then. Gives how many mails. */
export const deletePendingMails = async (tx: Tx, before: Date): Promise<number> => {
  await tx.deleteFrom('reminders').where('due_at', '<=', before).execute()
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ status: 'expired', letter: null, outcome: 'restored from a backup' })
    .where('status', '=', 'pending')
    .where('created_at', '<=', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
