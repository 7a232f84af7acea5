import { html, type Markup } from '#http/markup.ts'

/** How a link to a page is shown elsewhere, such as in a chat. */
export interface LinkPreview {
  /** The address of this installation, because a picture needs its full address there. */
  readonly site: string
  readonly description: string | null
  /** The first that there is is shown; without any, a picture of ours. */
  readonly pictures: readonly (string | null | undefined)[]
}

const maxDescription = 200

/** See ogp.me. Chats read these and run no script. */
export const previewTags = (
  title: string,
  brandName: string | undefined,
  { site, description, pictures }: LinkPreview,
  ownPicture: string,
): Markup => {
  const words = description?.replaceAll(/\s+/g, ' ').trim().slice(0, maxDescription)
  const picture = pictures.find(Boolean) ?? ownPicture
  return html`<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
${
  words &&
  html`<meta name="description" content="${words}">
<meta property="og:description" content="${words}">`
}
${brandName !== undefined && html`<meta property="og:site_name" content="${brandName}">`}
<meta property="og:image" content="${new URL(picture, site).href}">
<meta name="twitter:card" content="${picture === ownPicture ? 'summary_large_image' : 'summary'}">
`
}
