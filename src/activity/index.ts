export { type Actor, actorOf, type Fact, type FactName, factNames, type RecordedFact, system } from './fact.ts'
export { announceTo, type Listener } from './jobs.ts'
export { recordFact, recordingFact } from './store.ts'
