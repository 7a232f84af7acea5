import { createHash } from 'node:crypto'
import { InlineScript, InlineStyle, renderDocument } from '#ui/document.tsx'
import { FormButton } from '#ui/forms.tsx'
import type { Language } from '../../languages/language.ts'
import { pageScript, pageStyle } from './style.ts'
import type { Layout, ShownPage, Visit } from './visit.ts'

/** The layout of every member page: our name, who is signed in, and one thing to read or do. */
export const layOut = (
  { title, body, wide = false, refreshTo }: Pick<ShownPage, 'title' | 'body' | 'wide' | 'refreshTo'>,
  {
    session,
    formToken,
    theme,
    language: { locale, account: texts },
  }: Pick<Visit, 'session' | 'formToken' | 'theme' | 'language'>,
): string =>
  renderDocument({
    locale,
    theme,
    title: `${title} · Openslot`,
    head: (
      <>
        {refreshTo !== undefined && <meta http-equiv="refresh" content={`0; url=${refreshTo}`} />}
        <InlineStyle text={pageStyle()} />
        <InlineScript text={pageScript()} />
      </>
    ),
    children: (
      <>
        <header class={wide ? 'bar wide' : 'bar narrow'}>
          <a class="brand" href={session ? '/account' : '/login'}>
            Openslot
          </a>
          {session && (
            <nav aria-label={texts.account}>
              <a href="/account">{session.name}</a>
              <FormButton token={formToken} action="/logout" button="quiet">
                {texts.signOut}
              </FormButton>
            </nav>
          )}
        </header>
        <main class={wide ? 'wide' : 'narrow'}>{body}</main>
      </>
    ),
  })

/** Says why there is no page. */
export const problemPage = ({ account }: Language, title: string, text: string): ShownPage => ({
  title,
  body: (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href="/account">{account.goToAccount}</a>
      </p>
    </>
  ),
})

/** Member pages: one style and one small script. */
export const memberLayout: Layout<ShownPage> = async (shown, visit) => ({
  text: layOut(shown, visit),
  headers: headersOf(shown),
})

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * What holds for all pages of members, whatever they may load: no framing, no caching. A secret address is sent in no
 * referrer.
 */
export const privateHeaders = (isCapability = false): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': isCapability ? 'no-referrer' : 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(isCapability ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
})

/** One small script of ours, and nothing from other origins. */
export const headersOf = ({
  isCapability,
  formTargets = [],
}: Pick<ShownPage, 'isCapability' | 'formTargets'> = {}): Readonly<Record<string, string>> => ({
  ...privateHeaders(isCapability),
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(pageStyle())}`,
    `script-src ${hashOf(pageScript())}`,
    "font-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; '),
})
