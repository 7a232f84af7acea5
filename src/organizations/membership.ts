import type { Role } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import type { ReasonCode } from '#contract/reasons.ts'
import type { User } from './user.ts'

export interface Membership {
  readonly id: string
  readonly organizationId: string
  readonly role: Role
  readonly user: User
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Set once the member has left: memberships are ended, never deleted. */
  readonly endedAt: Date | null
}

/** Who has left is refused; who was never here does not exist. */
export const currentMember = (found: Membership | undefined): Membership => {
  const membership = existing(found)
  if (membership.endedAt) throw refuse('not_a_member')
  return membership
}

type Member = Pick<Membership, 'id' | 'role'>

/** Why this member may not be removed; undefined when they may. */
export const whyNotRemovable = (remover: Member, member: Member): ReasonCode | undefined => {
  if (remover.role === 'user') return 'no_permission_for_action'
  if (remover.id === member.id) return 'own_removal'
  if (member.role === 'owner') return 'owner_role'
  return undefined
}

/** The owner's role changes only by handing the organization over. */
export const whyRoleStays = (changer: Member, member: Member): ReasonCode | undefined => {
  if (changer.role === 'user') return 'no_permission_for_action'
  if (member.role === 'owner') return 'owner_role'
  return undefined
}
