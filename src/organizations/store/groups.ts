import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { findFirst, hasEffect, type Reader, type RowOf, type Tx } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import type { Group, GroupRelationship, GroupRole } from '../group.ts'
import { type InvitationRow, invitationColumns, invitationFrom } from './invitations.ts'
import { type MembershipRow, membershipColumns, membershipFrom } from './memberships.ts'
import { touchGroup } from './touches.ts'

const groupMemberCount = sql<number>`(
  select count(*) from group_relationships as counted
  where counted.organization_id = groups.organization_id and counted.group_id = groups.id
    and counted.role = 'member' and counted.membership_id is not null
)::integer`

const groups = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('groups')
    .select([
      'groups.id',
      'groups.organization_id as organizationId',
      'groups.name',
      'groups.created_at as createdAt',
      'groups.updated_at as updatedAt',
      groupMemberCount.as('memberCount'),
    ])
    .where('groups.organization_id', '=', organizationId)

export const findGroup = async (reader: Reader, organizationId: string, groupId: string): Promise<Group | undefined> =>
  groups(reader, organizationId).where('groups.id', '=', groupId).executeTakeFirst()

export const findGroupByName = async (
  reader: Reader,
  organizationId: string,
  name: string,
): Promise<Group | undefined> =>
  groups(reader, organizationId).where(sql`lower(groups.name)`, '=', sql`lower(${name}::text)`).executeTakeFirst()

/** A group together with the calling member's role in it, in one query. */
export const findGroupSeenBy = async (
  reader: Reader,
  organizationId: string,
  groupId: string,
  membershipId: string,
): Promise<(Group & { readonly ownRoles: readonly GroupRole[] }) | undefined> => {
  const found = await groups(reader, organizationId)
    .select(
      sql<
        string[]
      >`array(select own.role from group_relationships as own where own.organization_id = groups.organization_id
        and own.group_id = groups.id and own.membership_id = ${membershipId}::uuid)`.as('ownRoles'),
    )
    .where('groups.id', '=', groupId)
    .executeTakeFirst()
  return found && { ...found, ownRoles: found.ownRoles as GroupRole[] }
}

/** `relatedTo`: only the groups of this member, in any role or in the named one. */
export interface GroupFilter {
  readonly relatedTo?: { readonly membershipId: string; readonly role?: GroupRole } | undefined
}

export const listGroups = async (
  reader: Reader,
  organizationId: string,
  { relatedTo }: GroupFilter,
  page: PageRequest,
): Promise<Page<Group>> => {
  let query = groups(reader, organizationId)
  if (relatedTo) {
    query = query.where((is) => {
      let related = is
        .selectFrom('group_relationships as own')
        .select('own.id')
        .whereRef('own.organization_id', '=', 'groups.organization_id')
        .whereRef('own.group_id', '=', 'groups.id')
        .where('own.membership_id', '=', relatedTo.membershipId)
      if (relatedTo.role) related = related.where('own.role', '=', relatedTo.role)
      return is.exists(related)
    })
  }
  return readPage(query, page, byCreation('groups'))
}

