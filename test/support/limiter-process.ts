// A server process as far as limits go: it opens the service's limiter, says so, then takes as ordered and reports the
// outcome.
import { openLimiter } from '#platform/limits/open-limiter.ts'
import { openLog } from '#platform/log.ts'
import { systemClock } from '#platform/time/clock.ts'

export interface Order {
  readonly key: string
  readonly limit: number
  readonly seconds: number
  readonly takes: number
  readonly atOnce: number
}

export interface Outcome {
  readonly allowed: number
  readonly failed: number
  /** In the order of the answers. */
  readonly remaining: readonly number[]
  /** When each window ends, by the answer's own word: asked at, plus the seconds named. */
  readonly ends: readonly number[]
}

const [kind, url = ''] = process.argv.slice(2)
const limiter = await openLimiter({
  config:
    kind === 'postgres'
      ? { databaseDirectUrl: url, redisUrl: undefined }
      : { databaseDirectUrl: undefined, redisUrl: url },
  isOnlyServer: false,
  log: openLog('silent'),
  // The machine may be busy with other tests; what happens when the store is slow is tested elsewhere.
  answerMilliseconds: 20_000,
})

const carryOut = async ({ key, limit, seconds, takes, atOnce }: Order): Promise<Outcome> => {
  const outcome = { allowed: 0, failed: 0, remaining: [] as number[], ends: [] as number[] }
  let left = takes
  const caller = async () => {
    while (left > 0) {
      left -= 1
      const now = systemClock.now()
      try {
        const verdict = await limiter.take([{ key, limit, seconds }], now)
        if (verdict.allowed) outcome.allowed += 1
        outcome.remaining.push(verdict.remaining)
        outcome.ends.push(now.getTime() + verdict.resetSeconds * 1000)
      } catch {
        outcome.failed += 1
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return outcome
}

process.on('message', async (order: Order) => process.send?.(await carryOut(order)))
process.on('disconnect', () => process.exit())
process.send?.('ready')
