import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '#platform/db/database.ts'
import { errorFields, type Log } from '#platform/log.ts'
import type { Clock } from '#platform/time/clock.ts'
import { claimJobs, deleteJobs, isJobDue, type Job, type JobClaim, lockHeldJobs, releaseLease } from '../store/jobs.ts'
import { traced } from '../tracing.ts'
import { JobCounts } from './job-counts.ts'
import type { AnyJobKind } from './kind.ts'
import { LaneQueues } from './lane-queues.ts'
import { Lanes } from './lanes.ts'
import { Settler } from './settler.ts'
import { WakeSignal } from './wake-signal.ts'

export interface WorkerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly kinds: readonly AnyJobKind[]
  /** Work that is all in the database, done before jobs are claimed: a bounded piece, and whether there is more. */
  readonly rounds?: readonly (() => Promise<{ readonly more: boolean }>)[]
  readonly wakeSignal?: WakeSignal
  readonly jobCounts?: JobCounts
  /** What happens within this time is done together: one round of many costs little more than a round of one. */
  readonly gatherMilliseconds?: number
  /** How often to look without a signal. Other processes send none to this one. */
  readonly pollMilliseconds?: number
  /** Longer than any job may take. */
  readonly leaseSeconds?: number
  readonly maxUnderWay?: number
  /** What is done at once in a lane, by all processes together. */
  readonly maxPerLane?: number
  /** What one process claims of a lane that no other has work of: the rest waits here, so that a claim serves many. */
  readonly maxClaimedPerLane?: number
}

interface Claimed {
  readonly job: Job
  readonly kind: AnyJobKind
  readonly task: unknown
  /** On the process's own clock. Later than this the lease may end before the job does. */
  readonly beginBy: number
  /** Its lane was slow when it was claimed: it shows whether that is over. */
  readonly isProbe: boolean
}

type Settings = WorkerOptions & Required<Omit<WorkerOptions, 'database' | 'clock' | 'log' | 'kinds'>>

const maxClaimed = 100
/** The part of a lease within which a job must begin: the longest, a look at calendars, needs three quarters of one. */
const beginWithin = 1 / 6
const pauseAfterFaultMilliseconds = 1_000

/**
 * Does jobs: claims some, does them side by side, and settles what is done, many in one transaction. Several workers
 * share the work through the database alone.
 */
export class Worker {
  readonly #options: Settings
  readonly #lease = randomUUID()
  readonly #lanes = new Lanes()
  readonly #waiting = new LaneQueues<Claimed>()
  readonly #settler: Settler
  readonly #underWay = new Set<number>()
  readonly #suspects = new Set<number>()
  #afterLane = ''
  #running: Promise<void> | undefined
  #stopped = false

