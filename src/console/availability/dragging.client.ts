import { type HourRange, merged, movedRange, shownHours, type Week } from './week.ts'

/**
 * What is being dragged: a range or one of its ends, or new hours on empty space, on this row and those down to
 * another.
 */
interface Drag {
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

const beginDrag = (event: PointerEvent, week: Week, shown: HourRange): Drag | undefined => {
  const bar = (event.target as Element).closest<SVGSVGElement>('svg.bar')
  if (!bar || event.button !== 0) return undefined
  const rect = (event.target as Element).closest<SVGRectElement>('rect.range')
  const base = { day: Number(bar.dataset.day), at: minutesAt(bar, shown, event.clientX), week, shown, bar }
  if (!rect) return { ...base, part: 'new', index: undefined }
  const { left, right } = rect.getBoundingClientRect()
  const isWide = right - left > 3 * edgePixels
  const part =
    isWide && event.clientX - left < edgePixels ? 'start' : right - event.clientX < edgePixels ? 'end' : 'whole'
  return { ...base, part, index: Number(rect.dataset.index) }
}

/** The week as it is while the pointer is there. Steps are 15 minutes, with Alt 5. */
const draggedWeek = ({ day, part, index, at, week, shown, bar }: Drag, event: PointerEvent): Week => {
  const step = event.altKey ? 5 : 15
  const now = minutesAt(bar, shown, event.clientX)
  if (part !== 'new') {
    const by = Math.round((now - at) / step) * step
    return week.map((ranges, other) =>
      other === day ? ranges.map((range, which) => (which === index ? movedRange(range, by, part) : range)) : ranges,
    )
  }
  const [from, to] = [Math.min(at, now), Math.max(at, now)].map((minutes) =>
    Math.min(1440, Math.max(0, Math.round(minutes / step) * step)),
  ) as [number, number]
  if (from === to) return week
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<SVGSVGElement>('svg.bar')
  const last = under ? Number(under.dataset.day) : day
  return week.map((ranges, other) =>
    other >= Math.min(day, last) && other <= Math.max(day, last) ? merged([...ranges, { from, to }]) : ranges,
  )
}

/**
 * Follows the pointer from here on. The week it gives is that of the moment, and at the end once more; an interrupted
 * drag ends with the week there was.
 */
export const followDrag = (event: PointerEvent, week: Week, take: (week: Week, isOver: boolean) => void): boolean => {
  const drag = beginDrag(event, week, shownHours(week))
  if (!drag) return false
  event.preventDefault()
  ;(event.target as Element).closest<SVGElement>('rect.range')?.focus()
  const move = (to: PointerEvent): void => take(draggedWeek(drag, to), false)
  const end = (to: PointerEvent): void => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    take(to.type === 'pointercancel' ? week : draggedWeek(drag, to), true)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
  return true
}

/**
 * What a key makes of a range: it moves it, or with Shift its end, with Alt its start; null is none at all. Undefined
 * for keys that say nothing here.
 */
export const keyedRange = (event: KeyboardEvent, range: HourRange): HourRange | null | undefined => {
  const isRemoved = event.key === 'Delete' || event.key === 'Backspace'
  const by = event.key === 'ArrowRight' ? 15 : event.key === 'ArrowLeft' ? -15 : 0
  if (!isRemoved && by === 0) return undefined
  event.preventDefault()
  return isRemoved ? null : movedRange(range, by, event.shiftKey ? 'end' : event.altKey ? 'start' : 'whole')
}
