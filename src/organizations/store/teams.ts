import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import { baseSlug, freeSlug } from '../slug.ts'
import type { Team } from '../team.ts'
import { lockSlug } from './slugs.ts'

const teams = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('teams')
    .select([
      'teams.id',
      'teams.organization_id as organizationId',
      'teams.name',
      'teams.slug',
      'teams.created_at as createdAt',
    ])
    .where('teams.organization_id', '=', organizationId)

export const findTeam = async (reader: Reader, organizationId: string, teamId: string): Promise<Team | undefined> =>
  teams(reader, organizationId).where('teams.id', '=', teamId).executeTakeFirst()

export const findTeamByName = async (reader: Reader, organizationId: string, name: string): Promise<Team | undefined> =>
  teams(reader, organizationId).where(sql`lower(teams.name)`, '=', sql`lower(${name}::text)`).executeTakeFirst()

export const listTeams = async (
  reader: Reader,
  organizationId: string,
  { userId }: { readonly userId?: string | undefined },
  page: PageRequest,
): Promise<Page<Team>> => {
  let query = teams(reader, organizationId)
  if (userId !== undefined) {
    query = query.where((is) =>
      is.exists(
        is
          .selectFrom('team_memberships as own')
          .innerJoin('organization_memberships as member', 'member.id', 'own.membership_id')
          .select('own.team_id')
          .whereRef('own.organization_id', '=', 'teams.organization_id')
          .whereRef('own.team_id', '=', 'teams.id')
          .where('member.user_id', '=', userId)
          .where('member.ended_at', 'is', null),
      ),
    )
  }
  return readPage(query, page, byCreation('teams'))
}

/** Undefined when a team of this name exists. A slug that is taken gets a number. */
export const insertTeam = async (
  tx: Tx,
  organizationId: string,
  { name, slug }: { readonly name: string; readonly slug: string },
  now: Date,
): Promise<string | undefined> => {
  const base = baseSlug(slug, 'team')
  await lockSlug(tx, 'teams', base)
  const similar = await tx.selectFrom('teams').select('slug').where('slug', 'like', `${base}%`).execute()
  const inserted = await tx
    .insertInto('teams')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      name,
      slug: freeSlug(base, new Set(similar.map(({ slug }) => slug))),
      created_at: now,
      updated_at: now,
    })
    // On the name alone: the slug was found free, and is locked.
    .onConflict((conflict) => conflict.expression(sql`organization_id, lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** False when it was deleted meanwhile. */
export const updateTeamName = (
  tx: Tx,
  organizationId: string,
  teamId: string,
  name: string,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('teams')
      .set({ name, updated_at: now })
      .where('organization_id', '=', organizationId)
      .where('id', '=', teamId),
  )

/** False when it was deleted meanwhile. */
export const deleteTeam = (tx: Tx, organizationId: string, teamId: string): Promise<boolean> =>
  hasEffect(tx.deleteFrom('teams').where('organization_id', '=', organizationId).where('id', '=', teamId))

/** False when they are in it already. */
export const insertTeamMember = (
  tx: Tx,
  organizationId: string,
  teamId: string,
  membershipId: string,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .insertInto('team_memberships')
      .values({ organization_id: organizationId, team_id: teamId, membership_id: membershipId, created_at: now })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** False when they were not in it. */
export const deleteTeamMember = (
  tx: Tx,
  organizationId: string,
  teamId: string,
  membershipId: string,
): Promise<boolean> =>
  hasEffect(
    tx
      .deleteFrom('team_memberships')
      .where(({ and }) => and({ organization_id: organizationId, team_id: teamId, membership_id: membershipId })),
  )
