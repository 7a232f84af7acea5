export { type Actor, actorOf, type Fact, type FactName, factNames, system } from './fact.ts'
export { recordFact } from './store.ts'
