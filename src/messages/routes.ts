import type { RouteTable } from '#execution/route-table.ts'
import { createMessageRule } from './operations/create-message-rule.ts'
import { deleteMessageRule } from './operations/delete-message-rule.ts'
import { getMessageRule } from './operations/get-message-rule.ts'
import { listMessageRules } from './operations/list-message-rules.ts'
import { updateMessageRule } from './operations/update-message-rule.ts'

export const messageRoutes: RouteTable = {
  'GET /message_rules': listMessageRules,
  'POST /message_rules': { operation: createMessageRule, status: 201 },
  'GET /message_rules/:uuid': getMessageRule,
  'PATCH /message_rules/:uuid': updateMessageRule,
  'DELETE /message_rules/:uuid': deleteMessageRule,
}
