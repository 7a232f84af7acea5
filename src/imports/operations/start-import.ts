import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { write } from '#contract/operation.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { deleteJobsAbout, insertJobs } from '#execution/store/jobs.ts'
import { foreignId } from '../calendly/foreign.ts'
import { factSubject } from '../fact-subject.ts'
import { importJob, tokenContext } from '../import.ts'
import { closedSentences } from '../providers/survey.ts'
import { ImportRequest } from '../requests.ts'
import { ImportResource, toImportResource } from '../resources.ts'
import { findImport, insertImport, lockImportFrom, type NewRun, restartImport } from '../store/imports.ts'
import { countRecords, recordArrivals } from '../store/records.ts'
import { lookAtSource } from '../workflow/look-at-source.ts'

export const startImport = write({
  name: 'start_import',
  summary: 'Import everything from another scheduling service',
  description:
    'Owners and admins only. The token is tried first. Then a job reads members, groups, event types, schedules, meetings, routing forms and webhooks; GET the import for its progress. Nothing is mailed and no webhook is sent. Importing from the same address again goes on where it stopped, or brings what has changed.',
  scopes: ['organizations:write'],
  input: ImportRequest,
  output: ImportResource,

  async ask({ principal, outgoing }, { url, token }) {
    if (!isAdmin(principal)) throw refuse('You do not have permission to perform this action')
    return lookAtSource(outgoing, url, token)
  },

  async run({ tx, principal, links, encryption, now }, { url, token, take_over, invite }, { reach }) {
    const { organizationId, membershipId } = principal
    const known = await lockImportFrom(tx, organizationId, url)
    const id = known?.id ?? randomUUID()
    const sealed = encryption.encrypt(token, ...tokenContext(id))
    const given: NewRun = {
      id,
      source: url,
      reach,
      token: sealed,
      takesOver: take_over,
      invites: invite,
      startedBy: membershipId,
      remarks: closedSentences(reach),
    }
    if (known) await restartImport(tx, known, given, now)
    else await insertImport(tx, organizationId, given, now)
    await deleteJobsAbout(tx, importJob, [id])
    await insertJobs(tx, [{ organizationId, kind: importJob, lane: `import ${id}`, subjectId: id }], now)

    const started = existing(await findImport(tx, organizationId, id))
    await recordArrivals(tx, started, 'organizations', [{ foreignId: foreignId(reach.organization), digest: Buffer.alloc(0), localId: organizationId }])
    await recordChange({ tx, principal, now }, 'import.started', factSubject(links, started))
    return toImportResource(links, started, await countRecords(tx, started), now)
  },
})
