import { isDeepStrictEqual } from 'node:util'
import { isAdmin, type Principal } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import type { Bookable } from './bookable.ts'
import type { EventType } from './event-type.ts'
import type { Share } from './share.ts'
import type { ShareTerms } from './terms.ts'

/**
 * Every write to an event type, or to what belongs to it, is checked here. `memberId` is the member affected: the owner
 * of the type, or one of its hosts for their hours. A managed type is changed by admins and owners of the organization
 * only.
 */
export const checkMayChange = (
  principal: Principal,
  { owner, adminManaged }: Pick<EventType, 'owner' | 'adminManaged'>,
  memberId: string = owner.membershipId,
): void => {
  if (isAdmin(principal)) return
  if (adminManaged || memberId !== principal.membershipId) throw refuse('no_permission')
}

/** Only admins and owners may make a type managed, or stop that. */
export const checkMayManage = (
  principal: Principal,
  changes: { readonly adminManaged?: boolean | undefined },
): void => {
  if (changes.adminManaged !== undefined && !isAdmin(principal)) throw refuse('no_permission')
}

/** A share with other terms would circumvent the settings of a managed type that only admins may change. */
export const checkMayChangeTerms = (
  principal: Principal,
  eventType: EventType,
  terms: ShareTerms,
  ofType: ShareTerms,
): void => {
  if (eventType.adminManaged && !isDeepStrictEqual(terms, ofType)) checkMayChange(principal, eventType)
}

interface OwnedAndHosted {
  readonly eventType: Pick<EventType, 'owner'>
  readonly hosts: readonly { readonly membershipId: string }[]
}

const isOfOwnerOrHost = ({ eventType, hosts }: OwnedAndHosted, membershipId: string): boolean =>
  eventType.owner.membershipId === membershipId || hosts.some((host) => host.membershipId === membershipId)

/** Links to a type are created by its owner and hosts, by members with permission on it, and by admins. */
export const mayCreateLink = (principal: Principal, bookable: OwnedAndHosted, isPermitted: boolean): boolean =>
  isAdmin(principal) || isPermitted || isOfOwnerOrHost(bookable, principal.membershipId)

export const checkMayCreateLink = (principal: Principal, bookable: OwnedAndHosted, isPermitted: boolean): void => {
  if (!mayCreateLink(principal, bookable, isPermitted)) throw refuse('no_permission')
}

/** A share is visible to, and deleted by, its creator, the owner and hosts of its type, and admins. */
export const checkMaySeeShare = (
  principal: Principal,
  { createdBy }: Pick<Share, 'createdBy'>,
  bookable: Bookable,
): void => {
  if (!isAdmin(principal) && createdBy !== principal.membershipId && !isOfOwnerOrHost(bookable, principal.membershipId))
    throw refuse('no_access')
}
