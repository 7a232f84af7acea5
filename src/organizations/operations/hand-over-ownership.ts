import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { invalid, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { currentMember } from '../membership.ts'
import { MembershipResource, toMembershipResource } from '../resources.ts'
import { findMembership, findOwner, lockMemberships, updateMembershipRole } from '../store/memberships.ts'

export const handOverOwnership = write({
  name: 'hand_over_ownership',
  summary: 'Hand your organization over to another member',
  description: 'For the owner, who becomes an admin.',
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId }),
  output: MembershipResource,

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId } = principal
    await lockMemberships(tx, organizationId)
    const membership = currentMember(await findMembership(tx, organizationId, uuid))
    // Checked again under the lock: the caller may have handed it over meanwhile.
    const owner = await findOwner(tx, organizationId)
    if (!owner || owner.id !== principal.membershipId) throw refuse('no_permission_for_action')
    if (owner.id === membership.id) throw invalid({ parameter: 'uuid', reason: 'owner_already' })

    await updateMembershipRole(tx, organizationId, owner.id, 'admin', now)
    await updateMembershipRole(tx, organizationId, membership.id, 'owner', now)
    const resource = toMembershipResource(links, { ...membership, role: 'owner', updatedAt: now })
    await recordChange({ tx, principal, now }, 'organization_membership.ownership_handed_over', resource)
    return resource
  },
})
