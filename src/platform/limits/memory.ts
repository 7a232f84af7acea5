import type { Bucket, Limiter, Verdict } from './limiter.ts'

interface Window {
  used: number
  endsAt: number
}

const sweepAbove = 10_000

/** Counts in this process's memory: exact while one process serves. */
export const memoryLimiter = (): Limiter => {
  const windows = new Map<string, Window>()

  const windowOf = ({ key, seconds }: Bucket, now: number): Window => {
    const current = windows.get(key)
    return current && current.endsAt > now ? current : { used: 0, endsAt: now + seconds * 1000 }
  }

  const sweep = (now: number): void => {
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
  }

  return {
    take: (buckets, at) => {
      const now = at.getTime()
      if (windows.size > sweepAbove) sweep(now)
      const taken = buckets.map((bucket) => ({ bucket, window: windowOf(bucket, now) }))
      const allowed = taken.every(({ bucket, window }) => window.used < bucket.limit)
      if (allowed) {
        for (const { bucket, window } of taken) {
          window.used += 1
          windows.set(bucket.key, window)
        }
      }
      return verdictOn(taken.map(({ bucket, window }) => ({ limit: bucket.limit, used: window.used, endsAt: window.endsAt })), allowed, now)
    },
    peek: (buckets, at) => {
      const now = at.getTime()
      return verdictOn(buckets.map((bucket) => ({ limit: bucket.limit, ...windowOf(bucket, now) })), true, now)
    },
    close: async () => {},
  }
}

/** When refused: the exhausted window that ends last. Else: the one with the fewest requests left. */
export const verdictOn = (windows: readonly { limit: number; used: number; endsAt: number }[], allowed: boolean, now: number): Verdict => {
  const candidates = allowed ? windows : windows.filter(({ used, limit }) => used >= limit)
  const telling = candidates.reduce((worst, window) => {
    if (!allowed) return window.endsAt > worst.endsAt ? window : worst
    return window.limit - window.used < worst.limit - worst.used ? window : worst
  })
  return {
    allowed,
    limit: telling.limit,
    remaining: Math.max(0, telling.limit - telling.used),
    resetSeconds: Math.max(1, Math.ceil((telling.endsAt - now) / 1000)),
  }
}
