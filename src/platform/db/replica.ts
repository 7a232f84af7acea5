import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Database, Replica } from './database.ts'
import { readerOver, readerThrough } from './dialect.ts'
import { OwnConnection } from './own-connection.ts'
import { openReaders } from './postgres.ts'

/** The oldest that is still read from. */
const maxAgeMilliseconds = 1_000
const betweenPollsMilliseconds = 200
/** A minute of them: one that is further behind is as good as gone. */
const maxSamples = 300

/**
 * Short, because the primary answers what the replica does not. A slow statement ends before its connection is given
 * up.
 */
const waits = {
  connectionTimeoutMillis: 1_000,
  statement_timeout: 900,
  lock_timeout: 900,
  idle_in_transaction_session_timeout: 10_000,
  query_timeout: 1_000,
}

/** How far a server has come: what it has written, or on a standby what it has replayed. */
interface Progress {
  readonly isStandby: boolean
  /** Bytes of the write-ahead log. */
  readonly position: bigint
  /** Of the cluster and the database in it; a standby has those of its primary. */
  readonly identity: string
}

const progressText = `
  select
    pg_is_in_recovery() as "isStandby",
    coalesce(pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'), 0)::text as position,
    (select system_identifier::text from pg_control_system()) || ' ' || (select oid::text from pg_database where datname = current_database()) as identity`

type ProgressRow = Omit<Progress, 'position'> & { readonly position: string }

const progressFrom = (row: ProgressRow | undefined): Progress => {
  if (!row) throw new Error('PostgreSQL did not say how far it has come.')
  return { ...row, position: BigInt(row.position) }
}

const progressOfPrimary = async ({ reader }: Pick<Database, 'reader'>): Promise<Progress> =>
  progressFrom((await sql<ProgressRow>`${sql.raw(progressText)}`.execute(reader as Kysely<Tables>)).rows[0])

/**
 * A standby never has more than its primary. One that has follows another server, of which both are copies, or one that
 * has been replaced.
 */
const isAhead = async (replica: Progress, primary: Progress, database: Pick<Database, 'reader'>): Promise<boolean> =>
  replica.position > primary.position && replica.position > (await progressOfPrimary(database)).position

const openWatch = (url: string): OwnConnection =>
  new OwnConnection(url, { purpose: 'replica', answerMilliseconds: waits.query_timeout })

const progressOver = async (connection: OwnConnection): Promise<Progress> =>
  progressFrom((await connection.query<ProgressRow>('replica_progress', progressText, []))[0])

/** The primary, with a standby to read from. */
export const withReplica = (primary: Database, url: string): Database => {
  const replica = new WatchedReplica(primary, url)
  return {
    ...primary,
    replica,
    close: async () => {
      await Promise.all([replica.close(), primary.close()])
    },
  }
}

/**
 * The position of the primary is noted with the time. A standby that has replayed up to a noted position has everything
 * from before that time. So one that lags, hangs or is gone grows old by itself, whatever the reason, and no clocks of
 * two machines are compared.
 */
class WatchedReplica implements Replica {
  readonly reader: Kysely<Tables>
  readonly #primary: Database
  readonly #readers: ReturnType<typeof openReaders>
  readonly #connection: OwnConnection
  readonly #counts = { served: 0, repeated: 0 }
  #samples: { readonly at: number; readonly position: bigint }[] = []
  #completeAt: number | undefined
  #watchedSince: number | undefined
  #watching = false

  constructor(primary: Database, url: string) {
    this.#primary = primary
    this.#connection = openWatch(url)
    // A loss shows in the age, and statements that fail are done again.
    this.#readers = openReaders(url, waits, () => {})
    const [near, far] = [readerOver(this.#readers), primary.reader as Kysely<Tables>]
    this.reader = readerThrough(async (query) => {
      if (!this.isCurrent()) return far.executeQuery(query)
      try {
        const result = await near.executeQuery(query)
        this.#counts.served += 1
        return result
      } catch {
        this.#counts.repeated += 1
        return far.executeQuery(query)
      }
    })
  }

  isCurrent(): boolean {
    return this.#completeAt !== undefined && performance.now() - this.#completeAt <= maxAgeMilliseconds
  }

  ageMilliseconds(): number | undefined {
    const since = this.#completeAt ?? this.#watchedSince
    return since === undefined ? undefined : performance.now() - since
  }

  counts(): { readonly served: number; readonly repeated: number } {
    return this.#counts
  }

  watch(onTurn: (isCurrent: boolean) => void): void {
    this.#watching = true
    this.#watchedSince = performance.now()
    void this.#lookOn(onTurn)
  }

  async #lookOn(onTurn: (isCurrent: boolean) => void): Promise<void> {
    for (let before: boolean | undefined; this.#watching; ) {
      await this.#look().catch(() => {})
      const now = this.isCurrent()
      if (now !== before) onTurn(now)
      before = now
      await pause(betweenPollsMilliseconds, undefined, { ref: false })
    }
  }

  async #look(): Promise<void> {
    const at = performance.now()
    const primary = await progressOfPrimary(this.#primary)
    // In the middle of a failover.
    if (primary.isStandby) return
    this.#samples = [...this.#samples.slice(1 - maxSamples), { at, position: primary.position }]
    const replica = await progressOver(this.#connection)
    if (!replica.isStandby || replica.identity !== primary.identity || (await isAhead(replica, primary, this.#primary)))
      return
    const replayed = this.#samples.findLast(({ position }) => position <= replica.position)
    if (replayed) this.#completeAt = replayed.at
  }

  async close(): Promise<void> {
    this.#watching = false
    await Promise.all([this.#connection.close(), this.#readers.close()])
  }
}

/** What there is to say about a replica before it is used. */
export type ReplicaFinding =
  | { readonly kind: 'wrong'; readonly sentence: string }
  | { readonly kind: 'away'; readonly error: unknown }
  /** Undefined: longer than anybody waited. */
  | { readonly kind: 'follows'; readonly lagMilliseconds: number | undefined }

const longestLagMilliseconds = 2_000

export const inspectReplica = async (primary: Pick<Database, 'reader'>, url: string): Promise<ReplicaFinding> => {
  const connection = openWatch(url)
  try {
    const goal = await progressOfPrimary(primary)
    const began = performance.now()
    for (;;) {
      const replica = await progressOver(connection)
      if (!replica.isStandby) return { kind: 'wrong', sentence: isPrimary }
      if (replica.identity !== goal.identity || (await isAhead(replica, goal, primary)))
        return { kind: 'wrong', sentence: isAnother }
      const lagMilliseconds = performance.now() - began
      if (replica.position >= goal.position) return { kind: 'follows', lagMilliseconds }
      if (lagMilliseconds > longestLagMilliseconds) return { kind: 'follows', lagMilliseconds: undefined }
      await pause(10)
    }
  } catch (error) {
    return { kind: 'away', error }
  } finally {
    await connection.close()
  }
}

const isPrimary =
  'OPENSLOT_DATABASE_REPLICA_URL leads to a primary, not to a standby of it. Set it to a standby of the server of DATABASE_URL, or unset it.'
const isAnother =
  'OPENSLOT_DATABASE_REPLICA_URL leads to another database than DATABASE_URL. Set it to a standby of the same server, or unset it.'
