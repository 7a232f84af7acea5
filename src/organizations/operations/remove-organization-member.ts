import { z } from 'zod'
import { recordChange, recordFact, system } from '#activity/index.ts'
import { refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { currentMember, whyNotRemovable } from '../membership.ts'
import { toMembershipResource, toOrganizationResource } from '../resources.ts'
import { foundOrganizationFor } from '../store/founding.ts'
import { endMembership, findMembership, lockMemberships } from '../store/memberships.ts'

export const removeOrganizationMember = write({
  name: 'remove_organization_member',
  summary: 'Remove a member from your organization',
  description:
    "For owners and admins. The member's tokens stop working immediately. The account continues in an organization of its own.",
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    await lockMemberships(tx, principal.organizationId)
    const membership = currentMember(await findMembership(tx, principal.organizationId, uuid))
    const reason = whyNotRemovable({ id: principal.membershipId, role: principal.role }, membership)
    if (reason) throw refuse(reason)

    if (!(await endMembership(tx, principal.organizationId, membership.id, now))) throw refuse('not_a_member')
    const own = await foundOrganizationFor(tx, membership.user, now)

    await recordChange(
      { tx, principal, now },
      'organization_membership.removed',
      toMembershipResource(links, membership),
    )
    await recordFact(tx, {
      name: 'organization.founded',
      organizationId: own.id,
      actor: system,
      subject: toOrganizationResource(links, own),
      occurredAt: now,
    })
  },
})
