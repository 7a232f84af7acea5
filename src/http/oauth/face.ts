import type { Resources } from '#oauth/index.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import type { HttpFace } from '../face.ts'

/** What the endpoints for applications run on. */
export interface OauthFace extends HttpFace {
  /** The authorization server's own address: without a slash at the end, and the same text everywhere. */
  readonly issuer: string
  readonly resources: Resources
  /** Undefined when limits are turned off. */
  readonly limiter: Limiter | undefined
}
