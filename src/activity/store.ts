import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db/database.ts'
import type { Fact } from './fact.ts'

/** Written in the transaction of the change it tells of: there is none without the other. */
export const recordFact = async (tx: Tx, { name, organizationId, actor, subject, person, occurredAt }: Fact): Promise<void> => {
  await tx
    .insertInto('facts')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      name,
      actor_type: actor.type,
      actor_id: actor.type === 'user' ? actor.membershipId : null,
      subject: JSON.stringify(subject),
      person: person ?? null,
      occurred_at: occurredAt,
    })
    .execute()
}
