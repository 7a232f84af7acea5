import type { Bucket, Limiter, Verdict } from './limiter.ts'
import { latestEnd, type NamedWindow, secondsUntil, verdictOn } from './window.ts'

interface RunningWindow {
  used: number
  endsAt: number
}

/** Windows of one length, by key. The oldest stands first, and so does what has ended. */
type SameLength = Map<string, RunningWindow>

export interface MemoryLimiter extends Limiter {
  take(buckets: readonly Bucket[], now: Date): Verdict
  peek(buckets: readonly Bucket[], now: Date): Verdict
  /** Adds what was counted elsewhere. */
  absorb(windows: readonly NamedWindow[], now: Date): void
  /** Takes out what is running, the longest lasting first, at most so many. All others are forgotten. */
  drain(now: Date, max: number): NamedWindow[]
  size(): number
}

/** Per length, so that a flood of callers with short windows cannot push out anyone's long ones. About 20 MB when full. */
const defaultCapacity = 100_000

const sweepEveryMilliseconds = 10_000
/** About a millisecond's work: what is left waits for the next, sooner sweep. */
const maxDeletionsPerSweep = 10_000
const nextSweepSoonMilliseconds = 100

/** Counts in this process's memory: exact while one process serves. */
export const memoryLimiter = ({ capacity = defaultCapacity }: { readonly capacity?: number } = {}): MemoryLimiter => {
  const lengths = new Map<number, SameLength>()
  let sweptAt = Number.NEGATIVE_INFINITY
  let sweepAfter = sweepEveryMilliseconds

  const running = ({ key, seconds }: Bucket, now: number): RunningWindow | undefined => {
    const window = lengths.get(seconds)?.get(key)
    return window !== undefined && window.endsAt > now ? window : undefined
  }

  const open = ({ key, seconds }: Bucket, used: number, endsAt: number): void => {
    let windows = lengths.get(seconds)
    if (windows === undefined) {
      windows = new Map()
      lengths.set(seconds, windows)
    }
    // Deleted first, so that it goes to the end of the line.
    windows.delete(key)
    if (windows.size >= capacity) evictOldest(windows, capacity)
    windows.set(key, { used, endsAt })
  }

  const sweep = (now: number): void => {
    let left = maxDeletionsPerSweep
    for (const windows of lengths.values()) {
      for (const [key, { endsAt }] of windows) {
        if (endsAt > now || left === 0) break
        windows.delete(key)
        left -= 1
      }
    }
    sweptAt = now
    sweepAfter = left === 0 ? nextSweepSoonMilliseconds : sweepEveryMilliseconds
  }

  /** The one that refuses longest, if any does. Nothing is allocated: this is on the path of every request. */
  const refusal = (buckets: readonly Bucket[], now: number): Verdict | undefined => {
    let limit = -1
    let endsLast = 0
    for (const bucket of buckets) {
      const window = running(bucket, now)
      const latest = latestEnd(bucket, now)
      if (window !== undefined && window.endsAt > latest) window.endsAt = latest
      if ((window?.used ?? 0) < bucket.limit) continue
      const endsAt = window?.endsAt ?? latest
      if (endsAt <= endsLast) continue
      limit = bucket.limit
      endsLast = endsAt
    }
    return limit < 0 ? undefined : { allowed: false, limit, remaining: 0, resetSeconds: secondsUntil(endsLast, now) }
  }

  const count = (buckets: readonly Bucket[], now: number): Verdict => {
    let limit = 0
    let remaining = Number.POSITIVE_INFINITY
    let endsAt = 0
    for (const bucket of buckets) {
      const window = running(bucket, now)
      let used = 1
      let ends = latestEnd(bucket, now)
      if (window === undefined) open(bucket, used, ends)
      else {
        window.used += 1
        used = window.used
        ends = window.endsAt
      }
      const left = bucket.limit - used
      if (left > remaining || (left === remaining && ends <= endsAt)) continue
      limit = bucket.limit
      remaining = left
      endsAt = ends
    }
    if (remaining === Number.POSITIVE_INFINITY) throw new Error('A request is limited by at least one bucket.')
    return { allowed: true, limit, remaining, resetSeconds: secondsUntil(endsAt, now) }
  }

  return {
    take: (buckets, at) => {
      const now = at.getTime()
      if (Math.abs(now - sweptAt) >= sweepAfter) sweep(now)
      return refusal(buckets, now) ?? count(buckets, now)
    },
    peek: (buckets, at) => {
      const now = at.getTime()
      const windows = buckets.map((bucket) => {
        const window = running(bucket, now)
        const latest = latestEnd(bucket, now)
        return window === undefined ? { used: 0, endsAt: latest } : { used: window.used, endsAt: Math.min(window.endsAt, latest) }
      })
      return verdictOn(buckets, { allowed: buckets.every(({ limit }, place) => (windows[place]?.used ?? 0) < limit), windows }, now)
    },
    absorb: (windows, at) => {
      const now = at.getTime()
      // Those that end first come first, as in every line here.
      for (const { key, seconds, used, endsAt } of windows.toSorted((one, other) => one.endsAt - other.endsAt)) {
        if (endsAt <= now) continue
        const bucket = { key, seconds, limit: 0 }
        const window = running(bucket, now)
        if (window === undefined) open(bucket, used, endsAt)
        else {
          window.used += used
          window.endsAt = Math.min(window.endsAt, endsAt)
        }
      }
    },
    drain: (at, max) => {
      const now = at.getTime()
      const drained: NamedWindow[] = []
      for (const [seconds, windows] of lengths) {
        for (const [key, { used, endsAt }] of windows) if (endsAt > now) drained.push({ key, seconds, used, endsAt })
      }
      lengths.clear()
      return drained.sort((one, other) => other.endsAt - one.endsAt).slice(0, max)
    },
    size: () => {
      let size = 0
      for (const windows of lengths.values()) size += windows.size
      return size
    },
    close: async () => {},
  }
}

/** A sixteenth at a time: finding the first entry of a map that was just deleted from means stepping over the gaps. */
const evictOldest = (windows: SameLength, capacity: number): void => {
  let left = Math.max(1, Math.floor(capacity / 16))
  for (const key of windows.keys()) {
    if (left === 0) break
    windows.delete(key)
    left -= 1
  }
}
