import { z } from 'zod'
import { referenceTo } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { MessageRuleResource, toMessageRuleResource } from '../resources.ts'
import { maySeeRule } from '../rights.ts'
import { listMessageRules as listRules } from '../store/message-rules.ts'
import { eventTypesOf } from '../workflow/event-types-of.ts'

export const listMessageRules = collection({
  name: 'list_message_rules',
  summary: 'List the rules that send messages in your own words',
  description:
    'Those for every event type of the organization, and those for your event types; owners and admins see all of them. The oldest first.',
  scopes: ['message_rules:read'],
  input: z.object({
    event_type: referenceTo('event_types').optional().meta({ description: 'Only the rules for this event type' }),
  }),
  output: MessageRuleResource,

  async run({ reader, principal, links }, { event_type: eventTypeId }) {
    const rules = await listRules(reader, principal.organizationId)
    const eventTypes = await eventTypesOf(reader, principal.organizationId, rules)
    return rules
      .filter((rule) => maySeeRule(principal, rule, eventTypes))
      .filter(
        ({ eventTypeIds }) => eventTypeId === undefined || eventTypeIds === null || eventTypeIds.includes(eventTypeId),
      )
      .map((rule) => toMessageRuleResource(links, rule))
  },
})
