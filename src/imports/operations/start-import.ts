import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { ImportRequest } from '../requests.ts'
import { ImportResource } from '../resources.ts'
import { beginImport } from '../workflow/begin-import.ts'
import { surveySource } from '../workflow/survey-source.ts'

export const startImport = write({
  name: 'start_import',
  summary: 'Import everything from another scheduling service',
  description:
    'For owners and admins. The token is tested first. Then a job imports members, groups, event types, schedules, meetings, routing forms, and webhooks; GET the import for its progress. No emails or webhooks are sent. Importing from the same source again continues where it stopped or imports changes.',
  scopes: ['organizations:write'],
  input: ImportRequest,
  output: ImportResource,

  async ask({ principal, outgoing }, { kind, url, token }) {
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    return surveySource(outgoing, kind, url, token)
  },

  run: (call, { kind, url, token, take_over, invite, apply_buffers, prefer_source }, found) =>
    beginImport(
      call,
      {
        ...{ kind, parameter: 'url', source: url, secret: token },
        ...{ takesOver: take_over, invites: invite, appliesBuffers: apply_buffers, prefersSource: prefer_source },
      },
      found,
    ),
})
