export {
  type Audience,
  dueAt,
  type MessageTrigger,
  type Occasion,
  type RuleToSchedule,
  textFor,
} from './message-rule.ts'
export { listMessageRules } from './operations/list-message-rules.ts'
export {
  type FilledBlock,
  type FilledRun,
  filledBody,
  filledSubject,
  type OwnWordValues,
  parseBody,
  parseSubject,
  plainLine,
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
