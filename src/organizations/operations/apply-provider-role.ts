import { z } from 'zod'
import { recordFact, system } from '#activity/index.ts'
import { open } from '#execution/operation.ts'
import { toMembershipResource } from '../resources.ts'
import { findMembershipOfUser, lockMemberships, updateMembershipRole } from '../store/memberships.ts'

/** A provider makes admins, and plain users of admins. The owner stays who they are: ownership is handed over here. */
export const applyProviderRole = open({
  name: 'apply_provider_role',
  summary: 'Give a member the role that the identity provider says they have',
  input: z.object({ organization_id: z.string(), user_id: z.string(), role: z.enum(['admin', 'user']) }),
  output: z.void(),

  async run({ tx, links, now }, { organization_id: organizationId, user_id: userId, role }) {
    await lockMemberships(tx, organizationId)
    const membership = await findMembershipOfUser(tx, organizationId, userId)
    if (!membership || membership.endedAt || membership.role === 'owner' || membership.role === role) return
    await updateMembershipRole(tx, organizationId, membership.id, role, now)
    await recordFact(tx, {
      name: 'organization_membership.role_changed',
      organizationId,
      actor: system,
      subject: toMembershipResource(links, { ...membership, role, updatedAt: now }),
      occurredAt: now,
    })
  },
})
