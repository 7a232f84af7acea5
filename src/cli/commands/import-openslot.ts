import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { loadExport, WrongExport } from '#imports/index.ts'
import { countOrganizations } from '#organizations/index.ts'
import { counted } from '#platform/counted.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { readSchemaVersion } from '#platform/db/schema-version.ts'
import { systemClock } from '#platform/time/clock.ts'
import { OperatorError } from '#process/operator-error.ts'
import { type Command, processCommand } from '../command.ts'
import { heldAlone, withDatabase } from '../open-database.ts'

const knownFormat = 1

const Mark = z.object({ openslot: z.literal('export'), format: z.number().int() })
const Head = z.object({ schema: z.number().int(), organization: z.string(), name: z.string() })

const openslot = processCommand({
  name: 'import openslot',
  summary: 'Import an organization from a file written by openslot export',
  description:
    'Needs an empty installation, on either database, with the service stopped. All IDs are kept. Passwords, tokens, and connections are not part of an export: people set new ones. Nothing is sent until you run: openslot resume',
  options: { from: { value: 'FILE', summary: 'The export file', required: true } },
  example: '--from demo.jsonl',
  run: async ({ config, output, loadWiring }, { from }) => {
    const path = resolve(from)
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })[
      Symbol.asyncIterator
    ]()
    const head = await headOf(lines, path)
    const migrations = await readMigrations()
    requireKnownSchema(head, Math.max(...migrations.map(({ version }) => version)))
    await heldAlone(config, async () => {
      const wiring = await loadWiring()
      await withDatabase(config, wiring, async (database) => {
        if ((await readSchemaVersion(database)) > 0 && (await countOrganizations(database.reader)) > 0)
          throw new OperatorError('This installation already has an organization. Use an empty one.')
        await migrate(database, migrations)
        const context = await wiring.createContext(config, database, systemClock)
        const counts = await loadExport(context, head.organization, { [Symbol.asyncIterator]: () => lines }).catch(
          (error: unknown) => {
            throw error instanceof WrongExport ? new OperatorError(`${path} ${error.message}.`) : error
          },
        )
        const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
        output.show(
          { file: path, organization: head.organization, name: head.name, rows },
          `Imported ${counted(rows, 'row')} of "${head.name}". Create a sign-in link with: openslot sign-in-link. Nothing is sent until you run: openslot resume`,
        )
      })
    })
    return 0
  },
})

const headOf = async (lines: AsyncIterator<string>, path: string): Promise<z.output<typeof Head>> => {
  const first = await lines.next().catch(() => undefined)
  const line = jsonIn(String(first?.value))
  const mark = Mark.safeParse(line).data
  if (mark && mark.format > knownFormat)
    throw new OperatorError(
      `This export has format ${mark.format}, but this release supports only ${knownFormat}. Use the newer release.`,
    )
  const head = mark && Head.safeParse(line).data
  if (!head) throw new OperatorError(`${path} cannot be read, or is no export: openslot export writes one.`)
  return head
}

const requireKnownSchema = ({ schema }: z.output<typeof Head>, newest: number): void => {
  if (schema > newest)
    throw new OperatorError(
      `This export has schema version ${schema}, but this release supports only ${newest}. Use the newer release.`,
    )
  if (schema < newest)
    throw new OperatorError(
      `This export was written by an older release (schema version ${schema}, here ${newest}). Export it again with this release, or import it with the old release and then update.`,
    )
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const importOpenslot: Command = openslot
