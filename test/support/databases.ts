import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { atEnd } from './at-end.ts'

const { OPENSLOT_TEST_DATABASE, OPENSLOT_TEST_PREPARED, OPENSLOT_TEST_POSTGRES, OPENSLOT_TEST_POSTGRES_PREFIX } =
  process.env

/** Which database this process tests on. Without the runner (a file run by hand) it is the embedded one. */
export const databaseKind: Database['kind'] = OPENSLOT_TEST_DATABASE?.startsWith('postgres') ? 'postgres' : 'embedded'

let opened: Promise<Database> | undefined

/**
 * The database of this process: migrated, and shared by all its tests, so each makes an organization of its own. Closed
 * at the end.
 */
export const openTestDatabase = (): Promise<Database> => {
  opened ??= open()
  return opened
}

atEnd(async () => {
  const database = await opened?.catch(() => undefined)
  await database?.close()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

const open = async (): Promise<Database> => {
  if (databaseKind === 'postgres') return openPostgres(OPENSLOT_TEST_DATABASE as string, () => {})
  const folder = OPENSLOT_TEST_DATABASE?.replace(/^embedded:/, '') ?? (await newDataFolder())
  return openEmbedded(folder)
}

const folders: string[] = []

/** A data folder of its own with a migrated embedded database, for a service that a test starts. Removed at the end. */
export const newDataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'openslot-data-'))
  folders.push(folder)
  if (OPENSLOT_TEST_PREPARED) {
    await cp(OPENSLOT_TEST_PREPARED, folder, { recursive: true })
    return folder
  }
  const database = await openEmbedded(folder)
  await migrate(database, await readMigrations())
  await database.close()
  return folder
}

/** The address of a migrated PostgreSQL database of its own, for services that a test starts. Dropped with the run. */
export const newPostgresDatabase = async (): Promise<string> => {
  if (!OPENSLOT_TEST_POSTGRES || !OPENSLOT_TEST_POSTGRES_PREFIX)
    throw new Error('This run has no PostgreSQL. A test that needs it belongs in test/postgres/.')
  const name = `${OPENSLOT_TEST_POSTGRES_PREFIX}${randomBytes(5).toString('hex')}`
  const admin = new pg.Client({ connectionString: OPENSLOT_TEST_POSTGRES })
  await admin.connect()
  await admin
    .query(`create database ${name} template ${OPENSLOT_TEST_POSTGRES_PREFIX}template`)
    .finally(() => admin.end())
  return Object.assign(new URL(OPENSLOT_TEST_POSTGRES), { pathname: `/${name}` }).href
}

/** A database of its own, of the kind that this process tests on. Whoever opens it closes it. */
export const newDatabase = async (): Promise<Database> =>
  databaseKind === 'embedded'
    ? openEmbedded(await newDataFolder())
    : openPostgres(await newPostgresDatabase(), () => {})

/** The address of this run's Redis; tests that need it are in test/redis/, or ask `lacking('redis')`. */
export const redisUrl: string | undefined = process.env.OPENSLOT_TEST_REDIS
