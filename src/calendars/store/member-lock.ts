import type { Tx } from '#platform/db/database.ts'

/**
 * Nobody else adds a connection of this member, or finds out until when their calendars are known, before the end of
 * the transaction.
 */
export const lockMember = async (tx: Tx, organizationId: string, membershipId: string): Promise<void> => {
  await tx
    .selectFrom('organization_memberships')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', membershipId)
    .forNoKeyUpdate()
    .execute()
}
