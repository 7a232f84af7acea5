/** Where there are more tabs than fit, the current one is brought into view. */
export const showCurrentTab = (): void => {
  const show = (): void => {
    const tab = document.querySelector<HTMLElement>('.tabs [aria-current]')
    const row = tab?.parentElement
    if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }
  document.addEventListener('console:changed', show)
  show()
}
