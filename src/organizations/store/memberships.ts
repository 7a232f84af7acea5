import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import { mapPage } from '#contract/page.ts'
import type { Role } from '#contract/principal.ts'
import { findFirst, type Reader, type RowOf, type Tx } from '#platform/db/database.ts'
import { pagesOf } from '#platform/db/keyset.ts'
import { prepared } from '#platform/db/prepared.ts'
import type { Membership } from '../membership.ts'
import { touchGroupsOf, touchOrganizationOf, touchUser } from './touches.ts'

/** Under names that do not clash with those of a row they are joined to. */
export const membershipColumns = [
  'organization_memberships.id as membership_id',
  'organization_memberships.organization_id as membership_organization_id',
  'organization_memberships.role as membership_role',
  'organization_memberships.created_at as membership_created_at',
  'organization_memberships.updated_at as membership_updated_at',
  'organization_memberships.ended_at as membership_ended_at',
  'users.id as user_id',
  sql<string>`coalesce(organization_memberships.former_name, users.name)`.as('user_name'),
  sql<string>`coalesce(organization_memberships.former_email, users.email)`.as('user_email'),
  sql<string>`coalesce(organization_memberships.former_slug, users.slug)`.as('user_slug'),
  'users.timezone as user_timezone',
  'users.time_notation as user_time_notation',
  'users.locale as user_locale',
  sql<string | null>`case when organization_memberships.ended_at is null then users.avatar_url end`.as(
    'user_avatar_url',
  ),
  'users.created_at as user_created_at',
  'users.updated_at as user_updated_at',
] as const

export type MembershipRow = RowOf<typeof memberships>

export const membershipFrom = (row: MembershipRow): Membership => ({
  id: row.membership_id,
  organizationId: row.membership_organization_id,
  role: row.membership_role,
  user: {
    id: row.user_id,
    name: row.user_name,
    email: row.user_email,
    slug: row.user_slug,
    timezone: row.user_timezone,
    timeNotation: row.user_time_notation,
    locale: row.user_locale,
    avatarUrl: row.user_avatar_url,
    createdAt: row.user_created_at,
    updatedAt: row.user_updated_at,
  },
  createdAt: row.membership_created_at,
  updatedAt: row.membership_updated_at,
  endedAt: row.membership_ended_at,
})

const memberships = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('organization_memberships')
    .innerJoin('users', 'users.id', 'organization_memberships.user_id')
    .select(membershipColumns)
    .where('organization_memberships.organization_id', '=', organizationId)

/** Ended ones too: the caller decides what that means. */
export const findMembership = (
  reader: Reader,
  organizationId: string,
  membershipId: string,
): Promise<Membership | undefined> =>
  findFirst(memberships(reader, organizationId).where('organization_memberships.id', '=', membershipId), membershipFrom)

