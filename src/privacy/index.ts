export { dataDeletions } from './jobs/carry-out.ts'
export { reapplyDeletions } from './jobs/reapply.ts'
export { privacyRoutes } from './routes.ts'
