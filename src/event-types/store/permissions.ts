import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'

export const holdsPermission = async (
  reader: Reader,
  organizationId: string,
  eventTypeId: string,
  membershipId: string,
): Promise<boolean> => {
  const found = await reader
    .selectFrom('event_type_permissions')
    .select('event_type_id')
    .where(({ and }) =>
      and({ organization_id: organizationId, event_type_id: eventTypeId, membership_id: membershipId }),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** The members who hold permission on a type, by membership. */
export const listPermitted = async (reader: Reader, organizationId: string, eventTypeId: string): Promise<string[]> => {
  const rows = await reader
    .selectFrom('event_type_permissions')
    .select('membership_id')
    .where(({ and }) => and({ organization_id: organizationId, event_type_id: eventTypeId }))
    .orderBy('created_at')
    .orderBy('membership_id')
    .limit(200)
    .execute()
  return rows.map(({ membership_id }) => membership_id)
}

/** False when they have it already. */
export const insertPermission = (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  membershipId: string,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .insertInto('event_type_permissions')
      .values({
        organization_id: organizationId,
        event_type_id: eventTypeId,
        membership_id: membershipId,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** False when they did not have it. */
export const deletePermission = (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  membershipId: string,
): Promise<boolean> =>
  hasEffect(
    tx
      .deleteFrom('event_type_permissions')
      .where(({ and }) =>
        and({ organization_id: organizationId, event_type_id: eventTypeId, membership_id: membershipId }),
      ),
  )
