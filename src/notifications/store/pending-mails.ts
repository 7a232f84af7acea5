import { storedOutcome } from '#contract/delivery-outcome.ts'
import { deleteDueMessages } from '#messages/index.ts'
import type { Tx } from '#platform/db/database.ts'

/**
 * In a copied database: deletes the mails, reminders, and messages that were pending when it was copied. Returns how many mails.
 */
export const deletePendingMails = async (tx: Tx, before: Date): Promise<number> => {
  await tx.deleteFrom('reminders').where('due_at', '<=', before).execute()
  await deleteDueMessages(tx, before)
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ status: 'expired', letter: null, outcome: storedOutcome('restored') })
    .where('status', '=', 'pending')
    .where('created_at', '<=', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
