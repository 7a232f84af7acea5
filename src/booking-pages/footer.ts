import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { html, Markup } from '#http/markup.ts'
import { languageOf, languages } from '../../languages/all.ts'
import { queryWith } from '../../web/booking/addresses.ts'
import { GlobeIcon } from '../../web/booking/icons.tsx'
import type { PageLanguage } from '../../web/booking/page-data.ts'
import { knownQuery } from './query-parameters.ts'

const globe = new Markup(renderToString(h(GlobeIcon, {})))

/** Below a visitor's page: the same in other languages. Links have only a query: browsers could read some paths as another host. */
export const footer = (query: URLSearchParams, { locale, texts }: PageLanguage): Markup =>
  html`<footer class="foot"><details class="languages"><summary>${globe}<span class="unseen">${texts.language}: </span>${languageOf(locale).name}</summary><ul>${languages.map(
    (language) =>
      html`<li><a href="${queryWith(knownQuery(query), { locale: language.locale })}" lang="${language.locale}" hreflang="${language.locale}" rel="nofollow"${language.locale === locale && html` aria-current="true"`}>${language.name}</a></li>`,
  )}</ul></details></footer>`
