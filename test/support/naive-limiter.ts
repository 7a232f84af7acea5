import type { Bucket, Verdict } from '#platform/limits/limiter.ts'

interface Standing {
  readonly limit: number
  readonly used: number
  readonly endsAt: number
}

/**
 * Keeps every request it let pass and works out the windows from them each time. Slow and plain: what the real ones
 * must agree with.
 */
export class NaiveLimiter {
  private readonly passed: { readonly at: number; readonly buckets: readonly Bucket[] }[] = []

  take(buckets: readonly Bucket[], now: Date): Verdict {
    const before = this.peek(buckets, now)
    if (!before.allowed) return before
    this.passed.push({ at: now.getTime(), buckets })
    return { ...this.tightest(buckets, now), allowed: true }
  }

  peek(buckets: readonly Bucket[], now: Date): Verdict {
    const exhausted = buckets.map((bucket) => this.standing(bucket, now)).filter(({ used, limit }) => used >= limit)
    if (exhausted.length === 0) return { ...this.tightest(buckets, now), allowed: true }
    const last = Math.max(...exhausted.map(({ endsAt }) => endsAt))
    return { ...toVerdict(exhausted.find(({ endsAt }) => endsAt === last) as Standing, now), allowed: false }
  }

  private tightest(buckets: readonly Bucket[], now: Date): Verdict {
    const standings = buckets.map((bucket) => this.standing(bucket, now))
    const fewest = Math.min(...standings.map(({ limit, used }) => limit - used))
    const tightest = standings.filter(({ limit, used }) => limit - used === fewest)
    const last = Math.max(...tightest.map(({ endsAt }) => endsAt))
    return toVerdict(tightest.find(({ endsAt }) => endsAt === last) as Standing, now)
  }

  private standing({ key, limit, seconds }: Bucket, now: Date): Standing {
    let start = Number.NEGATIVE_INFINITY
    let used = 0
    for (const { at, buckets } of this.passed) {
      if (!buckets.some((bucket) => bucket.key === key && bucket.seconds === seconds)) continue
      if (at >= start + seconds * 1000) {
        start = at
        used = 0
      }
      used += 1
    }
    const over = now.getTime() >= start + seconds * 1000
    return { limit, used: over ? 0 : used, endsAt: (over ? now.getTime() : start) + seconds * 1000 }
  }
}

const toVerdict = ({ limit, used, endsAt }: Standing, now: Date): Verdict => ({
  allowed: true,
  limit,
  remaining: Math.max(0, limit - used),
  resetSeconds: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)),
})
