export interface Bar {
  readonly label: string
  readonly value: number
  /** Those that were canceled, drawn behind. */
  readonly beside?: number
  /** The list behind it. */
  readonly href?: string
}

export interface Plotted {
  readonly title: string
  /** The head of its table: what is counted, and the counts. */
  readonly columns: readonly string[]
  readonly bars: readonly Bar[]
  readonly isWide?: boolean
}

const height = 96
const labelHeight = 18

/** Columns side by side, with a label under some of them. Pictures, because the policy allows no style attributes. */
export const Columns = ({ plot }: { readonly plot: Plotted }) =>
  plot.isWide ? (
    <>
      <Drawn plot={plot} width={720} labels={7} class="columns large" />
      <Drawn plot={plot} width={340} labels={4} class="columns small" />
    </>
  ) : (
    <Drawn plot={plot} width={340} labels={7} class="columns" />
  )

interface DrawnProps {
  readonly plot: Plotted
  readonly width: number
  /** How many fit beside each other. */
  readonly labels: number
  readonly class: string
}

const Drawn = ({ plot: { title, bars }, width, labels, class: name }: DrawnProps) => {
  const step = width / bars.length
  const most = Math.max(1, ...bars.map(({ value, beside = 0 }) => value + beside))
  const isDense = bars.length > 12
  const every = Math.max(1, Math.ceil(bars.length / labels))
  const isLabelled = (index: number): boolean => index % every === 0 && (!isDense || bars.length - index >= every)
  const heightOf = (count: number): number => (count / most) * height
  return (
    <svg
      class={name}
      viewBox={`0 0 ${width} ${height + labelHeight}`}
      role={bars.some(({ href }) => href !== undefined) ? 'group' : 'img'}
      aria-label={title}
    >
      <line class="axis" x1="0" x2={width} y1={height} y2={height} />
      {bars.map((bar, index) => (
        <Column
          key={bar.label}
          bar={bar}
          x={index * step}
          width={step}
          held={heightOf(bar.value)}
          canceled={heightOf(bar.beside ?? 0)}
        />
      ))}
      {bars.map(
        ({ label }, index) =>
          isLabelled(index) && (
            <text
              key={label}
              x={index * step + (isDense ? 0 : step / 2)}
              y={height + 14}
              text-anchor={isDense ? 'start' : 'middle'}
            >
              {label}
            </text>
          ),
      )}
    </svg>
  )
}

interface ColumnProps {
  readonly bar: Bar
  readonly x: number
  readonly width: number
  readonly held: number
  readonly canceled: number
}

const Column = ({ bar: { label, value, beside, href }, x, width, held, canceled }: ColumnProps) => {
  const gap = Math.min(4, width * 0.2)
  const drawn = (
    <>
      <title>{beside ? `${label}: ${value} (+${beside})` : `${label}: ${value}`}</title>
      <rect class="hit" x={x} y="0" width={width} height={height} />
      <rect class="held" x={x + gap / 2} y={height - held} width={width - gap} height={held} rx="1.5" />
      {canceled > 0 && (
        <rect
          class="canceled"
          x={x + gap / 2}
          y={height - held - canceled}
          width={width - gap}
          height={canceled}
          rx="1.5"
        />
      )}
    </>
  )
  return href === undefined ? (
    <g>{drawn}</g>
  ) : (
    <a href={href} tabIndex={-1}>
      {drawn}
    </a>
  )
}

/** Bars below each other with their names and numbers: a list that can be read without the picture. */
export const Rows = ({ plot: { bars, columns } }: { readonly plot: Plotted }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul class="rows">
      {bars.map(({ label, value, beside, href }) => (
        <li key={label}>
          <span class="label">{href === undefined ? label : <a href={href}>{label}</a>}</span>
          <span class="count">
            {value}
            {beside !== undefined && beside > 0 && <small>{` · ${columns[2]}: ${beside}`}</small>}
          </span>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect class="track" width="100" height="6" />
            <rect class="held" width={(100 * value) / most} height="6" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
