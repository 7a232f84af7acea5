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
  summary: 'Write everything into one file',
  description:
    'While the service runs, or when it does not. Everything is as it was at one moment. The file fits both databases, whichever it came from; only its owner may read it. It does not hold the secret: keep secret.key (or OPENSLOT_SECRET) as well, and in another place.',
  options: { to: { value: 'FILE', summary: 'Where to; it must not be there yet', required: true } },
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
    `${file} has ${counted(rows, 'row')}. Keep the secret as well: without it the backup cannot be used.`,
})

export const commands = [backup]
