import { z } from 'zod'
import { list } from '#contract/operation.ts'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { GroupRelationshipResource, toGroupRelationshipResource } from '../resources.ts'
import { findGroupSeenBy, listRelationships } from '../store/groups.ts'
import { findInvitation } from '../store/invitations.ts'
import { findMembership } from '../store/memberships.ts'

const owner = z.union([
  referenceTo('organizations', 'invitations').transform((invitationId) => ({ invitationId })),
  referenceTo('organization_invitations').transform((invitationId) => ({ invitationId })),
  referenceTo('organization_memberships').transform((membershipId) => ({ membershipId })),
])

export const listGroupRelationships = list({
  name: 'list_group_relationships',
  summary: 'List who is in which group',
  description:
    'Owners and admins see every relationship; group admins those of their groups; everyone their own. `owner` is the URI of an organization membership or of an organization invitation.',
  scopes: ['groups:read'],
  sorting: { fields: [], default: 'created_at:asc' },
  input: z
    .object({ organization: referenceTo('organizations').optional(), owner: owner.optional(), group: referenceTo('groups').optional() })
    .transform(({ organization, owner, group }) => ({ organizationId: organization, owner, groupId: group })),
  output: GroupRelationshipResource,

  async run({ reader, principal, links, page }, { organizationId, owner, groupId }) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    const visibleTo = isAdmin(principal) ? undefined : principal.membershipId
    const found = await listRelationships(reader, principal.organizationId, { groupId, ...owner, visibleTo }, page)
    if (found.items.length > 0) return mapPage(found, (relationship) => toGroupRelationshipResource(links, relationship))

    // Nothing to show: say so if what was named is unknown here, or not for the caller to see.
    if (groupId !== undefined) {
      const group = await findGroupSeenBy(reader, principal.organizationId, groupId, principal.membershipId)
      if (!group) throw missing()
      if (visibleTo !== undefined && group.ownRoles.length === 0) throw refuse('You do not have permission to access this resource.')
    }
    if (owner && 'invitationId' in owner && !(await findInvitation(reader, principal.organizationId, owner.invitationId))) throw missing()
    if (owner && 'membershipId' in owner && !(await findMembership(reader, principal.organizationId, owner.membershipId))) throw missing()
    const asksOfOthers = owner !== undefined && !('membershipId' in owner && owner.membershipId === principal.membershipId)
    if (visibleTo !== undefined && (asksOfOthers || (organizationId !== undefined && !page.from))) throw refuse('You do not have permission to access this resource.')
    return { items: [], next: found.next, previous: found.previous }
  },
})
