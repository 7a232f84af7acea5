import { filled } from '#ui/format.ts'
import { Form } from '#ui/forms.tsx'
import { CloseIcon, CopyIcon } from '#ui/icons.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import { CopyLine } from './copy-line.tsx'
import { type ListedShare, ShareList } from './share-list.tsx'

interface SharePanelProps {
  readonly texts: EventTypesTexts
  readonly token: string
  readonly closeText: string
  readonly id: string
  readonly name: string
  readonly address: string
  /** Its page as guests see it, or will. */
  readonly preview: string
  readonly duration: number
  readonly notice: string
  /** What the reader may make: single-use links, and links for one meeting. */
  readonly mayMake: { readonly links: boolean; readonly oneOff: boolean }
  /** Undefined where the type cannot have any, and for those who may not make them. */
  readonly shares: readonly ListedShare[] | undefined
  /** The code for other websites. */
  readonly embed: { readonly inline: string; readonly window: string }
  /** A link that was just made, and by which form. */
  readonly made: { readonly kind: 'single' | 'one-off'; readonly url: string } | undefined
  readonly errors: Readonly<Record<string, string>>
}

/** The ways in which an event type is given to others. */
export const SharePanel = (props: SharePanelProps) => {
  const {
    texts,
    token,
    closeText,
    id,
    name,
    address,
    preview,
    duration,
    notice,
    mayMake,
    shares,
    embed,
    made,
    errors,
  } = props
  const path = `/app/types/${id}`
  return (
    <>
      <header>
        <h2 class="grow">{filled(texts.shareTitle, { name })}</h2>
        <a class="button icon-only" href={path} aria-label={closeText} id="panel-close">
          <CloseIcon />
        </a>
      </header>
      <h3>{texts.shareLink}</h3>
      <CopyLine texts={texts} text={address} />
      {mayMake.links && (
        <section class="part">
          <h3>{texts.singleUse}</h3>
          <p class="hint">{texts.singleUseHint}</p>
          {made?.kind === 'single' && <MadeLink texts={texts} url={made.url} />}
          {errors.single !== undefined && <p class="wrong">{errors.single}</p>}
          <Form token={token} action={`${path}/links`} swaps>
            <button type="submit" class="second">
              {texts.createLink}
            </button>
          </Form>
        </section>
      )}
      {mayMake.oneOff && (
        <section class="part">
          <h3>{texts.oneOff}</h3>
          <p class="hint">{texts.oneOffHint}</p>
          {made?.kind === 'one-off' && <MadeLink texts={texts} url={made.url} />}
          {errors.oneOff !== undefined && <p class="wrong">{errors.oneOff}</p>}
          <Form token={token} action={`${path}/one-off`} swaps>
            <div class="fields">
              <OneOffNumber name="duration" label={texts.duration} max={720} value={String(duration)} errors={errors} />
              <OneOffNumber name="days" label={texts.days} max={365} value="14" errors={errors} />
            </div>
            <button type="submit" class="second">
              {texts.createLink}
            </button>
          </Form>
        </section>
      )}
      {shares && (
        <ShareList
          {...{ texts, token, path, shares, errors }}
          usual={{ name, duration: String(duration), days: '', notice }}
        />
      )}
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

interface OneOffNumberProps {
  readonly name: string
  readonly label: string
  readonly max: number
  readonly value: string
  readonly errors: Readonly<Record<string, string>>
}

const OneOffNumber = ({ name, label, max, value, errors }: OneOffNumberProps) => {
  const id = `one-off-${name}`
  const wrong = errors[id]
  const described = { 'aria-describedby': `${id}-wrong`, 'aria-invalid': wrong !== undefined || undefined }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input type="number" id={id} name={name} min={1} max={max} value={value} {...described} />
      <p class="wrong" id={`${id}-wrong`} hidden={wrong === undefined}>
        {wrong}
      </p>
    </div>
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
    <p class="hint">{texts.linkCreated}</p>
  </div>
)
