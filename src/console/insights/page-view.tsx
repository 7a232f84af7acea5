import { PageHead } from '#ui/page-head.tsx'
import type { InsightsTexts } from '../../../languages/console/insights.ts'
import { Columns, type Plotted, Rows } from './plots.tsx'

export interface Total {
  readonly name: string
  readonly value: string
  readonly share?: string | undefined
  readonly href?: string
}

interface Choice {
  readonly name: string
  readonly href: string
  readonly isChosen: boolean
}

interface InsightsProps {
  readonly texts: InsightsTexts
  readonly periods: readonly Choice[]
  /** Whose meetings: for owners and admins. */
  readonly people: readonly Choice[]
}

/** How the meetings of the last days went: of which days, and whose. */
export const Insights = ({ texts, periods, people }: InsightsProps) => (
  <>
    <PageHead title={texts.title} />
    <div class="choices">
      <Choices of={periods} />
      {people.length > 0 && <Choices of={people} />}
    </div>
  </>
)

interface FiguresProps {
  readonly texts: InsightsTexts
  readonly isEmpty: boolean
  readonly totals: readonly Total[]
  readonly plots: readonly Plotted[]
  readonly lists: readonly Plotted[]
}

/** Every figure leads to the list behind it. */
export const Figures = ({ texts, isEmpty, totals, plots, lists }: FiguresProps) =>
  isEmpty ? (
    <div class="empty">
      <h2>{texts.empty}</h2>
      <p>{texts.emptyHint}</p>
      <a class="button" href="/app">
        {texts.share}
      </a>
    </div>
  ) : (
    <>
      <dl class="totals">
        {totals.map(({ name, value, share, href }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {href === undefined ? value : <a href={href}>{value}</a>}
              {share !== undefined && <span class="share"> {share}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div class="plots">
        {plots.map((plot) => (
          <section key={plot.title} class={plot.isWide ? 'plot wide' : 'plot'}>
            <h2>{plot.title}</h2>
            <Columns plot={plot} />
            <Numbers texts={texts} plot={plot} />
          </section>
        ))}
        {lists.map((plot) => (
          <section key={plot.title} class="plot">
            <h2>{plot.title}</h2>
            <Rows plot={plot} />
          </section>
        ))}
      </div>
    </>
  )

const Choices = ({ of }: { readonly of: readonly Choice[] }) => (
  <div class="segments">
    {of.map(({ name, href, isChosen }) => (
      <a key={href} href={href} aria-current={isChosen ? 'true' : undefined}>
        {name}
      </a>
    ))}
  </div>
)

const Numbers = ({ texts, plot: { columns, bars } }: { readonly texts: InsightsTexts; readonly plot: Plotted }) => (
  <details class="numbers">
    <summary>{texts.asTable}</summary>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, value, beside, href }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{href === undefined || value === 0 ? value : <a href={href}>{value}</a>}</td>
            {columns.length > 2 && <td>{beside ?? 0}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)
