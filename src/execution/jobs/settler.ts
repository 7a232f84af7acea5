import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '#platform/db/database.ts'
import { faultOf } from '#platform/db/faults.ts'
import { errorFields, type Log } from '#platform/log.ts'
import type { Clock } from '#platform/time/clock.ts'
import { deleteJobs, lockHeldJobs, postponeJobs, releaseUnbegun, uncountCrashes } from '../store/jobs.ts'
import { delayAfter } from './back-off.ts'
import type { JobCounts, JobOutcome } from './job-counts.ts'
import type { AnyJobKind, Done } from './kind.ts'

export interface FinishedJob extends Done<unknown, unknown> {
  readonly kind: AnyJobKind
  /** When our own code failed, and there is no outcome. */
  readonly failure?: unknown
  /** It was claimed and not begun. */
  readonly isReleased?: boolean
}

interface SettlerOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly kinds: readonly AnyJobKind[]
  readonly lease: string
  readonly leaseSeconds: number
  readonly jobCounts: JobCounts
  /** How long to wait for more. */
  gatherMilliseconds(): number
  onSettled(): void
}

const pauseAfterFaultMilliseconds = 1_000

interface Waiting {
  readonly one: FinishedJob
  readonly since: number
}

/** Persists job outcomes in batches, one transaction per batch. */
export class Settler {
  readonly #options: SettlerOptions
  readonly #waiting: Waiting[] = []
  #batch: readonly Waiting[] = []
  #running: Promise<void> | undefined

  constructor(options: SettlerOptions) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#running !== undefined
  }

  /** The jobs whose outcomes are not persisted yet. */
  get jobIds(): readonly number[] {
    return [...this.#batch, ...this.#waiting].map(({ one }) => one.job.id)
  }

  add(one: FinishedJob): void {
    this.#waiting.push({ one, since: performance.now() })
    this.#running ??= this.#run()
  }

  /** While one transaction runs, the next batch gathers. */
  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await pause(this.#options.gatherMilliseconds())
      const batch = this.#waiting.splice(0)
      this.#batch = batch
      try {
        await this.#settle(batch.map(({ one }) => one))
      } catch (error) {
        this.#options.log.warn(errorFields(error), 'could not persist job outcomes')
        // While the database is away nobody else takes the jobs. An outcome that cannot be persisted otherwise is
        // dropped with its lease, which is each job's own: another worker retries the job.
        const oldest = performance.now() - this.#options.leaseSeconds * 1000
        this.#waiting.push(...(faultOf(error) === 'away' ? batch : batch.filter(({ since }) => since > oldest)))
        await pause(pauseAfterFaultMilliseconds)
      }
      this.#batch = []
      this.#options.onSettled()
    }
    this.#running = undefined
    this.#options.onSettled()
  }

  async #settle(done: readonly FinishedJob[]): Promise<void> {
    const { database } = this.#options
    try {
      // If the process dies before this commits, the work is repeated.
      const count = await database.writeFirst((tx) => this.#settleIn(tx, done))
      count()
    } catch (error) {
      if (faultOf(error) === 'away') throw error
      // One of them is in the way: the others need not wait for it.
      for (const one of done) await this.#settleAlone(one)
    }
  }

  async #settleAlone(one: FinishedJob): Promise<void> {
    const { database, log } = this.#options
    try {
      const count = await database.write((tx) => this.#settleIn(tx, [one]))
      count()
    } catch (failure) {
      if (faultOf(failure) === 'away') throw failure
      log.error(
        { kind: one.kind.name, ...errorFields(failure) },
        'could not persist a job outcome; the job will run again',
      )
      const count = await database.write((tx) => this.#settleIn(tx, [{ ...one, failure }]))
      count()
    }
  }

  /** What is counted is counted when it is committed. */
  async #settleIn(tx: Tx, all: readonly FinishedJob[]): Promise<() => void> {
    const held = await lockHeldJobs(
      tx,
      this.#options.lease,
      all.map(({ job }) => job.id),
    )
    const mine = all.filter(({ job }) => held.has(job.id))
    await uncountCrashes(
      tx,
      all.map(({ job }) => job.id).filter((id) => !held.has(id)),
    )
    await releaseUnbegun(
      tx,
      mine.filter(({ isReleased }) => isReleased).map(({ job }) => job.id),
    )
    const ours = mine.filter(({ isReleased }) => !isReleased)
    const later: { id: number; runAt: Date }[] = ours
      .filter(({ failure }) => failure !== undefined)
      .map(({ job }) => ({
        id: job.id,
        runAt: new Date(this.#options.clock.now().getTime() + delayAfter(job.attempts)),
      }))
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
    return () => {
      for (const one of ours) this.#options.jobCounts.add(one.kind.name, outcomeOf(one, postponed.has(one.job.id)))
    }
  }
}

const outcomeOf = ({ kind, outcome, failure }: FinishedJob, isPostponed: boolean): JobOutcome => {
  if (failure !== undefined) return 'failed'
  if (isPostponed) return 'again'
  return kind.isRefused?.(outcome) ? 'given_up' : 'done'
}
