import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { currentMember, whyRoleStays } from '../membership.ts'
import { MembershipResource, toMembershipResource } from '../resources.ts'
import { findMembership, lockMemberships, updateMembershipRole } from '../store/memberships.ts'

export const changeMemberRole = write({
  name: 'change_member_role',
  summary: 'Make a member an admin, or an admin a plain user',
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId, role: z.enum(['admin', 'user']) }),
  output: MembershipResource,

  async run({ tx, principal, links, now }, { uuid, role }) {
    const { organizationId } = principal
    await lockMemberships(tx, organizationId)
    const membership = currentMember(await findMembership(tx, organizationId, uuid))
    const reason = whyRoleStays({ id: principal.membershipId, role: principal.role }, membership)
    if (reason) throw refuse(reason)
    if (membership.role === role) return toMembershipResource(links, membership)

    await updateMembershipRole(tx, organizationId, uuid, role, now)
    const resource = toMembershipResource(links, { ...membership, role, updatedAt: now })
    await recordChange({ tx, principal, now }, 'organization_membership.role_changed', resource)
    return resource
  },
})
