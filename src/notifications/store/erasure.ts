import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'

/** Which messages tell about somebody: where there is no mail server, each is a file as well. */
export const findMailsOf = async (tx: Tx, organizationId: string, person: Buffer): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    select id from mails where organization_id = ${organizationId} and persons @> array[${person}::bytea]`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of which nothing is left here. One that was being sent when its person was forgotten may be a file since. */
export const findErasedMails = async (reader: Reader, organizationId: string): Promise<readonly string[]> => {
  const rows = await reader.selectFrom('mails').select('id').where('organization_id', '=', organizationId).where('recipient', 'is', null).execute()
  return rows.map(({ id }) => id)
}

export const findMailsAbout = async (tx: Tx, organizationId: string, eventIds: readonly string[]): Promise<readonly string[]> => {
  const rows = await tx
    .selectFrom('mails')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', sql<string>`any(${[...eventIds]}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** For invitees whose data is deleted: nothing is left to remind them by. */
export const deleteReminders = async (tx: Tx, organizationId: string, inviteeIds: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('reminders')
    .where('organization_id', '=', organizationId)
    .where('invitee_id', '=', sql<string>`any(${[...inviteeIds]}::uuid[])`)
    .execute()
}
