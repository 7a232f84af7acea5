import type { Config } from '../config.ts'
import { OwnConnection } from '../db/own-connection.ts'
import { countingSettings } from '../db/rate-windows.ts'
import type { Log } from '../log.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import type { GuardedLimiter } from './limiter.ts'
import { MemoryLimiter } from './memory.ts'
import { type OnAway, OutageGuard } from './outage.ts'
import { postgresWindows } from './postgres.ts'
import { openRedisWindows } from './redis.ts'
import { limiterOver, type WindowStore } from './window-store.ts'

export interface LimiterSettings {
  readonly config: Pick<Config, 'redisUrl' | 'databaseDirectUrl'>
  /** Whether this is the only server process on its database. */
  readonly isOnlyServer: boolean
  readonly log: Log
  readonly clock?: Clock
  readonly onAway?: OnAway
  /** The longest that a request waits for the shared store. */
  readonly answerMilliseconds?: number
}

const defaultAnswerMilliseconds = 250

/** Redis if there is one; else memory for the only server process of a database, and PostgreSQL for one of several. */
export const openLimiter = async (settings: LimiterSettings): Promise<GuardedLimiter> => {
  const {
    config,
    isOnlyServer,
    log,
    clock = systemClock,
    onAway = () => {},
    answerMilliseconds = defaultAnswerMilliseconds,
  } = settings
  const { redisUrl, databaseDirectUrl } = config
  const shared = (store: string, windows: WindowStore): GuardedLimiter =>
    new OutageGuard(limiterOver(windows), { store, log, clock, onAway })

  if (redisUrl !== undefined) return shared('redis', await openRedisWindows(redisUrl, answerMilliseconds))
  if (isOnlyServer || databaseDirectUrl === undefined) return new MemoryLimiter()
  const connection = new OwnConnection(databaseDirectUrl, {
    purpose: 'limits',
    answerMilliseconds,
    settings: countingSettings,
  })
  return shared('postgres', postgresWindows(connection, answerMilliseconds))
}
