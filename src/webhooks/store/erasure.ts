import { sql } from 'kysely'
import type { PersonRedactor } from '#activity/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { DeliveryStatus } from '../delivery.ts'

/** Redacts an erased person in messages about others. Pending ones are sent without them. */
export const cleanDeliveriesOf = async (
  tx: Tx,
  organizationId: string,
  relatedPersons: readonly Buffer[],
  redactor: PersonRedactor,
): Promise<void> => {
  if (relatedPersons.length === 0 || redactor.isEmpty) return
  for (let after: string | undefined = nilUuid; after !== undefined; ) {
    const rows: { id: string; body: string | null }[] = await tx
      .selectFrom('webhook_deliveries')
      .select(['id', 'body'])
      .where('organization_id', '=', organizationId)
      .where('id', '>', after)
      .where('person', '=', sql<Buffer>`any(${[...relatedPersons]}::bytea[])`)
      .where('body', 'is not', null)
      .orderBy('id')
      .limit(cleanedAtOnce)
      .forUpdate()
      .execute()
    for (const { id, body } of rows) {
      const cleaned = redactor.redactJson(body ?? '')
      if (cleaned !== body)
        await tx
          .updateTable('webhook_deliveries')
          .set({ body: cleaned })
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .execute()
    }
    after = rows.length < cleanedAtOnce ? undefined : rows.at(-1)?.id
  }
}

const cleanedAtOnce = 500

/** Erases the messages about facts that were erased. */
export const eraseDeliveriesAbout = async (
  tx: Tx,
  organizationId: string,
  factIds: readonly string[],
): Promise<void> => {
  if (factIds.length === 0) return
  await tx
    .updateTable('webhook_deliveries')
    .set({
      body: null,
      person: null,
      status: sql<DeliveryStatus>`case when status = 'pending' then 'erased' else status end`,
    })
    .where('organization_id', '=', organizationId)
    .where('fact_id', '=', sql<string>`any(${[...factIds]}::uuid[])`)
    .execute()
}
