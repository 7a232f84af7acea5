import { errorFields, type Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import { type Asking, type Bucket, type GuardedLimiter, type Limiter, LimiterAway, type Verdict } from './limiter.ts'
import { MemoryLimiter } from './memory.ts'

/** For the metrics: each request that came while the shared store was away, and what became of it. */
export type OnAway = (outcome: 'counted_in_memory' | 'refused') => void

export interface OutageSettings {
  readonly store: string
  readonly log: Log
  readonly clock: Clock
  readonly onAway: OnAway
}

const probeEveryMilliseconds = 250
const probe: readonly Bucket[] = [{ key: 'probe', limit: 1, seconds: 1 }]

/**
 * A shared limiter that may be away. From the first question it cannot answer until it answers again, no request waits for
 * it: each is counted in memory or refused, as it asked. One line in the log when it goes, and one when it is back.
 */
export const guardOutages = (shared: Limiter, { store, log, clock, onAway }: OutageSettings): GuardedLimiter => {
  const standIn = new MemoryLimiter()
  let outage: { readonly began: number; requests: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const begin = (error: unknown): void => {
    if (outage || closed) return
    outage = { began: performance.now(), requests: 0 }
    log.error({ store, ...errorFields(error) }, 'The rate limit store is away. Reads are counted in this process alone; sign-in and booking are refused.')
    void search()
  }

  /** At once, for it may have been a hiccup; then a few times a second. */
  const search = async (): Promise<void> => {
    try {
      await shared.peek(probe, clock.now())
      if (outage)
        log.info({ store, seconds: Math.round((performance.now() - outage.began) / 100) / 10, requests: outage.requests }, 'The rate limit store is back.')
      outage = undefined
    } catch {
      if (closed) return
      timer = setTimeout(() => void search(), probeEveryMilliseconds)
      timer.unref()
    }
  }

  const without = (method: 'take' | 'peek', buckets: readonly Bucket[], now: Date, asking: Asking | undefined): Verdict | Promise<Verdict> => {
    const goesOn = asking?.whenAway === 'memory'
    if (outage) outage.requests += 1
    onAway(goesOn ? 'counted_in_memory' : 'refused')
    if (!goesOn) throw new LimiterAway()
    return standIn[method](buckets, now)
  }

  const ask = async (method: 'take' | 'peek', buckets: readonly Bucket[], now: Date, asking: Asking | undefined): Promise<Verdict> => {
    if (outage) return without(method, buckets, now, asking)
    try {
      return await shared[method](buckets, now)
    } catch (error) {
      begin(error)
      return without(method, buckets, now, asking)
    }
  }

  return {
    take: (buckets, now, asking) => ask('take', buckets, now, asking),
    peek: (buckets, now, asking) => ask('peek', buckets, now, asking),
    isAway: () => outage !== undefined,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await shared.close()
    },
  }
}
