import { sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'

/** The mails about a person: without a mail server, each is also a file. */
export const findMailsOf = async (tx: Tx, organizationId: string, person: Buffer): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    select id from mails where organization_id = ${organizationId} and persons @> array[${person}::bytea]`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Erased mails. One that was being sent during the erasure may have become a file since. */
export const findErasedMails = async (reader: Reader, organizationId: string): Promise<readonly string[]> => {
  const rows = await reader
    .selectFrom('mails')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('recipient', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export const findMailsAbout = async (
  tx: Tx,
  organizationId: string,
  eventIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await tx
    .selectFrom('mails')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', sql<string>`any(${[...eventIds]}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** For invitees who are erased: no reminder of them remains. */
export const deleteReminders = async (tx: Tx, organizationId: string, inviteeIds: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('reminders')
    .where('organization_id', '=', organizationId)
    .where('invitee_id', '=', sql<string>`any(${[...inviteeIds]}::uuid[])`)
    .execute()
}
