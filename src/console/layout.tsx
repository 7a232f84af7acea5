import { randomBytes } from 'node:crypto'
import { renderToString } from 'preact-render-to-string'
import { loadAssets } from '#booking-pages/assets.ts'
import { layOutBooking } from '#booking-pages/document.tsx'
import { visitorQuery } from '#booking-pages/query-parameters.ts'
import { splitTarget } from '#http/query.ts'
import { privateHeaders } from '#pages/layout.tsx'
import { typedMark } from '#pages/return-to.ts'
import type { Layout, Visit } from '#pages/visit.ts'
import { renderDocument } from '#ui/document.tsx'
import { inLocale } from '../../languages/console/by-locale.ts'
import { type ShellTexts, shellTexts } from '../../languages/console/shell.ts'
import { loadConsoleAssets } from './assets.ts'
import type { ConsolePage } from './console-page.ts'
import { noticesFor } from './notices.ts'
import { navigationOf } from './screens.ts'
import { Failed, Shell, Waiting } from './shell/shell.tsx'

/** A screen in its shell. `site` is the origin of the booking pages, which some screens show in a frame. */
export const consoleLayout =
  (site: string): Layout<ConsolePage> =>
  async (page, visit) => {
    const nonce = randomBytes(16).toString('base64')
    if (page.asForGuests) {
      const shown = { ...page.asForGuests, title: page.title, content: page.content }
      const { text, headersWith } = layOutBooking(
        shown,
        { query: visitorQuery({ url: visit.target }), path: splitTarget(visit.target).path },
        await loadAssets(),
        nonce,
      )
      return { text, headers: headersWith(nonce) }
    }
    const assets = await loadConsoleAssets()
    const texts = inLocale(shellTexts, visit.language.locale)
    const text = renderDocument({
      locale: visit.language.locale,
      theme: visit.theme,
      title: `${page.title} · Openslot`,
      head: (
        <>
          {assets.stylesOf(page.screen).map((path) => (
            <link key={path} rel="stylesheet" nonce={nonce} href={path} />
          ))}
          {assets.scriptsOf(page.screen).map((path) => (
            <script key={path} nonce={nonce} src={path} defer />
          ))}
        </>
      ),
      body: {
        'data-person': visit.session?.userId ?? '',
        'data-answers': visit.isPost ? ((page.status ?? 200) < 400 ? 'taken' : 'refused') : undefined,
      },
      children: <Shell texts={texts} notices={await noticesOn(page, visit, texts)} {...shellOf(page, visit)} />,
    })
    const headers = headersOf(nonce, page, site)
    const { later } = page
    if (!later) return { text, headers }
    const waiting = renderToString(<Waiting texts={texts} />)
    const [start, end] = text.split(waiting) as [string, string]
    return {
      text: start + waiting,
      headers,
      rest: {
        load: async () => renderToString(await later()) + end,
        failed: (title, text) => renderToString(<Failed title={title} text={text} />) + end,
      },
    }
  }

const noticesOn = async (page: ConsolePage, { session, context }: Visit, texts: ShellTexts) =>
  page.isBare || !session ? [] : noticesFor({ session, context }, texts, page.screen)

const shellOf = (page: ConsolePage, { session, formToken, theme, context, language, query }: Visit) => ({
  formToken,
  theme: theme ?? ('system' as const),
  screen: page.screen,
  navigation: page.isBare || !session ? [] : navigationOf(session),
  person:
    page.isBare || !session
      ? undefined
      : { name: session.name, page: `${context.links.site}/${session.slug}`, signOut: language.account.signOut },
  toast: page.toast ?? (query.has(typedMark) ? { text: language.pages.stale } : undefined),
  content: page.content,
  isUnfinished: page.later !== undefined,
  panel: page.panel,
})

/** Only our own scripts and styles, by a nonce, and nothing from elsewhere but booking pages in a frame. */
const headersOf = (
  nonce: string,
  { framesBookingPages, isCapability, formTargets = [] }: ConsolePage,
  site: string,
): Readonly<Record<string, string>> => ({
  ...privateHeaders(isCapability),
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    ...(framesBookingPages ? [`frame-src 'self' ${new URL(site).origin}`] : []),
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
  ].join('; '),
})
