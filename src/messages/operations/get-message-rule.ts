import { z } from 'zod'
import { existing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { MessageRuleResource, toMessageRuleResource } from '../resources.ts'
import { checkMaySeeRule } from '../rights.ts'
import { findMessageRule } from '../store/message-rules.ts'
import { eventTypesOf } from '../workflow/event-types-of.ts'

export const getMessageRule = read({
  name: 'get_message_rule',
  summary: 'Get a message rule',
  scopes: ['message_rules:read'],
  input: z.object({ uuid: pathId }),
  output: MessageRuleResource,

  async run({ reader, principal, links }, { uuid }) {
    const rule = existing(await findMessageRule(reader, principal.organizationId, uuid))
    checkMaySeeRule(principal, rule, await eventTypesOf(reader, principal.organizationId, [rule]))
    return toMessageRuleResource(links, rule)
  },
})
