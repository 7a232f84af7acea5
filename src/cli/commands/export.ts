import { withLinkDigest } from '#bookings/index.ts'
import { writeExport } from '#organizations/index.ts'
import { counted } from '#platform/counted.ts'
import { writeArchive } from '../archive.ts'
import { databaseCommand } from '../command.ts'
import { chooseOrganization, organizationOption } from '../tenant.ts'

const exportCommand = databaseCommand({
  name: 'export',
  summary: 'Export an organization into one file',
  description:
    'Writes JSON, one row per line. Passwords, hashes, and data encrypted with the key of this instance are left out. docs/operations.md describes the contents.',
  options: {
    to: { value: 'FILE', summary: 'The file to write; it must not exist yet', required: true },
    ...organizationOption,
  },
  paths: ['to'],
  patienceMinutes: 60,
  example: '--organization "Demo organization" --to demo.jsonl',
  run: async (context, { to, organization: wanted }) => {
    const { id, name } = await chooseOrganization(context, { organization: wanted })
    const tables = await writeArchive(to, { compressed: false }, (sink) =>
      writeExport(context, { id, name }, (line) => sink(withLinkDigest(context.codes, line))),
    )
    return {
      file: to,
      organization: id,
      name,
      rows: Object.values(tables).reduce((sum, count) => sum + count, 0),
      tables,
    }
  },
  show: ({ file, name, rows }) => `Exported ${counted(rows, 'row')} of "${name}" to ${file}.`,
})

export const commands = [exportCommand]
