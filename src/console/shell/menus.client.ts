/** `<details class="menu">` closes when somebody clicks elsewhere, chooses, or presses Escape. */
export const watchMenus = (): void => {
  const open = (): readonly HTMLDetailsElement[] => [
    ...document.querySelectorAll<HTMLDetailsElement>('details.menu[open]'),
  ]
  document.addEventListener('click', (event) => {
    for (const menu of open()) if (!menu.contains(event.target as Node)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
    const menus = open()
    // The panel beside the page closes by its own link, so that the address says it, too.
    if (menus.length === 0) document.getElementById('panel-close')?.click()
    for (const menu of menus) {
      const hadFocus = menu.contains(document.activeElement)
      menu.open = false
      if (hadFocus) menu.querySelector('summary')?.focus()
    }
  })
}
