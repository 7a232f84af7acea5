import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { BookingState } from './state.ts'

/** Focuses the element that the state names, once it exists, and shows it with what belongs to it: the times below their heading. */
export const useFocus = (root: RefObject<HTMLElement | null>, focus: BookingState['focus']): void => {
  const done = useRef(focus)
  useLayoutEffect(() => {
    if (focus === null || focus === done.current) return
    const target = root.current?.querySelector<HTMLElement>(`[data-focus="${focus.on}"]`)
    if (!target) return
    done.current = focus
    target.focus({ preventScroll: true })
    const shown = target.closest('section') ?? target
    const { top, bottom, height } = shown.getBoundingClientRect()
    const isCut = top < 0 || bottom > window.innerHeight
    if (isCut) shown.scrollIntoView({ block: height > window.innerHeight ? 'start' : 'nearest' })
  })
}