/** Several at once, in no particular order. */
export const findMemberships = async (
  reader: Reader,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<Membership[]> => {
  const rows = await memberships(reader, organizationId)
    .where(sql<boolean>`organization_memberships.id = any(${[...membershipIds]}::uuid[])`)
    .execute()
  return rows.map(membershipFrom)
}

const membershipsOfUser = prepared((reader, { organizationId, userId }: { organizationId: string; userId: string }) =>
  memberships(reader, organizationId)
    .where('organization_memberships.user_id', '=', userId)
    .orderBy(sql`organization_memberships.ended_at is null`, 'desc')
    .orderBy('organization_memberships.created_at', 'desc')
    .limit(1),
)

/** The user's current membership here, or the last one they had. */
export const findMembershipOfUser = async (
  reader: Reader,
  organizationId: string,
  userId: string,
): Promise<Membership | undefined> => {
  const [row] = await membershipsOfUser(reader, { organizationId, userId })
  return row && membershipFrom(row)
}

export const findMembershipByEmail = (
  reader: Reader,
  organizationId: string,
  email: string,
): Promise<Membership | undefined> =>
  findFirst(
    memberships(reader, organizationId)
      .where(sql`lower(users.email)`, '=', sql`lower(${email}::text)`)
      .where('organization_memberships.ended_at', 'is', null),
    membershipFrom,
  )

export const findOwner = (reader: Reader, organizationId: string): Promise<Membership | undefined> =>
  findFirst(
    memberships(reader, organizationId)
      .where('organization_memberships.role', '=', 'owner')
      .where('organization_memberships.ended_at', 'is', null),
    membershipFrom,
  )

export type MembershipFilter = {
  readonly userId?: string | undefined
  readonly email?: string | undefined
  readonly role?: Role | undefined
  readonly teamId?: string | undefined
}

const membershipPages = pagesOf(
  (reader, { organizationId, userId, email, role, teamId }: MembershipFilter & { readonly organizationId: string }) => {
    let query = memberships(reader, organizationId).where('organization_memberships.ended_at', 'is', null)
    if (userId !== undefined) query = query.where('organization_memberships.user_id', '=', userId)
    if (email !== undefined) query = query.where(sql`lower(users.email)`, '=', sql`lower(${email}::text)`)
    if (role !== undefined) query = query.where('organization_memberships.role', '=', role)
    if (teamId !== undefined) {
      query = query.where((is) =>
        is.exists(
          is
            .selectFrom('team_memberships as own')
            .select('own.team_id')
            .whereRef('own.organization_id', '=', 'organization_memberships.organization_id')
            .whereRef('own.membership_id', '=', 'organization_memberships.id')
            .where('own.team_id', '=', teamId),
        ),
      )
    }
    return query
  },
  {
    created_at: {
      sql: sql`organization_memberships.created_at`,
      of: (row) => row.membership_created_at,
      type: 'instant',
    },
    id: { sql: sql`organization_memberships.id`, of: (row) => row.membership_id, type: 'uuid' },
  },
)

export const listMemberships = async (
  reader: Reader,
  organizationId: string,
  filter: MembershipFilter,
  page: PageRequest,
): Promise<Page<Membership>> =>
  mapPage(await membershipPages(reader, { organizationId, ...filter }, page), membershipFrom)

export const insertMembership = async (
  tx: Tx,
  organizationId: string,
  { userId, role, id = randomUUID() }: { userId: string; role: Role; id?: string | undefined },
  now: Date,
): Promise<string> => {
  await tx
    .insertInto('organization_memberships')
    .values({ id, organization_id: organizationId, user_id: userId, role, created_at: now, updated_at: now })
    .execute()
  await touchUser(tx, userId, now)
  await touchOrganizationOf(tx, organizationId, 2, now)
  return id
}

/**
 * What the person is called elsewhere afterwards is not shown here: name, address and slug are kept as they are now.
 * False when it had ended already.
 */
export const endMembership = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  now: Date,
): Promise<boolean> => {
  const ended = await tx
    .updateTable('organization_memberships')
    .from('users')
    .set(({ ref }) => ({
      ended_at: now,
      updated_at: now,
      former_name: ref('users.name'),
      former_email: ref('users.email'),
      former_slug: ref('users.slug'),
    }))
    .whereRef('users.id', '=', 'organization_memberships.user_id')
    .where('organization_memberships.organization_id', '=', organizationId)
    .where('organization_memberships.id', '=', membershipId)
    .where('organization_memberships.ended_at', 'is', null)
    .returning('organization_memberships.id')
    .executeTakeFirst()
  if (!ended) return false
  await touchGroupsOf(tx, organizationId, membershipId, now)
  await touchOrganizationOf(tx, organizationId, 1, now)
  await tx
    .deleteFrom('group_relationships')
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .execute()
  await tx
    .deleteFrom('team_memberships')
    .where('organization_id', '=', organizationId)
    .where('membership_id', '=', membershipId)
    .execute()
  return true
}

export const updateMembershipRole = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  role: Role,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('organization_memberships')
    .set({ role, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: membershipId, ended_at: null }))
    .execute()
}

/**
 * Locks the memberships of these organizations until the transaction ends, so that joining, leaving and changing roles
 * happen one at a time. In the order of their ids, so that two transactions cannot deadlock; and without locking the
 * keys, so that everything else in the organization goes on.
 */
export const lockMemberships = async (tx: Tx, ...organizationIds: readonly string[]): Promise<void> => {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', organizationIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
