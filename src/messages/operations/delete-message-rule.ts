import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { existing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { toMessageRuleResource } from '../resources.ts'
import { checkMayChangeRule, checkMaySeeRule } from '../rights.ts'
import { deleteMessageRule as deleteRow, lockMessageRule } from '../store/message-rules.ts'
import { eventTypesOf } from '../workflow/event-types-of.ts'

export const deleteMessageRule = write({
  name: 'delete_message_rule',
  summary: 'Delete a message rule',
  description: 'Its messages that are not due yet are not sent.',
  scopes: ['message_rules:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId } = principal
    const rule = existing(await lockMessageRule(tx, organizationId, uuid))
    const eventTypes = await eventTypesOf(tx, organizationId, [rule])
    checkMaySeeRule(principal, rule, eventTypes)
    checkMayChangeRule(principal, rule, eventTypes)
    await deleteRow(tx, organizationId, uuid)
    await recordChange({ tx, principal, now }, 'message_rule.deleted', toMessageRuleResource(links, rule))
  },
})
