import { type RawBuilder, sql } from 'kysely'
import type { Database, Reader, Tx } from '#platform/db/database.ts'
import { insertRows } from '#platform/db/insert-rows.ts'

export interface NewJob {
  readonly organizationId: string
  readonly kind: string
  readonly lane: string
  /** What it is about. The job itself holds nothing that could be about anybody. */
  readonly subjectId: string
  /** When it is due; at once if left out. */
  readonly runAt?: Date
}

/** A job that a worker holds until its lease ends. */
export interface Job extends Omit<NewJob, 'runAt'> {
  readonly id: number
  /** This one included. */
  readonly attempts: number
  /** It was under way when a process died. */
  readonly isSuspect: boolean
}

/** Earlier than any machine's clock, so that the job is due wherever it is looked at. */
const atOnce = new Date(0)

const rowsAtOnce = 1000

/** In the transaction that causes them: a job is there if and only if what it is about is. */
export const insertJobs = async (tx: Tx, jobs: readonly NewJob[], now: Date): Promise<void> => {
  for (let from = 0; from < jobs.length; from += rowsAtOnce) {
    const rows = jobs
      .slice(from, from + rowsAtOnce)
      .map(({ organizationId, kind, lane, subjectId, runAt = atOnce }) => ({
        organization_id: organizationId,
        kind,
        lane,
        subject_id: subjectId,
        run_at: runAt,
        created_at: now,
      }))
    await insertRows(tx, 'jobs', rows)
  }
}

/** Whether it is worth while to claim: something waits, or was left behind by somebody who is gone. */
export const isJobDue = async (reader: Reader, now: Date): Promise<boolean> => {
  const waiting = reader
    .selectFrom('jobs')
    .select('id')
    .where('leased_until', 'is', null)
    .where('set_aside_at', 'is', null)
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .limit(1)
  const leftBehind = reader
    .selectFrom('jobs')
    .select('id')
    .where('leased_until', '<=', sql<Date>`statement_timestamp()`)
    .limit(1)
  const found = await reader
    .selectNoFrom(({ or, exists }) => or([exists(waiting), exists(leftBehind)]).as('isDue'))
    .executeTakeFirst()
  return found?.isDue === true
}

/** Since when the oldest job waits that is due and that nobody does. */
export const findOldestDue = async (reader: Reader, now: Date): Promise<Date | undefined> => {
  const waiting = reader
    .selectFrom('jobs')
    .select('run_at')
    .where('leased_until', 'is', null)
    .where('set_aside_at', 'is', null)
    .where('run_at', '<=', now)
  return (await waiting.orderBy('run_at').limit(1).executeTakeFirst())?.run_at
}

export interface JobClaim {
  readonly lease: string
  readonly leaseSeconds: number
  readonly kinds: readonly string[]
  readonly maxJobs: number
  /** In a lane that several workers have work of; and for one that has it to itself. */
  readonly maxPerLane: number
  readonly maxClaimedPerLane: number
  /**
   * Lanes that get one job at a time and come last, whichever was longest ago first; and how many jobs of all of them.
   */
  readonly slowLanes: readonly string[]
  readonly maxSlowJobs: number
  /** Of these, the ones that get nothing this time. */
  readonly restingLanes: readonly string[]
  /** The other lanes are served in turn: from the one after this. */
  readonly afterLane: string
  /** Jobs that this process is running. If their lease has ended, they are left to others. */
  readonly underWay: readonly number[]
  /**
   * Whether to take one of those that were under way when a process died: never two at once, so that the one that ends
   * processes is found.
   */
  readonly takesSuspect: boolean
  readonly now: Date
}

// An advisory lock's number. It means nothing, but nothing else may use the same.
const claiming = 7_210_001

/**
 * Undefined when somebody else is claiming in this very moment: one at a time, so that all together keep to the limit
 * of a lane. The slow lanes have what the others leave.
 */
export const claimJobs = async (tx: Tx, claim: JobClaim): Promise<readonly Job[] | undefined> => {
  const { rows: tried } = await sql<{ won: boolean }>`select pg_try_advisory_xact_lock(${claiming}) as won`.execute(tx)
  if (!tried[0]?.won) return undefined
  const isOver = sql`not ${isHeldUntil(leaseEndOf(claim))} and id <> all(${[...claim.underWay]}::bigint[])`
  // Whoever claims is alive: what it held and lost sight of is no crash.
  await releaseWhere(tx, sql`lease = ${claim.lease} and ${isOver}`)
  await countCrashes(tx, claim.now, isOver)
  const suspects = claim.takesSuspect ? await claimSuspect(tx, claim) : []
  const jobs = await claimUnsuspected(tx, { ...claim, maxJobs: claim.maxJobs - suspects.length })
  return [...suspects, ...jobs]
}

