export {
  type Audience,
  dueAt,
  type MessageTexts,
  type MessageTrigger,
  messageTriggers,
  type Occasion,
  type RuleToSchedule,
  textFor,
} from './message-rule.ts'
export { createMessageRule } from './operations/create-message-rule.ts'
export { deleteMessageRule } from './operations/delete-message-rule.ts'
export { getMessageRule } from './operations/get-message-rule.ts'
export { listMessageRules } from './operations/list-message-rules.ts'
export { updateMessageRule } from './operations/update-message-rule.ts'
export {
  type FilledBlock,
  type FilledRun,
  filledBody,
  filledSubject,
  type OwnWordValues,
  parseBody,
  parseSubject,
  plainLine,
  variableNames,
} from './own-words.ts'
export { messageRoutes } from './routes.ts'
export {
  type DueMessage,
  deleteDueMessages,
  deleteScheduledMessages,
  insertScheduledMessages,
  messageJob,
  type NewScheduledMessage,
  queueMissingMessages,
  takeDueMessages,
} from './store/scheduled-messages.ts'
export { findVisibleRule } from './workflow/find-visible-rule.ts'
