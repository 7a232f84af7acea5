import { hydrate, render } from 'preact'
import { HoursEditor } from './hours-editor.client.tsx'
import type { HoursData } from './hours-form.tsx'

let shown: Element | null = null

/** Gives the form of the hours its script, also when a page was put in the place of another. */
const start = (): void => {
  const place = document.getElementById('hours')
  const data = document.getElementById('hours-data')?.textContent
  if (shown && shown !== place) render(null, shown)
  shown = place
  if (place && data) hydrate(<HoursEditor data={JSON.parse(data) as HoursData} />, place)
}

/** The menu whose form was sent: on the page that follows it is closed, and its button has the focus. */
let used: string | undefined
document.addEventListener('submit', (event) => {
  used = (event.target as Element).closest<HTMLElement>('[data-menu]')?.dataset.menu
})

start()
document.addEventListener('console:changed', () => {
  start()
  if (used !== undefined && document.activeElement === document.body)
    document.querySelector<HTMLElement>(`[data-menu="${used}"] > summary`)?.focus()
})
// The question is asked anew as soon as a part of it is changed.
document.addEventListener('change', (event) => {
  const form = (event.target as HTMLInputElement).form
  if (form?.matches('[data-asks]')) form.requestSubmit()
})
