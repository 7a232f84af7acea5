export { followInConferences } from './jobs/follow.ts'
export { conferences } from './jobs/make.ts'
export { deleteOldConferences } from './store/conferences.ts'
export { removeConferencesOf } from './workflow/follow-meetings.ts'
