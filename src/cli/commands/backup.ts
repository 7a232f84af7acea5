import { dumpTables } from '#instance/store/dump.ts'
import { findFingerprint } from '#instance/store/restored.ts'
import { counted } from '#platform/counted.ts'
import { readSchemaVersion } from '#platform/db/schema-version.ts'
import { readVersion } from '#platform/version.ts'
import { writeArchive } from '../archive.ts'
import { writeEnd, writeHead } from '../backup-file.ts'
import { databaseCommand } from '../command.ts'

const backup = databaseCommand({
  name: 'backup',
  summary: 'Back up everything into one file',
  description:
    'Works while the service runs or is stopped. The backup is a consistent snapshot, can be restored to either database, and is readable by its owner only. It does not contain the secret: keep secret.key (or OPENSLOT_SECRET) as well, in a different place.',
  options: { to: { value: 'FILE', summary: 'The file to write; it must not exist yet', required: true } },
  paths: ['to'],
  patienceMinutes: 60,
  example: '--to openslot.backup',
  run: async ({ database, clock }, { to }) => {
    const fingerprint = await findFingerprint(database.reader)
    const head = writeHead({
      release: await readVersion(),
      schema: await readSchemaVersion(database),
      created_at: clock.now().toISOString(),
      secret_fingerprint: fingerprint?.toString('hex') ?? '',
    })
    const rows = await writeArchive(to, { compressed: true }, async (sink) => {
      await sink(head)
      const counts = await dumpTables(database, sink)
      await sink(writeEnd(counts))
      return counts
    })
    return { file: to, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), tables: rows }
  },
  show: ({ file, rows }) =>
    `Backed up ${counted(rows, 'row')} to ${file}. Keep the secret as well: the backup can't be used without it.`,
})

export const commands = [backup]
