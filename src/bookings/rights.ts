import { isAdmin, type Principal } from '#contract/principal.ts'
import type { Bookable } from '#event-types/index.ts'
import type { ScheduledEvent } from './scheduled-event.ts'

/** Those who hold a meeting, and whoever runs the organization. */
export const mayChange = (principal: Principal, { hosts }: Pick<ScheduledEvent, 'hosts'>): boolean =>
  isAdmin(principal) || hosts.some(({ membershipId }) => membershipId === principal.membershipId)

/** They may book it for others: its owner and hosts, who holds permission on it, and whoever runs the organization. */
export const mayBook = (principal: Principal, { eventType, hosts, isPermitted }: Bookable): boolean =>
  isAdmin(principal) ||
  isPermitted ||
  eventType.owner.membershipId === principal.membershipId ||
  hosts.some(({ membershipId }) => membershipId === principal.membershipId)

/** And those who administer a group that one of the hosts is in. */
export const mayView = (principal: Principal, { isHost, isAdministered }: { readonly isHost: boolean; readonly isAdministered: boolean }): boolean =>
  isAdministered || isHost || isAdmin(principal)
