import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { errorFields, type Log } from '../log.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import { handOver, takeOver } from './carry-over.ts'
import { keepCompany } from './company.ts'
import type { Limiter } from './limiter.ts'
import { memoryLimiter } from './memory.ts'
import { guardOutages, type OnAway } from './outage.ts'
import { postgresWindows } from './postgres.ts'
import { openRedisWindows } from './redis.ts'
import { limiterOver } from './window-store.ts'

export interface LimiterSettings {
  readonly config: Pick<Config, 'redisUrl' | 'databaseUrl'>
  readonly database: Database
  readonly log: Log
  readonly clock?: Clock
  readonly onAway?: OnAway
  /** The longest that a request waits for the shared store. */
  readonly answerMilliseconds?: number
}

const patience = 250

/** Where requests are being counted, for metrics and `doctor`. */
export interface Standing {
  readonly store: 'memory' | 'redis' | 'postgres'
  readonly away: boolean
}

/** Closed before the database: what it counted in memory goes there. */
export interface ServiceLimiter extends Limiter {
  standing(): Standing
}

/** Redis if there is one; else memory for as long as this is the only server process on the database, and else PostgreSQL. */
export const openLimiter = async (settings: LimiterSettings): Promise<ServiceLimiter> => {
  const { redisUrl, databaseUrl } = settings.config
  if (redisUrl !== undefined) return openOnRedis(redisUrl, settings)
  return databaseUrl === undefined ? openAlone(settings) : openOnPostgres(databaseUrl, settings)
}

const openOnRedis = async (url: string, settings: LimiterSettings): Promise<ServiceLimiter> => {
  const { log, clock = systemClock, onAway = () => {}, answerMilliseconds = patience } = settings
  const limiter = guardOutages(limiterOver(await openRedisWindows(url, answerMilliseconds)), { store: 'redis', log, clock, onAway })
  return { ...limiter, standing: () => ({ store: 'redis', away: limiter.isAway() }) }
}

/** The embedded database serves one process. */
const openAlone = async (settings: LimiterSettings): Promise<ServiceLimiter> => {
  const memory = memoryLimiter()
  const carry = carrying(memory, settings)
  await carry(takeOver)
  return { ...memory, standing: () => ({ store: 'memory', away: false }), close: () => carry(handOver) }
}

const openOnPostgres = async (url: string, settings: LimiterSettings): Promise<ServiceLimiter> => {
  const { log, clock = systemClock, onAway = () => {}, answerMilliseconds = patience } = settings
  const memory = memoryLimiter()
  const carry = carrying(memory, settings)
  let alone = false

  const company = await keepCompany(url, answerMilliseconds, async (nowAlone) => {
    alone = nowAlone
    log.info(
      { store: alone ? 'memory' : 'postgres' },
      alone ? 'Requests are counted in memory: this is the only server process.' : 'Requests are counted in PostgreSQL: there are several server processes.',
    )
    await carry(alone ? takeOver : handOver)
  })
  const shared = guardOutages(limiterOver(postgresWindows(company.connection, answerMilliseconds)), { store: 'postgres', log, clock, onAway })

  return {
    take: (buckets, now, asking) => (alone ? memory : shared).take(buckets, now, asking),
    peek: (buckets, now, asking) => (alone ? memory : shared).peek(buckets, now, asking),
    standing: () => (alone ? { store: 'memory', away: false } : { store: 'postgres', away: shared.isAway() }),
    close: async () => {
      await company.settle()
      // Before the others see us go: whoever finds itself alone then, finds the counts too.
      if (alone) await carry(handOver)
      await Promise.all([company.close(), shared.close()])
    },
  }
}

/** Counts follow when the place where they are kept changes. If that fails, windows start anew: worth a line, not a stop. */
const carrying =
  (memory: ReturnType<typeof memoryLimiter>, { database, log, clock = systemClock }: LimiterSettings) =>
  async (move: typeof handOver): Promise<void> => {
    try {
      await move(memory, database, clock.now())
    } catch (error) {
      log.warn(errorFields(error), 'Requests counted so far could not be carried over; their windows start anew.')
    }
  }
