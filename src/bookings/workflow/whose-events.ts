import { isAdmin, type Principal } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { currentMember, findGroupSeenBy, findMembershipOfUser } from '#organizations/index.ts'
import type { Reader } from '#platform/db/database.ts'

interface WhoseEvents {
  readonly userId: string | undefined
  readonly namesOrganization?: boolean
  readonly namesGroup?: boolean
}

/** Whose events a caller means and may see: the member's id, or undefined for the events of all members. */
export const whoseEvents = async (
  reader: Reader,
  principal: Principal,
  { userId, namesOrganization = false, namesGroup = false }: WhoseEvents,
): Promise<string | undefined> => {
  if (userId === principal.userId) return principal.membershipId
  if (userId === undefined) {
    if (isAdmin(principal) || namesGroup) return undefined
    if (namesOrganization) throw refuse('no_access')
    return principal.membershipId
  }
  const membership = currentMember(await findMembershipOfUser(reader, principal.organizationId, userId))
  if (namesGroup) return membership.id
  if (!isAdmin(principal)) throw refuse('no_access')
  return membership.id
}

/** Refuses who may not see what the members of this group host: its admins may, and those of the organization. */
export const checkGroupOf = async (reader: Reader, principal: Principal, groupId: string): Promise<void> => {
  const group = existing(await findGroupSeenBy(reader, principal.organizationId, groupId, principal.membershipId))
  if (!group.ownRoles.includes('admin') && !isAdmin(principal)) throw refuse('no_permission')
}
