import type { Bucket, GuardedLimiter, Verdict } from './limiter.ts'
import { latestEnd, type Tally, verdictOn } from './window.ts'

interface RunningWindow {
  used: number
  endsAt: number
}

/** Windows of one length, by key, in the order in which they end. */
type SameLength = Map<string, RunningWindow>

/**
 * Per length, so that a flood of callers with short windows cannot push out anyone's long ones. About 20 MB when full.
 */
const defaultCapacity = 100_000

const sweepEveryMilliseconds = 10_000

/** Counts in this process's memory: exact while one process serves. */
export class MemoryLimiter implements GuardedLimiter {
  readonly #lengths = new Map<number, SameLength>()
  readonly #capacity: number
  #sweptAt = Number.NEGATIVE_INFINITY

  constructor({ capacity = defaultCapacity }: { readonly capacity?: number } = {}) {
    this.#capacity = capacity
  }

  take(buckets: readonly Bucket[], at: Date): Verdict {
    const now = at.getTime()
    if (Math.abs(now - this.#sweptAt) >= sweepEveryMilliseconds) this.#sweep(now)
    const tally = this.#tally(buckets, now)
    if (tally.allowed)
      for (const [index, bucket] of buckets.entries()) this.#count(bucket, tally.windows[index] as RunningWindow)
    return verdictOn(buckets, tally, now)
  }

  peek(buckets: readonly Bucket[], at: Date): Verdict {
    const now = at.getTime()
    return verdictOn(buckets, this.#tally(buckets, now), now)
  }

  forget(buckets: readonly Bucket[]): void {
    for (const { key, seconds } of buckets) this.#lengths.get(seconds)?.delete(key)
  }

  isAway(): boolean {
    return false
  }

  size(): number {
    let size = 0
    for (const windows of this.#lengths.values()) size += windows.size
    return size
  }

  async close(): Promise<void> {}

  #tally(buckets: readonly Bucket[], now: number): Tally {
    const windows = buckets.map((bucket) => this.#windowOf(bucket, now))
    return { allowed: windows.every(({ used }, index) => used < (buckets[index] as Bucket).limit), windows }
  }

  /** The running window, or one that would start now: that one is kept only once something is counted in it. */
  #windowOf(bucket: Bucket, now: number): RunningWindow {
    const endsAt = latestEnd(bucket, now)
    const window = this.#lengths.get(bucket.seconds)?.get(bucket.key)
    if (window === undefined || window.endsAt <= now) return { used: 0, endsAt }
    if (window.endsAt > endsAt) window.endsAt = endsAt
    return window
  }

  #count({ key, seconds }: Bucket, window: RunningWindow): void {
    if (window.used === 0) this.#keep(key, seconds, window)
    window.used += 1
  }

  #keep(key: string, seconds: number, window: RunningWindow): void {
    const windows: SameLength = this.#lengths.get(seconds) ?? new Map()
    this.#lengths.set(seconds, windows)
    // Deleted first, so that the new window goes to the end of the map.
    windows.delete(key)
    if (windows.size >= this.#capacity) deleteOldest(windows, Math.ceil(this.#capacity / 16))
    windows.set(key, window)
  }

  #sweep(now: number): void {
    for (const windows of this.#lengths.values()) {
      for (const [key, { endsAt }] of windows) {
        if (endsAt > now) break
        windows.delete(key)
      }
    }
    this.#sweptAt = now
  }
}

/** Many at a time: finding the first entry of a map that was just deleted from means stepping over the gaps. */
const deleteOldest = (windows: SameLength, count: number): void => {
  let left = count
  for (const key of windows.keys()) {
    if (left === 0) return
    windows.delete(key)
    left -= 1
  }
}
