import { isAdmin, type Principal } from '#contract/principal.ts'
import type { BookableToBook } from '#event-types/index.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { ScheduledEvent } from './scheduled-event.ts'

/** Hosts of the meeting, and admins and owners of the organization. */
export const mayChange = (principal: Principal, { hosts }: Pick<ScheduledEvent, 'hosts'>): boolean =>
  isAdmin(principal) || hosts.some(({ membershipId }) => membershipId === principal.membershipId)

/**
 * The same for the statement that locks a meeting: its rights are a condition there, so that whoever may not change the
 * meeting keeps nobody waiting.
 */
export const changerOf = (principal: Principal) => ({
  membershipId: principal.membershipId,
  onlyAsHost: !isAdmin(principal),
})

/** For callers whose rights were checked before, and for invitees, whose token is their right. */
export const changerWithRights = (membershipId = nilUuid) => ({ membershipId, onlyAsHost: false })

/**
 * Book a type on behalf of an invitee: its owner and hosts, members with permission on it, and admins and owners of the
 * organization.
 */
export const mayBook = (principal: Principal, { eventType, hosts, isPermitted }: BookableToBook): boolean =>
  isAdmin(principal) ||
  isPermitted ||
  eventType.owner.membershipId === principal.membershipId ||
  hosts.some(({ membershipId }) => membershipId === principal.membershipId)

/** Also admins of a group that one of the hosts is in. */
export const mayView = (
  principal: Pick<Principal, 'role'>,
  { isHost, isAdministered }: { readonly isHost: boolean; readonly isAdministered: boolean },
): boolean => isAdministered || isHost || isAdmin(principal)
