export { type FactName, factNames } from './catalogue.ts'
export { type Actor, actorOf, type Fact, type RecordedFact, system } from './fact.ts'
export { announceTo, type Listener, writeActivityLog } from './jobs.ts'
export { listActivityLogEntries } from './operations/list-activity-log-entries.ts'
export { PersonRedactor } from './person-redactor.ts'
export { activityRoutes } from './routes.ts'
export { countErased, eraseMeetingsFromFacts, erasePersonFromFacts } from './store/erasure.ts'
export {
  type FactRow,
  factRow,
  findOldestWaiting,
  recordChange,
  recordFact,
  recordFacts,
  recordingFact,
  silenceFacts,
} from './store/facts.ts'
export { findLastChange } from './store/last-change.ts'
export { logWaitingFacts } from './store/log.ts'
export { verifyLog } from './store/verification.ts'
