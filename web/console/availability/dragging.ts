import { type HourRange, merged, movedRange, type Week } from './week.ts'

/** What is being dragged: a range or one of its ends, or new hours on empty space, on this row and those down to another. */
export interface Drag {
  readonly day: number
  readonly part: 'whole' | 'start' | 'end' | 'new'
  /** Undefined for new hours. */
  readonly index: number | undefined
  /** Where it began, in minutes. */
  readonly at: number
  readonly week: Week
  readonly shown: HourRange
  readonly bar: SVGSVGElement
}

const edgePixels = 9

const minutesAt = (bar: SVGSVGElement, { from, to }: HourRange, x: number): number => {
  const { left, width } = bar.getBoundingClientRect()
  return from + ((x - left) / width) * (to - from)
}

export const beginDrag = (event: PointerEvent, week: Week, shown: HourRange): Drag | undefined => {
  const bar = (event.target as Element).closest<SVGSVGElement>('svg.bar')
  if (!bar || event.button !== 0) return undefined
  const rect = (event.target as Element).closest<SVGRectElement>('rect.range')
  const base = { day: Number(bar.dataset.day), at: minutesAt(bar, shown, event.clientX), week, shown, bar }
  if (!rect) return { ...base, part: 'new', index: undefined }
  const { left, right } = rect.getBoundingClientRect()
  const isWide = right - left > 3 * edgePixels
  const part = isWide && event.clientX - left < edgePixels ? 'start' : right - event.clientX < edgePixels ? 'end' : 'whole'
  return { ...base, part, index: Number(rect.dataset.index) }
}

/** The week as it is while the pointer is there. Steps are 15 minutes, with Alt 5. */
export const draggedWeek = ({ day, part, index, at, week, shown, bar }: Drag, event: PointerEvent): Week => {
  const step = event.altKey ? 5 : 15
  const now = minutesAt(bar, shown, event.clientX)
  if (part !== 'new') {
    const by = Math.round((now - at) / step) * step
    return week.map((ranges, other) => (other === day ? ranges.map((range, which) => (which === index ? movedRange(range, by, part) : range)) : ranges))
  }
  const [from, to] = [Math.min(at, now), Math.max(at, now)].map((minutes) => Math.min(1440, Math.max(0, Math.round(minutes / step) * step))) as [number, number]
  if (from === to) return week
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<SVGSVGElement>('svg.bar')
  const last = under ? Number(under.dataset.day) : day
  return week.map((ranges, other) => (other >= Math.min(day, last) && other <= Math.max(day, last) ? merged([...ranges, { from, to }]) : ranges))
}
