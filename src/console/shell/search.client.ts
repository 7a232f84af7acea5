/**
 * `input[data-search]`: rows whose `data-name` does not have what is typed are hidden at once; Enter asks the server,
 * for the address.
 */
export const watchSearch = (): void => {
  document.addEventListener('input', ({ target }) => {
    if ((target as Element).matches('[data-search]')) showFitting()
  })
  document.addEventListener('console:changed', showFitting)
}

const showFitting = (): void => {
  const typed = document.querySelector<HTMLInputElement>('[data-search]')?.value.trim().toLowerCase()
  const nobody = document.getElementById('nobody-fits')
  if (typed === undefined || !nobody) return
  let fitting = 0
  for (const section of document.querySelectorAll<HTMLElement>('main section:has([data-name])')) {
    const rows = [...section.querySelectorAll<HTMLElement>('[data-name]')]
    for (const row of rows) row.hidden = !row.dataset.name?.includes(typed)
    const shown = rows.filter(({ hidden }) => !hidden).length
    section.hidden = shown === 0
    fitting += shown
  }
  nobody.hidden = fitting > 0
}
