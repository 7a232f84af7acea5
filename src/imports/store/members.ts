import { sql } from 'kysely'
import type { userLocales } from '#organizations/index.ts'
import type { Reader, Tx } from '#platform/db/database.ts'

/** What the other side says of a user, beside their address. */
export interface MemberProfile {
  readonly name: string
  readonly slug: string
  readonly timezone: string
  readonly time_notation: '12h' | '24h'
  readonly locale: (typeof userLocales)[number]
  readonly avatar_url: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

export interface ImportedMember {
  readonly email: string
  readonly role: 'admin' | 'user'
  readonly profile: MemberProfile
}

interface Dates {
  readonly created_at: Date
  readonly updated_at: Date
}

/**
 * An account that nobody has signed in to, and its membership. Both are new: an id that somebody took meanwhile is an
 * error.
 */
export const insertMember = async (
  tx: Tx,
  organizationId: string,
  {
    userId,
    membershipId,
    email,
    role,
    profile,
  }: ImportedMember & { readonly userId: string; readonly membershipId: string },
  dates: Dates,
): Promise<void> => {
  await tx
    .insertInto('users')
    .values({ id: userId, email, ...profile, unproven: true })
    .execute()
  await tx
    .insertInto('organization_memberships')
    .values({ id: membershipId, organization_id: organizationId, user_id: userId, role, ...dates })
    .execute()
}

/** Changes the profile of a current member whose account nobody has signed in to; anybody else's stays. */
export const updateUnprovenProfile = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  profile: Partial<MemberProfile> & { readonly email?: string },
  dates: Dates,
): Promise<boolean> => {
  const users = tx
    .updateTable('users')
    .set(profile)
    .where('unproven', '=', true)
    .where('password_hash', 'is', null)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('organization_memberships')
        .select('user_id')
        .where(({ and }) => and({ organization_id: organizationId, id: membershipId, ended_at: null })),
    )
  const { numUpdatedRows } = await users.executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx
    .updateTable('organization_memberships')
    .set(dates)
    .where(({ and }) => and({ organization_id: organizationId, id: membershipId }))
    .execute()
  return true
}

/** The same with the address and the role; never of an owner. */
export const updateUnprovenMember = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  { email, role, profile }: ImportedMember,
  dates: Dates,
): Promise<void> => {
  if (!(await updateUnprovenProfile(tx, organizationId, membershipId, { ...profile, email }, dates))) return
  await tx
    .updateTable('organization_memberships')
    .set({ role })
    .where(({ and }) => and({ organization_id: organizationId, id: membershipId }))
    .where(sql<boolean>`role <> 'owner'`)
    .execute()
}

/** The next member who came by an import and has no password yet, in the order of their ids. */
export const findOneToInvite = (
  reader: Reader,
  organizationId: string,
  after: string,
): Promise<{ readonly id: string; readonly email: string } | undefined> =>
  reader
    .selectFrom('organization_memberships as membership')
    .innerJoin('users', 'users.id', 'membership.user_id')
    .innerJoin('import_records as record', (join) =>
      join
        .onRef('record.organization_id', '=', 'membership.organization_id')
        .onRef('record.local_id', '=', 'users.id')
        .on('record.kind', '=', 'users'),
    )
    .select(['users.id', 'users.email'])
    .where('membership.organization_id', '=', organizationId)
    .where('membership.ended_at', 'is', null)
    .where('users.password_hash', 'is', null)
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst()
