import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '#platform/db/database.ts'
import { faultOf } from '#platform/db/faults.ts'
import { errorFields, type Log } from '#platform/log.ts'
import type { Clock } from '#platform/time/clock.ts'
import { type Claim, claimJobs, deleteJobs, isJobDue, type Job, lockHeldJobs, postponeJobs } from '../store/jobs.ts'
import { delayAfter } from './back-off.ts'
import type { AnyJobKind, Done } from './kind.ts'
import { Lanes } from './lanes.ts'
import { WakeSignal } from './wake-signal.ts'

export interface WorkerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly kinds: readonly AnyJobKind[]
  /** Work that is all in the database, done before jobs are claimed: a bounded piece, and whether there is more. */
  readonly rounds?: readonly (() => Promise<{ readonly more: boolean }>)[]
  readonly bell?: WakeSignal
  /** How often to look although nobody rang. Other processes ring no bell of ours. */
  readonly lookMilliseconds?: number
  /** Longer than any job may take. */
  readonly leaseSeconds?: number
  readonly maxUnderWay?: number
  readonly maxPerLane?: number
}

interface Undertaking extends Done<unknown, unknown> {
  readonly kind: AnyJobKind
  /** When our own code failed, and there is no outcome. */
  readonly failure?: unknown
}

const maxClaimed = 50
const pauseAfterFaultMilliseconds = 1_000

/**
 * Does jobs: claims some, does them side by side, and settles what is done, many in one transaction. Several workers share
 * the work through the database alone.
 */
export class Worker {
  readonly #options: WorkerOptions & Required<Pick<WorkerOptions, 'leaseSeconds' | 'maxUnderWay' | 'maxPerLane' | 'lookMilliseconds' | 'rounds' | 'bell'>>
  readonly #lease = randomUUID()
  readonly #lanes = new Lanes()
  readonly #done: Undertaking[] = []
  #settling: Promise<void> | undefined
  #afterLane = ''
  #running: Promise<void> | undefined
  #stopped = false