  constructor(options: WorkerOptions) {
    this.#options = {
      leaseSeconds: 60,
      maxUnderWay: 200,
      maxPerLane: 5,
      maxClaimedPerLane: options.maxPerLane ?? 5,
      pollMilliseconds: 1_000,
      gatherMilliseconds: 0,
      rounds: [],
      wakeSignal: new WakeSignal(),
      jobCounts: new JobCounts(),
      ...options,
    }
    const { gatherMilliseconds, wakeSignal } = this.#options
    this.#settler = new Settler({
      ...this.#options,
      lease: this.#lease,
      gatherMilliseconds: () => (this.#running ? gatherMilliseconds : 0),
      onSettled: () => wakeSignal.notify(),
    })
  }

  start(): void {
    this.#running = this.#run()
  }

  /**
   * Takes up nothing new, and waits for what is under way, but not for ever. What is not settled then, somebody else
   * does again.
   */
  async stop(withinMilliseconds: number): Promise<void> {
    this.#stopped = true
    this.#options.wakeSignal.notify()
    const end = performance.now() + withinMilliseconds
    await this.#running
    while (this.#isBusy() && performance.now() < end) await this.#options.wakeSignal.wait(end - performance.now())
    if (this.#isBusy()) await this.#options.database.write((tx) => releaseLease(tx, this.#lease)).catch(() => {})
  }

  /** Runs all that is due now, and what follows from it; for tests and for callers that do not want to wait. */
  async drain(): Promise<void> {
    const { wakeSignal, database, clock } = this.#options
    this.#lanes.wake()
    for (;;) {
      if (await this.#runRoundsAndClaim()) continue
      const rest = this.#lanes.restMilliseconds()
      const isLeft = rest !== undefined && (await isJobDue(database.reader, clock.now()))
      // A lane that was full when we looked may have room by now: then there was a signal.
      if (!this.#isBusy() && !wakeSignal.isPending && !isLeft) return
      await wakeSignal.wait(rest ?? 1_000)
    }
  }

  #isBusy(): boolean {
    return this.#lanes.total + this.#waiting.total > 0 || this.#settler.isBusy
  }

  async #run(): Promise<void> {
    const { log, wakeSignal, pollMilliseconds, gatherMilliseconds } = this.#options
    while (!this.#stopped) {
      try {
        if (await this.#runRoundsAndClaim()) continue
        const rested = pause(gatherMilliseconds)
        await wakeSignal.wait(Math.min(pollMilliseconds, this.#lanes.restMilliseconds() ?? pollMilliseconds))
        if (!this.#stopped) await rested
      } catch (error) {
        log.warn(errorFields(error), 'background work failed; retrying')
        await pause(pauseAfterFaultMilliseconds)
      }
    }
  }

  /** Whether it is worth while to ask again at once. */
  async #runRoundsAndClaim(): Promise<boolean> {
    let isMore = false
    for (const round of this.#options.rounds) isMore = (await round()).more || isMore
    return (await this.#claim()) || isMore
  }

  async #claim(): Promise<boolean> {
    const { database, maxUnderWay, kinds } = this.#options
    const free = Math.min(maxClaimed, maxUnderWay - this.#lanes.total - this.#waiting.total)
    if (free <= 0 || kinds.length === 0) return false
    const claim = this.#nextClaim(free)
    // Most of the time there is nothing, and one look tells.
    if (!(await isJobDue(database.reader, claim.now))) return false
    const claimed = await database.write((tx) => this.#claimAndLoad(tx, claim))
    if (claimed === undefined) return false
    const isFull = claimed.count === free
    const wasPartial = claim.afterLane !== ''
    this.#afterLane = isFull ? claimed.lastLane : ''
    for (const one of claimed.claimed) {
      if (one.job.isSuspect) this.#suspects.add(one.job.id)
      this.#waiting.add(one.job.lane, one)
    }
    for (const lane of new Set(claimed.claimed.map(({ job }) => job.lane))) this.#begin(lane)
    return isFull || wasPartial
  }

  /**
   * Where nobody answers there is one thing at a time, and in all such lanes together at most half of what we do at
   * once.
   */
  #nextClaim(maxJobs: number): JobClaim {
    const { kinds, leaseSeconds, maxPerLane, maxClaimedPerLane, maxUnderWay, clock } = this.#options
    const slow = this.#lanes.slow()
    return {
      lease: this.#lease,
      leaseSeconds,
      kinds: kinds.map(({ name }) => name),
      maxJobs,
      maxPerLane,
      maxClaimedPerLane,
      slowLanes: slow.lanes,
      restingLanes: slow.resting,
      maxSlowJobs: Math.floor(maxUnderWay / 2) - slow.underWay,
      afterLane: this.#afterLane,
      underWay: [...this.#underWay, ...this.#settler.jobIds],
      takesSuspect: this.#suspects.size === 0,
      now: clock.now(),
    }
  }

  async #claimAndLoad(tx: Tx, claim: JobClaim) {
    const jobs = await claimJobs(tx, claim)
    if (jobs === undefined) return undefined
    const beginBy = performance.now() + claim.leaseSeconds * beginWithin * 1000
    const claimed: Claimed[] = []
    const idle: number[] = []
    for (const kind of this.#options.kinds) {
      const ofKind = jobs.filter((job) => job.kind === kind.name)
      if (ofKind.length === 0) continue
      const tasks = await kind.load(tx, ofKind)
      for (const job of ofKind) {
        if (tasks.has(job.id))
          claimed.push({ job, kind, task: tasks.get(job.id), beginBy, isProbe: claim.slowLanes.includes(job.lane) })
        else idle.push(job.id)
      }
    }
    await deleteJobs(tx, idle)
    const served = jobs.map(({ lane }) => lane).filter((lane) => !claim.slowLanes.includes(lane))
    return { claimed, count: jobs.length, lastLane: served.sort().at(-1) ?? '' }
  }

  /**
   * As many as the lane has room for. Where nobody answers, when it is late and when we stop, the others are given
   * back.
   */
  #begin(lane: string): void {
    while (this.#lanes.underWayIn(lane) < this.#options.maxPerLane) {
      const next = this.#waiting.take(lane)
      if (!next) return
      const isHopeless = !next.isProbe && this.#lanes.isFailing(lane)
      if (this.#stopped || isHopeless || performance.now() > next.beginBy) {
        this.#suspects.delete(next.job.id)
        this.#settler.add({ ...next, outcome: undefined, isReleased: true })
      } else void this.#runJob(next)
    }
  }

  async #runJob({ job, kind, task }: Claimed): Promise<void> {
    const running = this.#lanes.begin(job.lane)
    this.#underWay.add(job.id)
    try {
      const isHeld = async (tx: Tx): Promise<boolean> => (await lockHeldJobs(tx, this.#lease, [job.id])).has(job.id)
      const outcome: unknown = await traced(`job ${kind.name}`, {}, async () => kind.act(task, isHeld))
      this.#lanes.end(running, kind.isAway(outcome))
      this.#settler.add({ job, kind, task, outcome })
    } catch (failure) {
      this.#options.log.error(
        { kind: kind.name, ...errorFields(failure) },
        'a job failed with an internal error; retrying',
      )
      this.#lanes.end(running, false)
      this.#settler.add({ job, kind, task, outcome: undefined, failure })
    }
    this.#underWay.delete(job.id)
    this.#suspects.delete(job.id)
    this.#begin(job.lane)
  }
}
