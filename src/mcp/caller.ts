import type { LimitName } from '#contract/limits.ts'
import type { Principal } from '#contract/principal.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Log } from '#platform/log.ts'
import type { Catalogue } from './known-tool.ts'

/** Who calls, in one request. Nothing of it outlives the request, and no two requests share one. */
export interface Caller {
  readonly context: AppContext
  readonly catalogue: Catalogue
  readonly principal: Principal
  readonly requestId: string
  readonly log: Log
  /** The key under which the sender may send the same again. */
  readonly idempotencyKey: string | undefined
  /** Counts one request of theirs, and throws when it is one too many. */
  count(limit: LimitName | undefined): Promise<void>
  /** Checks every answer against its schema; for tests. */
  readonly checkAnswers: boolean
}
