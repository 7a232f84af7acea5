import type { AppContext } from '#execution/perform.ts'
import type { Log } from '#platform/log.ts'
import type { RateLimits } from './rate-limits.ts'

/** What everything that answers requests runs on. */
export interface HttpFace {
  readonly context: AppContext
  readonly rateLimits: RateLimits
  readonly log: Log
}
