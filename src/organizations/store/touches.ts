import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'

// `updated_at` changes with everything a client can see, also with what is counted or joined on read.

export const touchGroup = async (tx: Tx, organizationId: string, groupId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('groups')
    .set({ updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', groupId)
    .execute()
}

/** The groups that this member counts in: called after they join, or before they leave. */
export const touchGroupsOf = async (tx: Tx, organizationId: string, membershipId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('groups')
    .set({ updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', (is) =>
      is
        .selectFrom('group_relationships')
        .select('group_id')
        .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, role: 'member' })),
    )
    .execute()
}

/** With the second member, and again without them, the kind of the organization changes. */
export const touchOrganizationOf = async (tx: Tx, organizationId: string, members: 1 | 2, now: Date): Promise<void> => {
  const counted = sql<number>`(
    select count(*) from (
      select 1 from organization_memberships where organization_id = ${organizationId}::uuid and ended_at is null limit 3
    ) as members
  )::integer`
  await tx
    .updateTable('organizations')
    .set({ updated_at: now })
    .where('id', '=', organizationId)
    .where(counted, '=', members)
    .execute()
}

/** Their current organization changed. */
export const touchUser = async (tx: Tx, userId: string, now: Date): Promise<void> => {
  await tx.updateTable('users').set({ updated_at: now }).where('id', '=', userId).execute()
}
