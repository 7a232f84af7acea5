import { existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { hold, homeOf } from '#instance/store/home.ts'
import { poolingRefusals } from '#instance/store/inspect.ts'
import { moveTables, settleMoved } from '#instance/store/move.ts'
import { countOrganizations } from '#organizations/index.ts'
import type { Config } from '#platform/config.ts'
import { counted } from '#platform/counted.ts'
import type { Database } from '#platform/db/database.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { readSchemaVersion } from '#platform/db/schema-version.ts'
import { systemClock } from '#platform/time/clock.ts'
import { hasEmbeddedDatabase } from '#process/data-folder.ts'
import { holdingFolder } from '#process/hold-folder.ts'
import { OperatorError, UsageError } from '#process/operator-error.ts'
import { requireCurrentSchema } from '#process/schema.ts'
import { processCommand } from '../command.ts'
import { heldAlone, withDatabase, withoutService } from '../open-database.ts'

const addressVariable = 'OPENSLOT_MOVE_TO'

const move = processCommand({
  name: 'move',
  summary: 'Move everything to another database: from the embedded one to PostgreSQL, or back',
  description:
    'Needs an empty target database and the service stopped. All rows and the secret stay the same. The old database is not changed, but if you start it again, it sends nothing until you run: openslot resume',
  options: {
    to: {
      value: 'WHERE',
      summary:
        'postgres://… without a password, a data folder for the embedded database, or - for an address with a password',
      required: true,
    },
    address: {
      value: 'ADDRESS',
      summary: `The address for --to -, on standard input or in ${addressVariable}: postgres://user:password@host/database`,
      secretIn: addressVariable,
      secretWhen: { to: '-' },
    },
  },
  example: '--to - < address.txt',
  run: async ({ config, output, loadWiring }, { to: where, address }) => {
    if (hasPassword(where))
      throw new UsageError(
        `A password must not be an argument: others on this machine could see it. Use --to - and give the address on standard input or in ${addressVariable}.`,
      )
    if (where === '-' && address === undefined)
      throw new UsageError(`Give the address on standard input or in ${addressVariable}.`)
    const to = where === '-' ? (address ?? '') : where
    const there = targetOf(config, to.trim())
    if (config.databaseUrl === undefined && !hasEmbeddedDatabase(config.dataFolder))
      throw new OperatorError(`No database found in ${config.dataFolder}.`)
    const files = filesToMove(config, there)
    for (const { from, to: copy } of files)
      if (existsSync(copy) && !(await readFile(copy)).equals(await readFile(from)))
        throw new OperatorError(
          `${copy} already exists and belongs to another installation. Move it away or choose another folder.`,
        )
    const wiring = await loadWiring()
    const moveTo = (): Promise<number> =>
      withDatabase(config, wiring, async (source) => {
        await requireCurrentSchema(source)
        return withoutService(config, () =>
          withDatabase(there, wiring, async (target) => {
            if ((await poolingRefusals(there)).length > 0)
              throw new OperatorError('--to leads through a pooler. Give the address of PostgreSQL itself.')
            await prepare(target, to)
            const counts = await moveTables(source, target)
            await settleMoved(target, await homeOf(target, there.dataFolder))
            await hold(source, systemClock.now())
            return Object.values(counts).reduce((sum, count) => sum + count, 0)
          }),
        )
      })
    // The folder that the embedded database goes to is ours as well meanwhile.
    const rows = await heldAlone(config, () =>
      there.databaseUrl === undefined && there.dataFolder !== config.dataFolder
        ? holdingFolder(there.dataFolder, moveTo)
        : moveTo(),
    )
    for (const { from, to: copy } of files) await copyFile(from, copy)
    const setting =
      there.databaseUrl === undefined
        ? `OPENSLOT_DATA=${there.dataFolder}, without DATABASE_URL`
        : 'DATABASE_URL set to the new address, and the same OPENSLOT_DATA'
    output.show(
      { to: there.databaseUrl === undefined ? there.dataFolder : 'postgres', rows },
      `Moved ${counted(rows, 'row')}. Start the service with ${setting}.`,
    )
    return 0
  },
})

const hasPassword = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { password, searchParams } = new URL(address)
  return password !== '' || searchParams.has('password')
}

const withoutPassword = (to: string): string => {
  if (!URL.canParse(to)) return to
  const { host, pathname } = new URL(to)
  return host + pathname
}

const targetOf = (config: Config, to: string): Config => {
  if (/^postgres(ql)?:\/\//.test(to)) {
    if (config.databaseUrl === to) throw new OperatorError('Source and target are the same database.')
    return { ...config, databaseUrl: to, databaseDirectUrl: to }
  }
  if (/^[a-z]+:\/\//.test(to)) throw new OperatorError('Not a database. Give a postgres:// address or a data folder.')
  const dataFolder = resolve(to)
  if (config.databaseUrl === undefined && dataFolder === config.dataFolder)
    throw new OperatorError('Source and target are the same database.')
  return { ...config, databaseUrl: undefined, databaseDirectUrl: undefined, dataFolder }
}

const prepare = async (target: Database, to: string): Promise<void> => {
  if ((await readSchemaVersion(target)) > 0) {
    await requireCurrentSchema(target)
    if ((await countOrganizations(target.reader)) > 0)
      throw new OperatorError(`${withoutPassword(to)} is not empty. Use an empty database.`)
  }
  await migrate(target, await readMigrations())
}

/**
 * What is in the data folder beside the database, unless the settings say where it is: the secret, and what was
 * forgotten.
 */
const filesToMove = (
  { secret, secretFile, deletionsFile, dataFolder }: Config,
  there: Config,
): readonly { readonly from: string; readonly to: string }[] => {
  if (there.dataFolder === dataFolder) return []
  const hasOwnSecret = secret === undefined && secretFile === undefined
  return [...(hasOwnSecret ? [join(dataFolder, 'secret.key')] : []), deletionsFile]
    .filter((from) => dirname(from) === dataFolder && existsSync(from))
    .map((from) => ({ from, to: join(there.dataFolder, basename(from)) }))
}

export const commands = [move]
