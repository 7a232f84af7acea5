import { useEffect, useRef } from 'preact/hooks'
import type { Actions } from './actions.ts'
import { keyOf, type LoadedMonth, monthAhead } from './months.ts'
import type { BookingData, Month } from './page-data.ts'
import type { BookingEvent, BookingState } from './state.ts'

export interface ShownMonths {
  /** Undefined while it is loading. */
  readonly loaded: LoadedMonth | undefined
  readonly month: Month | undefined
  /** Until it is loaded, the same month of another zone or duration: most of its days are the same. */
  readonly similar: Month | undefined
  /** The month to go on to. */
  readonly ahead: string | undefined
  load(name: string, zone: string): Promise<Month | undefined>
  /** Discards the loaded months. */
  forget(): void
}

const aheadAfterMilliseconds = 300

/** The months of the calendar: one request for the one that is shown, and one to prefetch the next. */
export const useMonths = (
  begun: BookingData,
  state: BookingState,
  dispatch: (event: BookingEvent) => void,
  actions: Actions | undefined,
): ShownMonths => {
  const { isLive, zone, duration, months, slot } = state
  const asked = useRef(new Set([keyOf(begun.timezone, begun.duration, begun.month.month)]))
  const loaded = months[keyOf(zone, duration, state.month)]
  const month = loaded === 'failed' ? undefined : loaded
  const similar =
    month ?? Object.values(months).find((other): other is Month => other !== 'failed' && other.month === state.month)
  const ahead = month && monthAhead(month)

  const load = async (name: string, inZone: string): Promise<Month | undefined> => {
    const key = keyOf(inZone, duration, name)
    if (!actions || asked.current.has(key)) return undefined
    asked.current.add(key)
    try {
      const answer = await actions.loadMonth(name, inZone, duration)
      // The server does not know the browser's zone: the one that the page came with is better than none.
      if (answer) dispatch({ type: 'loaded', key: keyOf(inZone, duration, answer.month), month: answer })
      else dispatch({ type: 'zone', zone: begun.timezone })
      return answer
    } catch {
      asked.current.delete(key)
      dispatch({ type: 'loaded', key, month: 'failed' })
      return undefined
    }
  }

  useEffect(() => {
    if (!isLive) return
    if (loaded === undefined) void load(state.month, zone)
    // With the form open, the next month is not needed.
    else if (slot === null && ahead !== undefined && months[keyOf(zone, duration, ahead)] === undefined) {
      const later = setTimeout(() => void load(ahead, zone), aheadAfterMilliseconds)
      return () => clearTimeout(later)
    }
    return undefined
  }, [isLive, zone, duration, state.month, loaded, slot === null, ahead])

  return { loaded, month, similar, ahead, load, forget: () => asked.current.clear() }
}
