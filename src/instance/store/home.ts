import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Tx } from '#platform/db/database.ts'

/** Where a database is: what identifies the place. A property that is missing proves nothing. */
export type Home =
  | { readonly kind: 'folder'; readonly inode?: string; readonly born?: string }
  | { readonly kind: 'postgres'; readonly database: string; readonly system?: string }

/**
 * Whether it is another place than the known one: one sign that both have differs. What may change while the data stay
 * where they are is no sign: the device number (a volume that is mounted again), the machine id (a container, a volume
 * that is attached to another machine).
 */
export const isElsewhere = (known: Home, now: Home): boolean => {
  if (known.kind !== now.kind) return true
  const [before, after] = [Object.entries(known), new Map(Object.entries(now))]
  return before.some(([name, sign]) => after.has(name) && after.get(name) !== sign)
}

/**
 * Linux's numbers for filesystems on which files keep their inodes: ext, xfs, btrfs, zfs, f2fs, bcachefs, tmpfs,
 * overlay. On FUSE and over a network they may change by themselves.
 */
const steadyFilesystems = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x01021994, 0x794c7630,
])

const keepsInodes = async (path: string): Promise<boolean> =>
  process.platform === 'darwin' || steadyFilesystems.has((await statfs(path)).type)

/**
 * What was copied has other inodes; on another filesystem perhaps the same by chance, but then the folder was made at
 * another time. The file is one that is written once and never again; a directory may change its inode on an overlay.
 */
const homeOfFolder = async (dataFolder: string): Promise<Home> => {
  const path = join(dataFolder, 'pgdata')
  try {
    if (!(await keepsInodes(path))) return { kind: 'folder' }
    const { ino } = await stat(join(path, 'PG_VERSION'), { bigint: true })
    const { birthtimeNs, ctimeNs } = await stat(path, { bigint: true })
    // Where a filesystem does not know when something was made, this is zero, or the time of its last change.
    const isBirthKnown = birthtimeNs > 0n && birthtimeNs < ctimeNs
    return { kind: 'folder', inode: String(ino), ...(isBirthKnown ? { born: String(birthtimeNs) } : {}) }
  } catch {
    return { kind: 'folder' }
  }
}

/** A standby that takes over has the same identifier: it is the same cluster. */
const homeOfPostgres = (database: Database): Promise<Home> =>
  database.session(async (session) => {
    const [index] = await session.query<{ database: string }>(
      'select oid::text as database from pg_database where datname = current_database()',
    )
    if (!index) throw new Error('PostgreSQL does not know the database it is asked in.')
    const [cluster] = await session
      .query<{ system: string }>('select system_identifier::text as system from pg_control_system()')
      // The role may not read it.
      .catch(() => [])
    return { kind: 'postgres', ...index, ...cluster }
  })

export const homeOf = (database: Database, dataFolder: string): Promise<Home> =>
  database.kind === 'embedded' ? homeOfFolder(dataFolder) : homeOfPostgres(database)

/**
 * Holds what would go out if this is not where the database was confirmed. A database that was nowhere yet is at home
 * here.
 */
export const settleHome = async (database: Database, home: Home, now: Date): Promise<void> => {
  const known = (await database.reader.selectFrom('instance').select('home').executeTakeFirst())?.home
  const before = known === null || known === undefined ? undefined : (JSON.parse(known) as Home)
  if (before && isElsewhere(before, home)) {
    await hold(database, now)
    return
  }
  const all = { ...before, ...home }
  if (JSON.stringify(all) !== JSON.stringify(before)) await database.write((tx) => settleAt(tx, all))
}

/** Nothing is sent until somebody confirms that this is the instance that goes on. */
export const hold = async (database: Database, now: Date): Promise<void> => {
  await database.write((tx) =>
    tx.updateTable('instance').set({ restored_at: now }).where('restored_at', 'is', null).execute(),
  )
}

export const settleAt = async (tx: Tx, home: Home): Promise<void> => {
  await tx
    .updateTable('instance')
    .set({ home: JSON.stringify(home) })
    .execute()
}
