import type { Links } from '#contract/wire.ts'
import { html, type Markup, markdown, spans } from '#http/markup.ts'
import type { ApiDocument } from '#http/openapi.ts'
import type { DocsPage, NavigationGroup } from './docs-page.ts'
import { errorsPage } from './errors-page.ts'
import { type Guide, loadGuides } from './guides.ts'
import { anchorOf } from './markdown.ts'
import { type Entry, entriesOf, renderOperation, renderResource } from './operation-view.ts'
import { webhooksPage } from './webhooks-page.ts'

export interface Docs {
  readonly pages: readonly DocsPage[]
  readonly navigation: readonly NavigationGroup[]
}

/** Every page, from the operations, the OpenAPI document and the guides. */
export const makeDocs = async (document: ApiDocument, links: Links): Promise<Docs> => {
  const guides = await loadGuides(links.api)
  const entries = entriesOf(document)
  const chapters = document.tags.map((tag) => chapterPage(tag, entries, document))
  const guidePages = guides.map(guidePage)
  const more = [webhooksPage(links), await errorsPage(), resourcesPage(document), scopesPage(document)]
  return {
    pages: [overviewPage(document, guides, chapters), ...guidePages, ...chapters, ...more],
    navigation: [
      { title: 'Guides', links: guidePages },
      { title: 'Reference', links: chapters },
      { title: 'More', links: more },
    ],
  }
}

const card = ({ path, title }: { readonly path: string; readonly title: string }, summary: string): Markup =>
  html`<li><a href="${path}"><b>${title}</b><span>${spans(summary)}</span></a></li>`

const overviewPage = (
  { info, tags }: ApiDocument,
  guides: readonly Guide[],
  chapters: readonly DocsPage[],
): DocsPage => ({
  path: '/docs',
  title: info.title,
  body: html`<h1>${info.title}</h1>
<h2 id="guides">Guides</h2>
<ul class="cards">${guides.map(({ slug, title, summary }) => card({ path: `/docs/guides/${slug}`, title }, summary))}</ul>
<h2 id="reference">Reference</h2>
<p>Version ${info.version}. For programs: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<ul class="cards">${chapters.map((chapter, index) => card(chapter, firstSentence(tags[index]?.description ?? '')))}</ul>
<section class="about"><h2 id="about">How it works</h2>${markdown(info.description)}</section>`,
  found: [
    { title: 'How the API works', kind: 'Page', path: '/docs#about', text: info.description.replaceAll(/[`#]/g, '') },
  ],
})

const firstSentence = (text: string): string => /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text

const guidePage = ({ slug, title, body, sections }: Guide): DocsPage => {
  const path = `/docs/guides/${slug}`
  return {
    path,
    title,
    body: html`<div class="guide">${body}</div>`,
    found: [
      { title, kind: 'Guide', path, text: sections.map((section) => section.title).join(' ') },
      ...sections.map((section) => ({
        title: section.title,
        kind: title,
        path: `${path}#${section.id}`,
        text: section.text,
      })),
    ],
  }
}

const chapterPage = (
  { name, description }: ApiDocument['tags'][number],
  entries: readonly Entry[],
  document: ApiDocument,
): DocsPage => {
  const path = `/docs/reference/${anchorOf(name)}`
  const own = entries.filter(({ operation }) => operation.tags.includes(name))
  return {
    path,
    title: name,
    isWide: true,
    body: html`<h1>${name}</h1><p class="lead">${spans(description)}</p>
<ul class="contents">${own.map(({ method, path: address, operation }) => html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span><code>${address}</code></a></li>`)}</ul>
${own.map((entry) => renderOperation(entry, document))}`,
    found: own.map(({ method, path: address, operation }) => ({
      title: operation.summary,
      kind: `${method.toUpperCase()} ${address}`,
      path: `${path}#${operation.operationId}`,
      text: [operation.description, ...operation.parameters.map((parameter) => parameter.name)].join(' '),
    })),
  }
}

const resourcesPage = ({ components }: ApiDocument): DocsPage => {
  const resources = Object.entries(components.schemas)
  return {
    path: '/docs/resources',
    title: 'Resources',
    isWide: true,
    body: html`<h1>Resources</h1><p class="lead">What the answers are made of.</p>${resources.map(([name, schema]) => renderResource(name, schema))}`,
    found: resources.map(([name, { properties = {} }]) => ({
      title: name,
      kind: 'Resource',
      path: `/docs/resources#${name}`,
      text: Object.keys(properties).join(' '),
    })),
  }
}

const scopesPage = ({ components }: ApiDocument): DocsPage => {
  const text = components.securitySchemes.bearer?.description ?? ''
  return {
    path: '/docs/scopes',
    title: 'Scopes',
    body: html`<h1>Scopes</h1>${markdown(text)}`,
    found: [{ title: 'Scopes', kind: 'Page', path: '/docs/scopes', text: text.replaceAll('`', '') }],
  }
}
