import type { Principal } from '#contract/principal.ts'
import { invalid, refuse } from '#contract/problem.ts'
import type { AppContext } from '#execution/perform.ts'
import { readSchemaVersion } from '#platform/db/schema-version.ts'
import { dumpTenant } from '../store/tenant-dump.ts'

type Exporting = Pick<AppContext, 'database' | 'clock'>

interface Exported {
  readonly id: string
  readonly name: string
}

/** All that an organization has, a line each, in one snapshot. Returns how many rows of each table. */
export const writeExport = async (
  { database, clock }: Exporting,
  { id, name }: Exported,
  sink: (line: string) => Promise<void>,
): Promise<Readonly<Record<string, number>>> => {
  await sink(
    JSON.stringify({
      openslot: 'export',
      format: 1,
      schema: await readSchemaVersion(database),
      organization: id,
      name,
      created_at: clock.now().toISOString(),
    }),
  )
  const counts = await dumpTenant(database, id, sink)
  await sink(JSON.stringify({ end: true, rows: counts }))
  return counts
}

const maxExportCharacters = 64 * 1024 * 1024

/**
 * The same as a text, for its owner. It is read as a whole before it is sent: a slow reader must not hold the snapshot.
 */
export const exportOrganization = async (
  context: Exporting,
  { role }: Pick<Principal, 'role'>,
  organization: Exported,
  completed: (line: string) => string = (line) => line,
): Promise<string> => {
  if (role !== 'owner') throw refuse('no_permission_for_action')
  const lines: string[] = []
  let size = 0
  await writeExport(context, organization, async (written) => {
    const line = completed(written)
    size += line.length
    if (size > maxExportCharacters) throw invalid({ parameter: 'base', reason: 'export_too_large' })
    lines.push(line)
  })
  return `${lines.join('\n')}\n`
}
