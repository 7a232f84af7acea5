import type { Bucket, Verdict } from './limiter.ts'

/** One window as it stands. A bucket without a running window has one that would start now, with nothing used. */
export interface Window {
  readonly used: number
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** A window with its name: how it travels from one store to another. */
export interface NamedWindow extends Window {
  readonly key: string
  readonly seconds: number
}

/** What a store says of a request: one window per bucket, in their order, after counting. */
export interface Tally {
  readonly allowed: boolean
  readonly windows: readonly Window[]
}

/** No window lasts longer than its length from now: else a clock that was set back would lock callers out for as long. */
export const latestEnd = ({ seconds }: Bucket, now: number): number => now + seconds * 1000

/** When refused: the exhausted window that ends last. Else: the one with the fewest requests left, of those the one that ends last. */
export const verdictOn = (buckets: readonly Bucket[], { allowed, windows }: Tally, now: number): Verdict => {
  let telling: { limit: number; remaining: number; endsAt: number } | undefined
  for (const [place, { limit }] of buckets.entries()) {
    const { used, endsAt } = windows[place] as Window
    const remaining = Math.max(0, limit - used)
    if (!allowed && remaining > 0) continue
    if (!telling || remaining < telling.remaining || (remaining === telling.remaining && endsAt > telling.endsAt)) telling = { limit, remaining, endsAt }
  }
  if (!telling) throw new Error('A request is limited by at least one bucket.')
  return { allowed, limit: telling.limit, remaining: telling.remaining, resetSeconds: secondsUntil(telling.endsAt, now) }
}

/** Rounded up, so that who waits so long is never early. At least 1, for a window that has ended is none. */
export const secondsUntil = (endsAt: number, now: number): number => Math.ceil((endsAt - now) / 1000)
