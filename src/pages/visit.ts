import type { Readable } from 'node:stream'
import type { ComponentChildren } from 'preact'
import type { BrowserSession } from '#accounts/index.ts'
import type { AppContext } from '#execution/perform.ts'
import type { Addresses } from '#platform/config.ts'
import type { Bucket } from '#platform/limits/limiter.ts'
import type { Language, Notation } from '../../languages/language.ts'
import { loginPath } from './return-to.ts'
import type { Theme } from './theme.ts'

/** One request to a member page. A form that comes with it was made by us, for that browser. */
export interface Visit {
  readonly context: AppContext
  /** Where this instance is reached. */
  readonly addresses: Addresses
  readonly now: Date
  /** The source address, for rate limits. */
  readonly source: string
  /** The `User-Agent` header. */
  readonly userAgent: string | undefined
  /** The requested path with its query. */
  readonly target: string
  readonly isPost: boolean
  /** Sent by a script, which shows the answer itself. */
  readonly wantsJson: boolean
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  /** The page that the posted form was on, to be shown again; undefined where that is not known. */
  readonly formPage: string | undefined
  /** Empty unless a form was posted. */
  readonly form: URLSearchParams
  /** Of the signed-in user. */
  readonly session: BrowserSession | undefined
  /** Of a user whose password was right and whose second factor is missing. */
  readonly halfway: BrowserSession | undefined
  /** Asked for in the address, else that of the signed-in user, else of the browser. */
  readonly language: Language
  /** How that language writes times where the browser is from; a signed-in user has a notation of their own. */
  readonly notation: Notation
  /** Chosen in this browser; otherwise that of the system. */
  readonly theme: 'light' | 'dark' | undefined
  /** Belongs in every form; `formTo` puts it there. */
  readonly formToken: string
  /** What says that somebody signed in with this browser before, as it was sent. */
  readonly knownBrowser: string | undefined
  /** Counts an attempt in all of these windows, and refuses it when one is used up or the limiter is away. */
  count(...buckets: readonly Bucket[]): Promise<void>
  /** Ends these windows, unless the limiter is away. */
  forget(...buckets: readonly Bucket[]): Promise<void>
}

export interface SignedInVisit extends Visit {
  readonly session: BrowserSession
}

/** The cookie from now on: of a new or renewed session, or the end of one. */
export type CookieChange = { readonly key: string; readonly expiresAt: Date } | 'end'

/** What an answer changes in the browser. */
interface Cookies {
  readonly cookie?: CookieChange
  /** Of a browser in which somebody proved who they are. */
  readonly knownBrowser?: string
  readonly theme?: Theme
}

/** A page to show. What else it holds is between the face that makes it and its layout. */
export interface AnyPage extends Cookies {
  readonly title: string
  /** 200 if omitted. */
  readonly status?: number
}

/** A member page. */
export interface ShownPage extends AnyPage {
  readonly body: ComponentChildren
  /** Wide enough for a long list. */
  readonly wide?: boolean
  /** The address is a secret: it is sent in no referrer. */
  readonly isCapability?: boolean
  /** Where the browser goes on by itself. */
  readonly refreshTo?: string
  /** Origins or schemes besides our own that a form may redirect to. Browsers apply the policy to redirects, too. */
  readonly formTargets?: readonly string[]
}

/** To any address: code that takes one from a visitor has checked it. */
export interface Redirect extends Cookies {
  readonly to: string
  /** 303 if omitted. */
  readonly status?: 302 | 303
}

/** For a script. */
export interface DataAnswer extends Cookies {
  readonly json: object
  /** 200 if omitted. */
  readonly status?: number
}

/** A file to keep. */
export interface FileAnswer extends Cookies {
  readonly file: string
  readonly type: string
  readonly name: string
}

/** What goes on for as long as its page is open. */
export interface StreamAnswer extends Cookies {
  readonly stream: Readable
  readonly type: string
}

export type PageAnswer<Page extends AnyPage = ShownPage> = Page | Redirect | DataAnswer | FileAnswer | StreamAnswer

export type PageHandler<V extends Visit = Visit, Page extends AnyPage = ShownPage> = (
  visit: V,
) => Promise<PageAnswer<Page>>

/** `GET` shows and changes nothing, `POST` takes a form. */
export type PageTable<Page extends AnyPage = ShownPage> = Readonly<
  Record<`${'GET' | 'POST'} /${string}`, PageHandler<Visit, Page>>
>

/** How a face shows its pages: the text, and headers that allow exactly this page. */
export type Layout<Page extends AnyPage> = (page: Page, visit: Visit) => Promise<LaidOut>

export interface LaidOut {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly rest?: RestOfPage
}

/** The end of a page that is sent before all of it is known. */
export interface RestOfPage {
  load(): Promise<string>
  /** The end for when that fails. */
  failed(title: string, text: string): string
}

/** For signed-in users; others sign in first and come back, after a form to the page that it was on. */
export const signedIn =
  (page: PageHandler<SignedInVisit>): PageHandler =>
  async (visit) => {
    const { session } = visit
    return session
      ? page({ ...visit, session })
      : { to: loginPath(visit.isPost ? (visit.formPage ?? '/account') : visit.target) }
  }
