import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { existing, invalid } from '#contract/problem.ts'
import { uriOf } from '#contract/wire.ts'
import type { WriteCall } from '#execution/operation.ts'
import { deleteJobsAbout, insertJobs } from '#execution/store/jobs.ts'
import { foreignId } from '../calendly/foreign.ts'
import { factSubject } from '../fact-subject.ts'
import { type ImportKind, importJob, tokenContext } from '../import.ts'
import { closedRemarks, type Survey } from '../providers/survey.ts'
import { type ImportResource, toImportResource } from '../resources.ts'
import {
  findImport,
  findOtherSource,
  insertImport,
  lockImportFrom,
  type NewRun,
  restartImport,
} from '../store/imports.ts'
import { countRecords, recordArrivals } from '../store/records.ts'

export interface Beginning {
  readonly kind: ImportKind
  /** The parameter that says where it is. */
  readonly parameter: string
  readonly source: string
  /** The token, or the whole address of a database. */
  readonly secret: string
  readonly takesOver: boolean
  readonly invites: boolean
  readonly appliesBuffers: boolean
  readonly prefersSource: boolean
}

/** Begins an import, or goes on with the one from the same source. */
export const beginImport = async (
  call: WriteCall,
  given: Beginning,
  { reach }: Survey,
): Promise<z.output<typeof ImportResource>> => {
  const { tx, principal, links, encryption, now } = call
  const { organizationId, membershipId } = principal
  const { kind, source, secret, takesOver, invites, appliesBuffers, prefersSource } = given
  // Its ids are numbers, which every installation has: those of two would be taken for each other.
  const other = kind === 'calcom' ? await findOtherSource(tx, organizationId, kind, source) : undefined
  if (other !== undefined)
    throw invalid({
      parameter: given.parameter,
      reason: 'source_of_another',
      values: { source: other },
    })
  const known = await lockImportFrom(tx, organizationId, kind, source)
  // The service goes on with one that runs. The operator may have ended the command that was at it, and may have mended
  // what held it up.
  if (known?.state === 'running' && known.failedTries === 0 && principal.via.kind !== 'command_line')
    throw underWay(call, given, known.id)
  const id = known?.id ?? randomUUID()
  const startedWith = principal.via.kind === 'token' ? principal.via.clientId : null
  const sealed = encryption.encrypt(secret, ...tokenContext(id))
  const run: NewRun = {
    ...{ id, kind, source, reach, token: sealed, takesOver, invites, appliesBuffers, prefersSource },
    ...{ startedBy: membershipId, startedWith, remarks: closedRemarks(reach) },
  }
  if (known) await restartImport(tx, known, run, now)
  else if (!(await insertImport(tx, organizationId, run, now)))
    throw underWay(call, given, (await lockImportFrom(tx, organizationId, kind, source))?.id ?? '')
  await deleteJobsAbout(tx, importJob, [id])
  await insertJobs(tx, [{ organizationId, kind: importJob, lane: `import ${id}`, subjectId: id }], now)

  const started = existing(await findImport(tx, organizationId, id))
  await recordArrivals(tx, started, 'organizations', [
    { foreignId: foreignId(reach.organization), digest: Buffer.alloc(0), localId: organizationId },
  ])
  await recordChange({ tx, principal, now }, 'import.started', factSubject(links, started))
  return toImportResource(links, started, await countRecords(tx, started), now)
}

const underWay = ({ links }: WriteCall, { parameter }: Beginning, importId: string) =>
  invalid({ parameter, reason: 'source_in_progress', values: { uri: uriOf(links, 'imports', importId) } })
