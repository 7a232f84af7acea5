import type { Visit } from '#pages/visit.ts'
import type { Bucket } from '#platform/limits/limiter.ts'

/** One request to a booking page, by anybody. There is no cookie: pages in another site's frame have none. */
export interface BookingVisit extends Pick<Visit, 'context' | 'now' | 'source' | 'params' | 'form' | 'count'> {
  readonly path: string
  /** Names in lower case, the first value of each. Unknown parameters are ignored. */
  readonly query: URLSearchParams
  readonly acceptLanguage: string | undefined
  /** Requested by a script, which shows the answer itself. */
  readonly wantsJson: boolean
  /** How full the fullest of these windows is, from 0 to 1. */
  fullness(...buckets: readonly Bucket[]): Promise<number>
  /** For a form on the page. Each response has its own. */
  newToken(purpose: string): string
}
