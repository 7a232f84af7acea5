import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin, type Principal } from '#contract/principal.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import type { Reader } from '#platform/db/database.ts'
import { GroupRelationshipResource, toGroupRelationshipResource } from '../resources.ts'
import { findGroupSeenBy, listRelationships, type PersonFilter } from '../store/groups.ts'
import { findInvitation } from '../store/invitations.ts'
import { findMembership } from '../store/memberships.ts'

/** A membership or an invitation, by its URI. A bare id may be either: only one of them has it. */
const owner = z.union([
  z
    .uuid()
    .toLowerCase()
    .transform((id) => ({ membershipId: id, invitationId: id })),
  referenceTo('organization_memberships').transform((id) => ({ membershipId: id })),
  referenceTo('organizations', 'invitations').transform((id) => ({ invitationId: id })),
  referenceTo('organization_invitations').transform((id) => ({ invitationId: id })),
])

export const listGroupRelationships = list({
  name: 'list_group_relationships',
  summary: 'List group relationships',
  description:
    'Owners and admins see all relationships, group admins those of their groups, and other users their own. `owner` is the URI of an organization membership or an organization invitation.',
  scopes: ['groups:read'],
  sorting: { fields: [], default: 'created_at:asc' },
  input: z.object({
    organization: referenceTo('organizations').optional(),
    owner: owner.optional(),
    group: referenceTo('groups').optional(),
  }),
  output: GroupRelationshipResource,

  async run({ reader, principal, links, page }, { organization: organizationId, owner, group: groupId }) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    const visibleTo = isAdmin(principal) ? undefined : principal.membershipId
    const found = await listRelationships(reader, principal.organizationId, { groupId, owner, visibleTo }, page)
    if (found.items.length === 0) {
      // Empty: refuse if what was named does not exist, or is not visible to the caller.
      if (groupId !== undefined) await checkGroup(reader, principal, groupId)
      if (owner) await checkOwner(reader, principal, owner)
    }
    return mapPage(found, (relationship) => toGroupRelationshipResource(links, relationship))
  },
})

const checkGroup = async (reader: Reader, principal: Principal, groupId: string): Promise<void> => {
  const group = existing(await findGroupSeenBy(reader, principal.organizationId, groupId, principal.membershipId))
  if (!isAdmin(principal) && group.ownRoles.length === 0) throw refuse('no_access')
}

const checkOwner = async (
  reader: Reader,
  principal: Principal,
  { membershipId, invitationId }: PersonFilter,
): Promise<void> => {
  const membership =
    membershipId === undefined ? undefined : await findMembership(reader, principal.organizationId, membershipId)
  const invitation =
    invitationId === undefined || membership
      ? undefined
      : await findInvitation(reader, principal.organizationId, invitationId)
  if (!membership && !invitation) throw missing()
  if (membership?.endedAt) throw refuse('not_a_member')
  if (!isAdmin(principal) && membership?.id !== principal.membershipId) throw refuse('no_access')
}