  constructor(options: WorkerOptions) {
    this.#options = { leaseSeconds: 60, maxUnderWay: 200, maxPerLane: 5, lookMilliseconds: 1_000, rounds: [], bell: new WakeSignal(), ...options }
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Takes up nothing new, and waits for what is under way, but not for ever. What is not settled then, somebody else does again. */
  async stop(withinMilliseconds: number): Promise<void> {
    this.#stopped = true
    this.#options.bell.notify()
    const end = performance.now() + withinMilliseconds
    await this.#running
    while (this.#isBusy() && performance.now() < end) await this.#options.bell.wait(end - performance.now())
  }

  /** Runs all that is due now, and what follows from it; for tests and for callers that do not want to wait. */
  async drain(): Promise<void> {
    const { bell, database, clock } = this.#options
    this.#lanes.wake()
    for (;;) {
      if (await this.#takeUp()) continue
      const rest = this.#lanes.restMilliseconds()
      const isLeft = rest !== undefined && (await isJobDue(database.reader, clock.now()))
      // A lane that was full when we looked may have room by now: then it rang.
      if (!this.#isBusy() && !bell.isPending && !isLeft) return
      await bell.wait(rest ?? 1_000)
    }
  }

  #isBusy(): boolean {
    return this.#lanes.total > 0 || this.#settling !== undefined
  }

  async #run(): Promise<void> {
    const { log, bell, lookMilliseconds } = this.#options
    while (!this.#stopped) {
      try {
        if (!(await this.#takeUp())) await bell.wait(Math.min(lookMilliseconds, this.#lanes.restMilliseconds() ?? lookMilliseconds))
      } catch (error) {
        log.warn(errorFields(error), 'the background work stumbled; it is tried again')
        await new Promise((done) => setTimeout(done, pauseAfterFaultMilliseconds))
      }
    }
  }

  /** Whether it is worth while to ask again at once. */
  async #takeUp(): Promise<boolean> {
    let isMore = false
    for (const round of this.#options.rounds) isMore = (await round()).more || isMore
    return (await this.#claim()) || isMore
  }

  async #claim(): Promise<boolean> {
    const { database, maxUnderWay, kinds } = this.#options
    const free = Math.min(maxClaimed, maxUnderWay - this.#lanes.total)
    if (free <= 0 || kinds.length === 0) return false
    const claim = this.#nextClaim(free)
    // Most of the time there is nothing, and one look tells.
    if (!(await isJobDue(database.reader, claim.now))) return false
    const claimed = await database.write((tx) => this.#claimAndLoad(tx, claim))
    if (claimed === undefined) return false
    const isFull = claimed.count === free
    const wasPartial = claim.afterLane !== ''
    this.#afterLane = isFull ? claimed.lastLane : ''
    for (const undertaking of claimed.undertakings) void this.#undertake(undertaking)
    return isFull || wasPartial
  }

  /** Where nobody answers there is one thing at a time, and in all such lanes together at most half of what we do at once. */
  #nextClaim(maxJobs: number): Claim {
    const { kinds, leaseSeconds, maxPerLane, maxUnderWay, clock } = this.#options
    const slow = this.#lanes.slow()
    return {
      lease: this.#lease,
      leaseSeconds,
      kinds: kinds.map(({ name }) => name),
      maxJobs,
      maxPerLane,
      slowLanes: slow.lanes,
      restingLanes: slow.resting,
      maxSlowJobs: Math.floor(maxUnderWay / 2) - slow.underWay,
      afterLane: this.#afterLane,
      now: clock.now(),
    }
  }

  async #claimAndLoad(tx: Tx, claim: Claim) {
    const jobs = await claimJobs(tx, claim)
    if (jobs === undefined) return undefined
    const undertakings: { job: Job; kind: AnyJobKind; task: unknown }[] = []
    const idle: number[] = []
    for (const kind of this.#options.kinds) {
      const ofKind = jobs.filter((job) => job.kind === kind.name)
      if (ofKind.length === 0) continue
      const tasks = await kind.load(tx, ofKind)
      for (const job of ofKind) {
        if (tasks.has(job.id)) undertakings.push({ job, kind, task: tasks.get(job.id) })
        else idle.push(job.id)
      }
    }
    await deleteJobs(tx, idle)
    const served = jobs.map(({ lane }) => lane).filter((lane) => !claim.slowLanes.includes(lane))
    return { undertakings, count: jobs.length, lastLane: served.sort().at(-1) ?? '' }
  }

  async #undertake({ job, kind, task }: { job: Job; kind: AnyJobKind; task: unknown }): Promise<void> {
    const stay = this.#lanes.begin(job.lane)
    try {
      const outcome: unknown = await kind.act(task)
      this.#lanes.end(stay, kind.isAway(outcome))
      this.#done.push({ job, kind, task, outcome })
    } catch (failure) {
      this.#options.log.error({ kind: kind.name, ...errorFields(failure) }, 'a job failed through our own fault; it is tried again')
      this.#lanes.end(stay, false)
      this.#done.push({ job, kind, task, outcome: undefined, failure })
    }
    this.#settling ??= this.#settleAll()
  }

  /** While one transaction runs, the next one's share gathers. */
  async #settleAll(): Promise<void> {
    const began = performance.now()
    while (this.#done.length > 0) {
      const done = this.#done.splice(0)
      try {
        await this.#settle(done)
      } catch (error) {
        this.#options.log.warn(errorFields(error), 'what was done could not be settled')
        // Later than this the lease is over, and somebody else does it again.
        if (performance.now() - began < this.#options.leaseSeconds * 1000) this.#done.push(...done)
        await new Promise((pause) => setTimeout(pause, pauseAfterFaultMilliseconds))
      }
      this.#options.bell.notify()
    }
    this.#settling = undefined
    this.#options.bell.notify()
  }

  async #settle(done: readonly Undertaking[]): Promise<void> {
    const { database } = this.#options
    try {
      // What is done and not yet settled is done again when we die now.
      await database.writeFirst((tx) => this.#settleIn(tx, done))
    } catch (error) {
      if (faultOf(error) === 'away') throw error
      // One of them is in the way: the others need not wait for it.
      for (const one of done) await this.#settleAlone(one)
    }
  }

  async #settleAlone(one: Undertaking): Promise<void> {
    const { database, log } = this.#options
    try {
      await database.write((tx) => this.#settleIn(tx, [one]))
    } catch (failure) {
      if (faultOf(failure) === 'away') throw failure
      log.error({ kind: one.kind.name, ...errorFields(failure) }, 'a job could not be settled; it is done again')
      await database.write((tx) => this.#settleIn(tx, [{ ...one, failure }]))
    }
  }

  async #settleIn(tx: Tx, all: readonly Undertaking[]): Promise<void> {
    const held = await lockHeldJobs(
      tx,
      this.#lease,
      all.map(({ job }) => job.id),
    )
    const ours = all.filter(({ job }) => held.has(job.id))
    const later: { id: number; runAt: Date }[] = ours
      .filter(({ failure }) => failure !== undefined)
      .map(({ job }) => ({ id: job.id, runAt: new Date(this.#options.clock.now().getTime() + delayAfter(job.attempts)) }))
    for (const kind of this.#options.kinds) {
      const ofKind = ours.filter((one) => one.kind === kind && one.failure === undefined)
      if (ofKind.length === 0) continue
      for (const [id, runAt] of await kind.settle(tx, ofKind)) later.push({ id, runAt })
    }
    const postponed = new Set(later.map(({ id }) => id))
    await postponeJobs(tx, later)
    await deleteJobs(
      tx,
      ours.map(({ job }) => job.id).filter((id) => !postponed.has(id)),
    )
  }
}
