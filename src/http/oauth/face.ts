import type { AppContext } from '#execution/perform.ts'
import type { Resources } from '#oauth/index.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import type { Log } from '#platform/log.ts'
import type { RateLimits } from '../rate-limits.ts'

/** What the endpoints for applications run on. */
export interface OauthFace {
  readonly context: AppContext
  /** The authorization server's own address: without a slash at the end, and the same text everywhere. */
  readonly issuer: string
  readonly resources: Resources
  readonly rateLimits: RateLimits
  /** Undefined when limits are turned off. */
  readonly limiter: Limiter | undefined
  readonly log: Log
}
