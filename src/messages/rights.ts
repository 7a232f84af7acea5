import { isAdmin, type Principal } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { checkMayChange, type EventType } from '#event-types/index.ts'
import type { MessageRule } from './message-rule.ts'

/** A rule speaks in the name of the hosts of its event types, so whoever may change all of these may change the rule. */
export const checkMayChangeRule = (
  principal: Principal,
  { eventTypeIds }: Pick<MessageRule, 'eventTypeIds'>,
  eventTypes: readonly EventType[],
): void => {
  if (isAdmin(principal)) return
  if (eventTypeIds === null) throw refuse('left_to_admins')
  if (eventTypes.length === 0) throw refuse('no_permission')
  for (const eventType of eventTypes) checkMayChange(principal, eventType)
}

/** Rules for every event type, and those for event types of one's own. Admins see all. */
export const maySeeRule = (
  principal: Principal,
  { eventTypeIds, createdBy }: Pick<MessageRule, 'eventTypeIds' | 'createdBy'>,
  eventTypes: readonly EventType[],
): boolean =>
  isAdmin(principal) ||
  eventTypeIds === null ||
  createdBy === principal.membershipId ||
  eventTypes.some(({ id, owner }) => eventTypeIds.includes(id) && owner.membershipId === principal.membershipId)

export const checkMaySeeRule = (...seen: Parameters<typeof maySeeRule>): void => {
  if (!maySeeRule(...seen)) throw missing()
}
