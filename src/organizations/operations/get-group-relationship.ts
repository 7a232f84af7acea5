import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { GroupRelationshipResource, toGroupRelationshipResource } from '../resources.ts'
import { findGroupSeenBy, findRelationship } from '../store/groups.ts'

export const getGroupRelationship = read({
  name: 'get_group_relationship',
  summary: 'Get a group relationship',
  description: 'For owners, admins, admins of the group, and the person.',
  scopes: ['groups:read'],
  input: z.object({ uuid: pathId }),
  output: GroupRelationshipResource,

  async run({ reader, principal, links }, { uuid }) {
    const relationship = existing(await findRelationship(reader, principal.organizationId, uuid))
    const isOwn = 'membership' in relationship.person && relationship.person.membership.id === principal.membershipId
    if (!isAdmin(principal) && !isOwn) {
      const group = await findGroupSeenBy(
        reader,
        principal.organizationId,
        relationship.groupId,
        principal.membershipId,
      )
      if (!group?.ownRoles.includes('admin')) throw refuse('no_access')
    }
    return toGroupRelationshipResource(links, relationship)
  },
})
