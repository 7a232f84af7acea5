import { z } from 'zod'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { MessageRuleResource, toMessageRuleResource } from '../resources.ts'
import { findVisibleRule } from '../workflow/find-visible-rule.ts'

export const getMessageRule = read({
  name: 'get_message_rule',
  summary: 'Get a message rule',
  scopes: ['message_rules:read'],
  input: z.object({ uuid: pathId }),
  output: MessageRuleResource,

  async run({ reader, principal, links }, { uuid }) {
    return toMessageRuleResource(links, (await findVisibleRule(reader, principal, uuid)).rule)
  },
})
