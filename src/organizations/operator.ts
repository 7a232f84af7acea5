import type { Principal } from '#contract/principal.ts'
import { legacyScope } from '#contract/scopes.ts'
import type { Membership } from './membership.ts'
import type { Organization } from './organization.ts'

/** The operator of the machine acting for a member: everything that member may do, without a token. */
export const actingAs = (membership: Membership, organization: Organization): Principal => ({
  organizationId: organization.id,
  membershipId: membership.id,
  userId: membership.user.id,
  role: membership.role,
  plan: organization.plan,
  stage: organization.stage,
  scopes: new Set([legacyScope]),
  via: { kind: 'command_line' },
})
