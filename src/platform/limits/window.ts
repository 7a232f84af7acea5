import type { Bucket, Verdict } from './limiter.ts'

/** One window as it stands. A bucket without a running window has one that would start now, with nothing used. */
export interface Window {
  readonly used: number
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** What a store says of a request: one window per bucket, in their order, after counting. */
export interface Tally {
  readonly allowed: boolean
  readonly windows: readonly Window[]
}

/**
 * No window lasts longer than its length from now: else a clock that was set back would lock callers out for as long.
 */
export const latestEnd = ({ seconds }: Bucket, now: number): number => now + seconds * 1000

/**
 * When refused: the exhausted window that ends last. Else: the one with the fewest requests left, of those the one that
 * ends last.
 */
export const verdictOn = (buckets: readonly Bucket[], { allowed, windows }: Tally, now: number): Verdict => {
  let nearest: { limit: number; remaining: number; endsAt: number } | undefined
  for (const [index, { limit }] of buckets.entries()) {
    const { used, endsAt } = windows[index] as Window
    const remaining = Math.max(0, limit - used)
    if (!allowed && remaining > 0) continue
    if (!nearest || remaining < nearest.remaining || (remaining === nearest.remaining && endsAt > nearest.endsAt))
      nearest = { limit, remaining, endsAt }
  }
  if (!nearest) throw new Error('A request is limited by at least one bucket.')
  return {
    allowed,
    limit: nearest.limit,
    remaining: nearest.remaining,
    resetSeconds: secondsUntil(nearest.endsAt, now),
  }
}

/**
 * Rounded up, so that a caller that waits this long is never early. At least 1, for a window that has ended is none.
 */
const secondsUntil = (endsAt: number, now: number): number => Math.ceil((endsAt - now) / 1000)
