import { withLinkDigest } from '#bookings/index.ts'
import { writeExport } from '#organizations/index.ts'
import { counted } from '#platform/counted.ts'
import { writeArchive } from '../archive.ts'
import { databaseCommand } from '../command.ts'
import { chooseOrganization, organizationOption } from '../tenant.ts'

const exportCommand = databaseCommand({
  name: 'export',
  summary: 'Write all that an organization has into one file',
  description:
    'JSON, one row a line. What cannot be read outside is left out: hashes, what is encrypted with the key of this instance, passwords. docs/operations.md says what is in it.',
  options: {
    to: { value: 'FILE', summary: 'Where to; it must not be there yet', required: true },
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
  show: ({ file, name, rows }) => `${file} has ${counted(rows, 'row')} of "${name}".`,
})

export const commands = [exportCommand]
