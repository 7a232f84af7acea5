import { filled } from '#ui/format.ts'
import { type ClockNotation, showClockTime } from './clock-time.ts'
import type { HourRange } from './week.ts'

/** Where a range is on a bar, in percent of its width. */
const placeOf = (shown: HourRange, minutes: number): number => ((minutes - shown.from) / (shown.to - shown.from)) * 100

export interface BarTexts {
  readonly bar: string
  readonly range: string
  readonly span: string
}

interface BarProps {
  readonly day: number
  readonly name: string
  readonly ranges: readonly HourRange[]
  readonly shown: HourRange
  readonly texts: BarTexts
  readonly clock: ClockNotation
  readonly onKey?: (event: KeyboardEvent, index: number) => void
  readonly onPress?: (event: PointerEvent) => void
}

/**
 * The hours of a day as a bar: the same state as the fields, to drag and to move by keys. Drawn by attributes, which
 * need no style.
 */
export const HoursBar = ({ day, name, ranges, shown, texts, clock, onKey, onPress }: BarProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an SVG.
  <svg class="bar" role="group" aria-label={filled(texts.bar, { day: name })} data-day={day} onPointerDown={onPress}>
    <rect class="ground" width="100%" height="100%" rx="5" />
    {hoursBetween(shown).map((hour) => (
      <line key={hour} x1={`${placeOf(shown, hour * 60)}%`} x2={`${placeOf(shown, hour * 60)}%`} y1="0" y2="100%" />
    ))}
    {ranges.map(({ from, to }, index) => {
      const values = { day: name, from: showClockTime(clock, from), to: showClockTime(clock, to) }
      return (
        <rect
          key={index}
          class="range"
          data-index={index}
          x={`${placeOf(shown, from)}%`}
          width={`${placeOf(shown, to) - placeOf(shown, from)}%`}
          height="100%"
          rx="6"
          // In SVG the name of an attribute is taken as it is written.
          tabindex={0}
          role="slider"
          aria-label={filled(texts.range, values)}
          aria-valuemin={0}
          aria-valuemax={1440}
          aria-valuenow={from}
          aria-valuetext={filled(texts.span, values)}
          aria-describedby="hours-keys"
          onKeyDown={(event) => onKey?.(event, index)}
        />
      )
    })}
  </svg>
)

/** Every third hour, without the edges. */
const hoursBetween = ({ from, to }: HourRange): number[] =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour % 3 === 0 && hour * 60 > from && hour * 60 < to)

/** The hours above the bars; of twice 12, the first and noon say which half they begin. */
export const HoursScale = ({
  shown,
  clock: { hour12, halves },
}: {
  readonly shown: HourRange
  readonly clock: ClockNotation
}) => (
  <svg class="scale" aria-hidden="true">
    {[shown.from / 60, ...hoursBetween(shown)].map((hour, index) => (
      <text key={hour} x={`${placeOf(shown, hour * 60)}%`} y="14">
        {hour12 ? hour % 12 || 12 : hour}
        {hour12 && (index === 0 || hour === 12) && <tspan class="half">{` ${halves[hour < 12 ? 0 : 1]}`}</tspan>}
      </text>
    ))}
  </svg>
)
