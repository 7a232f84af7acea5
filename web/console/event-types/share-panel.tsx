import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import { filled } from '../../booking/words.ts'
import { Form } from '../forms.tsx'
import { CloseIcon, CopyIcon } from '../icons.tsx'
import { CopyLine } from './copy-line.tsx'
import { type ListedShare, ShareList } from './share-list.tsx'

interface SharePanelProps {
  readonly texts: EventTypesTexts
  readonly token: string
  readonly closeWords: string
  readonly id: string
  readonly name: string
  readonly address: string
  readonly duration: number
  readonly notice: string
  /** Undefined where the type cannot have any. */
  readonly shares: readonly ListedShare[] | undefined
  /** The code for other websites. */
  readonly embed: { readonly inline: string; readonly window: string }
  /** A link that was just made, and by which form. */
  readonly made: { readonly kind: 'single' | 'one-off'; readonly url: string } | undefined
  readonly complaints: Readonly<Record<string, string>>
}

/** The ways in which an event type is given to others. */
export const SharePanel = ({ texts, token, closeWords, id, name, address, duration, notice, shares, embed, made, complaints }: SharePanelProps) => {
  const path = `/app/types/${id}`
  return (
    <>
      <header>
        <h2 class="grow">{filled(texts.shareTitle, { name })}</h2>
        <a class="button icon-only" href={path} aria-label={closeWords} id="panel-close">
          <CloseIcon />
        </a>
      </header>
      <h3>{texts.shareLink}</h3>
      <CopyLine texts={texts} text={address} />
      <section class="part">
        <h3>{texts.singleUse}</h3>
        <p class="hint">{texts.singleUseHint}</p>
        {made?.kind === 'single' && <MadeLink texts={texts} url={made.url} />}
        {complaints.single !== undefined && <p class="wrong">{complaints.single}</p>}
        <Form token={token} action={`${path}/links`} swaps>
          <button type="submit" class="second">
            {texts.makeLink}
          </button>
        </Form>
      </section>
      <section class="part">
        <h3>{texts.oneOff}</h3>
        <p class="hint">{texts.oneOffHint}</p>
        {made?.kind === 'one-off' && <MadeLink texts={texts} url={made.url} />}
        {complaints.oneOff !== undefined && <p class="wrong">{complaints.oneOff}</p>}
        <Form token={token} action={`${path}/one-off`} swaps>
          <div class="fields">
            <div class="field">
              <label for="one-off-duration">{texts.howLong}</label>
              <input type="number" id="one-off-duration" name="duration" min={1} max={720} value={String(duration)} />
            </div>
            <div class="field">
              <label for="one-off-days">{texts.days}</label>
              <input type="number" id="one-off-days" name="days" min={1} max={365} value="14" />
            </div>
          </div>
          <button type="submit" class="second">
            {texts.makeLink}
          </button>
        </Form>
      </section>
      {shares && <ShareList {...{ texts, token, path, shares, complaints }} usual={{ name, duration: String(duration), days: '', notice }} />}
      <section class="part">
        <h3>{texts.embed}</h3>
        <p class="hint">{texts.embedHint}</p>
        <EmbedCode texts={texts} code={embed.inline} />
        <iframe class="embed-preview" title={texts.preview} src={`${address}?embed_type=Inline`} inert loading="lazy" />
        <p class="hint">{texts.embedWindow}</p>
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

const MadeLink = ({ texts, url }: { readonly texts: EventTypesTexts; readonly url: string }) => (
  <div class="made" role="status">
    <CopyLine texts={texts} text={url} />
    <p class="hint">{texts.linkMade}</p>
  </div>
)
