import { silenceFacts } from '#activity/index.ts'
import type { AppContext } from '#execution/perform.ts'
import { clearRestored, findRestoredAt } from '#instance/store/restored.ts'
import { failPendingDeliveries } from '#webhooks/index.ts'
import { deletePendingMails } from '../store/pending-mails.ts'

/**
 * Lets a restored or copied instance send again; says how many waiting messages were dropped. Undefined if it sends
 * already.
 */
export const resumeSending = (
  { database, home }: Pick<AppContext, 'database' | 'home'>,
  sendsWaiting: boolean,
): Promise<number | undefined> =>
  database.write(async (tx) => {
    const restoredAt = await findRestoredAt(tx)
    if (!restoredAt) return undefined
    await clearRestored(tx, home)
    if (sendsWaiting) return 0
    await silenceFacts(tx, restoredAt)
    return (await failPendingDeliveries(tx, restoredAt)) + (await deletePendingMails(tx, restoredAt))
  })
