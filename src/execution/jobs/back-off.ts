import { randomInt } from 'node:crypto'
import { hour, minute } from '#platform/time/durations.ts'

/**
 * 1, 2, 4 … 32 minutes, then an hour, each a tenth more or less, so that what failed together does not come back
 * together.
 */
export const delayAfter = (attempts: number, spread = randomInt(-1000, 1001) / 10_000): number =>
  Math.round(Math.min(minute * 2 ** Math.min(attempts - 1, 20), hour) * (1 + spread))

/**
 * When to retry what failed just now; undefined when it has failed for as long as it may. The last attempt is at the
 * end of that time.
 */
export const nextAttempt = (
  firstFailedAt: Date,
  now: Date,
  delayMilliseconds: number,
  patienceMilliseconds: number,
): Date | undefined => {
  const last = firstFailedAt.getTime() + patienceMilliseconds
  return now.getTime() >= last ? undefined : new Date(Math.min(now.getTime() + delayMilliseconds, last))
}
