// The order of the list: by dragging, or by Alt and an arrow key. Both end in the form that also works without a
// script.

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-order] > [data-row]') : null

/**
 * The nearest row on that side that a search did not hide and that belongs to the same owner: a type changes places
 * with no other.
 */
const neighbour = (row: HTMLElement, side: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | null => {
  let other = row[side] as HTMLElement | null
  while (other?.hidden) other = other[side] as HTMLElement | null
  return other?.dataset.owner === row.dataset.owner ? other : null
}

/** Sends the form of the row with the id that follows it now. */
const sendOrder = (row: HTMLElement): void => {
  const next = neighbour(row, 'nextElementSibling')
  const form = row.querySelector<HTMLFormElement>('form[action$="/move"]')
  if (!form) return
  form.querySelector('[name=direction]')?.remove()
  form.append(
    Object.assign(document.createElement('input'), { type: 'hidden', name: 'before', value: next?.dataset.row ?? '' }),
  )
  form.requestSubmit()
}

const watchKeys = (): void =>
  document.addEventListener('keydown', (event) => {
    const row = rowOf(event.target)
    if (!row || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const focused = document.activeElement as HTMLElement | null
    const other = neighbour(row, event.key === 'ArrowUp' ? 'previousElementSibling' : 'nextElementSibling')
    if (!other || !row.querySelector('form[action$="/move"]')) return
    if (event.key === 'ArrowUp') other.before(row)
    else other.after(row)
    focused?.focus()
    sendOrder(row)
  })

const watchDrag = (): void => {
  let dragged: HTMLElement | null = null
  let before: Element | null = null
  document.addEventListener('pointerdown', (event) => {
    const grip = (event.target as Element).closest('.grip:not(.still)')
    dragged = grip ? rowOf(grip) : null
    if (!dragged) return
    event.preventDefault()
    before = dragged.nextElementSibling
    dragged.classList.add('dragged')
    dragged.setPointerCapture?.(event.pointerId)
  })
  document.addEventListener('pointermove', (event) => {
    if (!dragged) return
    for (const row of (dragged.parentElement?.children ?? []) as Iterable<HTMLElement>) {
      const { top, height } = row.getBoundingClientRect()
      if (
        row === dragged ||
        row.dataset.owner !== dragged.dataset.owner ||
        event.clientY < top ||
        event.clientY > top + height
      )
        continue
      if (event.clientY < top + height / 2) row.before(dragged)
      else row.after(dragged)
    }
  })
  const end = (): void => {
    if (!dragged) return
    dragged.classList.remove('dragged')
    if (dragged.nextElementSibling !== before) sendOrder(dragged)
    dragged = null
  }
  document.addEventListener('pointerup', end)
  document.addEventListener('pointercancel', end)
}

export const watchOrder = (): void => {
  watchKeys()
  watchDrag()
}
