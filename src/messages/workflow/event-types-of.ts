import { missing } from '#contract/problem.ts'
import { type EventType, findEventTypes } from '#event-types/index.ts'
import type { Reader } from '#platform/db/database.ts'
import type { MessageRule } from '../message-rule.ts'

/** The event types of rules that still exist. */
export const eventTypesOf = (
  reader: Reader,
  organizationId: string,
  rules: readonly Pick<MessageRule, 'eventTypeIds'>[],
): Promise<EventType[]> =>
  findEventTypes(reader, organizationId, [...new Set(rules.flatMap(({ eventTypeIds }) => eventTypeIds ?? []))])

/** Those that a request names. Every one must exist. */
export const namedEventTypes = async (
  reader: Reader,
  organizationId: string,
  ids: readonly string[] | null,
): Promise<EventType[]> => {
  const eventTypes = await eventTypesOf(reader, organizationId, [{ eventTypeIds: ids }])
  if (eventTypes.length < (ids?.length ?? 0)) throw missing()
  return eventTypes
}
