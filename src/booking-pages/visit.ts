import type { AppContext } from '#execution/perform.ts'
import type { Bucket } from '#platform/limits/limiter.ts'

/** One request to a booking page, by anybody. There is no cookie: pages in somebody else's frame have none. */
export interface BookingVisit {
  readonly context: AppContext
  readonly now: Date
  /** Where it comes from, for limits. */
  readonly source: string
  readonly path: string
  /** Names in small letters, the first of each: whatever else stands in an address is let be. */
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  /** Empty unless something was posted. */
  readonly form: URLSearchParams
  readonly acceptLanguage: string | undefined
  /** A script asks, and shows the answer itself. */
  readonly wantsJson: boolean
  /** For a form on the page. Each copy of the page that goes out has its own. */
  newToken(purpose: string): string
  count(...buckets: readonly Bucket[]): Promise<void>
}
