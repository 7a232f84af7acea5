import type { WakeSignal } from '#execution/jobs/wake-signal.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#platform/time/clock.ts'

/**
 * What the wiring of the house gives to its command line. It is loaded when first needed: most of it is the HTTP face.
 */
export interface Wiring {
  openDatabase(config: Config, log: Log): Promise<Database>
  createContext(config: Config, database: Database, clock: Clock): Promise<AppContext>
  /**
   * Listens, and answers; but is not ready before `becomeReady`. The only server on its database counts requests in
   * memory.
   */
  serveHttp(config: Config, context: AppContext, log: Log, placement: Placement): Promise<Serving>
  /** For a process that serves nothing else. */
  serveMetrics(config: Config, context: AppContext): Promise<{ close(): void }>
  /** For a supervisor: those of its workers, together. */
  serveWorkerMetrics(config: Config, collect: () => Promise<readonly (readonly object[])[]>): Promise<{ close(): void }>
  /** Starts the background work, which runs until it is stopped. */
  startWork(context: AppContext, log: Log, wakeSignal: WakeSignal): Promise<RunningWork>
  readonly periodicTasks: readonly PeriodicTask[]
}

/** A server among others. */
export interface Placement {
  /** On its database. */
  readonly isOnlyServer: boolean
  /** How many share its port, if it is one of several workers. */
  readonly workers: number | undefined
}

export interface RunningWork {
  /** Takes up nothing new, and waits for what is under way until that moment at the latest. */
  stop(withinMilliseconds: number): Promise<void>
}

export interface Serving {
  becomeReady(): void
  /** Says "not ready", lets running requests end, and is gone at that moment at the latest. */
  stop(withinMilliseconds: number): Promise<void>
}

/** Background work that comes round: it does a bounded piece, and says whether there is more. */
export interface PeriodicTask {
  readonly name: string
  readonly everySeconds: number
  run(context: AppContext): Promise<{ readonly more: boolean }>
}
