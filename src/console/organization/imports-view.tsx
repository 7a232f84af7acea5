import { Form, SelectField, TextField } from '#ui/forms.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import type { ImportsTexts } from '../../../languages/console/imports.ts'
import { OrganizationTabs } from './tabs.tsx'

export interface ImportPreview {
  readonly title: string
  readonly counts: readonly { readonly kind: string; readonly count: string }[]
  readonly isWhole: boolean
  readonly duration: string | undefined
  readonly remarks: readonly string[]
  readonly notImported: readonly string[]
}

interface ImportsProps {
  readonly texts: ImportsTexts
  readonly tabs: AdministrationTexts['tabs']
  readonly token: string
  readonly typed: { readonly kind: string; readonly url: string }
  readonly errors: Readonly<Record<string, string>>
  readonly preview: ImportPreview | undefined
  readonly imports: readonly {
    readonly href: string
    readonly title: string
    readonly source: string
    readonly when: string
    readonly state: 'running' | 'finished' | 'failed'
  }[]
}

/** Bringing everything from another service, and what was brought. */
export const Imports = ({ texts, tabs, token, typed, errors, preview, imports }: ImportsProps) => (
  <>
    <OrganizationTabs texts={tabs} current="imports" />
    <PageHead title={texts.title} />
    <section class="part first">
      <p class="soft measure">{texts.hint}</p>
      {preview && <Preview texts={texts} preview={preview} />}
      <Form token={token} action="/app/organization/imports" class="narrow-form import-form">
        <SelectField
          {...{ name: 'kind', label: texts.from, value: typed.kind }}
          options={(['calendly', 'calcom'] as const).map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
        />
        <TokenField texts={texts} wrong={errors.token} />
        <details class="fold" id="elsewhere" open={typed.url !== '' || errors.url !== undefined}>
          <summary>
            <b>{texts.address}</b>
          </summary>
          <div class="fold-body">
            <TextField
              {...{ name: 'url', type: 'url', value: typed.url, wrong: errors.url, maxLength: 500 }}
              label={<span class="unseen">{texts.address}</span>}
              hint={texts.addressHint}
              placeholder="https://api.calendly.com"
            />
          </div>
        </details>
        <div class="row">
          <button type="submit" class={preview ? 'second' : undefined} formAction="/app/organization/imports/preview">
            {texts.preview}
          </button>
          <button type="submit" class={preview ? undefined : 'second'}>
            {texts.start}
          </button>
        </div>
      </Form>
    </section>
    <section class="part">
      <h2>{texts.earlier}</h2>
      {imports.length === 0 ? (
        <p class="empty">{texts.none}</p>
      ) : (
        <ul class="list">
          {imports.map((one) => (
            <li key={one.href}>
              <span class="grow">
                <a class="name" href={one.href}>
                  {one.title}
                </a>
                <span class="facts">
                  <span>{one.when}</span>
                  <span class="mono">{one.source}</span>
                </span>
              </span>
              <StateChip texts={texts} state={one.state} />
            </li>
          ))}
        </ul>
      )}
    </section>
  </>
)

/** Never filled in: what was typed is not sent back. */
export const TokenField = ({ texts, wrong }: { readonly texts: ImportsTexts; readonly wrong: string | undefined }) => (
  <TextField
    {...{ name: 'token', type: 'password', label: texts.token, hint: texts.tokenHint, wrong }}
    {...{ maxLength: 4000, isExact: true, required: true }}
  />
)

export const StateChip = ({
  texts,
  state,
}: {
  readonly texts: ImportsTexts
  readonly state: 'running' | 'finished' | 'failed'
}) => (
  <span class={state === 'finished' ? 'chip' : state === 'running' ? 'chip pending' : 'chip failed'}>
    {texts.states[state]}
  </span>
)

export const Sentences = ({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <>
      <h3 class="sentences-title">{title}</h3>
      <ul class="sentences">
        {sentences.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  )

const Preview = ({ texts, preview }: { readonly texts: ImportsTexts; readonly preview: ImportPreview }) => (
  <div class="preview-of-import" role="status">
    <h2>{preview.title}</h2>
    {preview.counts.length > 0 && (
      <dl class="counts">
        {preview.counts.map(({ kind, count }) => (
          <div key={kind}>
            <dt>{kind}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    )}
    {!preview.isWhole && preview.counts.length > 0 && <p>{texts.notCounted}</p>}
    {preview.duration !== undefined && <p>{preview.duration}</p>}
    <Sentences title={texts.toReview} sentences={preview.remarks} />
    <Sentences title={texts.notImported} sentences={preview.notImported} />
    <p>
      <strong>{texts.nothingWritten}</strong>
    </p>
  </div>
)