/** Undefined when a group of this name exists. */
export const insertGroup = async (
  tx: Tx,
  organizationId: string,
  name: string,
  now: Date,
): Promise<string | undefined> => {
  const inserted = await tx
    .insertInto('groups')
    .values({ id: randomUUID(), organization_id: organizationId, name, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** False when it was deleted meanwhile. */
export const updateGroupName = (
  tx: Tx,
  organizationId: string,
  groupId: string,
  name: string,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('groups')
      .set({ name, updated_at: now })
      .where('organization_id', '=', organizationId)
      .where('id', '=', groupId),
  )

/** False when it was deleted meanwhile. */
export const deleteGroup = (tx: Tx, organizationId: string, groupId: string): Promise<boolean> =>
  hasEffect(tx.deleteFrom('groups').where('organization_id', '=', organizationId).where('id', '=', groupId))

const relationships = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('group_relationships')
    .innerJoin('organizations', 'organizations.id', 'group_relationships.organization_id')
    .leftJoin('organization_memberships', 'organization_memberships.id', 'group_relationships.membership_id')
    .leftJoin('users', 'users.id', 'organization_memberships.user_id')
    .leftJoin('organization_invitations', 'organization_invitations.id', 'group_relationships.invitation_id')
    .leftJoin('organization_memberships as accepted', 'accepted.id', 'organization_invitations.membership_id')
    .select([
      'group_relationships.id',
      'group_relationships.organization_id as organizationId',
      'group_relationships.group_id as groupId',
      'group_relationships.role',
      'group_relationships.created_at as createdAt',
      'group_relationships.updated_at as updatedAt',
      ...membershipColumns,
      ...invitationColumns,
    ])
    .where('group_relationships.organization_id', '=', organizationId)

/** A check constraint on the table guarantees exactly one of the two. */
const relationshipFrom = (row: RowOf<typeof relationships>): GroupRelationship => ({
  id: row.id,
  organizationId: row.organizationId,
  groupId: row.groupId,
  role: row.role,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  person:
    row.membership_id === null
      ? { invitation: invitationFrom(row as InvitationRow) }
      : { membership: membershipFrom(row as MembershipRow) },
})

export const findRelationship = (
  reader: Reader,
  organizationId: string,
  relationshipId: string,
): Promise<GroupRelationship | undefined> =>
  findFirst(
    relationships(reader, organizationId).where('group_relationships.id', '=', relationshipId),
    relationshipFrom,
  )

/** When both are given, either may match. */
export interface PersonFilter {
  readonly membershipId?: string | undefined
  readonly invitationId?: string | undefined
}

export interface RelationshipFilter {
  readonly groupId?: string | undefined
  readonly owner?: PersonFilter | undefined
  /** Only what this member may see: their own relationships, and those in groups they administer. */
  readonly visibleTo?: string | undefined
}

export const listRelationships = async (
  reader: Reader,
  organizationId: string,
  { groupId, owner, visibleTo }: RelationshipFilter,
  page: PageRequest,
): Promise<Page<GroupRelationship>> => {
  let query = relationships(reader, organizationId)
  if (groupId !== undefined) query = query.where('group_relationships.group_id', '=', groupId)
  if (owner) {
    const { membershipId, invitationId } = owner
    query = query.where((is) =>
      is.or([
        ...(membershipId === undefined ? [] : [is('group_relationships.membership_id', '=', membershipId)]),
        ...(invitationId === undefined ? [] : [is('group_relationships.invitation_id', '=', invitationId)]),
      ]),
    )
  }
  if (visibleTo !== undefined) {
    query = query.where((is) =>
      is.or([
        is('group_relationships.membership_id', '=', visibleTo),
        is.exists(
          is
            .selectFrom('group_relationships as own')
            .select('own.id')
            .whereRef('own.organization_id', '=', 'group_relationships.organization_id')
            .whereRef('own.group_id', '=', 'group_relationships.group_id')
            .where('own.membership_id', '=', visibleTo)
            .where('own.role', '=', 'admin'),
        ),
      ]),
    )
  }
  return mapPage(await readPage(query, page, byCreation('group_relationships')), relationshipFrom)
}

/** Who is added to a group: a member, or an invited person. */
export type PersonId = { readonly membershipId: string } | { readonly invitationId: string }

/** Undefined when they are in it already, or a member of another group: the indexes decide. */
export const insertRelationship = async (
  tx: Tx,
  organizationId: string,
  { groupId, person, role }: { groupId: string; person: PersonId; role: GroupRole },
  now: Date,
): Promise<string | undefined> => {
  const inserted = await tx
    .insertInto('group_relationships')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      group_id: groupId,
      membership_id: 'membershipId' in person ? person.membershipId : null,
      invitation_id: 'invitationId' in person ? person.invitationId : null,
      role,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted && role === 'member') await touchGroup(tx, organizationId, groupId, now)
  return inserted?.id
}

/** False when it was deleted meanwhile. */
export const deleteRelationship = async (
  tx: Tx,
  organizationId: string,
  { id, groupId, role }: GroupRelationship,
  now: Date,
): Promise<boolean> => {
  if (role === 'member') await touchGroup(tx, organizationId, groupId, now)
  return hasEffect(
    tx.deleteFrom('group_relationships').where('organization_id', '=', organizationId).where('id', '=', id),
  )
}
