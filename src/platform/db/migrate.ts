import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { packageRoot } from '../root.ts'
import type { Database, DatabaseSession } from './database.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly script: string
}

/** The schema was made by a newer release; this one would not understand what it finds. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** Nothing of that file was applied; those before it were. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'

  constructor(file: string, cause: unknown) {
    super(
      `The migration ${file} failed and was rolled back: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}

export const readMigrations = async (folder = join(packageRoot, 'migrations')): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({
      version: Number(name.slice(0, 4)),
      name: name.slice(5, -4),
      script: await readFile(join(folder, name), 'utf8'),
    })),
  )
}

/**
 * Brings the schema up to this release, one transaction per file. Of several processes that start at once, one does it.
 */
export const migrate = async (database: Database, migrations: readonly Migration[]): Promise<{ applied: string[] }> =>
  database.session(async (session) => {
    // No unlock is needed: the lock ends with the session.
    if (database.kind === 'postgres') await waitForLock(session)
    return { applied: await applyMissing(session, migrations) }
  })

const migrationLock = 7_203_114
const retryMilliseconds = 200
const maxTries = 1_500

/**
 * Asks again and again instead of waiting for the lock: a statement that waits for minutes keeps the server from
 * cleaning up.
 */
const waitForLock = async (session: DatabaseSession): Promise<void> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [row] = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])
    if (row?.taken) return
    await pause(retryMilliseconds)
  }
  throw new Error(
    'Another process has been migrating this database for five minutes. Wait for it to finish, or stop it and start again.',
  )
}

const applyMissing = async (session: DatabaseSession, migrations: readonly Migration[]): Promise<string[]> => {
  // Asked first: `if not exists` wants the right to create even where the table exists, and a role that only uses the
  // tables has none.
  const [table] = await session.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  )
  if (!table?.exists)
    await session.run(
      'create table schema_migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())',
    )
  const done = new Set(
    (await session.query<{ version: number }>('select version from schema_migrations')).map(({ version }) => version),
  )
  const newest = Math.max(0, ...migrations.map(({ version }) => version))
  const unknown = [...done].filter((version) => version > newest)
  if (unknown.length > 0) {
    throw new SchemaTooNew(
      `This database has schema version ${Math.max(...unknown)}, but this release of Openslot supports only ${newest}. Start the newer release, or restore a backup made before it.`,
    )
  }
  const missing = migrations.filter(({ version }) => !done.has(version))
  for (const migration of missing) await apply(session, migration)
  return missing.map(fileOf)
}

const lockNotAvailable = '55P03'
const maxLockAttempts = 10
const betweenLockAttemptsMilliseconds = 1_000

const apply = async (session: DatabaseSession, migration: Migration): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await applyOnce(session, migration)
      return
    } catch (error) {
      await session.run('rollback').catch(() => {})
      const isLocked = (error as { code?: unknown }).code === lockNotAvailable
      if (!isLocked || attempt === maxLockAttempts) throw new MigrationFailed(fileOf(migration), error)
      await pause(betweenLockAttemptsMilliseconds)
    }
  }
}

const applyOnce = async (session: DatabaseSession, { version, name, script }: Migration): Promise<void> => {
  await session.run('begin')
  // A migration that cannot get its lock gives up instead of queueing every reader behind it.
  await session.run("set local lock_timeout = '1s'; set local statement_timeout = 0")
  await session.run(script)
  await session.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name])
  await session.run('commit')
}

const fileOf = ({ version, name }: Migration): string => `${String(version).padStart(4, '0')}_${name}`
