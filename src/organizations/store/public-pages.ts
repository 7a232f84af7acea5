import { type Reader, type Tx, withinTenant } from '#platform/db/database.ts'

/** How the pages of an organization look. */
export interface Brand {
  readonly name: string
  readonly logoUrl: string | null
  readonly color: string | null
}

/** A user's public page. */
export interface Profile {
  readonly organizationId: string
  readonly membershipId: string
  readonly name: string
  readonly slug: string
  readonly avatarUrl: string | null
}

export const findBrand = async (reader: Reader, organizationId: string): Promise<Brand | undefined> =>
  reader
    .selectFrom('organizations')
    .select(['name', 'logo_url as logoUrl', 'brand_color as color'])
    .where('id', '=', organizationId)
    .executeTakeFirst()

/** What is omitted stays as another transaction may have left it. */
export const updateBrand = async (
  tx: Tx,
  organizationId: string,
  { logoUrl, color }: Partial<Omit<Brand, 'name'>>,
  now: Date,
): Promise<void> => {
  const changes = {
    ...(logoUrl !== undefined && { logo_url: logoUrl }),
    ...(color !== undefined && { brand_color: color }),
  }
  await tx
    .updateTable('organizations')
    .set({ ...changes, updated_at: now })
    .where('id', '=', organizationId)
    .execute()
}

const profiles = (reader: Reader) =>
  reader
    .selectFrom('users')
    .innerJoin('organization_memberships as membership', 'membership.user_id', 'users.id')
    .select([
      'membership.organization_id as organizationId',
      'membership.id as membershipId',
      'users.name',
      'users.slug',
      'users.avatar_url as avatarUrl',
    ])
    .where('membership.ended_at', 'is', null)

/** Slugs are unique in the instance, so this query has no tenant. */
export const findProfile = async (reader: Reader, slug: string): Promise<Profile | undefined> =>
  profiles(reader).where('users.slug', '=', slug).executeTakeFirst()

/** A team's public page, with its members. */
export interface TeamPage {
  readonly organizationId: string
  readonly name: string
  readonly members: readonly Profile[]
}

export const findTeamPage = async (reader: Reader, slug: string): Promise<TeamPage | undefined> => {
  const team = await reader
    .selectFrom('teams')
    .select(['id', 'organization_id as organizationId', 'name'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!team) return undefined
  const members = await profiles(reader)
    .innerJoin('team_memberships as belonging', withinTenant('belonging.membership_id', 'membership.id'))
    .where('belonging.organization_id', '=', team.organizationId)
    .where('belonging.team_id', '=', team.id)
    .orderBy('users.name')
    .limit(100)
    .execute()
  return { organizationId: team.organizationId, name: team.name, members }
}
