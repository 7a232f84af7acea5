import type { Invitation } from './invitation.ts'
import type { Membership } from './membership.ts'

export const groupRoles = ['member', 'admin'] as const
export type GroupRole = (typeof groupRoles)[number]

export interface Group {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly memberCount: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A person in a group: a member of the organization, or an invited person. */
export type GroupPerson = { readonly membership: Membership } | { readonly invitation: Invitation }

export interface GroupRelationship {
  readonly id: string
  readonly organizationId: string
  readonly groupId: string
  readonly role: GroupRole
  readonly person: GroupPerson
  readonly createdAt: Date
  readonly updatedAt: Date
}
