import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '#platform/root.ts'
import { type LinkTo, type Rendered, renderMarkdown } from './markdown.ts'

/** A task each, from the documents of the project. */
const guides = [
  { slug: 'first-booking', file: 'first-booking.md', summary: 'From a token to a meeting in somebody’s calendar' },
  { slug: 'oauth', file: 'oauth.md', summary: 'OAuth 2.1, from the registration to the first request' },
  { slug: 'webhooks', file: 'webhooks.md', summary: 'Hear of what happens, and check who says so' },
  { slug: 'mcp', file: 'mcp.md', summary: 'AI tools that look for times and book' },
  { slug: 'embeds', file: 'embeds.md', summary: 'Booking pages inside other sites' },
] as const

export interface Guide extends Rendered {
  readonly slug: string
  readonly summary: string
}

/** The address that stands for ours in the documents. */
const documentedAddress = 'http://127.0.0.1:3000'

export const readDocument = (file: string): Promise<string> => readFile(join(packageRoot, 'docs', file), 'utf8')

export const loadGuides = (address: string): Promise<readonly Guide[]> =>
  Promise.all(
    guides.map(async ({ slug, file, summary }) => {
      const text = await readDocument(file)
      return { slug, summary, ...renderMarkdown(text.replaceAll(documentedAddress, address), linkTo) }
    }),
  )

/** Guides and pages that are here; other documents are in the project, and not here. */
const linkTo: LinkTo = (target) => {
  if (/^https?:/.test(target) || target.startsWith('#')) return target
  const [path = '', anchor] = target.split('#')
  const guide = guides.find(({ file }) => path.endsWith(file))
  if (guide) return `/docs/guides/${guide.slug}${anchor === undefined ? '' : `#${anchor}`}`
  return path.endsWith('errors.md') ? '/docs/errors' : undefined
}
