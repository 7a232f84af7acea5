import { type ExpressionBuilder, sql } from 'kysely'
import type { Plan, Stage } from '#contract/plans.ts'
import type { Reader, Tx } from '#platform/db/database.ts'
import type { Tables } from '#schema/tables.ts'
import type { Organization } from '../organization.ts'

/** Counts to two at most: the only question is whether a member is alone. */
export const memberCount = sql<number>`(
  select count(*) from (
    select 1 from organization_memberships as counted
    where counted.organization_id = organizations.id and counted.ended_at is null limit 2
  ) as members
)::integer`

const columns = (_: ExpressionBuilder<Tables, 'organizations'>) =>
  [
    'organizations.id',
    'organizations.name',
    'organizations.plan',
    'organizations.stage',
    'organizations.created_at as createdAt',
    'organizations.updated_at as updatedAt',
    memberCount.as('memberCount'),
  ] as const

export const findOrganization = async (reader: Reader, organizationId: string): Promise<Organization | undefined> =>
  reader.selectFrom('organizations').select(columns).where('organizations.id', '=', organizationId).executeTakeFirst()

/** For the operator of the machine, who has access to all organizations. */
export const listAllOrganizations = async (reader: Reader): Promise<Organization[]> =>
  reader
    .selectFrom('organizations')
    .select(columns)
    .orderBy('organizations.created_at')
    .orderBy('organizations.id')
    .execute()

/** Those that were made for a member who was removed, and who is alone there: nobody set them up on purpose. */
export const listLeaversOrganizations = async (reader: Reader): Promise<string[]> => {
  const rows = await reader
    .selectFrom('organizations')
    .innerJoin('organization_memberships as own', (join) =>
      join.onRef('own.organization_id', '=', 'organizations.id').on('own.ended_at', 'is', null),
    )
    .innerJoin('organization_memberships as former', (join) =>
      join.onRef('former.user_id', '=', 'own.user_id').onRef('former.ended_at', '=', 'organizations.created_at'),
    )
    .select('organizations.id')
    .where(memberCount, '=', 1)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The one of this name, or the only one that somebody has set up; undefined where several could be meant. For settings of
 * the operator.
 */
export const findOnlyOrganization = async (reader: Reader, name: string | undefined): Promise<string | undefined> => {
  let query = reader.selectFrom('organizations').select('organizations.id').where(memberCount, '>', 0)
  if (name !== undefined) query = query.where('organizations.name', '=', name)
  else query = query.where(({ not, exists }) => not(exists(leaversAlone(reader))))
  const [only, second] = await query.orderBy('organizations.id').limit(2).execute()
  return second ? undefined : only?.id
}

/** Beside a row of `organizations`: it was made for a member who was removed, and who is alone there. */
const leaversAlone = (reader: Reader) =>
  reader
    .selectFrom('organization_memberships as own')
    .innerJoin('organization_memberships as former', 'former.user_id', 'own.user_id')
    .select('own.id')
    .where(sql<boolean>`own.organization_id = organizations.id and own.ended_at is null`)
    .where(sql<boolean>`former.ended_at = organizations.created_at`)
    .where(memberCount, '=', 1)

export const insertOrganization = async (
  tx: Tx,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<void> => {
  await tx.insertInto('organizations').values({ id, name, created_at: now, updated_at: now }).execute()
}

export const updateOrganization = async (
  tx: Tx,
  organizationId: string,
  { name, plan, stage }: { name: string; plan: Plan; stage: Stage },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('organizations')
    .set({ name, plan, stage, updated_at: now })
    .where('id', '=', organizationId)
    .execute()
}

export const countOrganizations = async (reader: Reader): Promise<number> => {
  const { count } = await reader
    .selectFrom('organizations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
