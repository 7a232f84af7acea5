import { Problem, tooManyRequests } from '#contract/problem.ts'
import { type Bucket, type Limiter, LimiterAway } from '#platform/limits/limiter.ts'

/**
 * Counts an attempt in all of these windows. Refused when one is used up, and while the limiter is away: guessing and
 * mailing must not be free.
 */
export const countAttempt = async (
  limiter: Limiter | undefined,
  buckets: readonly Bucket[],
  now: Date,
): Promise<void> => {
  const verdict = await limiter?.take(buckets, now, { whenAway: 'refuse' })
  if (verdict && !verdict.allowed) throw new TooManyAttempts(verdict.resetSeconds)
}

/** While the limiter is away, so are its windows: they end by themselves. */
export const forgetAttempts = async (limiter: Limiter | undefined, buckets: readonly Bucket[]): Promise<void> => {
  try {
    await limiter?.forget(buckets)
  } catch (error) {
    if (!(error instanceof LimiterAway)) throw error
  }
}

export class TooManyAttempts extends Problem {
  /** Until a retry is allowed: the value of `Retry-After`. */
  readonly seconds: number

  constructor(seconds: number) {
    super(tooManyRequests, { message: `Too many attempts. Wait ${textOf(seconds)}, then try again.` })
    this.seconds = seconds
  }
}

const textOf = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
