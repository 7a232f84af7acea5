import { filled } from '#ui/format.ts'
import { type FieldErrors, Form, FormButton, FormErrors, TextField } from '#ui/forms.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import { CopyLine } from './copy-line.tsx'

/** As they are filled in. */
export interface Terms {
  readonly name: string
  readonly duration: string
  readonly days: string
  /** In hours. */
  readonly notice: string
}

export interface ListedLink {
  readonly id: string
  readonly status: 'active' | 'booked' | 'expired'
  readonly url: string
  readonly terms: Terms
}

/** Stands for the form that creates a link. */
export const newLink = 'new'

export interface RefusedLink {
  /** The id of the link, or `newLink`. */
  readonly of: string
  readonly typed: Terms
  readonly errors: FieldErrors
}

export interface ShareLinksProps {
  readonly texts: EventTypesTexts
  readonly token: string
  readonly path: string
  /** The terms of the event type. */
  readonly usual: Terms
  /** Links with their own terms. Undefined where a link can't have any. */
  readonly links: readonly ListedLink[] | undefined
  /** A link that was just created, to be copied. */
  readonly created?: string | undefined
  readonly refused?: RefusedLink | undefined
}

const noTerms: Terms = { name: '', duration: '', days: '', notice: '' }

/** Single-use links: a form for another one, and those with their own terms. */
export const ShareLinks = (props: ShareLinksProps) => {
  const { texts, token, path, usual, links, created, refused } = props
  const wrong = refused?.of === newLink ? refused : undefined
  return (
    <section class="part">
      <h3>{texts.links.title}</h3>
      <p class="hint">{texts.links.hint}</p>
      {created !== undefined && (
        <div class="made" role="status">
          <CopyLine texts={texts} text={created} />
          <p class="hint">{texts.links.created}</p>
        </div>
      )}
      <Form token={token} action={`${path}/links`} swaps>
        {links ? (
          <details class="fold" id="link-terms" open={wrong !== undefined}>
            <summary>
              <b>{texts.links.terms}</b>
            </summary>
            <div class="fold-body">
              <p class="hint">{texts.links.termsHint}</p>
              <TermFields texts={texts} id={newLink} terms={wrong?.typed ?? noTerms} usual={usual} refused={wrong} />
            </div>
          </details>
        ) : (
          <FormErrors errors={wrong?.errors ?? {}} />
        )}
        <button type="submit" class="second">
          {texts.links.create}
        </button>
      </Form>
      {links?.map((link) => (
        <LinkItem key={link.id} {...props} link={link} />
      ))}
    </section>
  )
}

const LinkItem = ({ texts, token, path, refused, link }: ShareLinksProps & { readonly link: ListedLink }) => {
  const { id, status, url, terms } = link
  const wrong = refused?.of === id ? refused : undefined
  const own = `${path}/links/${id}`
  return (
    <div class="made">
      <p class="row">
        <b class="grow">{terms.name}</b>
        <span class={status === 'booked' ? 'chip sent' : 'chip'}>{texts.links.statuses[status]}</span>
      </p>
      {status === 'active' && (
        <>
          <CopyLine texts={texts} text={url} />
          <details class="fold" id={`link-${id}`} open={wrong !== undefined}>
            <summary aria-label={filled(texts.links.editOf, { name: terms.name })}>
              <b>{texts.links.edit}</b>
            </summary>
            <Form token={token} action={own} swaps class="fold-body">
              <TermFields texts={texts} id={id} terms={wrong?.typed ?? terms} usual={terms} refused={wrong} />
              <button type="submit" class="second">
                {texts.links.save}
              </button>
            </Form>
          </details>
        </>
      )}
      {status !== 'booked' && (
        <FormButton
          token={token}
          action={`${own}/delete`}
          swaps
          button="second sm"
          label={filled(texts.links.removeOf, { name: terms.name })}
        >
          {texts.links.remove}
        </FormButton>
      )}
    </div>
  )
}

interface TermFieldsProps extends Pick<ShareLinksProps, 'texts' | 'usual' | 'refused'> {
  /** Several of these forms are on one page. */
  readonly id: string
  readonly terms: Terms
}

const TermFields = ({ texts, id, terms, usual, refused }: TermFieldsProps) => {
  const errors = refused?.errors ?? {}
  const field = (name: keyof Terms) => ({
    ...{ name, id: `${name}-${id}`, value: terms[name], placeholder: usual[name], wrong: errors[name] },
  })
  return (
    <>
      {errors.base !== undefined && <FormErrors errors={{ base: errors.base }} />}
      <TextField {...field('name')} label={texts.name} maxLength={55} />
      <div class="fields">
        <TextField {...field('duration')} label={texts.duration} type="number" min={1} max={720} />
        <TextField {...field('days')} label={texts.links.days} type="number" min={1} max={365} />
        <TextField {...field('notice')} label={texts.links.notice} type="number" min={0} max={8760} step="any" />
      </div>
    </>
  )
}