const claimUnsuspected = async (tx: Tx, claim: JobClaim): Promise<readonly Job[]> => {
  const jobs = await claimFrom(
    tx,
    claim,
    otherLanes(claim),
    { alone: claim.maxClaimedPerLane, shared: claim.maxPerLane },
    claim.maxJobs,
  )
  const maxSlowJobs = Math.min(claim.maxSlowJobs, claim.maxJobs - jobs.length)
  const resting = new Set(claim.restingLanes)
  const awake = claim.slowLanes.filter((lane) => !resting.has(lane))
  if (awake.length === 0 || maxSlowJobs <= 0) return jobs
  return [...jobs, ...(await claimFrom(tx, claim, only(awake), { alone: 1, shared: 1 }, maxSlowJobs))]
}

/** Found by leaping through the index from one to the next, so that ten thousand jobs in one are one step. */
const otherLanes = (claim: JobClaim) => sql`
  leaps as (
    (select lane from jobs where lane > ${claim.afterLane} order by lane limit 1)
    union all
    select (select jobs.lane from jobs where jobs.lane > leaps.lane order by jobs.lane limit 1) from leaps where leaps.lane is not null
  ), lanes as (
    select lane from leaps where lane is not null and lane <> all(${[...claim.slowLanes]}::text[])
  )`

const only = (lanes: readonly string[]) => sql`lanes as (select lane from unnest(${[...lanes]}::text[]) as slow (lane))`

interface LaneLimits {
  readonly alone: number
  readonly shared: number
}

const leaseEndOf = ({ leaseSeconds }: JobClaim) => sql`statement_timestamp() + ${leaseSeconds} * interval '1 second'`

/** A lease that ends too far in the future is from before the database's clock was set back, and counts as over. */
const isHeldUntil = (leaseEnd: RawBuilder<unknown>) =>
  sql`(leased_until > statement_timestamp() and leased_until <= ${leaseEnd})`

const claimed = sql`jobs.id, organization_id as "organizationId", kind, lane, subject_id as "subjectId", attempts, crashes > 0 as "isSuspect"`

const maxCrashes = 3

/** Whoever held these is gone, and did not release them: each may be why. Other jobs that it held are among them. */
const countCrashes = async (tx: Tx, now: Date, isLeftBehind: RawBuilder<unknown>): Promise<void> => {
  await sql`
    update jobs set lease = null, leased_until = null, crashes = crashes + 1, set_aside_at = case when crashes + 1 >= ${maxCrashes} then ${now}::timestamptz end
    where leased_until is not null and ${isLeftBehind}`.execute(tx)
}

/**
 * The process that held these lives, after all: it could not reach the database for longer than a lease, and others
 * counted a crash.
 */
