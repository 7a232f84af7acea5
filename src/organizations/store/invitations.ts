import { sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { findFirst, hasEffect, type Reader, type RowOf, type Tx, withinTenant } from '#platform/db/database.ts'
import { readPage } from '#platform/db/keyset.ts'
import type { Invitation, InvitationStatus } from '../invitation.ts'
import type { User } from '../user.ts'
import { memberCount } from './organizations.ts'
import { touchGroupsOf } from './touches.ts'

export const invitationColumns = [
  'organization_invitations.id as invitation_id',
  'organization_invitations.organization_id as invitation_organization_id',
  'organization_invitations.email as invitation_email',
  'organization_invitations.status as invitation_status',
  'organization_invitations.created_at as invitation_created_at',
  'organization_invitations.updated_at as invitation_updated_at',
  'organization_invitations.last_sent_at as invitation_last_sent_at',
  'accepted.user_id as invitation_user_id',
  'organizations.name as organization_name',
  'organizations.plan as organization_plan',
  'organizations.stage as organization_stage',
  memberCount.as('organization_member_count'),
] as const

export type InvitationRow = RowOf<typeof allInvitations>

export const invitationFrom = (row: InvitationRow): Invitation => ({
  id: row.invitation_id,
  organizationId: row.invitation_organization_id,
  email: row.invitation_email,
  status: row.invitation_status,
  createdAt: row.invitation_created_at,
  updatedAt: row.invitation_updated_at,
  lastSentAt: row.invitation_last_sent_at,
  userId: row.invitation_user_id,
  organization: {
    name: row.organization_name,
    plan: row.organization_plan,
    stage: row.organization_stage,
    memberCount: row.organization_member_count,
  },
})

const allInvitations = (reader: Reader) =>
  reader
    .selectFrom('organization_invitations')
    .innerJoin('organizations', 'organizations.id', 'organization_invitations.organization_id')
    .leftJoin('organization_memberships as accepted', 'accepted.id', 'organization_invitations.membership_id')
    .select(invitationColumns)

const invitations = (reader: Reader, organizationId: string) =>
  allInvitations(reader).where('organization_invitations.organization_id', '=', organizationId)

export const findInvitation = (
  reader: Reader,
  organizationId: string,
  invitationId: string,
): Promise<Invitation | undefined> =>
  findFirst(invitations(reader, organizationId).where('organization_invitations.id', '=', invitationId), invitationFrom)

/** The code alone identifies the invitation, so this query has no tenant. */
export const findInvitationByCode = (reader: Reader, codeHash: Buffer): Promise<Invitation | undefined> =>
  findFirst(allInvitations(reader).where('organization_invitations.code_hash', '=', codeHash), invitationFrom)

/** The one that waits for this address. */
export const findPendingInvitation = (
  reader: Reader,
  organizationId: string,
  email: string,
): Promise<Invitation | undefined> =>
  findFirst(
    invitations(reader, organizationId)
      .where('organization_invitations.status', '=', 'pending')
      .where(sql`lower(organization_invitations.email)`, '=', sql`lower(${email}::text)`),
    invitationFrom,
  )

/** The member who sent the invitation, even if they have left since. */
export const findInviter = async (
  reader: Reader,
  organizationId: string,
  invitationId: string,
): Promise<Pick<User, 'name' | 'timezone'> | undefined> =>
  reader
    .selectFrom('organization_invitations')
    .innerJoin('organization_memberships as inviter', withinTenant('inviter.id', 'organization_invitations.invited_by'))
    .innerJoin('users', 'users.id', 'inviter.user_id')
    .select([sql<string>`coalesce(inviter.former_name, users.name)`.as('name'), 'users.timezone'])
    .where('organization_invitations.organization_id', '=', organizationId)
    .where('organization_invitations.id', '=', invitationId)
    .executeTakeFirst()

export interface InvitationFilter {
  readonly email?: string | undefined
  readonly status?: InvitationStatus | undefined
}

export const listInvitations = async (
  reader: Reader,
  organizationId: string,
  { email, status }: InvitationFilter,
  page: PageRequest,
): Promise<Page<Invitation>> => {
  let query = invitations(reader, organizationId)
  if (email !== undefined)
    query = query.where(sql`lower(organization_invitations.email)`, '=', sql`lower(${email}::text)`)
  if (status !== undefined) query = query.where('organization_invitations.status', '=', status)
  const found = await readPage(query, page, {
    created_at: {
      sql: sql`organization_invitations.created_at`,
      of: (row) => row.invitation_created_at,
      type: 'instant',
    },
    updated_at: {
      sql: sql`organization_invitations.updated_at`,
      of: (row) => row.invitation_updated_at,
      type: 'instant',
    },
    email: { sql: sql`organization_invitations.email collate "C"`, of: (row) => row.invitation_email, type: 'text' },
    id: { sql: sql`organization_invitations.id`, of: (row) => row.invitation_id, type: 'uuid' },
  })
  return mapPage(found, invitationFrom)
}

/** False when this address has a pending invitation: the index over pending invitations decides. */
export const insertInvitation = (
  tx: Tx,
  organizationId: string,
  { id, email, codeHash, invitedBy }: { id: string; email: string; codeHash: Buffer; invitedBy: string },
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .insertInto('organization_invitations')
      .values({
        id,
        organization_id: organizationId,
        email,
        status: 'pending',
        code_hash: codeHash,
        invited_by: invitedBy,
        created_at: now,
        updated_at: now,
        last_sent_at: now,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** A new code, because only digests of codes are stored: the link that was mailed before stops working. */
export const renewInvitation = (
  tx: Tx,
  organizationId: string,
  invitationId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('organization_invitations')
      .set({ code_hash: codeHash, last_sent_at: now, updated_at: now })
      .where(({ and }) => and({ organization_id: organizationId, id: invitationId, status: 'pending' })),
  )

/** One statement settles it, so that a code works once: false when it was accepted, declined or revoked meanwhile. */
export const settleInvitation = (
  tx: Tx,
  organizationId: string,
  invitationId: string,
  outcome: { status: 'accepted'; membershipId: string } | { status: 'declined' },
  now: Date,
): Promise<boolean> =>
  hasEffect(
    tx
      .updateTable('organization_invitations')
      .set({
        status: outcome.status,
        membership_id: outcome.status === 'accepted' ? outcome.membershipId : null,
        updated_at: now,
      })
      .where(({ and }) => and({ organization_id: organizationId, id: invitationId, status: 'pending' })),
  )

/** False when it was accepted or revoked meanwhile. An accepted invitation stays: it records how the member joined. */
export const deleteInvitation = (tx: Tx, organizationId: string, invitationId: string): Promise<boolean> =>
  hasEffect(
    tx
      .deleteFrom('organization_invitations')
      .where(({ and }) => and({ organization_id: organizationId, id: invitationId }))
      .where('status', '<>', 'accepted'),
  )

/** The groups of the invitation become those of the new member. */
export const passGroupsToMember = async (
  tx: Tx,
  organizationId: string,
  invitationId: string,
  membershipId: string,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('group_relationships')
    .set({ membership_id: membershipId, invitation_id: null, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, invitation_id: invitationId }))
    .execute()
  await touchGroupsOf(tx, organizationId, membershipId, now)
}
