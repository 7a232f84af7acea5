import type { Session } from '#accounts/index.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Markup } from '#http/markup.ts'
import type { Bucket } from '#platform/limits/limiter.ts'
import { loginPath } from './return-to.ts'

/** One request to a page, by somebody with a browser. A form that comes with it was made by us, for that browser. */
export interface Visit {
  readonly context: AppContext
  readonly now: Date
  /** Where it comes from, for limits. */
  readonly source: string
  /** What the browser calls itself. */
  readonly userAgent: string | undefined
  /** As it was asked for, with its query. */
  readonly target: string
  readonly isPost: boolean
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  /** Empty unless something was posted. */
  readonly form: URLSearchParams
  /** Who is signed in. */
  readonly session: Session | undefined
  /** Somebody whose password was right, and whose second factor is still to come. */
  readonly halfway: Session | undefined
  /** Belongs into every form; `formTo` puts it there. */
  readonly formToken: string
  /** Counts an attempt in all of these windows, and refuses it when one is used up or nobody can tell. */
  count(...buckets: readonly Bucket[]): Promise<void>
}

export interface SignedInVisit extends Visit {
  readonly session: Session
}

/** The cookie from now on: of a session that was begun or found anew, or the end of one. */
export type CookieChange = { readonly key: string; readonly expiresAt: Date } | 'end'

export interface ShownPage {
  readonly title: string
  readonly body: Markup
  /** 200 if left out. */
  readonly status?: number
  /** Broad enough for lists and tables. */
  readonly wide?: boolean
  /** The address is a secret: it is in no referrer. */
  readonly isCapability?: boolean
  /** Origins or schemes beside our own to which a form may lead in the end. Browsers look at redirects after a form, too. */
  readonly formTargets?: readonly string[]
  readonly cookie?: CookieChange
}

/** Anywhere: who takes an address from a visitor has looked at it. */
export interface Redirect {
  readonly to: string
  /** 303 if left out. */
  readonly status?: 302 | 303
  readonly cookie?: CookieChange
}

export type PageAnswer = ShownPage | Redirect

export type Page<V extends Visit = Visit> = (visit: V) => Promise<PageAnswer>

/** `GET` shows and changes nothing, `POST` takes a form. */
export type PageTable = Readonly<Record<`${'GET' | 'POST'} /${string}`, Page>>

/** For those who are signed in; others do that first, and come back. What they had filled in is lost, so they come to the beginning. */
export const signedIn =
  (page: Page<SignedInVisit>): Page =>
  async (visit) => {
    const { session } = visit
    return session ? page({ ...visit, session }) : { to: loginPath(visit.isPost ? '/account' : visit.target) }
  }
