import type { Database, DatabaseSession } from './database.ts'
import { DatabaseAway } from './faults.ts'

const intervalMilliseconds = 60_000
const writesBetweenChecks = 50
/** More than there are tables. */
const maxStepsPerCheck = 200
const maxWalBytes = 32 * 1024 * 1024

/**
 * Does for the embedded database what a server's background processes do: analyzes, vacuums and writes checkpoints.
 * Without statistics the planner takes every table for a handful of rows, and joins a few hundred meetings by nested
 * loops that run for minutes.
 */
export class Upkeep {
  private readonly session: Database['session']
  private readonly onFailed: (error: Error) => void
  private readonly timer: NodeJS.Timeout
  // The first write after a start checks: what a restore or an import filled before it has no statistics yet.
  private writes = writesBetweenChecks - 1
  private running = false
  private stopped = false

  constructor(session: Database['session'], onFailed: (error: Error) => void) {
    this.session = session
    this.onFailed = onFailed
    this.timer = setInterval(() => this.writes > 0 && void this.check(), intervalMilliseconds)
    this.timer.unref()
  }

  /** Called after each write. */
  wrote(): void {
    this.writes += 1
    if (this.writes >= writesBetweenChecks) void this.check()
  }

  stop(): void {
    clearInterval(this.timer)
    this.stopped = true
  }

  /** Other callers wait for a step, so each step handles one table and then queues behind them. */
  private async check(): Promise<void> {
    if (this.running) return
    this.running = true
    this.writes = 0
    try {
      for (let steps = 0; steps < maxStepsPerCheck && !this.stopped; steps += 1) if (!(await this.session(tidy))) break
    } catch (error) {
      // A long transaction kept the database busy, or the engine died, which was reported: the next write checks again.
      if (error instanceof DatabaseAway) this.writes += writesBetweenChecks
      else if (!this.stopped) this.onFailed(error as Error)
    } finally {
      this.running = false
    }
  }
}

/** Maintains the table that needs it most, and says whether there was one. */
export const tidy = async (session: DatabaseSession): Promise<boolean> => {
  // Counters are shared about once a second; without this, a burst of writes would not be seen.
  await session.query('select pg_stat_force_next_flush()')
  const [table] = await session.query<{ name: string; isBloated: boolean }>(dueTable)
  if (table) await session.run(`${table.isBloated ? 'vacuum (analyze)' : 'analyze'} ${table.name}`)
  const [log] = await session.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()',
  )
  if (log && log.bytes > maxWalBytes) await session.run('checkpoint')
  return table !== undefined
}

// The thresholds of autovacuum; dead rows of small tables wait a little longer. Counters do not survive a restart, so a
// table of some size that was never analyzed is due in any case.
const dueTable = `
  select quote_ident(stat.schemaname) || '.' || quote_ident(stat.relname) as name, dead.is_due as "isBloated"
  from pg_stat_user_tables stat join pg_class on pg_class.oid = stat.relid
  cross join lateral (select n_dead_tup > 500 + 0.2 * greatest(reltuples, 0) as is_due) as dead
  where dead.is_due or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
    or (reltuples < 0 and pg_relation_size(stat.relid) > 16384)
  order by reltuples >= 0, n_mod_since_analyze / greatest(reltuples, 1) desc
  limit 1`
