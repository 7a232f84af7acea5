import { createHash } from 'node:crypto'
import { built } from '#booking-pages/assets.ts'
import { memberTheme } from '#pages/theme.ts'
import { InlineScript, InlineStyle, renderDocument } from '#ui/document.tsx'
import type { DocsPage, NavigationGroup } from './docs-page.ts'

/** Style, script, and headers of every page. Both are inlined, so a page needs no second request. */
export interface Frame {
  readonly style: string
  readonly script: string
  readonly headers: Readonly<Record<string, string>>
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const loadFrame = async (): Promise<Frame> => {
  const style = memberTheme() + (await built('docs.css')).toString('utf8').trim()
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
  renderDocument({
    locale: 'en',
    title: shown.path === '/docs' ? shown.title : `${shown.title} · Openslot API`,
    head: (
      <>
        <InlineStyle text={style} />
        <InlineScript text={script} />
      </>
    ),
    children: (
      <>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <header class="top">
          <a class="brand" href="/docs">
            Openslot <span>API</span>
          </a>
          <search class="search" hidden data-index={indexPath} />
        </header>
        <div class="docs">
          <nav aria-label="Documentation">
            <details class="menu" open>
              <summary>Contents</summary>
              {navigation.map((group) => (
                <NavigationPart key={group.title} {...group} current={shown.path} />
              ))}
            </details>
          </nav>
          <main id="content" class={shown.isWide ? 'wide' : 'text'} tabIndex={-1}>
            {shown.body}
          </main>
        </div>
      </>
    ),
  })

const NavigationPart = ({ title, links, current }: NavigationGroup & { readonly current: string }) => (
  <>
    <b>{title}</b>
    <ul>
      {links.map((link) => (
        <li key={link.path}>
          <a href={link.path} aria-current={link.path === current ? 'page' : undefined}>
            {link.title}
          </a>
        </li>
      ))}
    </ul>
  </>
)
