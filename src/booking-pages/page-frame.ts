import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { html, Markup } from '#http/markup.ts'
import type { Brand } from '#organizations/index.ts'
import { LanguageIcon } from '#ui/icons.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import { languageOf, languages } from '../../languages/all.ts'
import { queryWith } from './booking/addresses.ts'
import { knownQuery } from './query-parameters.ts'

/**
 * Its name is for screen readers, and shown by the script where the picture does not load: a browser would show a
 * broken one.
 */
const logoMarkup = (brand: Brand | undefined): Markup | false =>
  brand !== undefined &&
  brand.logoUrl !== null &&
  html`<img class="logo" src="${brand.logoUrl}" alt="" referrerpolicy="no-referrer"><span class="unseen">${brand.name}</span>`

/** The origin that a policy must allow for an image, or for a form that redirects there. */
export const originOf = (address: string | null): string | undefined => {
  if (address === null || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  // A semicolon is legal in a host name, and would end the directive of the policy.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined
}

const languageIcon = new Markup(renderToString(h(LanguageIcon, {})))

/**
 * Above a page that is not framed: the organization's logo, and the same page in other languages. Not below, where it
 * would move when the page grows. Links have only a query: browsers could read some paths as another host.
 */
const topBar = (query: URLSearchParams, { locale, texts }: PageLanguage, brand: Brand | undefined): Markup =>
  html`<header class="top">${logoMarkup(brand)}<details class="languages"><summary>${languageIcon}<span class="unseen">${texts.language}: </span>${languageOf(locale).name}</summary><ul>${languages.map(
    (language) =>
      html`<li><a href="${queryWith(knownQuery(query), { locale: language.locale })}" lang="${language.locale}" hreflang="${language.locale}" rel="nofollow"${language.locale === locale && html` aria-current="true"`}>${language.name}</a></li>`,
  )}</ul></details></header>`

/** Any value at all means that the page is in another site's frame: react-calendly sends `1`. */
export const isEmbedded = (query: URLSearchParams): boolean => query.has('embed_domain')

/** In the window that our script opens over another page. */
const isPopup = (query: URLSearchParams): boolean => query.get('embed_type')?.startsWith('Popup') ?? false

interface VisitorPage {
  readonly title: string
  readonly language: PageLanguage
  readonly brand: Brand | undefined
  readonly query: URLSearchParams
  readonly head: Markup
  readonly main: Markup
  /** At the end of the body. */
  readonly last: Markup | false
}

/** A whole page for visitors. In a frame it has no bar above it. */
export const visitorPage = ({ title, language, brand, query, head, main, last }: VisitorPage): string =>
  html`<!doctype html>
<html lang="${language.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body${isEmbedded(query) && html` class="embedded${isPopup(query) && ' popup'}"`}>
${!isEmbedded(query) && topBar(query, language, brand)}
${main}
${last}
</body>
</html>
`.text
