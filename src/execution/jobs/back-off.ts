import { randomInt } from 'node:crypto'
import { hour, minute } from '#platform/time/durations.ts'

/** 1, 2, 4 … 32 minutes, then an hour, each a tenth more or less, so that what failed together does not come back together. */
export const delayAfter = (attempts: number, spread = randomInt(-1000, 1001) / 10_000): number =>
  Math.round(Math.min(minute * 2 ** Math.min(attempts - 1, 20), hour) * (1 + spread))
