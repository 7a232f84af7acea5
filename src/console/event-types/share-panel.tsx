import { filled } from '#ui/format.ts'
import { CloseIcon, CopyIcon } from '#ui/icons.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import { CopyLine } from './copy-line.tsx'
import { ShareLinks, type ShareLinksProps } from './share-links.tsx'

interface SharePanelProps extends ShareLinksProps {
  readonly closeText: string
  readonly name: string
  readonly address: string
  /** Its page as invitees see it, or will. */
  readonly preview: string
  readonly mayCreateLinks: boolean
  /** The code for other websites. */
  readonly embed: { readonly inline: string; readonly window: string }
}

/** The ways in which an event type is given to others. */
export const SharePanel = (props: SharePanelProps) => {
  const { texts, closeText, path, name, address, preview, mayCreateLinks, embed } = props
  return (
    <>
      <header>
        <h2 class="grow">{filled(texts.shareTitle, { name })}</h2>
        <a class="button icon-only" href={path} aria-label={closeText} id="panel-close">
          <CloseIcon />
        </a>
      </header>
      <h3>{texts.shareLink}</h3>
      <p class="hint">{texts.shareLinkHint}</p>
      <CopyLine texts={texts} text={address} />
      {mayCreateLinks && <ShareLinks {...props} />}
      <section class="part">
        <h3>{texts.embed}</h3>
        <p class="hint">{texts.embedHint}</p>
        <EmbedCode texts={texts} code={embed.inline} />
        <iframe class="embed-preview" title={texts.preview} src={`${preview}?embed_type=Inline`} inert loading="lazy" />
        <p class="hint">{texts.embedPopup}</p>
        <EmbedCode texts={texts} code={embed.window} />
      </section>
    </>
  )
}

const EmbedCode = ({ texts, code }: { readonly texts: EventTypesTexts; readonly code: string }) => (
  <>
    <pre class="code">{code}</pre>
    <button type="button" class="second" data-copy={code}>
      <CopyIcon />
      <span>{texts.copyCode}</span>
    </button>
  </>
)
