import { queueMissingMessages } from '#messages/index.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { reminderTimes } from '../mail.ts'
import { insertReminders, listUnreminded, queueMissingReminders } from '../store/reminders.ts'

const inviteesAtOnce = 500

/** From now on we remind who was booked elsewhere. Some at a time: gives where to go on, or null at the end. */
export const takeOverReminders = async (
  tx: Tx,
  organizationId: string,
  after: string,
  now: Date,
): Promise<string | null> => {
  const invitees = await listUnreminded(tx, organizationId, after, inviteesAtOnce, now)
  const due = invitees.flatMap(({ id, startsAt, reminders }) =>
    reminderTimes(startsAt, reminders, now).map((dueAt) => ({ organizationId, inviteeId: id, dueAt })),
  )
  await insertReminders(tx, due, now)
  return invitees.length < inviteesAtOnce ? null : (invitees.at(-1)?.id ?? null)
}

/** The reminders and messages of an organization that was read from an export are due as they were. */
export const queueReminders = (database: Database, organizationId: string, now: Date): Promise<void> =>
  database.write(async (tx) => {
    await queueMissingReminders(tx, organizationId, now)
    await queueMissingMessages(tx, organizationId, now)
  })
