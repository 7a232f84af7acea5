import type { Database, DatabaseSession } from './database.ts'

const intervalMilliseconds = 60_000
const writesBetweenLooks = 1_000
const maxWalBytes = 32 * 1024 * 1024

/**
 * A server has processes in the background that write checkpoints, remove dead rows and count the living. The embedded
 * database has none: its log would grow for ever, and reading it again after a crash would take ever longer.
 */
export class Upkeep {
  private readonly session: Database['session']
  private readonly onFailed: (error: Error) => void
  private readonly timer: NodeJS.Timeout
  private writes = 0
  private looking = false

  constructor(session: Database['session'], onFailed: (error: Error) => void) {
    this.session = session
    this.onFailed = onFailed
    this.timer = setInterval(() => this.writes > 0 && this.look(), intervalMilliseconds)
    this.timer.unref()
  }

  /** Called after each write. */
  wrote(): void {
    this.writes += 1
    if (this.writes >= writesBetweenLooks) this.look()
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private look(): void {
    if (this.looking) return
    this.looking = true
    this.writes = 0
    this.session(tidy)
      .catch(this.onFailed)
      .finally(() => {
        this.looking = false
      })
  }
}

/** Everybody waits meanwhile, so at most one table at a time, and the log only when it has grown. */
export const tidy = async (session: DatabaseSession): Promise<void> => {
  const [table] = await session.query<{ name: string }>(worstTable)
  if (table) await session.run(`vacuum (analyze) ${table.name}`)
  const [log] = await session.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()',
  )
  if (log && log.bytes > maxWalBytes) await session.run('checkpoint')
}

// The thresholds are those of a server's autovacuum, with a little more patience for small tables.
const worstTable = `
  select quote_ident(stat.schemaname) || '.' || quote_ident(stat.relname) as name
  from pg_stat_user_tables stat join pg_class on pg_class.oid = stat.relid
  where n_dead_tup > 500 + 0.2 * greatest(reltuples, 0) or n_mod_since_analyze > 500 + 0.1 * greatest(reltuples, 0)
  order by n_dead_tup desc
  limit 1`
