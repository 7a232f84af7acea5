import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../root.ts'
import type { Database, Session } from './database.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly script: string
}

/** The schema was made by a newer release; this one would not understand what it finds. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

const migrationLock = 7_203_114

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

/** Brings the schema up to this release, one transaction per file. Of several processes that start at once, one does it. */
export const migrate = async (database: Database, migrations: readonly Migration[]): Promise<{ applied: string[] }> =>
  database.session(async (session) => {
    if (database.kind === 'postgres') await waitForTurn(session)
    try {
      return { applied: await applyMissing(session, migrations) }
    } finally {
      if (database.kind === 'postgres') await session.query('select pg_advisory_unlock($1)', [migrationLock])
    }
  })

/** Session locks obey lock_timeout, so a process that migrates for minutes makes the others poll, not fail. */
const waitForTurn = async (session: Session): Promise<void> => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const [row] = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])
    if (row?.taken) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('Another process has been migrating this database for five minutes. Wait for it, or stop it and start again.')
}

const applyMissing = async (session: Session, migrations: readonly Migration[]): Promise<string[]> => {
  await session.run('create table if not exists schema_migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())')
  const done = new Set((await session.query<{ version: number }>('select version from schema_migrations')).map(({ version }) => version))
  const newest = Math.max(0, ...migrations.map(({ version }) => version))
  const unknown = [...done].filter((version) => version > newest)
  if (unknown.length > 0) {
    throw new SchemaTooNew(
      `This database has schema version ${Math.max(...unknown)}, and this release of Openslot knows only ${newest}. Start the newer release, or restore a backup made before it.`,
    )
  }
  const missing = migrations.filter(({ version }) => !done.has(version))
  for (const { version, name, script } of missing) {
    // lock_timeout: a migration that cannot get its lock gives up instead of queueing every reader behind it.
    await session.run(
      `begin; set local lock_timeout = '1s'; set local statement_timeout = 0; ${script}\n; insert into schema_migrations (version, name) values (${version}, '${name}'); commit`,
    )
  }
  return missing.map(({ version, name }) => `${String(version).padStart(4, '0')}_${name}`)
}
