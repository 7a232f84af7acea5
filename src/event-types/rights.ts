import { isAdmin, type Principal } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import type { EventType } from './event-type.ts'

/**
 * Every write to an event type, or to what belongs to it, passes here. `memberId` is the member whose part changes: the owner of
 * the type, or one of its hosts for their hours. A managed type is changed by admins and owners of the organization only.
 */
export const checkMayChange = (
  principal: Principal,
  { owner, adminManaged }: Pick<EventType, 'owner' | 'adminManaged'>,
  memberId: string = owner.membershipId,
): void => {
  if (isAdmin(principal)) return
  if (adminManaged || memberId !== principal.membershipId) throw refuse('You do not have permission')
}

/** Whether a type is managed is for admins and owners to say. */
export const checkMayManage = (principal: Principal, changes: { readonly adminManaged?: boolean | undefined }): void => {
  if (changes.adminManaged !== undefined && !isAdmin(principal)) throw refuse('You do not have permission')
}
