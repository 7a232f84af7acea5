// `data-hides="id"`: a note that is not wanted now is hidden until the browser is closed.

const keyOf = (id: string): string => `openslot hidden ${document.body.dataset.person} ${id}`

const show = (): void => {
  for (const button of document.querySelectorAll<HTMLElement>('[data-hides]')) {
    const id = button.dataset.hides ?? ''
    button.hidden = false
    if (sessionStorage.getItem(keyOf(id)) !== null) document.getElementById(id)?.remove()
  }
}

export const watchNotes = (): void => {
  show()
  for (const changed of ['console:changed', 'console:followed']) document.addEventListener(changed, show)
  document.addEventListener('click', (event) => {
    const id = (event.target as Element).closest<HTMLElement>('[data-hides]')?.dataset.hides
    if (id === undefined) return
    sessionStorage.setItem(keyOf(id), '')
    document.getElementById(id)?.remove()
  })
}
