import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '#platform/db/database.ts'
import type { Fact, FactName, RecordedFact } from './fact.ts'

/** Written in the transaction of the change it tells of: there is none without the other. */
export const recordFact = async (tx: Tx, fact: Fact): Promise<void> => {
  await recordingFact(fact).execute(tx)
}

/** The same as a part of the statement that makes the change. */
export const recordingFact = ({ name, organizationId, actor, subject, person, occurredAt }: Fact): RawBuilder<unknown> => sql`
  insert into facts (id, organization_id, name, actor_type, actor_id, subject, person, occurred_at)
  values (
    ${randomUUID()}, ${organizationId}, ${name}, ${actor.type}, ${actor.type === 'user' ? actor.membershipId : null}, ${JSON.stringify(subject)},
    ${person ?? null}, ${occurredAt}
  )`

export const isAnythingUnannounced = async (reader: Reader, now: Date): Promise<boolean> =>
  (await reader.selectFrom('facts').select('id').where('announce_at', '<=', now).orderBy('announce_at').limit(1).executeTakeFirst()) !== undefined

/** The oldest that nobody has heard of, and that nobody else is telling right now. */
export const lockUnannounced = async (tx: Tx, limit: number, now: Date): Promise<readonly RecordedFact[]> => {
  const rows = await tx
    .selectFrom('facts')
    .select(['id', 'name', 'organization_id as organizationId', 'subject', 'person', 'occurred_at as occurredAt'])
    .where('announce_at', '<=', now)
    .orderBy('announce_at')
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ name, ...row }) => ({ ...row, name: name as FactName }))
}

export const markAnnounced = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx
    .updateTable('facts')
    .set({ announce_at: null })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

export const postponeAnnouncement = async (tx: Tx, id: string, until: Date): Promise<void> => {
  await tx.updateTable('facts').set({ announce_at: until }).where('id', '=', id).execute()
}
