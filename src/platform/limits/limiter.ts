/** A fixed window: so many requests in so many seconds, from the first one on. */
export interface Bucket {
  readonly key: string
  readonly limit: number
  readonly seconds: number
}

export interface Verdict {
  readonly allowed: boolean
  /** Of the bucket that is nearest to exhaustion, or that refused. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until a retry is allowed; at least 1. */
  readonly resetSeconds: number
}

/** Counts requests. A request that one bucket refuses is counted in none. */
export interface Limiter {
  take(buckets: readonly Bucket[], now: Date): Verdict | Promise<Verdict>
  /** What `take` would say of the window, without counting. */
  peek(buckets: readonly Bucket[], now: Date): Verdict | Promise<Verdict>
  close(): Promise<void>
}

/** The shared store cannot be asked. Whether the request goes on is for the caller to decide. */
export class LimiterAway extends Error {
  override readonly name = 'LimiterAway'
}
