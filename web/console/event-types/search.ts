/** Rows that do not fit what is typed are hidden at once; Enter asks the server, for the address. */
export const watchSearch = (): void =>
  document.addEventListener('input', (event) => {
    const input = event.target as HTMLInputElement
    if (input.id !== 'type-search') return
    const typed = input.value.trim().toLowerCase()
    let fitting = 0
    for (const section of document.querySelectorAll<HTMLElement>('main section:has([data-order])')) {
      const rows = [...section.querySelectorAll<HTMLElement>('[data-name]')]
      for (const row of rows) row.hidden = !row.dataset.name?.includes(typed)
      const shown = rows.filter(({ hidden }) => !hidden).length
      section.hidden = shown === 0
      fitting += shown
    }
    const nobody = document.getElementById('nobody-fits')
    if (nobody) nobody.hidden = fitting > 0
  })
