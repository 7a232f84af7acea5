import type { Principal } from '#contract/principal.ts'
import { legacyScope } from '#contract/scopes.ts'
import type { Membership, Organization } from '#organizations/index.ts'

/** The operator of the machine in a member's place: everything that member may do, and no token to show for it. */
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
