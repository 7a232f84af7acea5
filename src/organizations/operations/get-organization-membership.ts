import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { currentMember } from '../membership.ts'
import { MembershipResource, toMembershipResource } from '../resources.ts'
import { findMembership } from '../store/memberships.ts'

export const getOrganizationMembership = read({
  name: 'get_organization_membership',
  summary: 'Get a membership of your organization',
  scopes: ['organizations:read'],
  input: z.object({ uuid: pathId }),
  output: MembershipResource,

  async run({ reader, principal, links }, { uuid }) {
    const membership = currentMember(await findMembership(reader, principal.organizationId, uuid))
    if (!isAdmin(principal) && membership.id !== principal.membershipId) throw refuse('no_access')
    return toMembershipResource(links, membership)
  },
})
