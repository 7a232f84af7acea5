import { isAdmin, type Principal } from '#contract/principal.ts'
import type { SubscriptionScope, WebhookEvent } from './webhook-event.ts'

/** Whose events it is about. */
export type SubscriptionTarget =
  | { readonly scope: 'organization' }
  | { readonly scope: 'user'; readonly membershipId: string; readonly userId: string }
  | { readonly scope: 'group'; readonly groupId: string }

/** For one organization, user or group: so many messages does one event become at most, wherever they all lead. */
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

/** What a member has to do with the target of a subscription, beside their role. */
export interface SubscriptionAccess {
  readonly isOwnUser: boolean
  readonly isGroupAdmin: boolean
}

/** Admins see to all of them; everyone to their own; who administers a group, to those of the group. */
export const mayManage = (principal: Pick<Principal, 'role'>, scope: SubscriptionScope, { isOwnUser, isGroupAdmin }: SubscriptionAccess): boolean =>
  isAdmin(principal) || (scope === 'user' && isOwnUser) || (scope === 'group' && isGroupAdmin)
