import type { Principal } from '#contract/principal.ts'
import { existing, missing, refuse } from '#contract/problem.ts'
import { findGroupSeenBy, findMembershipOfUser } from '#organizations/index.ts'
import type { Reader } from '#platform/db/database.ts'
import type { RequestedTarget } from '../resources.ts'
import { mayManage, type SubscriptionTarget } from '../subscription.ts'

/** Resolves the requested target, and checks that the caller may manage it. */
export const findTarget = async (
  reader: Reader,
  principal: Principal,
  asked: RequestedTarget,
): Promise<SubscriptionTarget> => {
  const { organizationId, membershipId } = principal
  if (asked.organizationId !== organizationId) throw missing()
  const check = (isOwnUser: boolean, isGroupAdmin: boolean): void => {
    if (!mayManage(principal, asked.scope, { isOwnUser, isGroupAdmin })) throw refuse('no_permission')
  }
  switch (asked.scope) {
    case 'organization':
      check(false, false)
      return { scope: 'organization' }
    case 'user': {
      const membership = existing(await findMembershipOfUser(reader, organizationId, asked.userId))
      if (membership.endedAt) throw refuse('no_access')
      check(membership.id === membershipId, false)
      return { scope: 'user', membershipId: membership.id, userId: asked.userId }
    }
    case 'group': {
      const group = existing(await findGroupSeenBy(reader, organizationId, asked.groupId, membershipId))
      check(false, group.ownRoles.includes('admin'))
      return { scope: 'group', groupId: group.id }
    }
  }
}
