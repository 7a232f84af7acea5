import { type Bucket, type Limiter, LimiterAway } from './limiter.ts'
import { latestEnd, type Tally, verdictOn } from './window.ts'

/**
 * Windows that several processes share. Each call is atomic over all its buckets; what it throws means that it is away.
 */
export interface WindowStore {
  /** Counts the request in all windows, or in none when one is exhausted. */
  count(buckets: readonly Bucket[], now: Date): Promise<Tally>
  look(buckets: readonly Bucket[], now: Date): Promise<Tally>
  forget(buckets: readonly Bucket[]): Promise<void>
  close(): Promise<void>
}

interface Exhausted {
  readonly used: number
  readonly endsAt: number
  readonly trustedUntil: number
}

const trustMilliseconds = 1000
const maxRemembered = 10_000

/**
 * A window that is used up stays so until it ends, so a refusal is remembered for a second: a caller who hammers on
 * costs the store one question a second, not one per request.
 */
export const limiterOver = (store: WindowStore): Limiter => {
  const exhausted = new Map<string, Exhausted>()

  /** Only for a single bucket: of several, another may be exhausted for longer by now. */
  const remembered = (buckets: readonly Bucket[], now: number): Tally | undefined => {
    const bucket = buckets[0]
    if (bucket === undefined || buckets.length > 1 || exhausted.size === 0) return undefined
    const name = storedKey(bucket)
    const known = exhausted.get(name)
    if (known === undefined) return undefined
    if (now < known.trustedUntil && known.endsAt <= latestEnd(bucket, now))
      return bucket.limit <= known.used ? { allowed: false, windows: [known] } : undefined
    exhausted.delete(name)
    return undefined
  }

  const remember = (buckets: readonly Bucket[], { allowed, windows }: Tally, now: number): void => {
    const [bucket] = buckets
    const [window] = windows
    if (allowed || bucket === undefined || window === undefined || buckets.length > 1) return
    if (exhausted.size >= maxRemembered) exhausted.clear()
    exhausted.set(storedKey(bucket), { ...window, trustedUntil: Math.min(window.endsAt, now + trustMilliseconds) })
  }

  return {
    take: (buckets, at) => {
      const now = at.getTime()
      const known = remembered(buckets, now)
      if (known) return verdictOn(buckets, known, now)
      return store.count(buckets, at).then((tally) => {
        remember(buckets, tally, now)
        return verdictOn(buckets, tally, now)
      }, away)
    },
    peek: (buckets, at) => store.look(buckets, at).then((tally) => verdictOn(buckets, tally, at.getTime()), away),
    forget: async (buckets) => {
      for (const bucket of buckets) exhausted.delete(storedKey(bucket))
      await store.forget(buckets).catch(away)
    },
    close: () => store.close(),
  }
}

/** How a window is called in a shared store. */
export const storedKey = ({ key, seconds }: Pick<Bucket, 'key' | 'seconds'>): string => `${key}:${seconds}`

const away = (error: unknown): never => {
  throw error instanceof LimiterAway ? error : new LimiterAway(error)
}
