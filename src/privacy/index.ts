export { reapplyDeletions } from './jobs/reapply.ts'
export { dataDeletions } from './jobs/run-deletions.ts'
export { privacyRoutes } from './routes.ts'
export { findErasedPersons } from './store/erased-persons.ts'
