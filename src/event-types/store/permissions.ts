import type { Reader, Tx } from '#platform/db/database.ts'

export const holdsPermission = async (reader: Reader, organizationId: string, eventTypeId: string, membershipId: string): Promise<boolean> => {
  const found = await reader
    .selectFrom('event_type_permissions')
    .select('event_type_id')
    .where('organization_id', '=', organizationId)
    .where('event_type_id', '=', eventTypeId)
    .where('membership_id', '=', membershipId)
    .executeTakeFirst()
  return found !== undefined
}

/** False when they have it already. */
export const insertPermission = async (tx: Tx, organizationId: string, eventTypeId: string, membershipId: string, now: Date): Promise<boolean> => {
  const inserted = await tx
    .insertInto('event_type_permissions')
    .values({ organization_id: organizationId, event_type_id: eventTypeId, membership_id: membershipId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_type_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** False when they did not have it. */
export const deletePermission = async (tx: Tx, organizationId: string, eventTypeId: string, membershipId: string): Promise<boolean> => {
  const deleted = await tx
    .deleteFrom('event_type_permissions')
    .where('organization_id', '=', organizationId)
    .where('event_type_id', '=', eventTypeId)
    .where('membership_id', '=', membershipId)
    .returning('event_type_id')
    .executeTakeFirst()
  return deleted !== undefined
}
