import { createHash } from 'node:crypto'
import { html, type Markup } from '#http/markup.ts'
import { page } from '#http/page.ts'
import { pageStyle } from './style.ts'
import type { Layout, ShownPage, Visit } from './visit.ts'

/** The layout of every member page: our name, who is signed in, and one thing to read or do. */
export const layOut = ({ title, body, wide = false }: Pick<ShownPage, 'title' | 'body' | 'wide'>, visit?: Pick<Visit, 'session' | 'formToken'>): string =>
  page(
    `${title} · Openslot`,
    html`<header class="bar ${wide ? 'wide' : 'narrow'}"><a class="brand" href="${visit?.session ? '/account' : '/login'}">Openslot</a>${visit?.session && bar(visit, visit.session)}</header>
<main class="${wide ? 'wide' : 'narrow'}">
${body}
</main>`,
    pageStyle(),
  )

/** Member pages: one style and no script. */
export const memberLayout: Layout<ShownPage> = async (shown, visit) => ({ text: layOut(shown, visit), headers: headersOf(shown) })

const bar = (visit: Pick<Visit, 'formToken'>, { name }: { readonly name: string }): Markup =>
  html`<nav aria-label="Account"><a href="/account">${name}</a>${formTo(visit, '/logout', html`<button class="quiet" type="submit">Sign out</button>`)}</nav>`

/** A form with its form token. */
export const formTo = ({ formToken }: Pick<Visit, 'formToken'>, action: string, fields: Markup): Markup =>
  html`<form method="post" action="${action}"><input type="hidden" name="form_token" value="${formToken}">${fields}</form>`

/** A form that a file can be sent with. */
export const uploadTo = ({ formToken }: Pick<Visit, 'formToken'>, action: string, fields: Markup): Markup =>
  html`<form method="post" action="${action}" enctype="multipart/form-data"><input type="hidden" name="form_token" value="${formToken}">${fields}</form>`

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** No script, nothing from other origins, no framing, no caching. A secret address is sent in no referrer. */
export const headersOf = ({
  hasPictures = false,
  isCapability = false,
  formTargets = [],
}: Pick<ShownPage, 'hasPictures' | 'isCapability' | 'formTargets'> = {}): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(pageStyle())}`,
    "font-src 'self'",
    ...(hasPictures ? ["img-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': isCapability ? 'no-referrer' : 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(isCapability ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
})
