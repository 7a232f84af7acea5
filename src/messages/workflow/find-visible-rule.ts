import type { Principal } from '#contract/principal.ts'
import { existing } from '#contract/problem.ts'
import type { EventType } from '#event-types/index.ts'
import type { Reader } from '#platform/db/database.ts'
import type { MessageRule } from '../message-rule.ts'
import { checkMaySeeRule } from '../rights.ts'
import { findMessageRule } from '../store/message-rules.ts'
import { eventTypesOf } from './event-types-of.ts'

/** 404 for one that the caller may not see. */
export const findVisibleRule = async (
  reader: Reader,
  principal: Principal,
  id: string,
): Promise<{ readonly rule: MessageRule; readonly eventTypes: readonly EventType[] }> => {
  const rule = existing(await findMessageRule(reader, principal.organizationId, id))
  const eventTypes = await eventTypesOf(reader, principal.organizationId, [rule])
  checkMaySeeRule(principal, rule, eventTypes)
  return { rule, eventTypes }
}
