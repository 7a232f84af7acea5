import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { DatabaseImportRequest, sourceOfDatabase } from '../requests.ts'
import { ImportResource } from '../resources.ts'
import { beginImport } from '../workflow/begin-import.ts'
import { surveyCalcomDatabase } from '../workflow/survey-calcom.ts'

/** For the operator: databases are in networks that nobody else may reach through this server. */
export const importCalcomDatabase = write({
  name: 'import_calcom_database',
  summary: 'Import everything from the database of a Cal.com',
  scopes: ['organizations:write'],
  input: DatabaseImportRequest,
  output: ImportResource,

  async ask({ principal }, { database_url }) {
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    return surveyCalcomDatabase(database_url)
  },

  run: (call, { database_url, take_over, invite, apply_buffers, prefer_source }, found) =>
    beginImport(
      call,
      {
        ...{ kind: 'calcom', parameter: 'database_url', source: sourceOfDatabase(database_url), secret: database_url },
        ...{ takesOver: take_over, invites: invite, appliesBuffers: apply_buffers, prefersSource: prefer_source },
      },
      found,
    ),
})
