import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { BookingState } from './state.ts'

/** Focuses the element that the state names, once it exists. */
export const useFocus = (root: RefObject<HTMLElement | null>, focus: BookingState['focus']): void => {
  const done = useRef(focus)
  useLayoutEffect(() => {
    if (focus === null || focus === done.current) return
    const target = root.current?.querySelector<HTMLElement>(`[data-focus="${focus.on}"]`)
    if (!target) return
    done.current = focus
    target.focus()
    const { top } = target.getBoundingClientRect()
    if (top < 0 || top > window.innerHeight - 80) target.scrollIntoView({ block: 'nearest' })
  })
}
