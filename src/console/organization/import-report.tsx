import { Form, FormAlert } from '#ui/forms.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import type { ImportsTexts } from '../../../languages/console/imports.ts'
import { Sentences, StateChip, TokenField } from './imports-view.tsx'
import { OrganizationTabs } from './tabs.tsx'

const allColumns = ['created', 'changed', 'unchanged', 'gone'] as const

interface ImportReportProps {
  readonly texts: ImportsTexts
  readonly tabs: AdministrationTexts['tabs']
  readonly token: string
  readonly action: string
  readonly back: string
  readonly title: string
  readonly source: string
  readonly state: 'running' | 'finished' | 'failed'
  readonly when: string
  readonly progress: string
  /** Of the meetings; undefined until they are counted. */
  readonly share: number | undefined
  readonly fault: string | undefined
  readonly rows: readonly (Readonly<Record<(typeof allColumns)[number], number>> & { readonly kind: string })[]
  readonly remarks: readonly string[]
  readonly guessesBuffers: boolean
  readonly notImported: readonly string[]
  /** Of a database, which only commands reach. */
  readonly isOfOperator: boolean
  readonly ticked: (name: string) => boolean
  readonly errors: Readonly<Record<string, string>>
}

/** One import: how far it is, then what came of it. */
export const ImportReport = (props: ImportReportProps) => {
  const {
    texts,
    tabs,
    back,
    title,
    source,
    state,
    when,
    progress,
    share,
    fault,
    rows,
    remarks,
    notImported,
    isOfOperator,
  } = props
  // Until everything was read, nobody knows what is gone.
  const columns = allColumns.filter((column) => column !== 'gone' || state !== 'running')
  return (
    <>
      <OrganizationTabs texts={tabs} current="imports" />
      <div class="head">
        <h1>{title}</h1>
        <StateChip texts={texts} state={state} />
      </div>
      <p class="soft import-facts">
        {when} · <span class="mono">{source}</span> · <a href={back}>{texts.earlier}</a>
      </p>
      {state === 'running' && (
        <section class="part first" data-refreshes-page="2">
          <p role="status">{progress}</p>
          <progress aria-label={progress} value={share} max={share === undefined ? undefined : 1} />
          <p class="soft">
            {texts.goesOn} <a href={props.action}>{texts.refresh}</a>
          </p>
          <Form token={props.token} action={`${props.action}/stop`} swaps>
            <button type="submit" class="second">
              {texts.stop}
            </button>
            <p class="hint">{texts.stopHint}</p>
          </Form>
        </section>
      )}
      <FormAlert>{fault}</FormAlert>
      {rows.length > 0 && (
        <section class="part first">
          <h2>{texts.came}</h2>
          <table class="records numbers">
            <thead>
              <tr>
                <th scope="col">{texts.columns.kind}</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {texts.columns[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.kind}>
                  <th scope="row">{row.kind}</th>
                  {columns.map((column) => (
                    <td key={column} class={row[column] === 0 ? 'zero' : undefined} data-label={texts.columns[column]}>
                      {row[column]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Sentences title={texts.toReview} sentences={remarks} />
      <Sentences title={texts.notImported} sentences={state === 'running' ? [] : notImported} />
      {state !== 'running' && (isOfOperator ? <p class="soft measure">{texts.ofOperator}</p> : <Again {...props} />)}
    </>
  )
}

const Again = ({ texts, token, action, guessesBuffers, ticked, errors }: ImportReportProps) => (
  <section class="part">
    <h2>{texts.next}</h2>
    <p class="soft measure">{texts.nextHint}</p>
    <Form token={token} action={action} class="narrow-form import-form">
      {(['apply_buffers', 'prefer_source', 'take_over', 'invite'] as const)
        .filter((name) => name !== 'apply_buffers' || guessesBuffers)
        .map((name) => (
          <label key={name} class="choice">
            <input type="checkbox" name={name} value="true" checked={ticked(name)} />
            <span>
              {texts.options[name].label}
              <small>{texts.options[name].hint}</small>
            </span>
          </label>
        ))}
      <TokenField texts={texts} wrong={errors.token ?? errors.url} />
      <button type="submit">{texts.again}</button>
    </Form>
  </section>
)
