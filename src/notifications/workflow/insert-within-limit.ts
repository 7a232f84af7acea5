import type { Tx } from '#platform/db/database.ts'
import { day } from '#platform/time/durations.ts'
import { countMessages, insertMails, insertUnsentMails, type NewMail } from '../store/mails.ts'

/** No more than an organization can have sent in a day. The rest is recorded as not sent. */
export const insertWithinLimit = async (
  tx: Tx,
  mails: readonly NewMail[],
  mostPerDay: number,
  now: Date,
): Promise<void> => {
  for (const organizationId of new Set(mails.map((mail) => mail.organizationId))) {
    const own = mails.filter((mail) => mail.organizationId === organizationId)
    const sent = await countMessages(tx, organizationId, new Date(now.getTime() - day), mostPerDay)
    await insertMails(tx, own.slice(0, mostPerDay - sent), now)
    await insertUnsentMails(tx, own.slice(mostPerDay - sent), now)
  }
}
