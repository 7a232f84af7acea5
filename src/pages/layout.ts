import { createHash } from 'node:crypto'
import { html, type Markup } from '#http/markup.ts'
import { page } from '#http/page.ts'
import { pageScript, pageStyle } from './style.ts'
import type { Layout, ShownPage, Visit } from './visit.ts'

/** The layout of every member page: our name, who is signed in, and one thing to read or do. */
export const layOut = (
  { title, body, wide = false }: Pick<ShownPage, 'title' | 'body' | 'wide'>,
  visit: LayoutNeeds,
): string =>
  page(
    `${title} · Openslot`,
    html`<header class="bar ${wide ? 'wide' : 'narrow'}"><a class="brand" href="${visit.session ? '/account' : '/login'}">Openslot</a>${visit.session && bar(visit, visit.session)}</header>
<main class="${wide ? 'wide' : 'narrow'}">
${body}
</main>`,
    { style: pageStyle(), script: pageScript(), locale: visit.language.locale },
  )

/** Member pages: one style and one small script. */
export const memberLayout: Layout<ShownPage> = async (shown, visit) => ({
  text: layOut(shown, visit),
  headers: headersOf(shown),
})

type LayoutNeeds = Pick<Visit, 'session' | 'formToken' | 'language'>

const bar = (visit: LayoutNeeds, { name }: { readonly name: string }): Markup => {
  const { account, signOut } = visit.language.account
  return html`<nav aria-label="${account}"><a href="/account">${name}</a>${formTo(visit, '/logout', html`<button class="quiet" type="submit">${signOut}</button>`)}</nav>`
}

/** A form with its form token. */
export const formTo = ({ formToken }: Pick<Visit, 'formToken'>, action: string, fields: Markup): Markup =>
  html`<form method="post" action="${action}"><input type="hidden" name="form_token" value="${formToken}">${fields}</form>`

/** A form that a file can be sent with. */
export const uploadTo = ({ formToken }: Pick<Visit, 'formToken'>, action: string, fields: Markup): Markup =>
  html`<form method="post" action="${action}" enctype="multipart/form-data"><input type="hidden" name="form_token" value="${formToken}">${fields}</form>`

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
