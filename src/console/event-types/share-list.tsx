import { filled } from '#ui/format.ts'
import { Form } from '#ui/forms.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import { CopyLine } from './copy-line.tsx'

interface Terms {
  readonly name: string
  readonly duration: string
  readonly days: string
  /** In hours. */
  readonly notice: string
}

export interface ListedShare extends Terms {
  readonly id: string
  readonly status: 'active' | 'booked' | 'expired'
  readonly url: string
}

interface ShareListProps {
  readonly texts: EventTypesTexts
  readonly token: string
  readonly path: string
  readonly usual: Terms
  readonly shares: readonly ListedShare[]
  readonly errors: Readonly<Record<string, string>>
}

/** Single-use links on other terms: those that there are, and a new one. */
export const ShareList = ({ texts, token, path, usual, shares, errors }: ShareListProps) => (
  <section class="part">
    <h3>{texts.customized.title}</h3>
    <p class="hint">{texts.customized.hint}</p>
    {shares.map((share) => {
      const own = `${path}/shares/${share.id}`
      const wrong = errors[`share-${share.id}`]
      return (
        <div key={share.id} class="made">
          <p class="row">
            <b class="grow">{share.name}</b>
            <span class={share.status === 'booked' ? 'chip sent' : 'chip'}>
              {texts.customized.statuses[share.status]}
            </span>
          </p>
          {share.status === 'active' && (
            <>
              <CopyLine texts={texts} text={share.url} />
              <details class="fold" id={`share-${share.id}`} open={wrong !== undefined}>
                <summary aria-label={filled(texts.customized.editOf, { name: share.name })}>
                  <b>{texts.customized.edit}</b>
                </summary>
                <Form token={token} action={own} swaps>
                  <TermFields texts={texts} id={share.id} terms={share} wrong={wrong} />
                  <button type="submit" class="second">
                    {texts.customized.save}
                  </button>
                </Form>
              </details>
            </>
          )}
          {share.status !== 'booked' && (
            <Form token={token} action={`${own}/delete`} swaps>
              <button
                type="submit"
                class="second sm"
                aria-label={filled(texts.customized.removeOf, { name: share.name })}
              >
                {texts.customized.remove}
              </button>
            </Form>
          )}
        </div>
      )
    })}
    <Form token={token} action={`${path}/shares`} swaps>
      <TermFields texts={texts} id="new" terms={usual} wrong={errors['share-new']} />
      <button type="submit" class="second">
        {texts.createLink}
      </button>
    </Form>
  </section>
)

const TermFields = ({
  texts,
  id,
  terms,
  wrong,
}: {
  texts: EventTypesTexts
  id: string
  terms: Terms
  wrong: string | undefined
}) => (
  <>
    <div class="field">
      <label for={`name-${id}`}>{texts.name}</label>
      <input
        id={`name-${id}`}
        name="name"
        type="text"
        value={terms.name}
        maxLength={55}
        autocomplete="off"
        aria-describedby={`share-${id}-wrong`}
      />
    </div>
    <div class="fields">
      {(
        [
          ['duration', texts.duration, 1, 720],
          ['days', texts.days, 1, 365],
          ['notice', texts.customized.notice, 0, 8760],
        ] as const
      ).map(([name, label, min, max]) => (
        <div key={name} class="field">
          <label for={`${name}-${id}`}>{label}</label>
          <input
            type="number"
            id={`${name}-${id}`}
            name={name}
            min={min}
            max={max}
            step={name === 'notice' ? 'any' : 1}
            value={terms[name]}
          />
        </div>
      ))}
    </div>
    <p class="wrong" id={`share-${id}-wrong`} hidden={wrong === undefined}>
      {wrong}
    </p>
  </>
)