export const uncountCrashes = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update jobs set crashes = crashes - 1, set_aside_at = null
    where id in (select id from jobs where id = any(${[...ids]}::bigint[]) and crashes > 0 order by id for update)`.execute(
    tx,
  )
}

/** The one with the most crashes first. */
const claimSuspect = async (tx: Tx, claim: JobClaim): Promise<readonly Job[]> => {
  const { rows } = await sql<Job>`
    update jobs set lease = ${claim.lease}, leased_until = ${leaseEndOf(claim)}, attempts = attempts + 1
    where id = (
      select id from jobs
      where crashes > 0 and set_aside_at is null and leased_until is null and run_at <= ${claim.now} and kind = any(${[...claim.kinds]}::text[])
      order by crashes desc, id limit 1 for update skip locked
    )
    returning ${claimed}`.execute(tx)
  return rows
}

const claimFrom = async (
  tx: Tx,
  claim: JobClaim,
  lanes: RawBuilder<unknown>,
  limits: LaneLimits,
  maxJobs: number,
): Promise<readonly Job[]> => {
  const leaseEnd = leaseEndOf(claim)
  const isHeld = isHeldUntil(leaseEnd)
  // All that is leased is little. Counted by lane, a plan that was made while the table was small may read all that
  // waits in it.
  const held = sql`
    held as materialized (
      select lane, count(*) as jobs, bool_or(lease <> ${claim.lease}) as by_others from jobs where leased_until is not null and ${isHeld} group by lane
    )`
  const room = sql`
    select greatest(0, case when by_others then ${limits.shared}::integer else ${limits.alone}::integer end - jobs) from held where held.lane = lanes.lane`
  const { rows } = await sql<Job>`
    with recursive ${lanes}, ${held}, due as (
      select found.id from lanes cross join lateral (
        select jobs.id from jobs
        where jobs.lane = lanes.lane and run_at <= ${claim.now} and kind = any(${[...claim.kinds]}::text[]) and leased_until is null and crashes = 0
          and jobs.id <> all(${[...claim.underWay]}::bigint[])
        order by run_at, jobs.id
        limit coalesce((${room}), ${limits.alone}::integer)
        for update skip locked
      ) found
      limit ${maxJobs}
    )
    update jobs set lease = ${claim.lease}, leased_until = ${leaseEnd}, attempts = attempts + 1
    from due where jobs.id = due.id
    returning ${claimed}`.execute(tx)
  return rows.sort((one, other) => one.id - other.id)
}

/**
 * Those that this lease still holds: what it did with the others does not count any more. They stay locked until the
 * end of the transaction.
 */
export const lockHeldJobs = async (tx: Tx, lease: string, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const rows = await tx
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('lease', '=', lease)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Nobody claims or settles them before the end of the transaction. */
export const lockJobsAbout = async (tx: Tx, kind: string, subjectId: string): Promise<void> => {
  await tx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Those that wait run at this time if they would run later. */
export const hastenJobs = async (tx: Tx, kind: string, subjectId: string, runAt: Date): Promise<void> => {
  await tx
    .updateTable('jobs')
    .set({ run_at: runAt })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('leased_until', 'is', null)
    .where('run_at', '>', runAt)
    .execute()
}

/** One that is under way may have looked already. */
export const isWaiting = async (tx: Tx, kind: string, subjectId: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('leased_until', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const deleteJobs = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .deleteFrom('jobs')
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
}

export const postponeJobs = async (
  tx: Tx,
  later: readonly { readonly id: number; readonly runAt: Date }[],
): Promise<void> => {
  if (later.length === 0) return
  const ids = later.map(({ id }) => id)
  const times = later.map(({ runAt }) => runAt.toISOString())
  await sql`
    update jobs set lease = null, leased_until = null, crashes = 0, run_at = later.run_at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as later (id, run_at)
    where jobs.id = later.id`.execute(tx)
}

/** They were claimed and not begun: that was no attempt. */
export const releaseUnbegun = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`update jobs set lease = null, leased_until = null, attempts = attempts - 1 where id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
}

/** For a database that one process has to itself: the process that held these is gone. */
export const releaseJobs = (tx: Tx, now: Date): Promise<void> => countCrashes(tx, now, sql`true`)

/** A worker that stops in order gives back what it did not end in time: no job is to blame for that. */
export const releaseLease = (tx: Tx, lease: string): Promise<void> => releaseWhere(tx, sql`lease = ${lease}`)

const releaseWhere = async (tx: Tx, condition: RawBuilder<unknown>): Promise<void> => {
  await sql`update jobs set lease = null, leased_until = null where leased_until is not null and ${condition}`.execute(
    tx,
  )
}

export interface SetAsideJob {
  readonly id: number
  readonly organizationId: string
  readonly kind: string
  readonly subjectId: string
  readonly setAsideAt: Date
}

const maxListed = 100

/** The newest first, of one organization or of all. */
export const listSetAsideJobs = async (reader: Reader, organizationId?: string): Promise<readonly SetAsideJob[]> =>
  reader
    .selectFrom('jobs')
    .select([
      'id',
      'organization_id as organizationId',
      'kind',
      'subject_id as subjectId',
      'set_aside_at as setAsideAt',
    ])
    .where('crashes', '>', 0)
    .where('set_aside_at', 'is not', null)
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .$narrowType<{ setAsideAt: Date }>()
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()

export const countSetAsideJobs = async (reader: Reader): Promise<number> => {
  const counted = await reader
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('crashes', '>', 0)
    .where('set_aside_at', 'is not', null)
    .executeTakeFirst()
  return Number(counted?.count ?? 0)
}

/** It may end three more processes. False when it is not set aside. */
export const retrySetAsideJob = (database: Database, id: number): Promise<boolean> =>
  database.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ crashes: 0, set_aside_at: null, run_at: atOnce })
      .where('id', '=', id)
      .where('set_aside_at', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })

/** What was still planned about these. One that is under way goes on, and settles nothing. */
export const deleteJobsAbout = async (tx: Tx, kind: string, subjectIds: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('subject_id', '=', sql<string>`any(${[...subjectIds]}::uuid[])`)
    .execute()
}

/** The place can be reached again: what was put off because it could not be need not wait any longer. */
export const hastenLane = async (tx: Tx, lane: string, now: Date): Promise<void> => {
  await tx
    .updateTable('jobs')
    .set({ run_at: atOnce })
    .where('lane', '=', lane)
    .where('run_at', '>', now)
    .where('attempts', '>', 0)
    .where('leased_until', 'is', null)
    .execute()
}
