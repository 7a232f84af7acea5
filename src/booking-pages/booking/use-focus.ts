import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { BookingState } from './state.ts'

/** Longer than between the two clicks or taps of most people's double click. */
const doubleClickMilliseconds = 300

/**
 * Focuses the element that the state names, once it exists, and shows it with what belongs to it: the times below their
 * heading.
 */
export const useFocus = (root: RefObject<HTMLElement | null>, focus: BookingState['focus']): void => {
  const done = useRef(focus)
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLayoutEffect(() => {
    if (focus === null || focus === done.current) return
    const target = root.current?.querySelector<HTMLElement>(`[data-focus="${focus.on}"]`)
    if (!target) return
    done.current = focus
    clearTimeout(waiting.current)
    target.focus({ preventScroll: true })
    const shown = target.closest('section') ?? target
    // What was clicked is still there: a second click is for it, and not for what would come under the pointer.
    if (focus.isBesideClick) waiting.current = setTimeout(scrollTo, doubleClickMilliseconds, shown)
    else scrollTo(shown)
  })
}

const scrollTo = (shown: Element): void => {
  const { top, bottom, height } = shown.getBoundingClientRect()
  const isCut = top < 0 || bottom > window.innerHeight
  if (isCut) shown.scrollIntoView({ block: height > window.innerHeight ? 'start' : 'nearest' })
}

/** Whether a click is the second of a double click, which was begun on what was there before. */
export const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 1
