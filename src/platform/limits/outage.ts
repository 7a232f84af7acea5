import { errorFields, type Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import { type Asking, type Bucket, type GuardedLimiter, type Limiter, LimiterAway, type Verdict } from './limiter.ts'
import { MemoryLimiter } from './memory.ts'

/** For the metrics: each request that came while the shared store was away, and what became of it. */
export type OnAway = (outcome: 'counted_in_memory' | 'refused') => void

export interface OutageSettings {
  readonly store: string
  readonly log: Log
  readonly clock: Clock
  readonly onAway: OnAway
}

const probeEveryMilliseconds = 250
const probe: readonly Bucket[] = [{ key: 'probe', limit: 1, seconds: 1 }]

/**
 * A shared limiter that may be away. From the first question it cannot answer until it answers again, no request waits
 * for it: each is counted in memory or refused, as it asked. One line in the log when it goes, and one when it is back.
 */
export class OutageGuard implements GuardedLimiter {
  readonly #shared: Limiter
  readonly #settings: OutageSettings
  readonly #standIn = new MemoryLimiter()
  #outage: { readonly began: number; requests: number } | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(shared: Limiter, settings: OutageSettings) {
    this.#shared = shared
    this.#settings = settings
  }

  take(buckets: readonly Bucket[], now: Date, asking?: Asking): Promise<Verdict> {
    return this.#ask('take', buckets, now, asking)
  }

  peek(buckets: readonly Bucket[], now: Date, asking?: Asking): Promise<Verdict> {
    return this.#ask('peek', buckets, now, asking)
  }

  async forget(buckets: readonly Bucket[]): Promise<void> {
    this.#standIn.forget(buckets)
    if (this.#outage) throw new LimiterAway()
    await this.#shared.forget(buckets)
  }

  isAway(): boolean {
    return this.#outage !== undefined
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#shared.close()
  }

  async #ask(method: 'take' | 'peek', buckets: readonly Bucket[], now: Date, asking: Asking = {}): Promise<Verdict> {
    if (!this.#outage) {
      try {
        return await this.#shared[method](buckets, now)
      } catch (error) {
        this.#begin(error)
      }
    }
    const goesOn = asking.whenAway === 'memory'
    if (this.#outage) this.#outage.requests += 1
    this.#settings.onAway(goesOn ? 'counted_in_memory' : 'refused')
    if (!goesOn) throw new LimiterAway()
    return this.#standIn[method](buckets, now)
  }

  #begin(error: unknown): void {
    if (this.#outage || this.#closed) return
    this.#outage = { began: performance.now(), requests: 0 }
    const { log, store } = this.#settings
    log.error(
      { store, ...errorFields(error) },
      'The rate limit store is unavailable. Reads are counted in this process alone; sign-in and booking are refused.',
    )
    void this.#search(this.#outage)
  }

  /** At once, for it may have been a hiccup; then a few times a second. */
  async #search(outage: { readonly began: number; readonly requests: number }): Promise<void> {
    const { store, log, clock } = this.#settings
    try {
      await this.#shared.peek(probe, clock.now())
      log.info(
        { store, seconds: Math.round((performance.now() - outage.began) / 100) / 10, requests: outage.requests },
        'The rate limit store is available again.',
      )
      this.#outage = undefined
    } catch {
      if (this.#closed) return
      this.#timer = setTimeout(() => void this.#search(outage), probeEveryMilliseconds)
      this.#timer.unref()
    }
  }
}
