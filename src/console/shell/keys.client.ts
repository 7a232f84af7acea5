// Keys without a modifier belong to elements: `data-key="c"` is clicked by c, `data-key="g e"` by g and then e. ? lists
// them.

const storageKey = 'openslot single keys'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')

const visible = (selector: string): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.getClientRects().length > 0)

/** Of two wordings, a long and a short one, that which the width of the window shows. */
const nameOf = (element: HTMLElement): string =>
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count.
  element.getAttribute('aria-label') ?? (element.innerText.trim() || element.title)

const showKeys = (): void => {
  const dialog = document.querySelector<HTMLDialogElement>('#keys')
  const list = dialog?.querySelector('dl')
  if (!dialog || !list) return
  list.replaceChildren(
    ...[...document.querySelectorAll<HTMLElement>('[data-key]')].flatMap((element) => [
      Object.assign(document.createElement('dt'), { textContent: element.dataset.key }),
      Object.assign(document.createElement('dd'), { textContent: nameOf(element) }),
    ]),
  )
  dialog.showModal()
}

/** The next or previous row of a list gets the focus. */
const moveRow = (by: number): void => {
  const rows = visible('[data-row]')
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.querySelector<HTMLElement>('a')?.focus()
}

const activate = (key: string): boolean => {
  const [element] = visible('[data-key]').filter((one) => one.dataset.key === key)
  if (!element) return false
  if (element.matches('input')) element.focus()
  else element.click()
  return true
}

export const watchKeys = (combinations: Readonly<Record<string, () => void>>): void => {
  const box = document.querySelector<HTMLInputElement>('#single-keys')
  if (box) {
    box.checked = localStorage.getItem(storageKey) !== 'off'
    box.addEventListener('change', () => localStorage.setItem(storageKey, box.checked ? 'on' : 'off'))
  }
  let before = ''
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const act = combinations[`${ctrlKey ? 'Control+' : ''}${metaKey ? 'Meta+' : ''}${key.toLowerCase()}`]
    if (act && (ctrlKey || metaKey)) {
      event.preventDefault()
      act()
      return
    }
    if (ctrlKey || metaKey || altKey || isTyping(event.target) || document.querySelector('dialog[open]')) return
    if (key !== '?' && localStorage.getItem(storageKey) === 'off') return
    const sequence = before === 'g' ? `g ${key}` : key
    before = key
    if (key === '?') showKeys()
    else if (key === 'j' || key === 'k') moveRow(key === 'j' ? 1 : -1)
    else if (key === 'x') document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>('.chooses')?.click()
    else if (activate(sequence)) event.preventDefault()
  })
}
