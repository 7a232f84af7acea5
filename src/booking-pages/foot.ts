import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { html, Markup } from '#http/markup.ts'
import { languageOf, languages } from '../../languages/all.ts'
import { queryWith } from '../../web/booking/addresses.ts'
import { GlobeIcon } from '../../web/booking/icons.tsx'
import type { Speech } from '../../web/booking/page-data.ts'
import { understoodIn } from './carried.ts'

const globe = new Markup(renderToString(h(GlobeIcon, {})))

/** Below a visitor's page: the same in other languages. From the query alone: a path may look like another host to a browser. */
export const foot = (query: URLSearchParams, { locale, texts }: Speech): Markup =>
  html`<footer class="foot"><details class="languages"><summary>${globe}<span class="unseen">${texts.language}: </span>${languageOf(locale).name}</summary><ul>${languages.map(
    (language) =>
      html`<li><a href="${queryWith(understoodIn(query), { locale: language.locale })}" lang="${language.locale}" hreflang="${language.locale}" rel="nofollow"${language.locale === locale && html` aria-current="true"`}>${language.name}</a></li>`,
  )}</ul></details></footer>`
