/**
 * A fixed window: so many requests in so many seconds, from the first one on. Key and length together name it, so the
 * minute, the hour and the day of one caller may share a key; no request names the same one twice. Keys are stored as
 * they are: whatever is personal in one is hashed first.
 */
export interface Bucket {
  readonly key: string
  readonly limit: number
  readonly seconds: number
}

export interface Verdict {
  readonly allowed: boolean
  /** Of the window that is nearest to exhaustion, or that refused. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until that window ends; at least 1. When refused: until a retry is allowed. */
  readonly resetSeconds: number
}

/**
 * What becomes of a request while the shared store cannot be asked: `memory` counts it in this process alone, `refuse`
 * throws LimiterAway. The default is to refuse, so that nothing is let through by an oversight.
 */
export type WhenAway = 'memory' | 'refuse'

export interface Asking {
  readonly whenAway?: WhenAway
}

/** Counts requests. A request that one bucket refuses is counted in none. */
export interface Limiter {
  take(buckets: readonly Bucket[], now: Date, asking?: Asking): Verdict | Promise<Verdict>
  /** How things stand, without counting: `allowed` says whether one more would pass. */
  peek(buckets: readonly Bucket[], now: Date, asking?: Asking): Verdict | Promise<Verdict>
  /** Ends these windows: the next request starts new ones. */
  forget(buckets: readonly Bucket[]): void | Promise<void>
  close(): Promise<void>
}

/** A limiter that goes on when its shared store is away, as `WhenAway` says. */
export interface GuardedLimiter extends Limiter {
  isAway(): boolean
}

/** The shared store cannot be asked. Whether the request goes on is for the caller to decide. */
export class LimiterAway extends Error {
  override readonly name = 'LimiterAway'

  constructor(cause?: unknown) {
    super('The rate limit store is not available.', cause === undefined ? undefined : { cause })
  }
}
