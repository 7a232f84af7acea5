import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, invalid, missing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { groupRoles } from '../group.ts'
import { currentMember } from '../membership.ts'
import { GroupRelationshipResource, toGroupRelationshipResource } from '../resources.ts'
import { findGroup, findRelationship, insertRelationship } from '../store/groups.ts'
import { findInvitation } from '../store/invitations.ts'
import { findMembership, lockMemberships } from '../store/memberships.ts'

export const addGroupMember = write({
  name: 'add_group_member',
  summary: 'Put a member, or somebody who is invited, into a group, or make them its admin',
  description: 'A person can be a member of one group and an admin of several.',
  scopes: ['organizations:write'],
  input: z.object({
    group: referenceTo('groups'),
    membership: referenceTo('organization_memberships').optional(),
    invitation: referenceTo('organizations', 'invitations').optional(),
    role: z.enum(groupRoles).default('member'),
  }),
  output: GroupRelationshipResource,

  async run(
    { tx, principal, links, now },
    { group: groupId, membership: membershipId, invitation: invitationId, role },
  ) {
    const { organizationId } = principal
    await lockMemberships(tx, organizationId)
    if (!(await findGroup(tx, organizationId, groupId))) throw missing()
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    if ((membershipId === undefined) === (invitationId === undefined))
      throw invalid({ parameter: 'membership', reason: 'missing' })

    if (membershipId !== undefined) {
      currentMember(await findMembership(tx, organizationId, membershipId))
    } else {
      const invitation = existing(await findInvitation(tx, organizationId, invitationId as string))
      if (invitation.status !== 'pending')
        throw invalid({
          parameter: 'invitation',
          reason: 'invitation_settled_in_group',
          values: { status: invitation.status },
        })
    }

    const person = membershipId !== undefined ? { membershipId } : { invitationId: invitationId as string }
    const id = await insertRelationship(tx, organizationId, { groupId, person, role }, now)
    if (id === undefined)
      throw invalid({
        parameter: 'membership',
        reason: role === 'admin' ? 'group_admin_already' : 'group_member_already',
      })
    const relationship = await findRelationship(tx, organizationId, id)
    if (!relationship) throw new Error('A new group relationship cannot be found.')
    const resource = toGroupRelationshipResource(links, relationship)
    await recordChange({ tx, principal, now }, 'group_relationship.created', resource)
    return resource
  },
})
