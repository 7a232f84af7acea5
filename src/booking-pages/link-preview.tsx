/** How a link to a page is shown elsewhere, such as in a chat. */
export interface LinkPreview {
  /** The address of this installation, because a picture needs its full address there. */
  readonly site: string
  readonly description: string | null
  /** The first that there is is shown; without any, a picture of ours. */
  readonly pictures: readonly (string | null | undefined)[]
}

interface PreviewTagsProps {
  readonly title: string
  readonly brandName: string | undefined
  readonly preview: LinkPreview
  readonly ownPicture: string
}

const maxDescription = 200

/** See ogp.me. Chats read these and run no script. */
export const PreviewTags = ({ title, brandName, preview, ownPicture }: PreviewTagsProps) => {
  const text = preview.description?.replaceAll(/\s+/g, ' ').trim().slice(0, maxDescription)
  const picture = preview.pictures.find(Boolean) ?? ownPicture
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      {text && <meta name="description" content={text} />}
      {text && <meta property="og:description" content={text} />}
      {brandName !== undefined && <meta property="og:site_name" content={brandName} />}
      <meta property="og:image" content={new URL(picture, preview.site).href} />
      <meta name="twitter:card" content={picture === ownPicture ? 'summary_large_image' : 'summary'} />
    </>
  )
}
