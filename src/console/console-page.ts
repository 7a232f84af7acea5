import { h, type VNode } from 'preact'
import type { ShownBookingPage } from '#booking-pages/document.tsx'
import { Problem } from '#contract/problem.ts'
import { problemText } from '#pages/errors.ts'
import { loginPath } from '#pages/return-to.ts'
import type { AnyPage, DataAnswer, PageAnswer, PageHandler, PageTable, SignedInVisit, Visit } from '#pages/visit.ts'
import { inLocale } from '../../languages/console/by-locale.ts'
import { shellTexts } from '../../languages/console/shell.ts'
import { NotHere } from './shell/not-here.tsx'
import type { PaletteItem } from './shell/palette-item.ts'
import type { ScreenName } from './shell/screen-icons.tsx'
import type { Toast } from './shell/shell.tsx'
import { isSealed } from './undo-seal.ts'

/** A page of the console that is to be shown. */
export interface ConsolePage extends AnyPage {
  /** Which screen it belongs to: its line in the navigation, its script and its style. */
  readonly screen: ScreenName | 'welcome' | 'account' | 'none'
  // biome-ignore lint/suspicious/noExplicitAny: the props type of the content does not matter here.
  readonly content: VNode<any>
  /** What takes long to find out follows the content: the page is sent, and shown, before it is known. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly later?: () => Promise<VNode<any>>
  /** Details of what is selected, beside the page. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly panel?: VNode<any>
  readonly toast?: Toast | undefined
  /** It is shown as guests see it, without the shell: its content is that of a booking page. */
  readonly asForGuests?: Omit<ShownBookingPage, 'title' | 'content'>
  /** It shows booking pages in a frame. */
  readonly framesBookingPages?: boolean
  /** Without navigation, as during the first run. */
  readonly isBare?: boolean
  /** Origins besides our own that a form may redirect to. Browsers apply the policy to redirects, too. */
  readonly formTargets?: readonly string[]
  /** The address is a secret: it is sent in no referrer. */
  readonly isCapability?: boolean
}

export type ConsoleHandler = (visit: SignedInVisit) => Promise<PageAnswer<ConsolePage>>

/** A part of the console. It is one line in `screens.ts`. */
export interface Screen {
  readonly name: ScreenName | 'welcome'
  /** Where it begins; undefined when it has no line in the navigation. */
  readonly start: string | undefined
  /** Others do not see that it exists. Everybody, if omitted. */
  isFor?(session: SignedInVisit['session']): boolean
  readonly pages: PageTable<ConsolePage>
  /** What the command palette offers from it, besides going there. */
  palette?(visit: SignedInVisit): Promise<readonly PaletteItem[]>
}

/**
 * For signed-in users. Others sign in first and come back, after a form to the page that it was on; a script gets the
 * address of the sign-in. Scripts keep what was typed.
 */
export const consolePage =
  (page: ConsoleHandler): PageHandler<Visit, ConsolePage> =>
  async (visit) => {
    const { session } = visit
    if (session) {
      const signedIn = { ...visit, session }
      const answer = await page(signedIn).catch((error: unknown) => notHere(visit, error))
      return withoutForgedUndo(signedIn, answer)
    }
    return visit.wantsJson ? signInFirst : { to: loginPath(visit.isPost ? (visit.formPage ?? '/app') : visit.target) }
  }

/**
 * Anybody can write an address, and have somebody else press what its page offers: without our seal a page offers no
 * Undo.
 */
const withoutForgedUndo = (visit: SignedInVisit, page: PageAnswer<ConsolePage>): PageAnswer<ConsolePage> =>
  visit.isPost || !('toast' in page) || !page.toast?.undo || isSealed(visit)
    ? page
    : { ...page, toast: { text: page.toast.text } }

/**
 * What is gone, or not or no longer theirs, is said on a screen from which they can go on. A form is refused as it is:
 * its script shows its page anew.
 */
const notHere = ({ isPost, language }: Visit, error: unknown): ConsolePage => {
  if (isPost || !(error instanceof Problem) || (error.kind.status !== 404 && error.kind.status !== 403)) throw error
  const { notHere: gone, screens } = inLocale(shellTexts, language.locale)
  const { notFoundTitle, wrongTitle } = language.pages
  const { status } = error.kind
  const [title, text] = status === 404 ? [notFoundTitle, gone] : [wrongTitle, problemText(language, error)]
  return { title, status, screen: 'none', content: h(NotHere, { title, text, start: screens['event-types'] }) }
}

const signInFirst: DataAnswer = { status: 401, json: { signIn: '/login' } }
