import type { Links } from '#contract/wire.ts'
import type { ApiDocument } from '#http/openapi.ts'
import { CodeBlock } from './code.tsx'
import type { DocsPage, NavigationGroup } from './docs-page.ts'
import { errorsPage } from './errors-page.tsx'
import { type Guide, loadGuides } from './guides.ts'
import { anchorOf } from './markdown.tsx'
import { type Entry, entriesOf, Method, Operation, Resource } from './operation-view.tsx'
import { ShortMarkdown, spans } from './short-markdown.tsx'
import { webhooksPage } from './webhooks-page.tsx'

export interface Docs {
  readonly pages: readonly DocsPage[]
  readonly navigation: readonly NavigationGroup[]
}

/** All pages, from the operations, the OpenAPI document, and the guides. */
export const makeDocs = async (document: ApiDocument, links: Links): Promise<Docs> => {
  const guides = await loadGuides(links.api)
  const entries = entriesOf(document)
  const chapters = document.tags.map((tag) => chapterPage(tag, entries, document))
  const guidePages = guides.map(guidePage)
  const more = [webhooksPage(links), await errorsPage(), resourcesPage(document), scopesPage(document)]
  return {
    pages: [overviewPage(document, guides, chapters, links), ...guidePages, ...chapters, ...more],
    navigation: [
      { title: 'Guides', links: guidePages },
      { title: 'Reference', links: chapters },
      { title: 'More', links: more },
    ],
  }
}

interface CardProps {
  readonly path: string
  readonly title: string
  readonly summary: string
}

const Card = ({ path, title, summary }: CardProps) => (
  <li>
    <a href={path}>
      <b>{title}</b>
      <span>{spans(summary)}</span>
    </a>
  </li>
)

const overviewPage = (
  { info, tags }: ApiDocument,
  guides: readonly Guide[],
  chapters: readonly DocsPage[],
  links: Links,
): DocsPage => ({
  path: '/docs',
  title: info.title,
  body: (
    <>
      <h1>{info.title}</h1>
      <p class="lead">
        Schedule meetings from your own app. Clients written for the Calendly API v2 work with Openslot when you change
        their base URL: see <a href="/docs/guides/from-calendly">how to migrate from Calendly</a>.
      </p>
      <CodeBlock>{`curl -H "Authorization: Bearer $TOKEN" ${links.api}/users/me`}</CodeBlock>
      <h2 id="guides">Guides</h2>
      <ul class="cards">
        {guides.map(({ slug, title, summary }) => (
          <Card key={slug} path={`/docs/guides/${slug}`} title={title} summary={summary} />
        ))}
      </ul>
      <h2 id="reference">Reference</h2>
      <p>
        Version {info.version}, also as an <a href="/openapi.json">OpenAPI 3.1</a> document.
      </p>
      <ul class="cards">
        {chapters.map(({ path, title }, index) => (
          <Card key={path} path={path} title={title} summary={firstSentence(tags[index]?.description ?? '')} />
        ))}
      </ul>
      <section class="about">
        <h2 id="about">How it works</h2>
        <ShortMarkdown text={info.description} />
      </section>
    </>
  ),
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
    body: <div class="guide">{body}</div>,
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
    body: (
      <>
        <h1>{name}</h1>
        <p class="lead">{spans(description)}</p>
        <ul class="contents">
          {own.map(({ method, path: address, operation }) => (
            <li key={operation.operationId}>
              <a href={`#${operation.operationId}`}>
                <Method name={method} />
                <code>{address}</code>
              </a>
            </li>
          ))}
        </ul>
        {own.map((entry) => (
          <Operation key={entry.operation.operationId} entry={entry} document={document} />
        ))}
      </>
    ),
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
    body: (
      <>
        <h1>Resources</h1>
        <p class="lead">The objects in responses.</p>
        {resources.map(([name, schema]) => (
          <Resource key={name} name={name} schema={schema} />
        ))}
      </>
    ),
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
    body: (
      <>
        <h1>Scopes</h1>
        <ShortMarkdown text={text} />
      </>
    ),
    found: [{ title: 'Scopes', kind: 'Page', path: '/docs/scopes', text: text.replaceAll('`', '') }],
  }
}
