import { isAdmin, type Principal } from '#contract/principal.ts'
import type { SubscriptionScope, WebhookEvent } from './webhook-event.ts'

/** Whose events it receives. */
export type SubscriptionTarget =
  | { readonly scope: 'organization' }
  | { readonly scope: 'user'; readonly membershipId: string; readonly userId: string }
  | { readonly scope: 'group'; readonly groupId: string }

/** Per organization, user or group: bounds the messages that one event can cause. */
export const maxSubscriptions = 100

export interface Subscription {
  readonly id: string
  readonly organizationId: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly target: SubscriptionTarget
  readonly creatorUserId: string
  readonly state: 'active' | 'disabled'
  readonly retryStartedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A member's relation to the target of a subscription, besides their role. */
export interface SubscriptionAccess {
  readonly isOwnUser: boolean
  readonly isGroupAdmin: boolean
}

/** Admins manage all subscriptions; users their own; group admins those of the group. */
export const mayManage = (
  principal: Pick<Principal, 'role'>,
  scope: SubscriptionScope,
  { isOwnUser, isGroupAdmin }: SubscriptionAccess,
): boolean => isAdmin(principal) || (scope === 'user' && isOwnUser) || (scope === 'group' && isGroupAdmin)
