import type { AppContext } from '#execution/perform.ts'
import type { Bucket } from '#platform/limits/limiter.ts'

/** One request to a booking page, by anybody. There is no cookie: pages in another site's frame have none. */
export interface BookingVisit {
  readonly context: AppContext
  readonly now: Date
  /** The source address, for rate limits. */
  readonly source: string
  readonly path: string
  /** Names in lower case, the first value of each. Unknown parameters are ignored. */
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  /** Empty unless a form was posted. */
  readonly form: URLSearchParams
  readonly acceptLanguage: string | undefined
  /** Requested by a script, which shows the answer itself. */
  readonly wantsJson: boolean
  /** For a form on the page. Each response has its own. */
  newToken(purpose: string): string
  count(...buckets: readonly Bucket[]): Promise<void>
}
