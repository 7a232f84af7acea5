import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { deleteJobsAbout } from '#execution/store/jobs.ts'
import { factSubject } from '../fact-subject.ts'
import { importJob, stoppedByHand } from '../import.ts'
import { ImportResource, toImportResource } from '../resources.ts'
import { findImport, stopImport as stopStoredImport } from '../store/imports.ts'
import { countRecords } from '../store/records.ts'

export const stopImport = write({
  name: 'stop_import',
  summary: 'Stop an import',
  description:
    "For owners and admins. What was imported so far stays, and the token is deleted. Importing from the same source again continues where it stopped. An import that has ended doesn't change.",
  scopes: ['organizations:write'],
  input: z.object({ uuid: pathId }),
  output: ImportResource,

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId } = principal
    const found = existing(await findImport(tx, organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_access')
    if (await stopStoredImport(tx, found, stoppedByHand, now)) {
      await deleteJobsAbout(tx, importJob, [found.id])
      await recordChange({ tx, principal, now }, 'import.failed', factSubject(links, found))
    }
    const stopped = existing(await findImport(tx, organizationId, uuid))
    return toImportResource(links, stopped, await countRecords(tx, stopped), now)
  },
})
