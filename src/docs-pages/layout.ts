import { createHash } from 'node:crypto'
import { built } from '#booking-pages/assets.ts'
import { html, type Markup } from '#http/markup.ts'
import { page } from '#http/page.ts'
import { themeOf } from '#pages/theme.ts'
import type { DocsPage, NavigationGroup } from './docs-page.ts'

/** What every page has inside, so that it needs no second request to be read. */
export interface Frame {
  readonly style: string
  readonly script: string
  readonly headers: Readonly<Record<string, string>>
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const loadFrame = async (): Promise<Frame> => {
  const style = themeOf({}) + (await built('docs.css')).toString('utf8').trim()
  const script = (await built('docs.js')).toString('utf8').trim()
  return { style, script, headers: headersOf(style, script) }
}

/**
 * One style and one script, by their hashes. Requests go to this origin only: that is where one's own token may be
 * tried.
 */
const headersOf = (style: string, script: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
  vary: 'accept-encoding',
})

export const layOut = (
  shown: DocsPage,
  navigation: readonly NavigationGroup[],
  { style, script }: Frame,
  indexPath: string,
): string =>
  page(
    shown.path === '/docs' ? shown.title : `${shown.title} · Openslot API`,
    html`<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/docs">Openslot <span>API</span></a>
<div class="search" hidden role="search" data-index="${indexPath}"></div>
</header>
<div class="docs">
<nav aria-label="Documentation">
<details class="menu" open><summary>Contents</summary>${navigationOf(shown, navigation)}</details>
</nav>
<main id="content" class="${shown.isWide ? 'wide' : 'text'}" tabindex="-1">
${shown.body}
</main>
</div>`,
    { style, script, locale: 'en' },
  )

const navigationOf = (shown: DocsPage, navigation: readonly NavigationGroup[]): readonly Markup[] =>
  navigation.map(
    ({ title, links }) =>
      html`<b>${title}</b><ul>${links.map((link) => html`<li><a href="${link.path}"${link.path === shown.path && html` aria-current="page"`}>${link.title}</a></li>`)}</ul>`,
  )
