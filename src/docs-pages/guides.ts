import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '#platform/root.ts'
import { type LinkTo, type Rendered, renderMarkdown } from './markdown.tsx'

/** Documents of the project that are shown here, one per task. */
const guides = [
  { slug: 'first-booking', file: 'first-booking.md', summary: 'From a token to your first meeting' },
  { slug: 'from-calendly', file: 'from-calendly.md', summary: 'Migrate apps and websites from Calendly' },
  { slug: 'oauth', file: 'oauth.md', summary: 'OAuth 2.1, from registration to the first request' },
  { slug: 'webhooks', file: 'webhooks.md', summary: 'Receive events and verify their signatures' },
  { slug: 'mcp', file: 'mcp.md', summary: 'Connect AI tools that find times and book' },
  { slug: 'embeds', file: 'embeds.md', summary: 'Booking pages on your website' },
] as const

export interface Guide extends Rendered {
  readonly slug: string
  readonly summary: string
}

/** The base URL in the documents, replaced with the one of this server. */
const documentedAddress = 'http://127.0.0.1:3000'

export const readDocument = (file: string): Promise<string> => readFile(join(packageRoot, 'docs', file), 'utf8')

export const loadGuides = (address: string): Promise<readonly Guide[]> =>
  Promise.all(
    guides.map(async ({ slug, file, summary }) => {
      const text = await readDocument(file)
      return { slug, summary, ...renderMarkdown(text.replaceAll(documentedAddress, address), linkTo) }
    }),
  )

/** Links to guides and pages of this site. Other documents of the project are not on this site. */
const linkTo: LinkTo = (target) => {
  if (/^https?:/.test(target) || target.startsWith('#')) return target
  const [path = '', anchor] = target.split('#')
  const guide = guides.find(({ file }) => path.endsWith(file))
  if (guide) return `/docs/guides/${guide.slug}${anchor === undefined ? '' : `#${anchor}`}`
  return path.endsWith('errors.md') ? '/docs/errors' : undefined
}
